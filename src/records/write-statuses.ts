// What the journal's words for a write mean: what is known of it, who acts next, and what can still undo it.

import type { Row } from '../journal/intent.ts';
import { t } from '../lib/visible.ts';
import type { StatusMeaning } from '../ui/screens/explained.ts';

const nothing = t`There is nothing to undo.`;
const retry = t`A person: what is still wanted is asked for anew. Nothing repeats it by itself.`;
const onItsWay = t`The service: its answer is waited for, and how it ends will be said here.`;
const passing = t`No.`;
const sent = t`Nothing takes a request back once it is on its way.`;
const kept = t`Yes.`;
const undoes = t`Only what the interface has for the thing itself: a payout, for one, can be cancelled while it is pending.`;

/** DESIGN §5 has the four words of an outcome; the others are the journal's own. */
export const writeStatuses: Readonly<Record<Row['state'], StatusMeaning>> = {
  PREPARED: {
    means: t`It was recorded on this machine, and is about to be sent.`,
    next: t`The console that recorded it: it sends it.`,
    final: passing,
    undo: t`Nothing was sent as far as the journal knows.`,
  },
  SENT: { means: t`It was sent, and no answer has come yet.`, next: onItsWay, final: passing, undo: sent },
  DONE: {
    means: t`The service answered that it was done.`,
    next: t`Nobody, as far as the write goes.`,
    final: kept,
    undo: undoes,
  },
  REFUSED: {
    means: t`The service refused it with a well-formed answer: it had no effect.`,
    next: retry,
    final: kept,
    undo: nothing,
  },
  'NOT SENT': {
    means: t`It is proven that nothing of it left this machine: it had no effect.`,
    next: retry,
    final: kept,
    undo: nothing,
  },
  UNKNOWN: {
    means: t`It may have had its effect or not: the answer didn't come, or proves neither.`,
    next: t`A person: look at what can be read back of it, and resolve it in the journal (0).`,
    final: t`No: it stays until it is resolved.`,
    undo: t`Whether there is anything to undo isn't known.`,
  },
  RESOLVED: {
    means: t`It was UNKNOWN, and a person, or what was read since, said whether it was done.`,
    next: t`Nobody, as far as the write goes.`,
    final: kept,
    undo: undoes,
  },
};
