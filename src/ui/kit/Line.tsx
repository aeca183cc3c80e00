// One row of the screen: a single memoised `<Text>`, because a Box for each cell costs three times as much a key.

import { Text } from 'ink';
import { memo } from 'react';
import type { Painted } from './theme.ts';

export const Line = memo(({ text }: { readonly text: Painted }) => (
  // Ink gives an empty Text no height; a space keeps the row.
  <Text wrap="truncate">{text === '' ? ' ' : text}</Text>
));

/** Exactly `height` rows: what is missing is blank, what is too much is not drawn. */
export const Lines = ({ lines, height }: { readonly lines: readonly Painted[]; readonly height: number }) => (
  <>
    {Array.from({ length: height }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its index
      <Line key={row} text={lines[row] ?? (' ' as Painted)} />
    ))}
  </>
);
