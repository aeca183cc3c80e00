// What was read of writes whose outcome is UNKNOWN, by their request IDs; plain data.

import type { Document } from './list.ts';
import type { State } from './state.ts';

export interface ReadBack {
  /** How the row stood, and what was written to its record since: once either is otherwise, all of it is old. */
  readonly of: string;
  /** Epoch ms by the server's clock, as far as it is known: entries from here on may be of this write. */
  readonly since: number;
  /** By the operation that read it; `asOf` is by the server's clock too. */
  readonly readings: Readonly<Record<string, Document<unknown>>>;
}

/** The same with one reading of it changed; unchanged where another has taken its place. */
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
