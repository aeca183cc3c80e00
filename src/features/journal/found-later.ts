// Later writes to a write's record.

import { showTime } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Entry } from '../../ui/kit/details.ts';
import type { Moment } from '../../ui/screens/cells.ts';
import { changedSince } from '../../writes/duplicates.ts';
import type { Told } from '../../writes/reconcile/reconciliation.ts';

/** Changes of the same record from here, oldest first: the data below may be their effect. */
export function laterEntries({ row, all, moment }: Told): readonly Entry[] {
  const later = changedSince(row, all).toSorted((a, b) => a.number - b.number);
  return later.map(({ intent, state }) => ({
    note: t`Changed again from here at ${when(intent.createdAt, moment)}, ${visible(state)}: “${visible(intent.title, 60)}” (request ID ${visible(intent.requestId)}).`,
    tone: 'warn',
  }));
}

const when = (at: number, { mode, now, zone }: Moment): Visible =>
  showTime(at, mode === 'utc' ? 'utc' : 'local', now, zone);
