// The check of an UNKNOWN write against the service: the records that Purser has read for the write.

import type { Document } from './list.ts';
import type { State } from './state.ts';

export interface OutcomeCheck {
  /** The row's state and the later writes on its record. If it changes, the readings are out of date. */
  readonly of: string;
  /** Records from this time on may come from the write. Epoch ms, by the service's clock if that is known. */
  readonly since: number;
  /** By the operation that read them. Their `asOf` is on the clock of `since`. */
  readonly readings: Readonly<Record<string, Document<unknown>>>;
}

/** The same state if this reading no longer exists. */
export function withReading(
  state: State,
  requestId: string,
  operation: string,
  to: (now: Document<unknown>) => Document<unknown>,
): State {
  const check = state.outcomeChecks[requestId];
  const now = check?.readings[operation];
  if (!check || !now) return state;
  const readings = { ...check.readings, [operation]: to(now) };
  return { ...state, outcomeChecks: { ...state.outcomeChecks, [requestId]: { ...check, readings } } };
}
