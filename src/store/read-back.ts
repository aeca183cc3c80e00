// Reconciliation of writes whose outcome is UNKNOWN: what Purser read, by request ID. Plain data.

import type { Document } from './list.ts';
import type { State } from './state.ts';

export interface ReadBack {
  /** The row's state and the later writes to its record. If either changes, all readings are outdated. */
  readonly of: string;
  /** Epoch ms by the service's clock, as far as known. Later entries may come from this write. */
  readonly since: number;
  /** By the operation of the read. `asOf` is also by the service's clock. */
  readonly readings: Readonly<Record<string, Document<unknown>>>;
}

/** The same with one reading changed; unchanged if a later one replaced it. */
export function withReading(
  state: State,
  requestId: string,
  operation: string,
  to: (now: Document<unknown>) => Document<unknown>,
): State {
  const readBack = state.readBack[requestId];
  const now = readBack?.readings[operation];
  if (!readBack || !now) return state;
  const readings = { ...readBack.readings, [operation]: to(now) };
  return { ...state, readBack: { ...state.readBack, [requestId]: { ...readBack, readings } } };
}
