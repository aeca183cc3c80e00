// Reads Ink's tree after layout: the pieces of text in each row. ink.test.tsx tests what this file needs from Ink.

import type { DOMElement } from 'ink';
import { BLOCKS, type Block } from '../kit/Line.tsx';

export function samePieces(some: readonly Piece[], others: readonly Piece[]): boolean {
  if (some === others) return true;
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++) if (!isSame(some[at], others[at])) return false;
  return true;
}

const isSame = (one: Piece | undefined, other: Piece | undefined): boolean =>
  one === other ||
  (one?.source === other?.source &&
    one?.x === other?.x &&
    one?.from === other?.from &&
    one?.to === other?.to &&
    one?.end === other?.end);

export function areApart(pieces: readonly Piece[]): boolean {
  let end = 0;
  return pieces.every(({ from, to }) => {
    const apart = from >= end;
    end = Math.max(end, to);
    return apart;
  });
}

export type PaintedRows = readonly { readonly pieces: readonly Piece[] }[];

interface ReadTree {
  readonly columns: number;
  readonly placed: readonly PlacedLines[];
  readonly rows: readonly (readonly Piece[])[];
}

/** Without the number of the last layout, the place of each node is read again. */
type TreeReader = (
  root: DOMElement,
  columns: number,
  rows: number,
  layout?: number,
) => readonly (readonly Piece[])[];

/** A later piece covers an earlier piece. After most keys few lines differ, so the arrays of other rows are kept. */
export function createTreeReader(): TreeReader {
  let last: ReadTree | undefined;
  const place = createPlacer();
  return (root, columns, count, layout) => {
    const placed = place(root, { left: 0, top: 0, right: columns, bottom: count }, layout);
    const before = last && isSamePlaces(last, columns, count, placed) ? last : undefined;
    placed.forEach((one, at) => {
      one.pieces = piecesOf(one, before?.placed[at]);
    });
    const rows = before
      ? changedRows(before, placed)
      : Array.from({ length: count }, (_, y) => rowOf(placed, y));
    last = { columns, placed, rows };
    return rows;
  };
}

const isSamePlaces = (
  last: ReadTree,
  columns: number,
  count: number,
  placed: readonly PlacedLines[],
): boolean =>
  last.columns === columns &&
  last.rows.length === count &&
  last.placed.length === placed.length &&
  placed.every((one, at) => isSamePlace(one, last.placed[at]));

const isSamePlace = (one: PlacedLines, other: PlacedLines | undefined): boolean =>
  one.x === other?.x &&
  one.y === other.y &&
  one.from === other.from &&
  one.to === other.to &&
  one.end === other.end &&
  one.top === other.top &&
  one.bottom === other.bottom;

/** A line that is the same as before, or that moved by one row, keeps its piece. */
function piecesOf(
  { lines, x, y, from, to, end, top, bottom }: PlacedLines,
  before: PlacedLines | undefined,
): readonly (Piece | undefined)[] {
  if (before?.lines === lines) return before.pieces;
  const pieces: (Piece | undefined)[] = [];
  const known = (source: string, row: number): Piece | undefined => {
    const piece = before?.pieces[row];
    return piece?.source === source ? piece : undefined;
  };
  for (let row = 0; row < bottom - top; row++) {
    const source = lines[top - y + row] ?? '';
    const above = pieces[row - 1];
    if (source === '') pieces.push(undefined);
    else if (above?.source === source) pieces.push(above);
    else
      pieces.push(
        known(source, row) ??
          known(source, row + 1) ??
          known(source, row - 1) ?? { source, x, from, to, end },
      );
  }
  return pieces;
}

// Most of this code runs before V8 has compiled it for speed. There `for … of` makes an object for each step, so the
// loops over all rows use an index.

function rowOf(placed: readonly PlacedLines[], y: number): readonly Piece[] {
  const row: Piece[] = [];
  for (let at = 0; at < placed.length; at++) {
    const one = placed[at];
    const piece = one && y >= one.top ? one.pieces[y - one.top] : undefined;
    if (piece) row.push(piece);
  }
  return row;
}

function changedRows(before: ReadTree, placed: readonly PlacedLines[]): readonly (readonly Piece[])[] {
  const rows: (readonly Piece[])[] = before.rows.slice();
  for (let at = 0; at < placed.length; at++) {
    const old = before.placed[at]?.pieces ?? [];
    const { pieces = old, top = 0 } = placed[at] ?? {};
    if (pieces === old) continue;
    for (let row = 0; row < pieces.length; row++) {
      const was = old[row];
      const is = pieces[row];
      if (was === is) continue;
      const y = top + row;
      const known = rows[y] ?? [];
      const place = was ? known.indexOf(was) : -1;
      rows[y] = is && place >= 0 ? known.with(place, is) : rowOf(placed, y);
    }
  }
  return rows;
}

/** Begins at column `x` and is visible from `from` to `to` (exclusive). */
export interface Piece {
  readonly source: string;
  readonly x: number;
  readonly from: number;
  readonly to: number;
  /** Longer text is cut and ends in an ellipsis. */
  readonly end: number;
}

interface Clip {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Child = DOMElement['childNodes'][number];

/** Visible in the rows from `top` to `bottom` (exclusive). */
interface PlacedLines extends Omit<Piece, 'source'> {
  readonly lines: readonly string[];
  readonly y: number;
  readonly top: number;
  readonly bottom: number;
  /** Undefined for a line without text. Set when all places are found. */
  pieces: readonly (Piece | undefined)[];
}

/** In its parent, in cells. */
interface NodeBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type BoxOf = (node: DOMElement) => NodeBox | undefined;

/** The places are kept until the number of the layout changes. */
function createPlacer(): (root: DOMElement, clip: Clip, layout?: number) => readonly PlacedLines[] {
  let boxes = new Map<DOMElement, NodeBox>();
  let laidOut: number | undefined;
  /** Yoga is asked once for each node and layout, because a question takes longer than the rest of the reading. */
  const boxOf: BoxOf = node => {
    const { yogaNode } = node;
    if (!yogaNode) return undefined;
    const known = boxes.get(node);
    if (known) return known;
    const box = {
      left: yogaNode.getComputedLeft(),
      top: yogaNode.getComputedTop(),
      width: yogaNode.getComputedWidth(),
      height: yogaNode.getComputedHeight(),
    };
    boxes.set(node, box);
    return box;
  };
  return (root, clip, layout) => {
    if (layout === undefined || layout !== laidOut) boxes = new Map();
    laidOut = layout;
    const placed: PlacedLines[] = [];
    for (const child of root.childNodes) collect(child, { x: 0, y: 0, clip }, placed, boxOf);
    return placed;
  };
}

interface Corner {
  readonly x: number;
  readonly y: number;
  readonly clip: Clip;
}

function collect(node: Child, parent: Corner, found: PlacedLines[], boxOf: BoxOf): void {
  if (node.nodeName === '#text' || node.isHidden) return;
  const box = boxOf(node);
  if (!box) return;
  const { clip } = parent;
  const x = parent.x + box.left;
  const y = parent.y + box.top;
  const { width } = box;
  if (node.nodeName === 'ink-text') {
    const text = textOf(node);
    const transform = node.internal_transform;
    const lines = text.split('\n').map((line, at) => (transform ? transform(line, at) : line));
    if (text !== '') found.push(placedAt({ lines, x, y, width }, clip));
    return;
  }
  const blocks: unknown = node.attributes[BLOCKS];
  const hides = node.style.overflow === 'hidden' || isBlocks(blocks);
  const inner = hides ? within(clip, x, y, width, box.height) : clip;
  if (isBlocks(blocks)) {
    for (const { lines, x: left, y: top, width: own = width, height } of blocks) {
      const at = { lines, x: x + left, y: y + top, width: own };
      found.push(placedAt(at, within(inner, at.x, at.y, own, height)));
    }
  } else for (const child of node.childNodes) collect(child, { x, y, clip: inner }, found, boxOf);
}

/** Only Line.tsx sets the attribute `BLOCKS`. */
const isBlocks = (value: unknown): value is readonly Block[] => Array.isArray(value);

const within = (clip: Clip, x: number, y: number, width: number, height: number): Clip => ({
  left: Math.max(clip.left, x),
  top: Math.max(clip.top, y),
  right: Math.min(clip.right, x + width),
  bottom: Math.min(clip.bottom, y + height),
});

interface LinesAt {
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const placedAt = ({ lines, x, y, width }: LinesAt, { left, top, right, bottom }: Clip): PlacedLines => ({
  lines,
  x,
  y,
  end: x + width,
  from: Math.max(left, x),
  to: Math.min(right, x + width),
  top: Math.max(top, y),
  bottom,
  pieces: [],
});

/** Each inner text is already transformed. */
function textOf(node: DOMElement): string {
  let text = '';
  for (const child of node.childNodes) {
    if (child.nodeName === '#text') text += child.nodeValue;
    else if (!child.isHidden) {
      const inner = textOf(child);
      text += inner !== '' && child.internal_transform ? child.internal_transform(inner, 0) : inner;
    }
  }
  return text;
}
