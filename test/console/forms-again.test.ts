// A form that is opened again, and what is wrong in a long one.

import { afterEach, expect, it } from 'vitest';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { goes } from './paying.ts';
import { payee } from './writing.ts';

let console: TestConsole;
afterEach(async () => {
  expect(console.crashes).toEqual([]);
  await console.close();
});

const start = async (): Promise<void> => {
  console = await startConsole({ cols: 80, rows: 24 });
  await console.sees('accounts, all');
};

it('a form starts at its first field, says that it kept earlier typing, and Ctrl+K empties it', async () => {
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
  await console.sees(/This form has your text from \d\d:\d\d\. Ctrl\+K clears it/);
  await console.sees(/› Amount +12\.50/);
  console.press('ctrl-k');
  await console.losesSight('your text from');
  expect(console.screen.text()).not.toContain('Invoice 7');
  await console.sees(/› Amount/);
  console.press('ctrl-k');
  await console.sees('This form is empty');
});

it('a form says nothing about kept typing if nothing was typed', async () => {
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

it('Purser checks a field when you leave it; Review marks each wrong field and counts them', async () => {
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
