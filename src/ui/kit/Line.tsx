// Rows of the screen as text. Where the painter draws, a block of rows is one node of Ink's tree; elsewhere each row is
// one.

import { Text } from 'ink';
import { createContext, createElement, memo, useContext } from 'react';
import type { Painted } from './theme.ts';

/** Whether the painter draws. Ink alone knows only text nodes. */
export const Painting = createContext(false);

/** The attribute by which blocks of lines are handed over whole, without a text node for each line. */
export const BLOCKS = 'blocks';

/** Lines in a part of a node: their distance from its corner in cells and rows; they are cut at its edges. */
export interface Block {
  readonly lines: readonly Painted[];
  readonly x: number;
  readonly y: number;
  /** Without it, as wide as the node. */
  readonly width?: number;
  readonly height: number;
}

interface LineProps {
  readonly text: Painted;
}

/** One row, as wide as the column of boxes that it is in. */
export const Line = memo(({ text }: LineProps) =>
  useContext(Painting) ? <OneBlock lines={[text]} height={1} /> : <Piece text={text} />,
);

/** Text as wide as itself, for a row that has more next to it. */
export const Piece = memo(({ text }: LineProps) => (
  // Ink gives an empty Text no height; a space keeps the row.
  <Text wrap="truncate">{text === '' ? ' ' : text}</Text>
));

interface LinesProps {
  readonly lines: readonly Painted[];
  readonly height: number;
}

/** Exactly `height` rows: missing rows are blank, extra rows are not drawn. */
export const Lines = ({ lines, height }: LinesProps) =>
  useContext(Painting) ? <OneBlock lines={lines} height={height} /> : <Rows lines={lines} height={height} />;

const Rows = ({ lines, height }: LinesProps) => (
  <>
    {Array.from({ length: height }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its index
      <Piece key={row} text={lines[row] ?? (' ' as Painted)} />
    ))}
  </>
);

const OneBlock = memo(({ lines, height }: LinesProps) =>
  createElement('ink-box', { style: styleOf(height), [BLOCKS]: [{ lines, x: 0, y: 0, height }] }),
);

interface BlocksProps {
  readonly blocks: readonly Block[];
  readonly width: number;
  readonly height: number;
}

/** Several blocks as one node, where the painter draws. */
export const Blocks = ({ blocks, width, height }: BlocksProps) =>
  createElement('ink-box', { style: styleOf(height, width), [BLOCKS]: blocks });

interface BlockStyle {
  readonly height: number;
  readonly width?: number;
  readonly flexShrink: 0;
}

/** The same object for the same size: Ink compares the styles of a node with those before, name by name. */
const styles = new Map<string, BlockStyle>();

function styleOf(height: number, width?: number): BlockStyle {
  const size = `${height} ${width}`;
  const known = styles.get(size) ?? { height, ...(width !== undefined && { width }), flexShrink: 0 };
  styles.set(size, known);
  return known;
}
