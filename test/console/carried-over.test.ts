// Data that the next screen takes over: a history row in its cancellation, a candidate in the evidence.

import { expect, it, vi } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { paysUnknown } from './paying.ts';
import { dialogOf, writesOf } from './writing.ts';

let console: TestConsole;

it('cancelling from a balance history row shows its amount, and says that nothing connects it to the ID', async () => {
  console = await startConsole({ cols: 140, rows: 40, opening: 'payouts' });
  await console.sees(/balance history rows/);
  console.press('x');
  await console.sees('Cancels one pending payout');
  await console.sees(/Amount +−[\d,.]+ [A-Z]{3}/);
  await console.sees(/Description +Payout \d+/);
  console.type('0f9e8d7c-1234-4000-8000-000000000000');
  console.press('enter');
  await console.sees('check that the ID belongs to that row');
  const labels = dialogOf(console).lines.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['Payout ID', 'Amount', 'Description']));
  expect(writesOf(console)).toEqual([]);
});

it('a history row without an ID fills in nothing, because a reload may put another payout in that row', async () => {
  const faults = ['account.balanceHistory set=data[*].id:null'];
  console = await startConsole({ cols: 140, rows: 40, opening: 'payouts', simulator: { faults } });
  await console.sees(/balance history rows/);
  console.press('x');
  await console.sees('Cancels one pending payout');
  expect(console.screen.text()).not.toMatch(/^│+ *Amount +−/m);
});

it('e fills in a candidate as evidence, and the form still shows that candidate', async () => {
  console = await startOnAccounts({ cols: 140, rows: 40 });
  await paysUnknown(console, 'status=500 executed');
  console.press('enter');
  await console.sees(/Candidate 1 of \d/);
  console.press('e');
  await vi.waitFor(() => expect(currentView(console.state()).place).toBe('resolve'), patience);
  await console.sees(/Evidence +.*Held for payout PAY\d+/);
  await console.sees('At the service now');
  await console.sees(/Candidate 1 of \d/);
});
