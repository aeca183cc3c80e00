// The check of an UNKNOWN write against the service: the records that Purser has read for the write.

import type { Document } from './list.ts';
import type { State } from './state.ts';

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
