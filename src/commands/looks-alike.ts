// Writes from here that may be the very one that is called for: each has to be named before a second one is sent (FAULTS E21).

import { isAlike } from '../effects/likeness.ts';
import type { Intent, Row } from '../journal/intent.ts';
import { showTime } from '../lib/time.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { isHere, isUnresolved, journalRows } from '../store/journal.ts';
import type { State } from '../store/state.ts';
import { customerKey } from '../store/workspace.ts';
import { doneAt } from '../ui/screens/done-from-here.ts';
import { LATELY } from '../ui/screens/payout-twice.ts';

/**
 * Newest first: those that would make the same thing and aren't certain, were done lately, or are the whole of it that a
 * person found done, however late; and an equal one that isn't certain, whatever it does.
 */
export function alikeRows(intent: Intent, state: State): readonly Row[] {
  return journalRows(state)
    .filter(row => isOfSame(row, intent, state) && isTheSame(row, intent, state.now))
    .toSorted((one, other) => other.number - one.number);
}

/** A new customer is nobody's yet, whoever is in front when it is made. */
const isOfSame = (row: Row, intent: Intent, state: State): boolean =>
  row.intent.requestId !== intent.requestId &&
  isHere(row, state) &&
  (intent.operation === 'user.create' || customerKey(row.intent.customer) === customerKey(intent.customer));

function isTheSame(row: Row, intent: Intent, now: number): boolean {
  const equal = row.intent.fingerprint === intent.fingerprint;
  const alike = isAlike(intent, row.intent);
  if (isUnresolved(row)) return equal || alike;
  const at = doneAt(row);
  return alike && at !== undefined && (now - at <= LATELY || (row.state === 'RESOLVED' && equal));
}

/** One of them, as a whole sentence. */
export function alikeSentence({ intent, state }: Row, { now, reach }: State): Visible {
  const at = visible(showTime(intent.createdAt, 'local', now, reach.zone));
  return t`It may be a second one: ${visible(intent.title, 60)}, begun at ${at}, request ID ${visible(intent.requestId)}, is ${visible(state)}.`;
}

/** Why it isn't sent; nothing where every one of them was named. */
export function whyNotBesides(alike: readonly Row[], besides: readonly string[]): Visible | undefined {
  const unnamed = alike.filter(({ intent }) => !besides.includes(intent.requestId));
  const flags = unnamed.map(({ intent }) => `--besides ${intent.requestId}`).join(' ');
  return unnamed.length === 0
    ? undefined
    : t`the same was done lately, or may have been. If a second one is meant: ${visible(flags, 400)}`;
}

/** The open equal one, which the journal wants named too. */
export const openEqual = (alike: readonly Row[], { fingerprint }: Intent): string | undefined =>
  alike.find(row => isUnresolved(row) && row.intent.fingerprint === fingerprint)?.intent.requestId;
