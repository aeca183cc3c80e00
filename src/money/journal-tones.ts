// The words and colours for the state of a journal entry.

import type { Cell, Tone } from '../format/entry.ts';
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

/** The words for an approved request: of this operator, and of another person. */
export const APPROVED = { mine: t`Approved: send it`, theirs: t`Approved` } as const;

/** The word for the state, with the verdict of a resolved entry: "RESOLVED: DONE". */
export function stateWord({ state, transitions, approved }: StateOf): Visible {
  if (state === 'WAITING' && approved) return APPROVED[approved];
  const verdict = transitions.at(-1)?.resolution?.verdict;
  return verdict === undefined ? visible(state) : t`${visible(state)}: ${visible(verdict)}`;
}

/** The width of the widest word, "RESOLVED: NOT DONE", in cells. */
export const STATE_CELLS = 18;

export const wordCell = (row: StateOf): Cell => ({
  text: stateWord(row),
  tone: journalTones[row.state],
});
