// The state of a write wherever journal entries are shown: its word and its colour.

import type { Row, RowState } from '../journal/intent.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Cell } from '../ui/kit/cell.ts';
import type { Tone } from '../ui/kit/theme.ts';

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

/** The state's word; a RESOLVED one says its verdict. */
export function stateWord({ state, transitions }: Pick<Row, 'state' | 'transitions'>): Visible {
  const verdict = transitions.at(-1)?.resolution?.verdict;
  return verdict === undefined ? visible(state) : t`${visible(state)}: ${visible(verdict)}`;
}

/** As wide as the widest word: "RESOLVED: NOT DONE". */
export const STATE_CELLS = 18;

export const wordCell = (row: Pick<Row, 'state' | 'transitions'>): Cell => ({
  text: stateWord(row),
  tone: journalTones[row.state],
});
