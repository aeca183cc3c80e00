// A small table that never scrolls: ink-table, given visible text only. It has a Box for each cell, so lists have their own.

import { Table } from 'ink-table';
import type { Visible } from '../../lib/visible.ts';

/** `rows` all have the same keys, which are the headings; the caller knows that the table fits the screen. */
export const StaticTable = ({ rows }: { readonly rows: readonly Readonly<Record<string, Visible>>[] }) => (
  <Table data={rows.map(row => ({ ...row }))} />
);
