// The journal of a console whose old entries and notes were pruned.

import path from 'node:path';
import { expect, it } from 'vitest';
import { manualClock } from '../harness/clock.ts';
import { startConsole } from '../harness/console.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { open, payout, requestId, whole } from '../journal/parts.ts';

const DAY = 86_400_000;

it('Journal and Payouts say that the content was pruned, and p says why the request is not sent again', async () => {
  const first = await startConsole({ cols: 140, rows: 45, opening: 'journal' });
  const { simulator } = first;
  const [customer] = simulator.customers;
  const { clientId, programId } = simulator.credentials;
  const file = path.join(temporaryFolder(), 'journal.db');
  const clock = manualClock(Date.now() - 100 * DAY);
  const journal = whole(open({ file, clock }));
  const mine = {
    ...{ baseUrl: simulator.url, clientId, programId, title: 'New payout', createdAt: clock.wall() },
    customer: { userId: customer?.userId ?? '', onBehalfOf: customer?.onBehalfOf ?? '' },
    what: [{ label: 'Beneficiary', value: 'Zoe Secret' }],
    target: '/svc/api/v1/transfer/',
  };
  journal.prepare(payout(1, mine));
  journal.settle(requestId(1), 'NOT SENT');
  clock.advance(60 * DAY);
  journal.prune({ days: 30 });
  journal.close();
  const console = await startConsole({
    ...{ cols: 140, rows: 45, opening: 'journal', at: simulator, journalFile: file, writtenByHand: true },
  });
  await console.sees(/NOT SENT.*New payout.*content pruned/);
  await console.sees('The content of this entry was pruned');
  await console.sees('The body was pruned.');
  expect(console.screen.text()).not.toContain('Zoe Secret');
  console.press('p');
  await console.sees('The content of this request was pruned');
  console.press('5');
  await console.sees('The content of this entry was pruned');
});
