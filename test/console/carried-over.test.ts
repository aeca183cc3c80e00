// Data that the next screen takes over: a history row in its cancellation, a candidate in the evidence.

import { expect, it, vi } from 'vitest';
import { AMOUNT, confirmedLine, confirmedMoney } from '../../src/money/shown-lines.ts';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { paysOut, paysUnknown } from './paying.ts';
import { closes, confirm, dialogOf, endsIn, newestRow, writesOf } from './writing.ts';

let console: TestConsole;

/** Opens the form for a cancellation from the first row of the balance history. Returns that row's amount. */
async function cancelsFromHistory(options: ConsoleOptions = {}): Promise<string> {
  console = await startConsole({ cols: 140, rows: 50, ...options, opening: 'payouts' });
  await console.sees(/balance history rows/);
  console.press('g', 'x');
  await console.sees('Cancels one pending payout');
  await console.sees(/History amount +−[\d,.]+ [A-Z]{3}/);
  return /History amount +(−[\d,.]+) [A-Z]{3}/.exec(console.screen.text())?.[1] ?? '';
}

it('cancelling from a balance history row shows the amount as that row’s, and says that nothing connects it to the ID', async () => {
  await cancelsFromHistory();
  await console.sees(/History text +Payout \d+/);
  console.type('0f9e8d7c-1234-4000-8000-000000000000');
  console.press('enter');
  await console.sees('check that the ID belongs to that row');
  const labels = dialogOf(console).lines.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining(['Payout ID', 'History amount', 'History text']));
  expect(labels).not.toContain('Amount');
  expect(writesOf(console)).toEqual([]);
});

it('a cancelled payout never gets the amount of the balance history row from which its form was opened', async () => {
  console = await startOnAccounts({ rows: 40, cols: 120 });
  const payout = await paysOut(console, { amount: '11.00', reference: 'Elsewhere' });
  // This console stands for another machine, whose journal does not contain the payout.
  const other = await cancelsFromHistory({ at: console.simulator });
  console.press('tab');
  console.type(payout.systemReference);
  console.press('enter');
  await console.sees('[ Cancel payout');
  await confirm(console, payout.systemReference.slice(-4));
  await endsIn(console, 'DONE');
  expect(payout.status).toBe('CANCELLED');
  const row = await newestRow(console);
  expect([confirmedLine(row, AMOUNT), confirmedMoney(row)]).toEqual([undefined, undefined]);
  await closes(console);
  console.press('esc');
  await console.sees('made in Purser');
  console.press('g');
  await console.sees(/› .*Cancel +.*DONE/);
  expect(console.screen.text().match(/^.*› .*$/m)?.[0]).not.toContain(other);
  console.press('enter');
  await console.sees('The service cancelled the payout.');
  expect(console.screen.text()).toMatch(new RegExp(`History amount +${other}`));
  expect(console.screen.text().replace(/^.*History amount.*$/gm, '')).not.toMatch(
    new RegExp(`${other} [A-Z]{3}.*DONE|DONE.*${other}`),
  );
});

it('a balance history row that names another payout lends nothing to the dialog', async () => {
  const row = 'account.balanceHistory set=data[*].description:"PAY00000000099"';
  await cancelsFromHistory({ simulator: { faults: [row] } });
  await console.sees('PAY00000000099');
  console.press('tab', ...Array<'backspace'>('PAY00000000099'.length).fill('backspace'));
  console.type('PAY00000000001');
  console.press('enter');
  await console.sees('[ Cancel payout');
  await console.sees('names another payout, PAY00000000099');
  expect(dialogOf(console).lines.map(({ label }) => label)).not.toContain('History amount');
});

it('a history row without an ID fills in nothing, because a reload may put another payout in that row', async () => {
  const faults = ['account.balanceHistory set=data[*].id:null'];
  console = await startConsole({ cols: 140, rows: 40, opening: 'payouts', simulator: { faults } });
  await console.sees(/balance history rows/);
  console.press('x');
  await console.sees('Cancels one pending payout');
  expect(console.screen.text()).not.toMatch(/History amount/);
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
