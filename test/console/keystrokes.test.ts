// How many keys each common task takes. A paste counts as one key, and every typed character counts.

import { afterAll, expect, it, vi } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { askFor, later, movableClock, openDialog } from './fx.ts';
import {
  closes,
  confirm,
  endsIn,
  isArmed,
  isReady,
  mayConfirm,
  pay,
  payee,
  pendingDebit,
} from './writing.ts';

let console: TestConsole;
let count = 0;

/** Counts keys. Keys pressed on `console` directly are preparation and are not counted. */
const hands = {
  press(...keys: readonly string[]): void {
    count += keys.length;
    console.press(...keys);
  },
  type(text: string): void {
    count += [...text].length;
    console.type(text);
  },
  paste(text: string): void {
    count += 1;
    console.screen.paste(text);
  },
};

const table: { readonly task: string; readonly keys: number; readonly most: number }[] = [];

afterAll(() => {
  const width = Math.max(...table.map(({ task }) => task.length));
  const lines = table.map(
    ({ task, keys, most }) => `${task.padEnd(width)}  ${`${keys}`.padStart(4)}  ${`${most}`.padStart(4)}`,
  );
  process.stdout.write(`\n${'Task'.padEnd(width)}  keys  most\n${lines.join('\n')}\n`);
});

async function begin(options: ConsoleOptions = {}): Promise<void> {
  count = 0;
  console = await startOnAccounts({ cols: 140, rows: 40, ...options });
}

/** Ends a task: adds its count to the table and checks the limit. */
function took(task: string, most: number): void {
  table.push({ task, keys: count, most });
  expect(count, task).toBeLessThanOrEqual(most);
}

/** The number of Global Accounts that were read. */
const loadedAccounts = (): number =>
  Object.values(console.state().workspaces)
    .flatMap(({ documents }) => Object.entries(documents))
    .filter(([key, { value }]) => key.startsWith('globalAccount.get') && value !== undefined).length;

/** Types the token of the open dialog and presses its button. */
async function confirms(token: string): Promise<void> {
  await isReady(console);
  hands.type(token);
  await vi.waitFor(() => expect(openDialog(console)?.typed).toBe(token), patience);
  hands.press('enter');
  await vi.waitFor(() => expect(openDialog(console)?.focus).toBe('go'), patience);
  await isArmed(console);
  hands.press('enter');
}

/** The amount of a transaction in the customer's third account. */
function amountInThird(): string {
  const lists = console.simulator.world.customers[0]?.transactions.values().toArray();
  const text = lists?.[2]?.row(3).amount.source;
  if (text === undefined) throw new Error('the third account has no transactions');
  return text;
}

it('staff find a transaction by its amount in any account', async () => {
  await begin();
  const amount = amountInThird();
  hands.type(`:${amount}`);
  hands.press('enter');
  await console.sees(/› Transaction 1 /);
  // The limit depends on the length of the amount.
  took('find a transaction by amount, account unknown', 2 + amount.length);
});

it('staff find a transaction of a known account by two words', async () => {
  await begin();
  hands.press('2', 'enter');
  await console.sees(/transactions loaded/);
  hands.press('/');
  // The first letters of a word are enough.
  hands.type('refund ash');
  await console.sees(/[1-9]\d* of \d+ loaded match/);
  hands.press('enter');
  took('known account, two words', 14);
});

it('staff list the transactions of a date range', async () => {
  await begin();
  console.press('enter');
  await console.sees(/transactions loaded/);
  hands.press('f');
  await console.sees('Search service');
  hands.type('19-20nov');
  await console.sees('2026-11-19 to 2026-11-20');
  hands.press('enter');
  await vi.waitFor(
    () =>
      expect(currentView(console.state()).server).toMatchObject({
        from_date: '2026-11-19',
        to_date: '2026-11-20',
      }),
    patience,
  );
  took('transactions of a date range', 10);
});

it('staff go back to the previous customer', async () => {
  await begin();
  const [first, second] = console.simulator.customers;
  if (!first || !second) throw new Error('the world has two customers');
  console.app.customers.switchTo(second);
  await vi.waitFor(() => expect(console.state().customer?.userId).toBe(second.userId), patience);
  hands.press('_');
  await vi.waitFor(() => expect(console.state().customer?.userId).toBe(first.userId), patience);
  took('back to the previous customer', 2);
});

it('staff ask for a quote', async () => {
  await begin();
  hands.press('4');
  await console.sees('No conversions made in Purser');
  hands.press('n');
  await console.sees('Get a quote');
  hands.type('gbpusd1000');
  await console.sees(/Sell +GBP/);
  await console.sees(/Buy +USD/);
  await console.sees(/Amount +1000/);
  hands.press('enter');
  await console.sees('Expires in');
  took('quote', 13);
});

it('staff ask for a second quote with another pair', async () => {
  await begin();
  await askFor(console, ['GBP', 'USD', '1000']);
  await console.sees('Expires in');
  hands.press('esc');
  await console.sees('Get a quote');
  hands.type('eurusd1000');
  await console.sees(/Sell +EUR/);
  await console.sees(/Amount +1000/);
  hands.press('enter');
  await console.sees('Expires in');
  await console.sees(/1,000\.00 EUR/);
  took('second quote, another pair', 13);
});

it('staff ask for a quote from another screen', async () => {
  await begin();
  hands.type(':gbpusd1000');
  await console.sees('sell 1,000.00 GBP, buy USD');
  hands.press('enter');
  await console.sees('Expires in');
  took('quote from another screen', 12);
});

it('staff convert the quoted amount', async () => {
  await begin();
  await askFor(console, ['GBP', 'USD', '1000']);
  await console.sees('Expires in');
  hands.press('enter');
  await console.sees('Request ID');
  await confirms('1000');
  await endsIn(console, 'DONE');
  took('convert the quoted amount', 7);
});

it('staff convert after the quote expired in the dialog', async () => {
  const clock = movableClock();
  await begin({ clock });
  await askFor(console, ['GBP', 'USD', '1000']);
  await console.sees('Expires in');
  console.press('enter');
  await mayConfirm(console, '1000');
  clock.advance(300_000);
  // The service's clock moves too, so that the new quote has another rate.
  await later(console, 300_000);
  await console.sees('Too late to convert this quote');
  hands.press('r');
  await console.sees('than with the last quote');
  await isReady(console);
  // The sell amount is unchanged, so the typed token stays.
  expect(openDialog(console)).toMatchObject({ typed: '1000', focus: 'token' });
  hands.press('enter');
  await isArmed(console);
  hands.press('enter');
  await endsIn(console, 'DONE');
  took('quote expired in the dialog', 5);
});

it('staff get a new quote in the dialog before they type anything', async () => {
  const clock = movableClock();
  await begin({ clock });
  await askFor(console, ['GBP', 'USD', '1000']);
  await console.sees('Expires in');
  console.press('enter');
  await isReady(console);
  clock.advance(300_000);
  await later(console, 300_000);
  await console.sees('Too late to convert this quote');
  hands.press('r');
  await console.sees('than with the last quote');
  await isReady(console);
  expect(openDialog(console)).toMatchObject({ typed: '', focus: 'token' });
  took('quote expired in the dialog, to the token', 5);
  await confirms('1000');
  await endsIn(console, 'DONE');
});

it('staff cancel a payout by its ID', async () => {
  await begin();
  void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
  await console.sees('Send the payout');
  await confirm(console, '12.50');
  await endsIn(console, 'DONE');
  await closes(console);
  const { id } = console.simulator.world.payouts.all[0] ?? {};
  if (id === undefined) throw new Error('no payout was made');
  hands.press('X');
  await console.sees('Review cancellation');
  hands.paste(id);
  await console.sees(id);
  hands.press('enter');
  await console.sees('[ Cancel payout');
  await confirms(id.slice(-4));
  await endsIn(console, 'DONE');
  took('cancel a payout by ID', 9);
});

it('staff cancel a pending direct debit', async () => {
  await begin();
  console.press('1');
  await console.sees('needs attention');
  await console.sees(/PENDING +[\d,.]+ [A-Z]{3} from /);
  await console.losesSight('reading …');
  hands.press('j');
  await vi.waitFor(() => expect(loadedAccounts()).toBeGreaterThan(0), patience);
  hands.press('x');
  await console.sees('[ Cancel direct debit');
  const { token } = openDialog(console) ?? {};
  await confirms(token?.text ?? pendingDebit(console).slice(-4));
  await endsIn(console, 'DONE');
  took('cancel a pending direct debit', 8);
});
