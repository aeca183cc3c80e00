// A small table that never scrolls. ink-table makes a Box for each cell, so lists use table-lines.ts.

import { Text } from 'ink';
import { Table } from 'ink-table';
import type { PropsWithChildren } from 'react';
import type { Tone } from '../../format/entry.ts';
import { remembered } from '../../lib/remembered.ts';
import { type Visible, visible } from '../../lib/visible.ts';
import type { Theme } from './theme.ts';

/** Components of their own would be drawn from scratch for each frame. */
const partsIn = remembered((theme: Theme) => {
  const inTone = (tone: Tone) => (parts: PropsWithChildren) => (
    <Text>{theme.paint(tone, visible(String(parts.children)))}</Text>
  );
  return { header: inTone('strong'), cell: inTone('plain'), skeleton: inTone('frame') };
});

interface StaticTableProps {
  readonly rows: readonly Readonly<Record<string, Visible>>[];
  readonly theme: Theme;
}

/** The keys of `rows` are the headings. The caller makes sure that the table fits the screen. */
export const StaticTable = ({ rows, theme }: StaticTableProps) => (
  <Table data={rows.map(row => ({ ...row }))} {...partsIn(theme)} />
);
