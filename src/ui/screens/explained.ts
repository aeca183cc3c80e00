// What a status means, in the interface's own terms: a table for each resource, and what is said of a status in none.

import { Odd } from '../../api/contract/odd.ts';
import { boundedJsonText } from '../../lib/bounded.ts';
import { leavingText } from '../../lib/leaving.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { Explained } from '../../store/state.ts';

/** What INTERFACE.md says of one status; what it doesn't say is said to be not shown. */
export interface StatusMeaning {
  readonly means: Visible;
  /** Who acts next, or what is waited for. */
  readonly next: Visible;
  /** Whether it stays so. */
  readonly final: Visible;
  /** What can still undo it. */
  readonly undo: Visible;
}

type Table = Readonly<Record<string, StatusMeaning>>;

export interface Statuses<Row> {
  /** The record's status as it came; undefined where it has none. */
  of(row: Row): string | undefined;
  /** By status; by the record where a list has statuses of several kinds, whose words mustn't be taken for each other's. */
  readonly explain: Table | ((row: Row) => Table);
}

/** The word of a status field, one that the interface doesn't list too. */
export function statusText(status: string | Odd | undefined): string | undefined {
  if (!(status instanceof Odd)) return status;
  return typeof status.raw === 'string' ? leavingText(status.raw) : boundedJsonText(status.raw);
}

export const NOT_SHOWN = t`Not documented by the service.`;

export function explained<Row>({ of, explain }: Statuses<Row>, row: Row): readonly Explained[] {
  const status = of(row);
  if (status === undefined)
    return [
      { label: t`Status`, text: t`–` },
      { label: t`Means`, text: t`The record came without a status.` },
    ];
  const table = typeof explain === 'function' ? explain(row) : explain;
  const shown: Explained = { label: t`Status`, text: visible(status, 60) };
  const meaning = Object.hasOwn(table, status) ? table[status] : undefined;
  if (!meaning) {
    const listed = join(
      Object.keys(table).map(name => visible(name)),
      ', ',
    );
    return [
      shown,
      {
        label: t`Means`,
        text: t`Unknown: the interface lists no status of this name, so nothing is known of what it means.`,
      },
      { label: t`Listed`, text: listed },
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
