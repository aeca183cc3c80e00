/** outcome.ts: the outcome of a write, in one of four words. */

import type { Failure, Outcome } from './failure.ts';

export type OutcomeWord = 'NOT SENT' | 'REFUSED' | 'UNKNOWN' | 'DONE';

/**
 * The word for one attempt of a write. NOT SENT needs proof that no byte was sent. REFUSED needs a refusal that
 * proof.ts accepts. DONE needs a success by HTTP status and envelope, with or without drift. Everything else is
 * UNKNOWN. The word is about this attempt only: a refusal proves nothing about an earlier UNKNOWN attempt (FAULTS B18).
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
    // A write never fails with `signed-out`: after a refused login its failure is `unsent`.
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
