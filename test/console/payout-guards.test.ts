// Guards against mistaken payouts and cancellations: token, confirmed values, last read, and read-only.

import { describe, expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { effectsOf, fillsIn, goes, made, paysOut } from './paying.ts';
import {
  breaks,
  closes,
  confirm,
  dialogOf,
  endsIn,
  isReady,
  mends,
  opensSomebodyElse,
  writesOf,
} from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ rows: 40, cols: 120, ...options });
};
const cancels = () => writesOf(console).filter(line => line.includes('cancelpayout'));

describe('the token of a cancellation', () => {
  it("can't be replaced by many Enters or by a paste [E10b E11]", async () => {
    await start();
    const payout = await paysOut(console);
    console.press('x');
    await console.sees('[ Cancel payout');
    for (let n = 0; n < 50; n++) console.press('enter');
    await isReady(console);
    console.press('enter', 'enter', 'enter');
    await console.sees('type the last four of the payout ID first');
    expect(cancels()).toEqual([]);
    console.press('esc');
    await console.losesSight('[ Cancel payout');
    console.press('g', 'x');
    await console.sees('[ Cancel payout');
    await isReady(console);
    console.screen.paste(`${payout.id.slice(-4)}\n\n\n`);
    await console.sees('Not pasted: type this text yourself');
    expect(cancels()).toEqual([]);
    expect(payout.status).toBe('PENDING');
  });
});

it('a key typed together with x does not change the screen below the dialog', async () => {
  await start();
  await paysOut(console);
  for (const key of ['3', 'B']) {
    console.press('5', 'g');
    await console.sees('Payouts · made in Purser');
    console.type(`x${key}`);
    await console.sees('[ Cancel payout');
    expect(currentView(console.state()).place).toBe('payouts');
    await closes(console);
  }
  expect(cancels()).toEqual([]);
});

describe('the ID of a payout', () => {
  it('shows no payout if the service used the ID for two payouts, because either may be cancelled', async () => {
    await start();
    await breaks(console, 'payout.create set=data.id:"po-same-0001"');
    await paysOut(console);
    await paysOut(console, { amount: '3.00', reference: 'Another' });
    console.press('x');
    await console.sees('[ Cancel payout');
    await console.sees('Several payouts made in Purser match this ID or reference');
    expect(dialogOf(console).lines.map(({ label }) => label)).not.toContain('Amount');
    expect(cancels()).toEqual([]);
  });

  it('cancels nothing if it belongs to another customer', async () => {
    await start();
    const payout = await paysOut(console);
    await opensSomebodyElse(console);
    await goes(console, `cancel-payout/${payout.id}`);
    console.press('tab', 'tab', 'enter');
    await console.sees(
      'Not sent. This payout belongs to another customer. Press Esc, then u to switch to acct_',
    );
    expect(console.state().overlay).toBeUndefined();
    expect(cancels()).toEqual([]);
  });
});

describe('the cancellation form', () => {
  const onHistory = async (row: number): Promise<void> => {
    console.press('g', ...Array<'j'>(row).fill('j'));
    await console.sees('This row is from the balance history');
  };

  it('is empty when it opens again after a cancellation by ID, also for a history row', async () => {
    await start();
    const payout = await paysOut(console);
    console.press('X');
    await console.sees('Cancels one pending payout');
    console.type(payout.id);
    console.press('tab', 'tab', 'enter');
    await confirm(console, payout.id.slice(-4));
    await endsIn(console, 'DONE');
    await closes(console);
    await console.losesSight('Cancels one pending payout');
    await onHistory(3);
    console.press('x');
    await console.sees('Cancels one pending payout');
    expect(console.screen.text()).not.toContain(payout.id);
    console.type('PAY000000000001');
    await console.sees('PAY000000000001');
    console.press('esc');
    await console.losesSight('Cancels one pending payout');
    console.press('X');
    await console.sees('Cancels one pending payout');
    expect(console.screen.text()).not.toContain('PAY000000000001');
    expect(console.screen.text()).not.toContain(payout.id);
  });

  it('belongs to one record: text typed for one record is not shown for another', async () => {
    await start();
    await paysOut(console);
    await onHistory(2);
    console.press('x');
    await console.sees('Cancels one pending payout');
    console.type('PAY000000000001');
    await console.sees('PAY000000000001');
    console.press('esc');
    await console.losesSight('Cancels one pending payout');
    console.press('j', 'x');
    await console.sees('Cancels one pending payout');
    expect(console.screen.text()).not.toContain('PAY000000000001');
    console.press('esc');
    await console.losesSight('Cancels one pending payout');
    console.press('k', 'x');
    await console.sees('PAY000000000001');
    await console.sees('your text from');
    expect(cancels()).toEqual([]);
  });
});

describe('the ID or reference of a payout', () => {
  it('gets the same warnings in capitals and in small letters, and nothing is sent twice', async () => {
    await start();
    const payout = await paysOut(console);
    console.press('x');
    await confirm(console, payout.id.slice(-4));
    await endsIn(console, 'DONE');
    await closes(console);
    expect(cancels()).toHaveLength(1);
    for (const typed of [
      payout.id.toUpperCase(),
      payout.systemReference.toLowerCase(),
      payout.systemReference,
    ]) {
      await goes(console, `cancel-payout/${typed}`);
      console.press('enter');
      await console.sees('[ Cancel payout');
      await console.sees('“Cancel payout” was done at');
      await closes(console);
      console.press('esc');
    }
    expect(cancels()).toHaveLength(1);
  });
});

describe('the confirmed values', () => {
  it('stay the same if the list changes below the dialog: Purser cancels the displayed payout [E12]', async () => {
    await start();
    const payout = await paysOut(console);
    await paysOut(console, { amount: '3.00', reference: 'Another' });
    console.press('g', 'j', 'x');
    await console.sees('[ Cancel payout');
    await console.sees(/Reference +Invoice 7/);
    // The rows change places below the dialog, as after a write from another console.
    const { journal } = console.state();
    if (journal.kind !== 'open') throw new Error('the journal is not open');
    console.quietly({ journal: { ...journal, rows: journal.rows.toReversed() } });
    console.app.forget();
    await confirm(console, payout.id.slice(-4));
    await endsIn(console, 'DONE');
    expect(effectsOf(console, 'payout.cancel')).toMatchObject([{ thing: payout.id }]);
    expect(made(console, 1).status).toBe('PENDING');
  });

  it('are not sent if the last read returns a different beneficiary or fails [D14a–b]', async () => {
    await start();
    await fillsIn(console);
    await breaks(console, 'beneficiary.get set=data.id:"somebody-else"');
    await confirm(console, '12.50');
    await endsIn(console, 'NOT SENT');
    await console.sees('The service returned a different beneficiary.');
    await closes(console);
    await mends(console);
    console.press('enter');
    await console.sees('[ Make payout');
    await breaks(console, 'beneficiary.get status=400 message=Gone');
    await confirm(console, '12.50');
    await console.sees('Gone');
    expect(writesOf(console)).toEqual([]);
  });
});

describe('unexpected answers about payouts', () => {
  it('show a number unchanged and marked if the API has a text there, and do not change the outcome [C13a–b]', async () => {
    await start();
    await breaks(console, 'beneficiary.get set=data.account_number:12345678', 'payout.create set=data.id:7');
    await fillsIn(console);
    await console.sees(/Account +\? 12345678/);
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    await console.sees('Purser found no payout ID in');
    expect(effectsOf(console, 'payout.create')).toHaveLength(1);
  });

  it('show the raw response if they have no ID, and the cancellation asks for the ID', async () => {
    await start();
    await breaks(console, 'payout.create drop=data.id', 'payout.create drop=data.systemReferenceNumber');
    await paysOut(console);
    await console.sees('The raw response is below.');
    console.press('x');
    await console.sees('Cancels one pending payout');
    expect(console.state().overlay).toBeUndefined();
  });

  it('fit the dialog at 80×24 with three warnings', async () => {
    await start();
    await paysOut(console, { amount: '9.99' });
    console.screen.resize(80, 24);
    await breaks(
      console,
      'beneficiary.get set=data.status:"PENDING_VERIFICATION"',
      'account.balances set=data[0].available_balance:1',
    );
    console.app.forget();
    await fillsIn(console, { amount: '9.99', status: 'PENDING_VERIFICATION' });
    await console.sees('More than the available amount');
    await console.sees('not VERIFIED');
    await console.sees("Don't pay twice");
    await isReady(console);
  });
});

describe('read-only [E22]', () => {
  it('prevents every payout by key, screen, command and link, with the reason each time', async () => {
    const why = 'This console only reads: --read-only was given.';
    console = await startConsole({
      rows: 40,
      cols: 120,
      readOnly: t`--read-only was given`,
      opening: 'cancel-payout/0f9e8d7c-1234',
    });
    // The link only fills in the form.
    await console.sees('0f9e8d7c-1234');
    await console.sees('READ-ONLY');
    expect(console.state().overlay).toBeUndefined();
    console.press('tab', 'tab', 'enter');
    await console.sees(why);
    expect(console.state().overlay).toBeUndefined();
    console.press('esc');
    await console.sees(/› 20 Nov .* −[\d,.]+ /);
    for (const key of ['x', 'n', 'X']) {
      console.quietly({ notice: undefined });
      await console.losesSight(why);
      console.press(key);
      await console.sees(why);
    }
    console.press('ctrl-p');
    console.type('payout by ID');
    await console.sees('cancel payout by ID or reference');
    console.press('enter');
    await console.sees(why);
    console.press('esc', '7');
    await console.sees('beneficiaries loaded');
    console.quietly({ notice: undefined });
    await console.losesSight(why);
    console.press('p');
    await console.sees(why);
    await goes(console, 'direct-debits');
    await console.sees(/direct debits loaded · G loads more/);
    console.quietly({ notice: undefined });
    await console.losesSight(why);
    console.press('x');
    await console.sees(why);
    expect(writesOf(console)).toEqual([]);
    expect(
      console.simulator.wire.filter(({ method }) => method !== 'GET').map(({ operation }) => operation),
    ).toEqual(['login']);
  });

  it('is not the only guard: a link opens no dialog even with write access', async () => {
    console = await startConsole({ rows: 40, cols: 120, opening: 'cancel-payout/0f9e8d7c-1234' });
    await console.sees('0f9e8d7c-1234');
    expect(console.state().overlay).toBeUndefined();
    console.press('tab', 'tab', 'enter');
    await console.sees('[ Cancel payout');
    console.press('esc');
    await closes(console);
    expect(writesOf(console)).toEqual([]);
  });
});
