// Data that the next screen takes over: a history row in its cancellation, a candidate in the evidence.

import { expect, it, vi } from 'vitest';
import { AMOUNT, confirmedLine, confirmedMoney } from '../../src/money/shown-lines.ts';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { goes, paysOut, paysUnknown } from './paying.ts';
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

it('cancelling from a balance history row without a reference lends no amount to the dialog, and says so', async () => {
  const amount = await cancelsFromHistory();
  await console.sees(/History text +Payout \d+/);
  console.type('0f9e8d7c-1234-4000-8000-000000000000');
  console.press('enter');
  await console.sees('check that this payout is the selected balance history row');
  await console.sees('Payout not recognised: check the ID with the customer.');
  expect(dialogOf(console).lines.map(({ label }) => label)).toEqual(['Customer', 'Payout ID']);
  expect(
    dialogOf(console)
      .lines.map(({ value }) => value)
      .join(),
  ).not.toContain(amount);
  expect(writesOf(console)).toEqual([]);
});

/** This console stands for another machine, whose journal does not contain the payout. */
async function heldElsewhere(options: ConsoleOptions = {}) {
  console = await startOnAccounts({ rows: 40, cols: 120 });
  const payout = await paysOut(console, { amount: '11.00', reference: 'Elsewhere' });
  const { simulator } = console;
  console = await startConsole({ cols: 140, rows: 50, at: simulator, opening: 'history', ...options });
  await console.sees(`Held for payout ${payout.systemReference}`);
  return payout;
}

const labelled = (label: string) => dialogOf(console).lines.find(line => line.label === label)?.value;

it('x on a held entry fills in its reference, and the dialog shows that entry', async () => {
  const { systemReference, ...payout } = await heldElsewhere();
  console.type('/Held for payout');
  console.press('enter');
  await console.sees(/› .*Held for payout/);
  console.press('x');
  await console.sees(`Held for payout ${systemReference} −11.00 GBP, `);
  console.press('enter');
  await console.sees('[ Cancel payout');
  expect(labelled('History amount')).toBe('−11.00 GBP');
  expect(labelled('History text')).toBe(`Held for payout ${systemReference}`);
  expect(dialogOf(console).warnings.join()).not.toContain('not recognised');
  await confirm(console, systemReference.slice(-4));
  await endsIn(console, 'DONE');
  await console.sees('The balance history (B) shows');
  expect(console.simulator.world.payouts.all.find(({ id }) => id === payout.id)?.status).toBe('CANCELLED');
  await closes(console);
  await goes(console, `cancel-payout/${systemReference}`);
  await console.sees(new RegExp(`^[│ ]+Cancelled ${systemReference} \\+11\\.00 GBP`, 'm'));
  console.press('enter');
  await console.sees('“Cancel payout” was done at');
  await console.sees(
    `may no longer be pending. The balance history also has: Cancelled ${systemReference} +11.00 GBP`,
  );
  expect(dialogOf(console).warnings.join()).not.toContain('not recognised');
});

it('x on an entry that holds nothing for a payout says why', async () => {
  await heldElsewhere();
  console.type('/Deposit');
  console.press('enter');
  await console.sees(/› .*Deposit/i);
  console.press('x');
  await console.sees('This entry is not money held for a payout.');
});

it('a mistyped reference has other words than an unknown one', async () => {
  const { systemReference } = await heldElsewhere();
  const last = systemReference.slice(-1) === '0' ? '1' : '0';
  const mistyped = `${systemReference.slice(0, -1)}${last}`;
  await goes(console, `cancel-payout/${mistyped}`);
  await console.sees('not in the loaded history');
  console.press('enter');
  await console.sees(`Reference not found. The balance history has ${systemReference}: compare the digits.`);
  expect(labelled('History amount')).toBeUndefined();
  await closes(console);
  await goes(console, 'cancel-payout/PAY000000000000');
  await console.sees('not in the loaded history');
  console.press('enter');
  await console.sees('Payout not recognised: no loaded balance entry names this reference.');
});

it('a history that could not be read is no proof that a reference is unknown', async () => {
  const faults = ['account.balanceHistory status=503'];
  console = await startConsole({
    cols: 140,
    rows: 50,
    opening: 'cancel-payout/PAY000000000001',
    simulator: { faults },
  });
  await console.sees('Cancels one pending payout');
  console.press('enter');
  await console.sees('the balance history is not loaded');
});

it('a cancelled payout never gets the amount of the balance history row from which its form was opened', async () => {
  console = await startOnAccounts({ rows: 40, cols: 120 });
  const payout = await paysOut(console, { amount: '11.00', reference: 'Elsewhere' });
  // This console stands for another machine, whose journal does not contain the payout.
  const other = await cancelsFromHistory({ at: console.simulator });
  console.press('tab');
  console.type(payout.systemReference);
  await console.sees(`Held for payout ${payout.systemReference} −11.00 GBP`);
  console.press('enter');
  await console.sees('[ Cancel payout');
  await confirm(console, payout.systemReference.slice(-4));
  await endsIn(console, 'DONE');
  expect(payout.status).toBe('CANCELLED');
  const row = await newestRow(console);
  expect([confirmedLine(row, AMOUNT), confirmedMoney(row)]).toEqual([undefined, undefined]);
  expect(row.intent.what).toContainEqual({ label: 'History amount', value: '−11.00 GBP' });
  expect(JSON.stringify(row)).not.toContain(other);
});

it('a balance history row that names another payout lends nothing to the dialog', async () => {
  const row = 'account.balanceHistory set=data[*].description:"PAY00000000099"';
  await cancelsFromHistory({ simulator: { faults: [row] } });
  await console.sees('PAY00000000099');
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
