// What the balance history says about a write, as far as it was read.

import type { Entry } from '../../ui/kit/details.ts';
import type { Candidates } from './candidates.ts';
import { historyEntries } from './history-entries.ts';
import type { OwnWrite } from './own-payouts.ts';
import { readingOf } from './reading.ts';
import type { Told } from './reconciliation.ts';

/** `own`: writes made in Purser that may explain a candidate. */
export function historyTold(
  { readBack, moment }: Told,
  candidates: Candidates,
  own: readonly OwnWrite[] = [],
): readonly Entry[] {
  const read = readingOf(readBack, 'account.balanceHistory')?.value;
  return read === undefined ? [] : historyEntries(read, { since: readBack.since, moment, candidates, own });
}
