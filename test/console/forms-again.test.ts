// Reopening a form, and the errors of a long form.

import { expect, it } from 'vitest';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
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
  console.press('tab', 'tab');
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
  console.press('shift-tab');
  console.type('3');
  await console.sees(/› Payout ID +pay-22223 /);
  console.press('esc');
  await console.losesSight('Cancels one pending payout');
  console.press('X');
  await console.sees('your text from');
  console.press('right');
  console.type('4');
  await console.sees(/› Payout ID +pay-222234 /);
});

it('typing in the reopened form of a conversion replaces the amount', async () => {
  await start();
  await goes(console, 'convert');
  console.type('gbpusd1000');
  await console.sees(/› Amount +1000/);
  console.press('esc');
  await console.losesSight('1000');
  console.press('n');
  await console.sees(/› Amount +1000/);
  console.type('5');
  await console.sees(/› Amount +5 /);
  expect(console.screen.text()).not.toContain('1000');
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
