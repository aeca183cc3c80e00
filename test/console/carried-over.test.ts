// What is on one screen goes along to the next: a row of the history into its cancellation, a candidate into the evidence.

import { afterEach, expect, it, vi } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { paysInDoubt } from './paying.ts';
import { dialogOf, writesOf } from './writing.ts';

let console: TestConsole;
afterEach(async () => {
  expect(console.crashes).toEqual([]);
  await console.close();
});

it('cancelling from a balance history row shows its amount and description, and claims nothing', async () => {
  console = await startConsole({ cols: 140, rows: 40, opening: 'payouts' });
  await console.sees(/balance history rows/);
  console.press('x');
  await console.sees('Cancels one pending payout');
  await console.sees(/Amount +−[\d,.]+ [A-Z]{3}/);
  await console.sees(/Description +Payout \d+/);
  console.type('0f9e8d7c-1234-4000-8000-000000000000');
  console.press('enter');
  await console.sees('Nothing proves that the ID belongs to that row');
  const labels = dialogOf(console).lines.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['Payout ID', 'Amount', 'Description']));
  expect(writesOf(console)).toEqual([]);
});

it('a history row without an ID carries nothing into the form: after a reload another payout may be there', async () => {
  const faults = ['account.balanceHistory set=data[*].id:null'];
  console = await startConsole({ cols: 140, rows: 40, opening: 'payouts', simulator: { faults } });
  await console.sees(/balance history rows/);
  console.press('x');
  await console.sees('Cancels one pending payout');
  expect(console.screen.text()).not.toMatch(/^│+ *Amount +−/m);
});

it('e takes a candidate as evidence, and the form shows what was found next to it', async () => {
  console = await startConsole({ cols: 140, rows: 40 });
  await console.sees('accounts, all');
  await paysInDoubt(console, 'status=500 executed');
  console.press('enter');
  await console.sees(/Candidate 1 of \d/);
  console.press('e');
  await vi.waitFor(() => expect(currentView(console.state()).place).toBe('resolve'), patience);
  await console.sees(/Evidence +.*Held for payout PAY\d+/);
  await console.sees('Service now');
  await console.sees(/Candidate 1 of \d/);
});
