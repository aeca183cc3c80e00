// Rows of the screen as text. Where the painter draws, a block of rows is one node of Ink's tree; elsewhere each row is
// one.

import { Text } from 'ink';
import { createContext, createElement, memo, useContext } from 'react';
import type { Painted } from './theme.ts';

/** Whether the painter draws. Ink alone knows only text nodes. */
export const Painting = createContext(false);

/** A block of lines gives its text to the painter in this attribute, without a text node for each line. */
export const LINES = 'lines';

interface LineProps {
  readonly text: Painted;
}

/** One row, as wide as the column of boxes that it is in. */
export const Line = memo(({ text }: LineProps) =>
  useContext(Painting) ? <Block lines={[text]} height={1} /> : <Piece text={text} />,
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
  useContext(Painting) ? <Block lines={lines} height={height} /> : <Rows lines={lines} height={height} />;

const Rows = ({ lines, height }: LinesProps) => (
  <>
    {Array.from({ length: height }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its index
      <Piece key={row} text={lines[row] ?? (' ' as Painted)} />
    ))}
  </>
);

const Block = ({ lines, height }: LinesProps) =>
  createElement('ink-box', { style: { height, flexShrink: 0 }, [LINES]: lines });
