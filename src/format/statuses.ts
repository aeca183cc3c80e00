// The meaning of a status, as the API documents it: a table for each resource, and a text for unknown statuses.

import { join, t, visible } from '../lib/visible.ts';
import type { StatusMeaning } from '../records/record-statuses.ts';
import type { Explained } from '../store/open-overlays.ts';

type Table = Readonly<Record<string, StatusMeaning>>;

export interface Statuses<Row> {
  /** Raw; undefined if the record has none. */
  of(row: Row): string | undefined;
  readonly explain: Table | ((row: Row) => Table);
}

export function explained<Row>({ of, explain }: Statuses<Row>, row: Row): readonly Explained[] {
  const status = of(row);
  if (status === undefined)
    return [
      { label: t`Status`, text: t`–` },
      { label: t`Means`, text: t`The record has no status.` },
    ];
  const table = typeof explain === 'function' ? explain(row) : explain;
  const shown: Explained = { label: t`Status`, text: visible(status, 60) };
  const meaning = Object.hasOwn(table, status) ? table[status] : undefined;
  if (!meaning) {
    const listed = join(Object.keys(table).map(name => visible(name)));
    return [
      shown,
      { label: t`Means`, text: t`Not documented by the service: the API lists no status with this name.` },
      { label: t`Documented`, text: listed },
    ];
  }
  return [
    shown,
    { label: t`Means`, text: meaning.means },
    { label: t`Who acts next`, text: meaning.next },
    { label: t`Final`, text: meaning.final },
    { label: t`Can be undone`, text: meaning.undo },
  ];
}
