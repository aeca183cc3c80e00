// Rows of the screen as text: where the painter draws, a block of them is one node of Ink's tree; elsewhere each row is one.

import { Text } from 'ink';
import { createContext, createElement, memo, useContext } from 'react';
import type { Painted } from './theme.ts';

/** Whether the painter draws. Ink alone, and a screen reader's output, know only text nodes. */
export const Painting = createContext(false);

/** The attribute by which a block of lines hands itself over whole, without a text node for each line. */
export const LINES = 'lines';

export const Line = memo(({ text }: { readonly text: Painted }) => (
  // Ink gives an empty Text no height; a space keeps the row.
  <Text wrap="truncate">{text === '' ? ' ' : text}</Text>
));

interface LinesProps {
  readonly lines: readonly Painted[];
  readonly height: number;
}

/** Exactly `height` rows: what is missing is blank, what is too much is not drawn. */
export const Lines = ({ lines, height }: LinesProps) =>
  useContext(Painting) ? <Block lines={lines} height={height} /> : <Rows lines={lines} height={height} />;

const Rows = ({ lines, height }: LinesProps) => (
  <>
    {Array.from({ length: height }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its index
      <Line key={row} text={lines[row] ?? (' ' as Painted)} />
    ))}
  </>
);

const Block = ({ lines, height }: LinesProps) =>
  createElement('ink-box', { style: { height, flexShrink: 0 }, [LINES]: lines });
