// Payouts: making a payout, finding pending payouts, and cancelling the right payout once.

import { describe, expect, it } from 'vitest';
import { newPayoutForm } from '../../src/subjects/payouts/payout-create.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { later } from './fx.ts';
import { effectsOf, fillsIn, goes, made, paysOut } from './paying.ts';
import { breaks, closes, confirm, dialogOf, endsIn, payee, writesOf } from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ rows: 40, cols: 120, ...options });
};

/** Opens another customer with the switcher. */
async function opens(name: string, header: RegExp): Promise<void> {
  console.press('u');
  await console.sees('Recent');
  console.type(name);
  console.press('down', 'enter');
  await console.sees(header);
}

describe('a new payout', () => {
  it('is made from the selected beneficiary, shows the balance before and after, and is listed', async () => {
    await start();
    console.press('7');
    await console.sees('beneficiaries');
    await console.sees('O’Connor');
    console.press('p');
    await console.sees(/Pays +O’Connor/);
    await console.sees(/Account +\*\*\*\*7088/);
    console.type('1,200.50');
    await console.sees('available 184,203.17 → 183,002.67 GBP');
    console.press('tab');
    console.type('Rent May');
    console.press('tab');
    console.type('for the office');
    console.press('tab', 'enter');
    await console.sees('[ Make payout');
    for (const line of [
      /1,200\.50 GBP to O’Connor-Nuñez, María José/,
      /Account +\*\*\*\*7088/,
      /Reference +Rent May/,
      /Notes +for the office/,
      /Available +184,203\.17 → 183,002\.67 GBP/,
    ]) {
      await console.sees(line);
    }
    await confirm(console, '1200.50');
    await endsIn(console, 'DONE');
    const { requestId } = dialogOf(console);
    await closes(console);
    const payout = made(console, 0);
    expect(payout).toMatchObject({
      minor: 120050n,
      currency: 'GBP',
      reference: 'Rent May',
      status: 'PENDING',
    });
    expect(console.simulator.world.ledger.of(requestId)).toMatchObject([{ thing: payout.id }]);
    // The list opens with the cursor on the new row, which shows its origin and its possible ID.
    await console.sees('1 made in Purser');
    await console.sees(/› .*DONE +−1,200\.50/);
    // All rows of both sources have the kind Payout, so the title names the kind and no column does.
    await console.sees('Kind Payout');
    await console.sees(payout.id.slice(0, 12));
    await console.sees(/System ref\. +PAY/);
  });

  it('keeps the typed text of each beneficiary separate until the payout is done', async () => {
    await start();
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees(/Status +VERIFIED/);
    console.type('77.25');
    await console.sees('77.25');
    console.press('esc');
    await console.sees('balance history rows');
    console.press('n');
    await console.sees('Pays one beneficiary');
    await console.losesSight('77.25');
    console.press('esc');
    await console.sees('balance history rows');
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees('77.25');
  });

  it("asks for the amount, then the reference; Shift+Tab reaches the currency, which is the beneficiary's", async () => {
    await start();
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees(/› Amount/);
    console.type('12.50');
    console.press('enter');
    await console.sees(/› Reference/);
    await console.sees("GBP, the beneficiary's currency");
    console.press('shift-tab');
    await console.sees(/› Currency/);
    console.type('usd');
    await console.sees("the beneficiary's account is in GBP");
    console.press('shift-tab', 'enter');
    // A typed currency is not passed over.
    await console.sees(/› Currency +USD/);
    console.press('ctrl-u', 'shift-tab', 'enter');
    await console.sees(/› Reference/);
  });

  it('passes over the currency also while the beneficiary is read, so that a slow service moves no text', async () => {
    await start();
    await breaks(console, 'beneficiary.get delay=60000');
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees('Reading the beneficiary');
    console.type('12.50');
    console.press('enter');
    await console.sees(/› Reference/);
  });

  it('asks for the currency if the beneficiary has none', async () => {
    await start();
    await breaks(console, 'beneficiary.get drop=data.currency');
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees(/Pays +O’Connor/);
    console.type('12.50');
    console.press('enter');
    await console.sees(/› Currency/);
  });

  it('is not reviewed with an error: each error is next to its field, and Purser sends nothing', async () => {
    await start();
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees(/Status +VERIFIED/);
    console.type('1.000,50');
    console.press('tab', 'tab', 'tab', 'enter');
    await console.sees('Use a point for decimals');
    await console.sees('A reference is required by the service.');
    expect(console.state().overlay).toBeUndefined();
    expect(writesOf(console)).toEqual([]);
  });

  it('is refused for a beneficiary that could not be read', async () => {
    await start();
    await goes(console, 'new-payout/nobody-here');
    await console.sees('Beneficiary not found.');
    console.type('5');
    console.press('tab');
    console.type('x');
    console.press('tab', 'tab', 'enter');
    await console.sees('Purser has not read this beneficiary yet.');
    expect(console.state().overlay).toBeUndefined();
  });

  it('shows the words of a 422 at the fields that the service named [B8c]', async () => {
    await start();
    await breaks(
      console,
      "payout.create status=422 field=body.amount message='Too small for this corridor' count=1",
    );
    await fillsIn(console, { amount: '5.00' });
    await confirm(console, '5.00');
    await endsIn(console, 'REFUSED');
    await closes(console);
    await console.sees('The service: "Too small for this corridor"');
    const { fields = [], focus = 0 } = newPayoutForm.forms.get(console.state());
    expect(fields[focus]).toMatchObject({ id: 'amount', value: '5.00' });
    console.press('backspace');
    await console.losesSight('Too small for this corridor');
  });
});

describe('the cancellation of a payout', () => {
  it("uses the selected row's payout ID, and the service returns the money", async () => {
    await start();
    const payout = await paysOut(console);
    await paysOut(console, { amount: '3.00', reference: 'Another' });
    // The newest row is first, so a filter finds the older payout.
    console.press('/');
    console.type('Invoice 7');
    await console.sees(/1 of [\d,]+ loaded match/);
    console.press('enter', 'x');
    await console.sees('[ Cancel payout');
    await console.sees(/Reference +Invoice 7/);
    await confirm(console, payout.id.slice(-4));
    await endsIn(console, 'DONE');
    await console.sees('Cancelled the payout');
    expect(payout.status).toBe('CANCELLED');
    expect(made(console, 1).status).toBe('PENDING');
    expect(effectsOf(console, 'payout.cancel')).toMatchObject([{ thing: payout.id }]);
    await closes(console);
    console.press('esc');
    await console.sees('3 made in Purser');
    console.press('g');
    await console.sees(/› .*Cancel +/);
    console.press('x');
    await console.sees('A cancellation can’t be cancelled');
  });

  it.each([
    ['its ID', 0, (p: { id: string }) => p.id, 'Payout not recognised'],
    [
      'its system reference number',
      1,
      (p: { systemReference: string }) => p.systemReference,
      /History amount +−12\.50 GBP/,
    ],
  ] as const)(
    'is possible with only %s, and the dialog says what Purser knows of the payout',
    async (_, field, name, known) => {
      await start();
      const payout = await paysOut(console);
      // This console stands for another machine, whose journal does not contain the payout.
      const { simulator } = console;
      console = await startConsole({ rows: 40, cols: 120, at: simulator, opening: 'payouts' });
      await console.sees('balance history rows');
      console.press('X');
      await console.sees('Cancels one pending payout');
      if (field === 1) console.press('tab');
      console.type(name(payout));
      if (field === 1) await console.sees('Held for payout');
      console.press('tab', ...(field === 0 ? ['tab'] : []), 'enter');
      await console.sees('[ Cancel payout');
      await console.sees(known);
      await console.sees("Purser can't read a payout");
      await confirm(console, name(payout).slice(-4));
      await endsIn(console, 'DONE');
      expect(payout.status).toBe('CANCELLED');
      expect(effectsOf(console, 'payout.cancel')).toHaveLength(1);
      await console.sees(`Cancelled the payout ${name(payout)}.`);
      await closes(console);
      console.press('esc');
      await console.sees(new RegExp(`Cancel +…?\\w*${name(payout).slice(-8)} +DONE`));
      await console.sees(/Cancel payout +● DONE/);
    },
  );

  it("needs the payout's ID for a row of the balance history", async () => {
    await start();
    console.press('5');
    await console.sees(/› 20 Nov .* −[\d,.]+ /);
    console.press('x');
    await console.sees('Cancels one pending payout');
    console.press('tab', 'tab', 'enter');
    await console.sees('Enter the payout ID or the system reference number.');
  });

  it("is REFUSED with the service's words if the payout was processed, and the list is read again [B18a–b]", async () => {
    await start();
    const payout = await paysOut(console);
    await later(console, 11 * 60_000);
    const reads = () =>
      console.exchanges().filter(target => target.includes('transaction_type=PAYOUT')).length;
    console.press('x');
    await console.sees('[ Cancel payout');
    const before = reads();
    await confirm(console, payout.id.slice(-4));
    await endsIn(console, 'REFUSED');
    await console.sees("Payout cannot be cancelled as it's already processed");
    await console.sees('so this request did not cancel the payout');
    await closes(console);
    await console.sees(/Cancel +.*REFUSED/);
    expect(reads()).toBeGreaterThan(before);
    expect(payout.status).toBe('PROCESSED');
  });

  it("opened by a link with the payout's ID shows Purser's own write", async () => {
    await start();
    const payout = await paysOut(console);
    await paysOut(console, { amount: '3.00', reference: 'Another' });
    console.press('2');
    await console.sees('accounts, all');
    console.press(':');
    console.type(`payouts/${payout.id}`);
    console.press('enter');
    await console.sees(/1 of [\d,]+ loaded match/);
    await console.sees(/› .*DONE +−12\.50/);
    console.press('esc');
    await console.sees('2 made in Purser');
  });
});

it('the payouts that Purser made for a customer are listed only while that customer is open', async () => {
  await start();
  await paysOut(console, { reference: 'Only for Bramble' });
  await console.sees('Only for Bramble');
  await opens('großhandel', /^ DEMO +Großhandel Höß/m);
  console.press('5');
  await console.sees('balance history rows');
  expect(console.screen.text()).not.toContain('Only for Bramble');
  await opens('bramble', /^ DEMO +Bramble/m);
  await console.sees('1 made in Purser');
  await console.sees('Only for Bramble');
});

it('the list says how many direct debits wait, because its tab counts them', async () => {
  console = await startConsole({ opening: 'overview', cols: 140 });
  await console.sees(/5 Payouts 6 /);
  console.press('5');
  await console.sees('Payouts · 6 direct debits wait (D) · made in Purser');
  // A narrow title leaves out a whole part.
  console.screen.resize(80, 24);
  await console.sees(/─ Payouts · 6 direct debits wait \(D\) ─/);
});
