// Cancelling a direct debit: the condition, the reads before it, and the outcomes.

import { describe, expect, it, vi } from 'vitest';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { effectsOf, goes } from './paying.ts';
import { breaks, closes, confirm, dialogOf, endsIn, pendingDebit, writesOf } from './writing.ts';

let console: TestConsole;

/** Opens the list with the cursor on a direct debit that can be cancelled. Its Global Account is read. */
async function onPending(options: ConsoleOptions = {}): Promise<string> {
  console = await startOnAccounts({ rows: 40, cols: 120, ...options });
  console.press('5');
  await console.sees('balance history rows');
  console.press('D');
  await console.sees(/\d+ (direct debits )?loaded · G loads more/);
  const id = pendingDebit(console);
  console.press('/');
  console.type(id);
  await console.sees(/1 of [\d,]+ loaded match/);
  console.press('enter');
  await console.sees('Cancelling: possible');
  return id;
}
const asks = async (): Promise<void> => {
  console.press('x');
  await console.sees('[ Cancel direct debit');
};

it('a PENDING direct debit is found, cancelled once with the last four of its ID, and read again', async () => {
  const id = await onPending();
  await asks();
  for (const line of [/Status +PENDING/, /Account +[\w-]+ · GB/, /│ +[\d,.]+ GBP from /])
    await console.sees(line);
  await confirm(console, id.slice(-4));
  await endsIn(console, 'DONE');
  await console.sees('The Wallet balance is unaffected');
  expect(effectsOf(console, 'directDebit.cancel')).toMatchObject([{ thing: id }]);
  await closes(console);
  // Purser reads the list again, and the direct debit can't be cancelled a second time.
  await console.sees(/^[\d,.]+ GBP +● REJECTED$/m);
  console.press('x');
  // The details say the same.
  await vi.waitFor(() => expect(console.shown().notice?.text).toContain('The status is REJECTED.'), patience);
  await console.sees('The status is REJECTED. Only a PENDING direct debit can be cancelled.');
  expect(writesOf(console)).toHaveLength(1);
  console.press('esc');
  await goes(console, 'payouts');
  await console.sees(/› .*Cancel DD .*DONE/);
});

it("a direct debit can't be cancelled if its Global Account is unread or not in the United Kingdom; the screen says why", async () => {
  console = await startOnAccounts({ rows: 40, cols: 120, simulator: { faults: ['globalAccount.get hang'] } });
  await goes(console, 'direct-debits');
  await console.sees(/\d+ (direct debits )?loaded · G loads more/);
  console.press('/');
  console.type(pendingDebit(console));
  await console.sees(/1 of [\d,]+ loaded match/);
  console.press('enter', 'x');
  await vi.waitFor(
    () => expect(console.shown().notice?.text).toContain('Purser has not read the Global Account'),
    patience,
  );
  expect(writesOf(console)).toEqual([]);
});

it('an answer of HTTP 400 with invalid_operation is REFUSED, with the service’s reason [B19a–b]', async () => {
  const id = await onPending();
  await asks();
  await breaks(
    console,
    "directDebit.cancel status=400 code=invalid_operation message='Not in this country.'",
  );
  await confirm(console, id.slice(-4));
  await endsIn(console, 'REFUSED');
  await console.sees('Not in this country.');
  expect(effectsOf(console, 'directDebit.cancel')).toEqual([]);
});

it('an amount that the service sent as an unclear text is shown unchanged and marked, and does not change the outcome [C13a–b]', async () => {
  const fault = ['directDebit.list set=items[*].amount:"36,50"', 'directDebit.get set=amount:"36,50"'];
  const id = await onPending({ simulator: { faults: fault } });
  await asks();
  await console.sees(/Amount +\? 36,50 GBP/);
  await confirm(console, id.slice(-4));
  await endsIn(console, 'DONE');
  expect(effectsOf(console, 'directDebit.cancel')).toHaveLength(1);
});

describe('the last read before sending', () => {
  it.each([
    [
      'is no longer PENDING',
      'status:"SETTLED"',
      'The status is SETTLED. Only a PENDING direct debit can be cancelled.',
    ],
    ['is another direct debit', 'transaction_id:"other-0001"', 'returned a different direct debit.'],
    [
      'belongs to another account',
      'global_account_id:"ga-2"',
      'The service returned a different Global Account',
    ],
  ])('refuses the cancellation if the direct debit %s [D14a–b]', async (_, change, said) => {
    const id = await onPending();
    await asks();
    await breaks(console, `directDebit.get set=${change}`);
    await confirm(console, id.slice(-4));
    await endsIn(console, 'NOT SENT');
    await console.sees(said);
    expect(dialogOf(console)).toMatchObject({ typed: '', focus: 'safe' });
    expect(writesOf(console)).toEqual([]);
  });
});
