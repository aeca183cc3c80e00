/** The outcome of a write in one of four words, and in sentences: what it means for the money, and what to do. */

import { showDuration } from '../../lib/time.ts';
import { t, type Untrusted, type Visible, visible } from '../../lib/visible.ts';
import { isUnknown, notSent, type WriteMeaning, wasRefused } from '../contract/write-meaning.ts';
import { type Failure, failed, type Outcome, quoted } from './failure.ts';

export type OutcomeWord = 'NOT SENT' | 'REFUSED' | 'UNKNOWN' | 'DONE';

/**
 * NOT SENT needs proof that no byte was sent, and REFUSED a refusal that proof.ts accepts. A refusal proves nothing
 * about an earlier UNKNOWN attempt (FAULTS B18).
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

/** Undefined if `explain` uses the same sentence for a read and for a write. */
export function writeWhat(failure: Failure, title: Visible): Visible | undefined {
  if (failure.kind === 'unsent') return t`${title}: ${unsent(failure)}.`;
  if (failure.kind === 'unproven') {
    return t`${title}: the service answered HTTP ${failure.status}${codeOf(failure.code, failure.status)}${quoted(failure)}. ${failure.why}.`;
  }
  if (failure.kind === 'refused' && failure.status === 401) {
    return t`${title}: the service did not accept the sign-in (HTTP 401)${quoted(failure)}.`;
  }
  return undefined;
}

export function afterWrite(failure: Failure, meaning: WriteMeaning): { money: Visible; todo: Visible } {
  switch (outcomeOf(failed(failure))) {
    case 'NOT SENT':
      return { money: notSent(meaning), todo: afterUnsent(failure) };
    case 'REFUSED':
      return { money: wasRefused(meaning), todo: afterRefusal(failure) };
    default:
      return { money: isUnknown(meaning), todo: afterUnknown };
  }
}

function unsent(failure: Extract<Failure, { kind: 'unsent' }>): Visible {
  switch (failure.cause) {
    case 'sign-in':
      return t`not sent: signing in failed`;
    case 'barred':
      return t`not sent: writing is barred`;
    case 'not-recorded':
      return t`not sent: the journal could not record the request first`;
    case 'connection-lost':
      return t`not sent: the connection ended before the first byte`;
    case 'too-late':
      return t`not sent: the time limit passed before the first byte`;
    case 'abandoned':
      return t`not sent: the request was stopped before the first byte`;
  }
}

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
