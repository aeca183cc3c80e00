// Cancelling a direct debit payout: which can be, what is read again before, and what counts as done.

import { afterEach, describe, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { effectsOf, goes } from './paying.ts';
import {
  breaks,
  closes,
  confirm,
  dialogOf,
  endsIn,
  isReady,
  mends,
  pendingDebit,
  writesOf,
} from './writing.ts';

let console: TestConsole;
afterEach(async () => {
  expect(console.crashes).toEqual([]);
  await console.close();
});

/** The list with the cursor on one that can be cancelled, its Global Account read. */
async function onPending(options: Parameters<typeof startConsole>[0] = {}): Promise<string> {
  console = await startConsole({ rows: 40, cols: 120, ...options });
  await console.sees('accounts, all');
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
const statusOf = (id: string) =>
  console.simulator.world.customers[0]?.directDebits.find(id, console.simulator.wire.at(-1)?.at ?? 0)?.record
    .status;

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
  // The list is read anew, and it can't be cancelled again.
  await console.sees(/^[\d,.]+ GBP +● REJECTED$/m);
  console.press('x');
  await console.sees('The status is REJECTED. Only a PENDING direct debit payout can be cancelled.');
  expect(writesOf(console)).toHaveLength(1);
  console.press('esc');
  await goes(console, 'payouts');
  await console.sees(/› .*Cancel DD .*DONE/);
});

it('a direct debit is barred if its Global Account is unread or not in the United Kingdom, with the reason', async () => {
  console = await startConsole({ rows: 40, cols: 120, simulator: { faults: ['globalAccount.get hang'] } });
  await console.sees('accounts, all');
  await goes(console, 'direct-debits');
  await console.sees(/\d+ (direct debits )?loaded · G loads more/);
  console.press('/');
  console.type(pendingDebit(console));
  await console.sees(/1 of [\d,]+ loaded match/);
  console.press('enter', 'x');
  await console.sees('Purser has not read the Global Account');
  expect(writesOf(console)).toEqual([]);
});

it('400 invalid_operation is REFUSED, with the service’s reason [B19]', async () => {
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

it.each(['false', '"true"', '1', 'null', '{}'])('%s in place of true is UNKNOWN [B20]', async answer => {
  const id = await onPending();
  await asks();
  await breaks(console, `directDebit.cancel not-json=${answer} count=1`);
  await confirm(console, id.slice(-4));
  await endsIn(console, 'UNKNOWN');
  await console.sees('the debit may still be taken, or not');
  expect(effectsOf(console, 'directDebit.cancel')).toHaveLength(1);
  expect(writesOf(console)).toHaveLength(1);
});

it('an amount that is a text is shown unchanged and marked, and changes no outcome [C13]', async () => {
  const fault = ['directDebit.list set=items[*].amount:"36.50"', 'directDebit.get set=amount:"36.50"'];
  const id = await onPending({ simulator: { faults: fault } });
  await asks();
  await console.sees(/Amount +\? 36\.50 GBP/);
  await confirm(console, id.slice(-4));
  await endsIn(console, 'DONE');
  expect(effectsOf(console, 'directDebit.cancel')).toHaveLength(1);
});

describe('the second reading just before sending [D14]', () => {
  it.each([
    [
      'is no longer PENDING',
      'status:"SETTLED"',
      'The status is SETTLED. Only a PENDING direct debit payout can be cancelled.',
    ],
    ['is another one', 'transaction_id:"other-0001"', 'another direct debit payout than the requested one.'],
    ['is of another account', 'global_account_id:"ga-2"', 'The service returned another Global Account'],
  ])('bars the cancellation if the direct debit %s', async (_, change, said) => {
    const id = await onPending();
    await asks();
    await breaks(console, `directDebit.get set=${change}`);
    await confirm(console, id.slice(-4));
    await endsIn(console, 'NOT SENT');
    await console.sees(said);
    expect(dialogOf(console)).toMatchObject({ typed: '', focus: 'safe' });
    expect(writesOf(console)).toEqual([]);
  });

  it('voids the confirmation if the amount changed, shows both, and continues only after another confirmation', async () => {
    const id = await onPending();
    await asks();
    await breaks(console, 'directDebit.get set=amount:99.01');
    await confirm(console, id.slice(-4));
    await console.sees('The record changed');
    await console.sees(/Amount: was [\d,.]+ GBP, now 99\.01 GBP/);
    expect(writesOf(console)).toEqual([]);
    await confirm(console, id.slice(-4));
    await endsIn(console, 'DONE');
    expect(effectsOf(console, 'directDebit.cancel')).toHaveLength(1);
  });

  it('reads the shown direct debit, wherever its row is by then [E12]', async () => {
    const id = await onPending();
    await asks();
    await breaks(console, 'directDebit.list shift=3');
    console.app.forget();
    await isReady(console);
    await confirm(console, id.slice(-4));
    await endsIn(console, 'DONE');
    await mends(console);
    expect(effectsOf(console, 'directDebit.cancel')).toMatchObject([{ thing: id }]);
    expect(statusOf(id)).toBe('REJECTED');
  });
});

describe('sending a refused cancellation again', () => {
  /** The one that was refused under the cursor of the journal. */
  async function refused(): Promise<{ readonly id: string; readonly requestId: string }> {
    const id = await onPending();
    await breaks(console, 'directDebit.cancel status=403 count=1');
    await asks();
    await confirm(console, id.slice(-4));
    await endsIn(console, 'REFUSED');
    const { requestId } = dialogOf(console);
    await closes(console);
    await mends(console);
    console.press('esc', '0');
    await console.sees(/› .*REFUSED/);
    return { id, requestId };
  }
  const asksAgain = async (): Promise<void> => {
    console.press('p');
    await console.sees('send it again');
  };

  it('uses the same request ID, after Purser reads the direct debit again', async () => {
    const { id, requestId } = await refused();
    const reads = () => console.exchanges().filter(line => line.endsWith(`/direct_debits/${id}`)).length;
    await asksAgain();
    expect(dialogOf(console).requestId).toBe(requestId);
    const before = reads();
    await confirm(console, id.slice(-4));
    await endsIn(console, 'DONE');
    expect(reads()).toBeGreaterThan(before);
    expect(writesOf(console)).toHaveLength(2);
    expect(effectsOf(console, 'directDebit.cancel')).toMatchObject([{ thing: id }]);
  });

  it.each([
    ['no longer PENDING', 'directDebit.get set=status:"SETTLED"', 'The status is SETTLED. Only a PENDING'],
    [
      'another one',
      'directDebit.get set=transaction_id:"other-0001"',
      'another direct debit payout than the requested one.',
    ],
    ['not in the United Kingdom', 'globalAccount.get set=country_code:"DE"', 'Global Account is in DE'],
    ['not readable', 'directDebit.get status=400 message=Gone', 'Gone'],
  ])('is not offered if the direct debit is %s', async (_, fault, said) => {
    await refused();
    await breaks(console, fault);
    console.press('p');
    await console.sees(said);
    expect(console.state().overlay).toBeUndefined();
    expect(writesOf(console)).toHaveLength(1);
  });

  it.each([
    ['status:"SETTLED"', 'The status is SETTLED. Only a PENDING direct debit payout can be cancelled.'],
    ['transaction_id:"other-0001"', 'another direct debit payout than the requested one.'],
    ['currency:"EUR"', 'Only GBP direct debit payouts can be cancelled.'],
  ])('sends nothing if the last reading says %s [D14]', async (change, said) => {
    const { id } = await refused();
    await asksAgain();
    await breaks(console, `directDebit.get set=${change}`);
    await confirm(console, id.slice(-4));
    await endsIn(console, 'NOT SENT');
    await console.sees(said);
    expect(writesOf(console)).toHaveLength(1);
  });

  it.each([
    ['amount:99.01', /Amount: was [\d,.]+ GBP, now 99\.01 GBP/],
    ['debtor_name:"Somebody Else"', /Debtor: was .+, now Somebody Else/],
  ])('is void after %s, which nobody confirmed [D14]', async (change, said) => {
    const { id } = await refused();
    await breaks(console, `directDebit.get 'set=${change}'`);
    await asksAgain();
    await confirm(console, id.slice(-4));
    await console.sees(said);
    expect(writesOf(console)).toHaveLength(1);
  });
});
