// Reopening a form, and the errors of a long form.

import { describe, expect, it, vi } from 'vitest';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { goes } from './paying.ts';
import { payee } from './writing.ts';

let console: TestConsole;

const start = async (): Promise<void> => {
  console = await startOnAccounts({ cols: 80, rows: 24 });
};

it('a reopened form starts at its first field and says that it kept the text; Ctrl+K clears it', async () => {
  await start();
  const place = `new-payout/${payee(console)}`;
  await goes(console, place);
  console.type('12.50');
  console.press('tab');
  console.type('Invoice 7');
  await console.sees(/› Reference +Invoice 7/);
  console.press('esc');
  await console.losesSight('Invoice 7');
  await goes(console, place);
  await console.sees(/This form has your text from \d\d:\d\d\. Typing replaces/);
  await console.sees(/› Amount +12\.50/);
  console.press('ctrl-k');
  await console.losesSight('your text from');
  expect(console.screen.text()).not.toContain('Invoice 7');
  await console.sees(/› Amount/);
  console.press('ctrl-k');
  await console.sees('This form is empty');
});

it('typing in a reopened form replaces the kept text of a field and is never joined to it; ← keeps the text', async () => {
  await start();
  console.press('X');
  await console.sees('Cancels one pending payout');
  console.type('pay-1111');
  console.press('tab');
  console.type('PAY000000000001');
  await console.sees(/› System reference number +PAY000000000001/);
  console.press('esc');
  await console.losesSight('Cancels one pending payout');
  console.press('X');
  await console.sees('your text from');
  await console.sees(/› Payout ID +pay-1111/);
  console.type('pay-2222');
  await console.sees(/› Payout ID +pay-2222 /);
  console.press('tab');
  console.type('PAY2');
  await console.sees(/› System reference number +PAY2 /);
  console.type('2');
  await console.sees(/› System reference number +PAY22 /);
  // A field that the cursor comes back to is selected too, and the screen says so.
  console.press('shift-tab');
  await console.sees(/› Payout ID +pay-2222 +typing replaces/);
  console.press('tab', 'shift-tab');
  console.type('3');
  await console.sees(/› Payout ID +3 /);
  console.press('esc');
  await console.losesSight('Cancels one pending payout');
  console.press('X');
  await console.sees('your text from');
  console.press('right');
  console.type('4');
  await console.sees(/› Payout ID +34 /);
});

describe('text that comes back is selected', () => {
  const typesId = async (): Promise<void> => {
    console.press('X');
    await console.sees('Cancels one pending payout');
    console.type('c0633062-25d7-466e-872b-bbcb19a1c9a4');
    await console.sees(/› Payout ID +c0633062-25d7-466e-872b-bbcb19a1c9a4/);
  };
  const ways: readonly [string, () => Promise<void>][] = [
    [
      'the dialog was closed',
      async () => {
        console.press('enter');
        await console.sees('Type the last four of the payout ID');
        console.press('esc');
      },
    ],
    [
      'another screen was opened',
      async () => {
        console.press('ctrl-p');
        await console.sees('Commands');
        console.type('Accounts');
        await console.sees(/filter: Accounts/);
        console.press('enter');
        await console.sees('accounts, all');
        console.press('X');
      },
    ],
    [
      'another customer was open',
      async () => {
        const { customer, known } = console.state();
        const other = known.find(({ userId }) => userId !== customer?.userId);
        if (!other) throw new Error('the simulator has one customer only');
        console.app.customers.switchTo(other);
        await console.losesSight('Cancels one pending payout');
        console.press('_');
        await vi.waitFor(() => expect(console.state().customer?.userId).toBe(customer?.userId), patience);
      },
    ],
  ];

  it.each(ways)('after %s', async (_, leaves) => {
    await start();
    await typesId();
    await leaves();
    await console.sees(/› Payout ID +c0633062-25d7-466e-872b-bbcb19a1c9a4[ │\n]+typing replaces/);
    console.type('pay-2');
    await console.sees(/› Payout ID +pay-2 /);
    expect(console.screen.text()).not.toMatch(/c9a4|typing replaces/);
  });

  it('an arrow keeps it, and the mark goes', async () => {
    await start();
    await typesId();
    console.press('esc', 'X', 'right', 'x');
    await console.sees(/› Payout ID +c0633062-25d7-466e-872b-bbcb19a1c9a4x/);
    expect(console.screen.text()).not.toContain('typing replaces');
  });

  it('but not after a look at the commands', async () => {
    await start();
    await typesId();
    console.press('ctrl-p');
    await console.sees('Commands');
    console.press('esc');
    await console.losesSight('Commands');
    console.press('x');
    await console.sees('1c9a4x');
  });

  it('in the filter of a list', async () => {
    await start();
    console.press('/');
    console.type('gbp');
    console.press('enter', '/');
    await console.sees('typing replaces the filter');
    console.type('usd');
    await console.sees(/^\/ usd /m);
    console.press('enter', '/', 'end');
    await console.losesSight('typing replaces the filter');
    console.type('x');
    await console.sees(/^\/ usdx /m);
  });

  it('in a form with a wrong field, which gets the cursor', async () => {
    await start();
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees(/Pays +\S/);
    console.type('1.000,50');
    console.press('tab', 'tab');
    console.press('tab', 'enter');
    await console.sees(/› Amount +1\.000,50 +typing replaces/);
    console.type('1000.50');
    await console.sees(/› Amount +1000\.50 /);
  });
});

it.each([
  ['after a quote', ['enter'], '1 GBP =', ['esc']],
  ['in the reopened form', [], undefined, ['esc', 'n']],
] as const)('typing in the form of a conversion replaces the amount %s', async (_, asks, quote, back) => {
  await start();
  await goes(console, 'convert');
  console.type('gbpusd1000');
  await console.sees(/› Amount +1000/);
  console.press(...asks);
  if (quote !== undefined) await console.sees(quote);
  for (const key of back) console.press(key);
  await console.sees(/› Amount +1000 +typing replaces/);
  console.type('500');
  await console.sees(/› Amount +500 /);
});

it('a reopened form mentions kept text only if something was typed', async () => {
  await start();
  const place = `new-payout/${payee(console)}`;
  await goes(console, place);
  console.press('tab', 'esc');
  await console.losesSight('Beneficiary ID');
  await goes(console, place);
  await console.sees(/› Amount/);
  expect(console.screen.text()).not.toContain('your text from');
  console.type('7');
  await console.sees(/› Amount +7/);
  console.press('esc');
  await console.losesSight('Beneficiary ID');
  await goes(console, place);
  await console.sees('your text from');
});

it('Purser checks a field when you leave it; Review marks and counts the invalid fields', async () => {
  await start();
  await goes(console, 'new-cardholder');
  await console.sees('Date of birth');
  console.press('tab', 'tab', 'tab');
  await console.sees(/› Date of birth/);
  console.type('1980-02-30');
  console.press('tab');
  await console.sees(/! Date of birth/);
  await console.sees('1 field to correct');
  console.press('up', 'ctrl-u');
  console.type('1980-02-28');
  console.press('tab');
  await console.losesSight('to correct');
  expect(console.screen.text()).not.toMatch(/! Date of birth/);
  console.press(...Array<string>(40).fill('enter'));
  await console.sees(/[2-9]\d* fields to correct/);
  await console.sees(/! /);
});
