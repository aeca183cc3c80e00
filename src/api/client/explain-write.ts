/** explain-write.ts: what a failed write means for the money, and what to do next, in plain English. */

import { showDuration } from '../../lib/time.ts';
import { t, type Untrusted, type Visible, visible } from '../../lib/visible.ts';
import { isUnknown, notSent, type WriteMeaning, wasRefused } from '../contract/write-meaning.ts';
import { type Failure, failed } from './failure.ts';
import { outcomeOf } from './outcome.ts';
import { quoted } from './own-words.ts';

/** What happened, if a write needs other words than a read. The title comes first. */
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

/** What it means for the money, and what to do. Both sentences follow the outcome word. */
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
      return t`it was not sent, for signing in failed`;
    case 'barred':
      return t`it was not sent, for writing is barred`;
    case 'not-recorded':
      return t`it was not sent, for it could not be written into the journal first`;
    case 'connection-lost':
      return t`it was not sent, for the connection ended before its first byte`;
    case 'too-late':
      return t`it was not sent, for the time for it was over before its first byte`;
    case 'abandoned':
      return t`it was given up before it was sent`;
  }
}

function afterUnsent(failure: Failure): Visible {
  if (failure.kind === 'invalid-input') return t`Correct it; then you can confirm it again.`;
  if (failure.kind === 'unsent' && failure.cause === 'sign-in') {
    return t`Sign in again; then you can confirm it again, under the same request ID.`;
  }
  if (failure.kind === 'unsent' && failure.cause === 'barred') return failure.why;
  if (failure.kind === 'unsent' && failure.cause === 'not-recorded') {
    return t`See that the disk of the state folder can be written; "purser doctor" says what is wrong with it.`;
  }
  if (failure.kind === 'unreachable' && failure.cause === 'tls') {
    return t`If your organisation has its own certificate authority, start again with --ca-file FILE; if not, tell your security staff.`;
  }
  return t`See that the network and the service are there; then you can confirm it again, under the same request ID.`;
}

function afterRefusal(failure: Failure): Visible {
  if (failure.kind === 'throttled') {
    return failure.retryAfterMs === undefined
      ? t`Wait a minute; then you can confirm it again, under the same request ID.`
      : t`Wait ${showDuration(failure.retryAfterMs)}; then you can confirm it again, under the same request ID.`;
  }
  if (failure.kind === 'signed-out' || (failure.kind === 'refused' && failure.status === 401)) {
    return t`The sign-in is being renewed: you can confirm it again, under the same request ID.`;
  }
  if (failure.kind === 'refused' && failure.status === 403) {
    return t`The keys lack a permission for this: ask whoever manages them.`;
  }
  return t`Check what was asked for and how the record stands now; @ shows the request as it was sent.`;
}

const afterUnknown: Visible = t`Don't send it as a new one. Look at what the service shows of it, then resolve it in the journal.`;

/** A code that only repeats the HTTP status adds nothing. */
export function codeOf(code: Untrusted | undefined, status: number): Visible {
  const shown = code === undefined ? t`` : visible(code, 60);
  return shown === t`` || shown === String(status) ? t`` : t`, ${shown}`;
}
