// The age of a shown read.

import { t, type Visible } from '../../lib/visible.ts';
import type { ReadBack } from '../../store/read-back.ts';
import type { Moment } from '../../ui/screens/cells.ts';
import { ageText } from '../../ui/screens/list-status.ts';
import type { ReadId } from './plan.ts';
import { readingOf } from './reading.ts';

/** "The card now (12 s ago)". */
export function asOf(what: Visible, readBack: ReadBack, read: ReadId, { now }: Moment): Visible {
  const age = ageText(readingOf(readBack, read)?.asOf, now);
  return age === undefined ? what : t`${what} (${age})`;
}
