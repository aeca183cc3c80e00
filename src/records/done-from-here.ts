// Recent done writes of Purser for the current customer: the journal's entries of one operation.

import type { OperationId } from '../api/contract/operations.ts';
import { doneAt } from '../journal/duplicates.ts';
import type { Row } from '../journal/intent.ts';
import { isHere, journalRows } from '../store/journal.ts';
import type { State } from '../store/state.ts';
import { customerKey } from '../store/workspace.ts';

export { doneAt };

export interface DoneRow {
  readonly row: Row;
  /** Epoch ms by this machine's clock: when it was done, or resolved as done. */
  readonly at: number;
}

/** Newest first, for one customer; `within` ms. */
export function doneFromHere(state: State, operation: OperationId, within: number): readonly DoneRow[] {
  const owner = state.customer && customerKey(state.customer);
  return doneHere(state, operation, within).filter(({ row }) => customerKey(row.intent.customer) === owner);
}

/** The same for every customer at this service. */
export function doneHere(state: State, operation: OperationId, within: number): readonly DoneRow[] {
  return journalRows(state).flatMap(row => {
    if (row.intent.operation !== operation || !isHere(row, state)) return [];
    const at = doneAt(row);
    return at === undefined || state.now - at > within ? [] : [{ row, at }];
  });
}

/** The newest for each key, from rows with the newest first. */
export function newestOf<One>(rows: readonly One[], keyOf: (row: One) => string): readonly One[] {
  const newest = new Map<string, One>();
  for (const row of rows) if (!newest.has(keyOf(row))) newest.set(keyOf(row), row);
  return [...newest.values()];
}
