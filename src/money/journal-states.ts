// The words and colours for the state of a journal entry.

import type { Cell, Tone } from '../format/entry.ts';
import type { StatusMeaning } from '../format/statuses.ts';
import type { Row, RowState } from '../journal/intent.ts';
import { t, type Visible, visible } from '../lib/visible.ts';

export const journalTones: Readonly<Record<RowState, Tone>> = {
  WAITING: 'warn',
  PREPARED: 'warn',
  SENT: 'warn',
  DONE: 'good',
  REFUSED: 'bad',
  'NOT SENT': 'bad',
  UNKNOWN: 'bad',
  RESOLVED: 'dim',
};

type StateOf = Pick<Row, 'state' | 'transitions' | 'approved'>;

export const APPROVED = { mine: t`Approved: send it`, theirs: t`Approved` } as const;

export function stateWord({ state, transitions, approved }: StateOf): Visible {
  if (state === 'WAITING' && approved) return APPROVED[approved];
  const verdict = transitions.at(-1)?.resolution?.verdict;
  return verdict === undefined ? visible(state) : t`${visible(state)}: ${visible(verdict)}`;
}

/** "RESOLVED: NOT DONE", in cells. */
export const STATE_CELLS = 18;

export const wordCell = (row: StateOf): Cell => ({
  text: stateWord(row),
  tone: journalTones[row.state],
});

const nothing = t`There is nothing to undo.`;
const retry = t`A person: make a new request if you still need it. Purser never repeats it automatically.`;
const onItsWay = t`The service: Purser waits for the response and shows the outcome here.`;
const passing = t`No.`;
const sent = t`A request on its way can't be stopped.`;
const kept = t`Yes.`;
const undoes = t`Only by another write. For example, you can cancel a pending payout.`;

/** Four of the states are outcomes. The others exist only in the journal. */
export const writeStatuses: Readonly<Record<Row['state'], StatusMeaning>> = {
  WAITING: {
    means: t`The request waits for another person's approval. Nothing was sent.`,
    next: t`An approver: they approve or decline the request. Without an answer it expires.`,
    final: passing,
    undo: t`The person who asked can withdraw the request.`,
  },
  PREPARED: {
    means: t`Purser recorded the request in the journal, and is about to send it.`,
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
  DONE: { means: t`The service confirmed the write.`, next: t`Nobody.`, final: kept, undo: undoes },
  REFUSED: {
    means: t`The service refused the request with a well-formed response. The request had no effect.`,
    next: retry,
    final: kept,
    undo: nothing,
  },
  'NOT SENT': {
    means: t`Nothing was sent, so the request had no effect.`,
    next: retry,
    final: kept,
    undo: nothing,
  },
  UNKNOWN: {
    means: t`The request may have worked. No response came, or the response does not prove the outcome.`,
    next: t`A person: check the request against the service, and resolve the entry in the journal (0).`,
    final: t`No: the status is UNKNOWN until the entry is resolved.`,
    undo: t`Not known.`,
  },
  RESOLVED: {
    means: t`The outcome was UNKNOWN. Then a person decided, or a late response showed, whether the request was done.`,
    next: t`Nobody.`,
    final: kept,
    undo: undoes,
  },
};
