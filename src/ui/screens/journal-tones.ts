// The colour of each state that a write can be in, wherever rows of the journal are shown.

import type { State } from '../../journal/intent.ts';
import type { Tone } from '../kit/theme.ts';

export const journalTones: Readonly<Record<State, Tone>> = {
  PREPARED: 'accent',
  SENT: 'accent',
  DONE: 'good',
  REFUSED: 'warn',
  'NOT SENT': 'warn',
  UNKNOWN: 'bad',
  RESOLVED: 'plain',
};
