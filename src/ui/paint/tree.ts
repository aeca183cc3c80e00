// Reads Ink's laid-out tree: each piece of text, its place and its visible part. ink.test.ts lists what it relies on.

import type { DOMElement } from 'ink';
import { BLOCKS, type Block } from '../kit/Line.tsx';

/** A part of a row: `source` begins at column `x` and is visible from `from` to before `to`. */
export interface Piece {
  readonly source: string;
  readonly x: number;
  readonly from: number;
  readonly to: number;
  /** The end of its width: text past it is cut, with a mark. */
  readonly end: number;
}

interface Clip {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Child = DOMElement['childNodes'][number];

/** The pieces of each row, from left to right as they are drawn: a later one covers an earlier one. */
export function piecesOf(root: DOMElement, columns: number, rows: number): readonly (readonly Piece[])[] {
  const found: Piece[][] = Array.from({ length: rows }, () => []);
  const all = { left: 0, top: 0, right: columns, bottom: rows };
  for (const child of root.childNodes) collect(child, 0, 0, all, found);
  return found;
}

function collect(node: Child, parentX: number, parentY: number, clip: Clip, found: Piece[][]): void {
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

/** Nobody else sets that attribute. */
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
  found: Piece[][],
): void {
  const transform = node.internal_transform;
  for (let at = Math.max(0, top - y); at < lines.length && y + at < bottom; at++) {
    const line = lines[at] ?? '';
    const source = transform ? transform(line, at) : line;
    if (source === '') continue;
    const end = x + width;
    found[y + at]?.push({ source, x, from: Math.max(left, x), to: Math.min(right, end), end });
  }
}

/** The text of a node and of the texts in it, each after its own transform. */
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
