// A small table that never scrolls: ink-table with visible text only. It makes a Box for each cell, so lists use their
// own table.

import { Table } from 'ink-table';
import type { Visible } from '../../lib/visible.ts';

/** `rows` all have the same keys, which are the headings. The caller knows that the table fits the screen. */
export const StaticTable = ({ rows }: { readonly rows: readonly Readonly<Record<string, Visible>>[] }) => (
  <Table data={rows.map(row => ({ ...row }))} />
);
