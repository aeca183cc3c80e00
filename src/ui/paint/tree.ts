// Reads Ink's tree after layout: each piece of text, its place and its visible part. ink.test.tsx tests what this file
// needs from Ink.

import type { DOMElement } from 'ink';
import { BLOCKS, type Block } from '../kit/Line.tsx';

/** A part of a row: `source` begins at column `x` and is visible from `from` to `to` (exclusive). */
export interface Piece {
  readonly source: string;
  readonly x: number;
  readonly from: number;
  readonly to: number;
  /** The column after the piece's own width. Longer text is cut and ends in an ellipsis. */
  readonly end: number;
}

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

export type PaintedRows = readonly { readonly pieces: readonly Piece[] }[];

interface Clip {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Child = DOMElement['childNodes'][number];

interface Found {
  readonly rows: Piece[][];
  readonly before: PaintedRows;
}

/**
 * The pieces of each row in the order of drawing: a later piece covers an earlier piece. A row or piece that equals the
 * row or piece in `before` is the same object.
 */
export function piecesOf(
  root: DOMElement,
  columns: number,
  rows: number,
  before: PaintedRows = [],
): readonly (readonly Piece[])[] {
  const found: Found = { rows: Array.from({ length: rows }, () => []), before };
  const all = { left: 0, top: 0, right: columns, bottom: rows };
  for (const child of root.childNodes) collect(child, 0, 0, all, found);
  return found.rows.map((pieces, y) => {
    const old = before[y]?.pieces;
    return old && samePieces(old, pieces) ? old : pieces;
  });
}

function collect(node: Child, parentX: number, parentY: number, clip: Clip, found: Found): void {
  const { yogaNode } = node;
  if (node.nodeName === '#text' || !yogaNode || node.isHidden) return;
  const x = parentX + yogaNode.getComputedLeft();
  const y = parentY + yogaNode.getComputedTop();
  const width = yogaNode.getComputedWidth();
  if (node.nodeName === 'ink-text') {
    const text = textOf(node);
    if (text !== '') addLines(text.split('\n'), node, { x, y, width }, clip, found);
    return;
  }
  const blocks: unknown = node.attributes[BLOCKS];
  const hides = node.style.overflow === 'hidden' || isBlocks(blocks);
  const inner = hides ? within(clip, x, y, width, yogaNode.getComputedHeight()) : clip;
  if (isBlocks(blocks)) {
    for (const { lines, x: left, y: top, width: own = width, height } of blocks) {
      const at = { x: x + left, y: y + top, width: own };
      addLines(lines, node, at, within(inner, at.x, at.y, own, height), found);
    }
  } else for (const child of node.childNodes) collect(child, x, y, inner, found);
}

/** Only Line.tsx sets the attribute `BLOCKS`. */
const isBlocks = (value: unknown): value is readonly Block[] => Array.isArray(value);

const within = (clip: Clip, x: number, y: number, width: number, height: number): Clip => ({
  left: Math.max(clip.left, x),
  top: Math.max(clip.top, y),
  right: Math.min(clip.right, x + width),
  bottom: Math.min(clip.bottom, y + height),
});

function addLines(
  lines: readonly string[],
  node: DOMElement,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  { left, top, right, bottom }: Clip,
  { rows, before }: Found,
): void {
  const transform = node.internal_transform;
  for (let at = Math.max(0, top - y); at < lines.length && y + at < bottom; at++) {
    const line = lines[at] ?? '';
    const source = transform ? transform(line, at) : line;
    const row = rows[y + at];
    if (source === '' || !row) continue;
    const end = x + width;
    const from = Math.max(left, x);
    const to = Math.min(right, end);
    const known = before[y + at]?.pieces[row.length];
    const same =
      known?.source === source &&
      known.x === x &&
      known.from === from &&
      known.to === to &&
      known.end === end;
    row.push(same ? known : { source, x, from, to, end });
  }
}

/** The text of a node, in which each inner text is already transformed. */
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
