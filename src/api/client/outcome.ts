/** The outcome of a write in one of four words, and in sentences: what it means for the money, and what to do. */

import { showDuration } from '../../lib/time.ts';
import { t, type Untrusted, type Visible, visible } from '../../lib/visible.ts';
import { isUnknown, notSent, type WriteMeaning, wasRefused } from '../contract/write-meaning.ts';
import { type Failure, type Outcome, quoted } from './failure.ts';

export type OutcomeWord = 'NOT SENT' | 'REFUSED' | 'UNKNOWN' | 'DONE';

/**
 * NOT SENT needs proof that no byte was sent, and REFUSED a refusal that proof.ts accepts. A refusal proves nothing
 * about an earlier UNKNOWN attempt (FAULTS B18).
 */
export const outcomeOf = (outcome: Outcome<unknown>): OutcomeWord =>
  outcome.ok ? 'DONE' : WORDS[outcome.failure.kind];

const WORDS: Readonly<Record<Failure['kind'], Exclude<OutcomeWord, 'DONE'>>> = {
  'invalid-input': 'NOT SENT',
  unsent: 'NOT SENT',
  unreachable: 'NOT SENT',
  refused: 'REFUSED',
  throttled: 'REFUSED',
  // A write never fails with `signed-out`: after a refused login its failure is `unsent`.
  'signed-out': 'REFUSED',
  timeout: 'UNKNOWN',
  'cut-off': 'UNKNOWN',
  'not-http': 'UNKNOWN',
  oversized: 'UNKNOWN',
  abandoned: 'UNKNOWN',
  'not-the-service': 'UNKNOWN',
  malformed: 'UNKNOWN',
  contradiction: 'UNKNOWN',
  unproven: 'UNKNOWN',
  'server-error': 'UNKNOWN',
};

/** Undefined if `explain` uses the same sentence for a read and for a write. */
export function writeWhat(failure: Failure, title: Visible): Visible | undefined {
  if (failure.kind === 'unsent') return t`${title}: not sent: ${UNSENT[failure.cause]}.`;
  if (failure.kind === 'unproven') {
    return t`${title}: the service answered HTTP ${failure.status}${codeOf(failure.code, failure.status)}${quoted(failure)}. ${failure.why}.`;
  }
  if (failure.kind === 'refused' && failure.status === 401) {
    return t`${title}: the service did not accept the sign-in (HTTP 401)${quoted(failure)}.`;
  }
  return undefined;
}

export function afterWrite(failure: Failure, meaning: WriteMeaning): { money: Visible; todo: Visible } {
  const word = WORDS[failure.kind];
  if (word === 'NOT SENT') return { money: notSent(meaning), todo: afterUnsent(failure) };
  if (word === 'REFUSED') return { money: wasRefused(meaning), todo: afterRefusal(failure) };
  return { money: isUnknown(meaning), todo: afterUnknown };
}

const UNSENT: Readonly<Record<Extract<Failure, { kind: 'unsent' }>['cause'], Visible>> = {
  'sign-in': t`signing in failed`,
  barred: t`writing is barred`,
  'not-recorded': t`the journal could not record the request first`,
  'connection-lost': t`the connection ended before the first byte`,
  'too-late': t`the time limit passed before the first byte`,
  abandoned: t`the request was stopped before the first byte`,
};

function afterUnsent(failure: Failure): Visible {
  if (failure.kind === 'invalid-input') return t`Correct the value. Then you can confirm again.`;
  if (failure.kind === 'unsent' && failure.cause === 'sign-in') {
    return t`Sign in again. Then you can confirm again, with the same request ID.`;
  }
  if (failure.kind === 'unsent' && failure.cause === 'barred') return failure.why;
  if (failure.kind === 'unsent' && failure.cause === 'not-recorded') {
    return t`Check that Purser can write to the state folder. "purser doctor" shows what is wrong.`;
  }
  if (failure.kind === 'unreachable' && failure.cause === 'tls') {
    return t`If your organisation has its own certificate authority, start Purser again with --ca-file FILE. Otherwise tell your security staff.`;
  }
  return t`Check the network and the service. Then you can confirm again, with the same request ID.`;
}

function afterRefusal(failure: Failure): Visible {
  if (failure.kind === 'throttled') {
    return failure.retryAfterMs === undefined
      ? t`Wait a minute. Then you can confirm again, with the same request ID.`
      : t`Wait ${showDuration(failure.retryAfterMs)}. Then you can confirm again, with the same request ID.`;
  }
  if (failure.kind === 'signed-out' || (failure.kind === 'refused' && failure.status === 401)) {
    return t`Purser is signing in again. You can confirm again, with the same request ID.`;
  }
  if (failure.kind === 'refused' && failure.status === 403) {
    return t`The API keys lack this permission. Ask the person who manages the keys.`;
  }
  return t`Check your input and the record's current state. Press @ to see the request.`;
}

const afterUnknown: Visible = t`Don't send a new request. Check the record at the service, then resolve the journal entry.`;

/** Empty if there is no code, or if the code only repeats the HTTP status. */
export function codeOf(code: Untrusted | undefined, status: number): Visible {
  const shown = code === undefined ? t`` : visible(code, 60);
  return shown === t`` || shown === String(status) ? t`` : t`, ${shown}`;
}
