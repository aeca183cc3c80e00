// Draws Ink's layout: in one write, only the cells that differ from the terminal's.

import type { DOMElement } from 'ink';
import { createCellParser } from './cells.ts';
import { type Piece, piecesOf } from './tree.ts';

interface PaintTerminal {
  readonly columns: number;
  readonly rows: number;
  readonly write: (text: string) => unknown;
}

export interface Painter {
  /** Draws the tree as it is laid out now. */
  paint(root: DOMElement): void;
  /** Others may have written on the terminal: the next frame is drawn whole. */
  forget(): void;
}

interface PaintedRow {
  readonly pieces: readonly Piece[];
  /** One for each column; '' is the second half of the character before. */
  readonly text: readonly string[];
  readonly style: readonly number[];
  readonly simple: boolean;
}

const BEGIN = '\x1b[?2026h';
const END = '\x1b[?2026l';
const CLEAR = '\x1b[H\x1b[2J';
const ERASE_TO_END = '\x1b[K';
const ELLIPSIS = '…';
/** The side of a frame. */
const SIDE = '│';
/** This many equal cells are cheaper to write again than to jump over. */
const GAP = 5;

const goTo = (x: number, y: number): string => `\x1b[${y + 1};${x + 1}H`;

export function createPainter(terminal: PaintTerminal): Painter {
  const { styles, cellsOf } = createCellParser();
  let shown: readonly PaintedRow[] = [];
  let columns = 0;
  let whole = true;

  function compose(pieces: readonly Piece[]): PaintedRow {
    const text = new Array<string>(columns).fill(' ');
    const style = new Array<number>(columns).fill(0);
    for (const piece of pieces) put(piece, text, style);
    return { pieces, text, style, simple: pieces.every(({ source }) => cellsOf(source).simple) };
  }

  function put({ source, x, from, to, end }: Piece, text: string[], style: number[]): void {
    const cells = cellsOf(source);
    const last = Math.min(to, x + cells.text.length);
    // Half of a wide character under this one becomes a blank.
    if (text[from] === '' && from > 0) text[from - 1] = ' ';
    for (let at = from; at < last; at++) {
      text[at] = cells.text[at - x] ?? ' ';
      style[at] = cells.style[at - x] ?? 0;
    }
    if (last < columns && text[last] === '') text[last] = ' ';
    // At an edge only half of a wide character would show: a blank in its style.
    if (from > x && text[from] === '') text[from] = ' ';
    if (last > from && last < x + cells.text.length && cells.text[last - x] === '') text[last - 1] = ' ';
    // Text that continues past its own width ends in a mark, if that end is visible.
    if (x + cells.text.length > end && to === end && to > from) {
      const half = text[to - 1] === '' && to - 2 >= from;
      text[to - 1] = half ? ' ' : ELLIPSIS;
      if (half) text[to - 2] = ELLIPSIS;
    }
  }

  /** The sequences that turn `before` into `after`; without `before`, the row is blank from column `first` on. */
  function difference(y: number, before: PaintedRow | undefined, after: PaintedRow, first = 0): string {
    const end = lengthOf(after);
    const differs = (x: number): boolean =>
      before
        ? before.text[x] !== after.text[x] || before.style[x] !== after.style[x]
        : after.text[x] !== ' ' || after.style[x] !== 0;
    let out = '';
    let style = 0;
    for (let x = first; x < end; ) {
      if (!differs(x)) {
        x++;
        continue;
      }
      const from = startOf(x, before, after);
      const to = endOf(x, end, differs, after);
      out += goTo(from, y);
      for (let at = from; at < to; at++) {
        const own = after.style[at] ?? 0;
        // The frame stays in its place on a terminal that counts a mark differently.
        if (!after.simple && at > from && after.text[at] === SIDE) out += goTo(at, y);
        out += styles.change(style, own) + (after.text[at] ?? ' ');
        style = own;
      }
      x = to;
    }
    out += styles.change(style, 0);
    // The rest of a longer old row.
    return before && lengthOf(before) > end ? out + goTo(end, y) + ERASE_TO_END : out;
  }

  /** A terminal that counts a mark differently leaves unknown cells: the row is drawn from its first change on. */
  function rest(y: number, before: PaintedRow, after: PaintedRow): string {
    let first = 0;
    while (
      first < columns &&
      before.text[first] === after.text[first] &&
      before.style[first] === after.style[first]
    )
      first++;
    if (first === columns) return '';
    first = startOf(first, before, after);
    return goTo(first, y) + ERASE_TO_END + difference(y, undefined, after, first);
  }

  return {
    forget() {
      whole = true;
    },
    paint(root) {
      const { rows } = terminal;
      if (terminal.columns !== columns || rows !== shown.length) whole = true;
      columns = terminal.columns;
      const before = whole ? [] : shown;
      let out = whole ? CLEAR : '';
      shown = piecesOf(root, columns, rows).map((pieces, y) => {
        const old = before[y];
        if (old && areSame(old.pieces, pieces)) return old;
        const row = compose(pieces);
        out += old && !(old.simple && row.simple) ? rest(y, old, row) : difference(y, old, row);
        return row;
      });
      whole = false;
      if (out !== '') terminal.write(BEGIN + out + END);
    },
  };
}

function areSame(some: readonly Piece[], others: readonly Piece[]): boolean {
  return (
    some.length === others.length &&
    some.every((one, at) => {
      const other = others[at];
      return (
        one.source === other?.source &&
        one.x === other.x &&
        one.from === other.from &&
        one.to === other.to &&
        one.end === other.end
      );
    })
  );
}

/** Without the blanks at its end. */
function lengthOf({ text, style }: PaintedRow): number {
  let length = text.length;
  while (length > 0 && text[length - 1] === ' ' && style[length - 1] === 0) length--;
  return length;
}

/** Where writing has to begin so that cell `x` comes out right: never in the middle of a wide character, new or old. */
function startOf(x: number, before: PaintedRow | undefined, after: PaintedRow): number {
  let from = x;
  while (from > 0 && (after.text[from] === '' || before?.text[from] === '')) from--;
  return from;
}

/** Where it may stop: after the last different cell before a gap of equal ones. */
function endOf(x: number, length: number, differs: (x: number) => boolean, after: PaintedRow): number {
  let end = x;
  for (let at = x; at < length && at - end <= GAP; at++) {
    if (differs(at) || after.text[at] === '') end = at + 1;
  }
  return end;
}
