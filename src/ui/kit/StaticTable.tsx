// A small table that never scrolls. ink-table makes a Box for each cell, so lists use table-lines.ts.

import { Table } from 'ink-table';
import type { Visible } from '../../lib/visible.ts';

/** The keys of `rows` are the headings. The caller makes sure that the table fits the screen. */
export const StaticTable = ({ rows }: { readonly rows: readonly Readonly<Record<string, Visible>>[] }) => (
  <Table data={rows.map(row => ({ ...row }))} />
);
