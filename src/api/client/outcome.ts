/** outcome.ts: what became of a write, in one of four words. */

import type { Failure, Outcome } from './failure.ts';

export type OutcomeWord = 'NOT SENT' | 'REFUSED' | 'UNKNOWN' | 'DONE';

/**
 * The word for one sending of a write. Only proof that nothing left is NOT SENT, only a refusal that proof.ts accepted is
 * REFUSED, only a success by HTTP status and envelope is DONE, drift or not; all else is UNKNOWN. It speaks of this sending
 * alone: where an earlier one ended UNKNOWN, a later refusal proves nothing about that one (FAULTS B18).
 */
export function outcomeOf(outcome: Outcome<unknown>): OutcomeWord {
  return outcome.ok ? 'DONE' : wordFor(outcome.failure);
}

function wordFor(failure: Failure): OutcomeWord {
  switch (failure.kind) {
    case 'invalid-input':
    case 'unsent':
    case 'unreachable':
      return 'NOT SENT';
    case 'refused':
    case 'throttled':
    // The session's end is a login that was refused: the write was never sent, and `unsent` says so of writes.
    case 'signed-out':
      return 'REFUSED';
    case 'timeout':
    case 'cut-off':
    case 'not-http':
    case 'oversized':
    case 'abandoned':
    case 'not-the-service':
    case 'malformed':
    case 'contradiction':
    case 'unproven':
    case 'server-error':
      return 'UNKNOWN';
  }
}
