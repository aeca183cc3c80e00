// Draws Ink's layout, one write for each frame: only the cells that differ from those on the terminal.

import type { DOMElement } from 'ink';
import { areApart, createTreeReader, type Piece, samePieces } from './ink-tree.ts';
import { BLANK, createCellParser, HALF } from './painted-cells.ts';
import { createPen } from './pen.ts';
import { shiftOf } from './shift.ts';
import type { sizeOf, TerminalAnswers } from './terminal-screen.ts';

interface PaintTerminal {
  /** At each frame. */
  look(): ReturnType<typeof sizeOf> & Pick<TerminalAnswers, 'synchronised' | 'wide'>;
  write(frame: Uint8Array): unknown;
}

export interface Painter {
  paint(root: DOMElement, layout?: number): void;
  /** The next frame is whole, because another program may have written on the terminal. */
  forget(): void;
}

interface PaintedRow {
  pieces: readonly Piece[];
  readonly text: Int32Array;
  readonly style: Uint16Array;
  simple: boolean;
}

const ELLIPSIS = 0x2026;
const SIDE = 0x2502;
/** Up to this many equal cells are cheaper to write again than to jump over. */
const GAP = 5;
/** From this many blanks on, erasing and jumping is cheaper than writing. */
const LONG_BLANK = 12;

const blankRow = (columns: number): PaintedRow => ({
  pieces: [],
  text: new Int32Array(columns).fill(BLANK),
  style: new Uint16Array(columns),
  simple: true,
});

export function createPainter(terminal: PaintTerminal): Painter {
  const parser = createCellParser();
  const read = createTreeReader();
  const { styles } = parser;
  const pen = createPen(parser);
  let columns = 0;
  let shown: PaintedRow[] = [];
  let blank = blankRow(0);
  /** The next row is composed here. The row that leaves the screen becomes the new spare row. */
  let spare = blank;
  let whole = true;

  /** The cells of a piece that `before` has too are copied. */
  function compose(row: PaintedRow, pieces: readonly Piece[], before = blank): void {
    const copied = before.simple && areApart(before.pieces) && areApart(pieces);
    const { text, style } = copied ? before : blank;
    row.text.set(text);
    row.style.set(style);
    row.simple = true;
    row.pieces = pieces;
    const known = copied ? before.pieces : [];
    known.forEach(piece => {
      if (pieces.includes(piece)) return;
      row.text.fill(BLANK, piece.from, piece.to);
      row.style.fill(0, piece.from, piece.to);
    });
    pieces.forEach(piece => {
      if (!known.includes(piece)) put(row, piece);
    });
  }

  function put(row: PaintedRow, { source, x, from, to, end }: Piece): void {
    const { text, style } = row;
    const cells = parser.cellsOf(source, end - x);
    if (!cells.simple) row.simple = false;
    const last = Math.min(to, x + cells.length);
    // The first half of a wide character becomes a blank if the piece covers its second half.
    if (text[from] === HALF && from > 0) text[from - 1] = BLANK;
    for (let at = from; at < last; at++) {
      const own = cells.text[at - x] ?? BLANK;
      const look = cells.style[at - x] ?? 0;
      text[at] = own;
      style[at] = own === BLANK ? styles.ofBlank(look) : look;
    }
    if (last < columns && text[last] === HALF) text[last] = BLANK;
    // A wide character that an edge cuts in half becomes a blank in its style.
    if (from > x && text[from] === HALF) text[from] = BLANK;
    if (last > from && last < x + cells.length && cells.text[last - x] === HALF) text[last - 1] = BLANK;
    // Longer text ends in an ellipsis, if its end is visible.
    if (x + cells.length > end && to === end && to > from) {
      const half = text[to - 1] === HALF && to - 2 >= from;
      if (half) text[to - 1] = BLANK;
      const at = half ? to - 2 : to - 1;
      text[at] = ELLIPSIS;
      style[at] = cells.style[at - x] ?? 0;
    }
  }

  function change(y: number, before: PaintedRow, after: PaintedRow, first = 0): void {
    const end = lengthOf(after);
    for (let x = first; x < end; ) {
      if (isSame(x, before, after)) {
        x++;
        continue;
      }
      const from = startOf(x, before, after);
      x = endOf(x, end, before, after);
      write(y, from, x, after);
    }
    if (lengthOf(before) > end) {
      pen.moveTo(end, y);
      pen.eraseToEnd();
    }
  }

  function write(y: number, from: number, to: number, row: PaintedRow): void {
    const { text, style, simple } = row;
    for (let at = from; at < to; at++) {
      const own = text[at] ?? BLANK;
      if (own === HALF) continue;
      if (own === BLANK) {
        const length = simple && style[at] === 0 ? blanksAt(at, row) : 0;
        if (length >= LONG_BLANK) {
          pen.moveTo(at, y);
          pen.erase(length);
          at += length - 1;
          continue;
        }
      }
      // The terminal's width of an earlier character may differ from Purser's.
      if (own === SIDE) pen.mustBeAt(at, y);
      else pen.moveTo(at, y);
      pen.write(own, style[at] ?? 0, text[at + 1] === HALF ? 2 : 1);
    }
  }

  /** Used if the terminal's width of a character may differ: Purser then doesn't know the cells after it. */
  function rest(y: number, before: PaintedRow, after: PaintedRow): void {
    let first = 0;
    while (first < columns && isSame(first, before, after)) first++;
    if (first === columns) return;
    first = startOf(first, before, after);
    pen.moveTo(first, y);
    pen.eraseToEnd();
    change(y, blank, after, first);
  }

  function begin({ columns: cells, rows, wide }: ReturnType<PaintTerminal['look']>): void {
    parser.widens(wide);
    if (parser.forgetsClusters()) whole = true;
    if (cells !== columns || rows !== shown.length) {
      columns = cells;
      shown = Array.from({ length: rows }, () => blankRow(cells));
      blank = blankRow(cells);
      spare = blankRow(cells);
      whole = true;
    } else if (whole) for (const row of shown) compose(row, []);
  }

  /** The other changes of the moved rows are drawn afterwards. */
  function scroll(all: readonly (readonly Piece[])[]): void {
    const shift = shiftOf(shown, all);
    if (!shift) return;
    const { top, bottom, by } = shift;
    pen.scroll(top, bottom, by);
    const moved = shown.slice(top, bottom);
    const left = by > 0 ? moved.splice(0, by) : moved.splice(by);
    for (const row of left) compose(row, []);
    shown.splice(top, bottom - top, ...(by > 0 ? [...moved, ...left] : [...left, ...moved]));
  }

  return {
    forget() {
      whole = true;
    },
    paint(root, layout) {
      const now = terminal.look();
      begin(now);
      if (whole) pen.clear(now.wide);
      const all = read(root, columns, shown.length, layout);
      if (!whole) scroll(all);
      for (let y = 0; y < all.length; y++) {
        const before = shown[y] ?? blank;
        const pieces = all[y] ?? [];
        if (samePieces(before.pieces, pieces)) {
          before.pieces = pieces;
          continue;
        }
        const after = spare;
        compose(after, pieces, before);
        if (whole || (before.simple && after.simple)) change(y, before, after);
        else rest(y, before, after);
        shown[y] = after;
        spare = before;
      }
      whole = false;
      const frame = pen.take(now.synchronised);
      if (frame) terminal.write(frame);
    },
  };
}

const isSame = (x: number, before: PaintedRow, after: PaintedRow): boolean =>
  before.text[x] === after.text[x] && before.style[x] === after.style[x];

/** Without the blanks at its end. */
function lengthOf({ text, style }: PaintedRow): number {
  let length = text.length;
  while (length > 0 && text[length - 1] === BLANK && style[length - 1] === 0) length--;
  return length;
}

function blanksAt(x: number, { text, style }: PaintedRow): number {
  let end = x;
  while (end < text.length && text[end] === BLANK && style[end] === 0) end++;
  return end - x;
}

/** Never inside a wide character, old or new. */
function startOf(x: number, before: PaintedRow, after: PaintedRow): number {
  let from = x;
  while (from > 0 && (after.text[from] === HALF || before.text[from] === HALF)) from--;
  return from;
}

/** After the last different cell before a gap of equal cells. */
function endOf(x: number, length: number, before: PaintedRow, after: PaintedRow): number {
  let end = x;
  for (let at = x; at < length && at - end <= GAP; at++) {
    if (!isSame(at, before, after) || after.text[at] === HALF) end = at + 1;
  }
  return end;
}
