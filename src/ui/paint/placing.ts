// Reads Ink's tree after layout: each node's lines, their place and their visible part. ink.test.tsx tests what this file
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

/** The visible part of the screen; `right` and `bottom` are exclusive. */
export interface Clip {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

type Child = DOMElement['childNodes'][number];

/** Lines of one node. They are visible in the rows from `top` to `bottom` (exclusive). */
export interface PlacedLines extends Omit<Piece, 'source'> {
  readonly lines: readonly string[];
  /** The row of the first line. */
  readonly y: number;
  readonly top: number;
  readonly bottom: number;
  /** The piece of each visible row; undefined for a line without text. The reader sets it when it has found all places. */
  pieces: readonly (Piece | undefined)[];
}

/** A node's place in its parent, and its size, in cells. */
interface NodeBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type BoxOf = (node: DOMElement) => NodeBox | undefined;

/** Makes the function that reads a tree. It keeps the places of the nodes until the number of the layout changes. */
export function createPlacer(): (root: DOMElement, clip: Clip, layout?: number) => readonly PlacedLines[] {
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

/** The corner and the visible part of a node. */
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
  ...{ lines, x, y, end: x + width },
  ...{ from: Math.max(left, x), to: Math.min(right, x + width) },
  ...{ top: Math.max(top, y), bottom, pieces: [] },
});

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
