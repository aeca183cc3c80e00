// How old what is shown of a write's record is, and what was written to that record since.

import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { ReadBack } from '../../store/read-back.ts';
import type { Entry } from '../../ui/kit/details.ts';
import type { Moment } from '../../ui/screens/cells.ts';
import { ageText } from '../../ui/screens/list-status.ts';
import { changedSince } from '../../writes/likeness.ts';
import { readingOf } from '../../writes/read-back.ts';
import type { ReadId } from '../../writes/reconcile/plan.ts';
import type { Told } from './found.ts';

/** "The card now (12 s old)". */
export function asOf(what: Visible, readBack: ReadBack, read: ReadId, { now }: Moment): Visible {
  const age = ageText(readingOf(readBack, read)?.asOf, now);
  return age === undefined ? what : t`${what} (${age})`;
}

/** Changes of the same record from here, oldest first: what stands below may be theirs. */
export function laterEntries({ row, all, moment }: Told): readonly Entry[] {
  const later = changedSince(row, all).toSorted((a, b) => a.number - b.number);
  return later.map(({ intent, state }) => ({
    note: t`Changed again from here at ${when(intent.createdAt, moment)}, ${visible(state)}: “${visible(intent.title, 60)}” (request ID ${visible(intent.requestId)}).`,
    tone: 'warn',
  }));
}

const when = (at: number, { mode, now, zone }: Moment): Visible =>
  showTime(at, mode === 'utc' ? 'utc' : 'local', now, zone);
