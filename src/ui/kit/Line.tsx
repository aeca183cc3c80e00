// Rows of the screen as text. A block of rows is one node of Ink's tree, which the painter draws.

import { Text } from 'ink';
import { type FunctionComponent, memo, type ReactNode } from 'react';
import type { Painted } from './theme.ts';

export const BLOCKS = 'blocks';

/** `x` cells and `y` rows from the node's top left corner. Text outside the rectangle is cut. */
export interface Block {
  readonly lines: readonly Painted[];
  readonly x: number;
  readonly y: number;
  /** Default: the node's width. */
  readonly width?: number;
  readonly height: number;
}

interface BoxStyle {
  readonly flexDirection?: 'row' | 'column';
  readonly flexShrink: 0;
  readonly width?: number;
  readonly height?: number;
  readonly overflow?: 'hidden';
  readonly overflowX?: 'hidden';
  readonly overflowY?: 'hidden';
}

/** The node that Ink's `Box` makes. Used without `Box`, because `Box` makes a new style for each frame. */
const Node = 'ink-box' as unknown as FunctionComponent<{
  readonly style: BoxStyle;
  readonly [BLOCKS]?: readonly Block[];
  readonly children?: ReactNode;
}>;

interface LineProps {
  readonly text: Painted;
}

/** One row, as wide as its parent box. */
export const Line = memo(({ text }: LineProps) => <Lines lines={[text]} height={1} />);

/** As wide as its text, for a row of several texts. */
export const Piece = memo(({ text }: LineProps) => (
  // Ink gives an empty Text no height; a space keeps the row.
  <Text wrap="truncate">{text === '' ? ' ' : text}</Text>
));

interface LinesProps {
  readonly lines: readonly Painted[];
  readonly height?: number;
}

/** Missing rows are blank, extra rows are not drawn. */
export const Lines = memo(({ lines, height = lines.length }: LinesProps) => (
  <Node style={styleOf(height)} blocks={[{ lines, x: 0, y: 0, height }]} />
));

interface BlocksProps {
  readonly blocks: readonly Block[];
  readonly width: number;
  readonly height: number;
}

export const Blocks = ({ blocks, width, height }: BlocksProps) => (
  <Node style={styleOf(height, width)} blocks={blocks} />
);

interface AreaProps {
  readonly width: number;
  /** Content below this height is not drawn. Default: the height of the content. */
  readonly height?: number;
  readonly direction?: 'row' | 'column';
  readonly children?: ReactNode;
}

/** Replaces Ink's `Box` in what is drawn after each key, because `Box` takes more time. */
export const Area = ({ width, height, direction = 'column', children }: AreaProps) => (
  <Node style={styleOf(height, width, direction)}>{children}</Node>
);

/** Styles by size. Ink compares a new style object property by property, so nodes of the same size share one object. */
const styles = new Map<string, BoxStyle>();

function styleOf(height?: number, width?: number, direction?: 'row' | 'column'): BoxStyle {
  const size = `${height} ${width} ${direction}`;
  const known = styles.get(size);
  if (known) return known;
  const hidden = { overflow: 'hidden', overflowX: 'hidden', overflowY: 'hidden' } as const;
  const made = {
    flexShrink: 0,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(direction && { flexDirection: direction }),
    ...(direction && height !== undefined && hidden),
  } as const;
  styles.set(size, made);
  return made;
}
