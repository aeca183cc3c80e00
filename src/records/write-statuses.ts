// The journal's words for a write: what is known, who acts next, and what can still undo it.

import type { Row } from '../journal/intent.ts';
import { t } from '../lib/visible.ts';
import type { StatusMeaning } from '../ui/screens/explained.ts';

const nothing = t`There is nothing to undo.`;
const retry = t`A person: make a new request if you still need it. Purser never repeats it automatically.`;
const onItsWay = t`The service: Purser waits for its response and shows the outcome here.`;
const passing = t`No.`;
const sent = t`A request on its way can't be stopped.`;
const kept = t`Yes.`;
const undoes = t`Only by another write. For example, you can cancel a pending payout.`;

/** DESIGN §5 has the four words of an outcome; the others are the journal's own. */
export const writeStatuses: Readonly<Record<Row['state'], StatusMeaning>> = {
  WAITING: {
    means: t`The request waits for another person's approval. Nothing was sent.`,
    next: t`An approver: they approve or decline the request. Without an answer it expires.`,
    final: passing,
    undo: t`The person who asked can withdraw the request.`,
  },
  PREPARED: {
    means: t`Purser recorded the request on this machine, and is about to send it.`,
    next: t`The console that recorded the request: it sends the request.`,
    final: passing,
    undo: t`Nothing was sent as far as the journal knows.`,
  },
  SENT: {
    means: t`Purser sent the request. There is no response yet.`,
    next: onItsWay,
    final: passing,
    undo: sent,
  },
  DONE: { means: t`The service confirmed it.`, next: t`Nobody.`, final: kept, undo: undoes },
  REFUSED: {
    means: t`The service refused the request with a well-formed response. It had no effect.`,
    next: retry,
    final: kept,
    undo: nothing,
  },
  'NOT SENT': {
    means: t`Proven: nothing left this machine. It had no effect.`,
    next: retry,
    final: kept,
    undo: nothing,
  },
  UNKNOWN: {
    means: t`The request may have worked. No response came, or the response does not prove the outcome.`,
    next: t`A person: check it against the service, and resolve it in the journal (0).`,
    final: t`No: the status stays UNKNOWN until a person resolves it.`,
    undo: t`Not known.`,
  },
  RESOLVED: {
    means: t`It was UNKNOWN. A person, or a later check, decided whether it was done.`,
    next: t`Nobody.`,
    final: kept,
    undo: undoes,
  },
};
