// Journals from earlier consoles: rows from another process, and journals that cannot record an outcome.

import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Intent } from '../../src/journal/intent.ts';
import { type FileJournal, localJournal } from '../../src/journal/local-journal.ts';
import type { OpenJournal } from '../../src/journal/open-journal.ts';
import type { Processes } from '../../src/journal/processes.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { t } from '../../src/lib/visible.ts';
import type { Simulator } from '../../src/sim/simulator.ts';
import { payout, whole } from '../journal/parts.ts';

/** Opens the journal as another process, runs `work` on it, and closes it. */
export function asProcess(file: string, processes: Processes, work: (journal: FileJournal) => void): void {
  const journal = whole(openJournal({ file, clock: systemClock(), processes, redact: text => text }));
  work(journal);
  journal.close();
}

/** An intended payout of the simulator's first customer. */
export function intended(
  simulator: Simulator,
  number: number,
  changes: Partial<Intent> = {},
  amount = '12.50',
): Intent {
  const [customer] = simulator.customers;
  if (!customer) throw new Error('there is no customer');
  const { userId, onBehalfOf } = customer;
  const body = { beneficiary_id: beneficiaryOf(simulator), currency: 'GBP', reference: 'Invoice 7' };
  return payout(number, {
    profile: 'test',
    baseUrl: simulator.url,
    clientId: simulator.credentials.clientId,
    programId: simulator.credentials.programId,
    repeatable: true,
    customer: { userId, ...(onBehalfOf !== undefined && { onBehalfOf }) },
    target: '/svc/api/v1/transfer/',
    body: `${JSON.stringify(body).slice(0, -1)},"amount":${amount}}`,
    what: [
      { label: 'Customer', value: `Bramble & Finch Trading Ltd ${userId}` },
      { label: 'Amount', value: `${amount} GBP` },
    ],
    createdAt: Date.now(),
    ...changes,
  });
}

function beneficiaryOf({ world }: Simulator): string {
  const beneficiaries = world.customers[0]?.beneficiaries;
  for (let n = 0; beneficiaries && n < beneficiaries.count; n++) {
    const { id, status, currency } = beneficiaries.row(n);
    if (status === 'VERIFIED' && currency === 'GBP') return id;
  }
  throw new Error('there is nobody to pay');
}

/**
 * A journal that refuses to record outcomes while `full` returns true, so that its console ends without a
 * recorded outcome.
 */
export const recordsNoOutcome =
  (file: string, processes: Processes, full: () => boolean = () => true): OpenJournal =>
  async () => {
    const journal = whole(openJournal({ file, clock: systemClock(), processes, redact: text => text }));
    const settle: FileJournal['settle'] = (...settlement) =>
      full()
        ? { ok: false, unwritable: t`The journal can't be written: the disk is full.` }
        : journal.settle(...settlement);
    return { journal: localJournal({ ...journal, settle }), fingerprint };
  };
