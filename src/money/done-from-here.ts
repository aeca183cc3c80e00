// The recent writes of one operation that have the outcome DONE or were resolved as done, from the journal.

import type { OperationId } from '../api/contract/operations.ts';
import type { Row } from '../journal/intent.ts';
import { doneAt, isFor } from '../journal/possible-duplicates.ts';
import { isHere, journalRows } from '../store/journal-view.ts';
import type { State } from '../store/state.ts';

export interface DoneRow {
  readonly row: Row;
  /** Done, or resolved as done: epoch ms by this machine's clock, or in a team by the server's. */
  readonly at: number;
}

/** Newest first. `within`: ms. */
export function doneFromHere(state: State, operation: OperationId, within: number): readonly DoneRow[] {
  const { customer } = state;
  return customer ? doneHere(state, operation, within).filter(({ row }) => isFor(row.intent, customer)) : [];
}

/** Of all customers at this service, newest first. */
export function doneHere(state: State, operation: OperationId, within: number): readonly DoneRow[] {
  return journalRows(state).flatMap(row => {
    if (row.intent.operation !== operation || !isHere(row, state)) return [];
    const at = doneAt(row);
    return at === undefined || state.now - at > within ? [] : [{ row, at }];
  });
}

/** `rows`: newest first. */
export function newestOf<One>(rows: readonly One[], keyOf: (row: One) => string): readonly One[] {
  const newest = new Map<string, One>();
  for (const row of rows) if (!newest.has(keyOf(row))) newest.set(keyOf(row), row);
  return [...newest.values()];
}
