// Dialogs that don't fit: read to their end with PgDn in a small terminal, and confirmed all the same.

import { afterEach, expect, it, vi } from 'vitest';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { effectsOf, goes } from './paying.ts';
import { confirm, dialogOf, endsIn, isReady, payee, readsOn, writesOf } from './writing.ts';

let console: TestConsole;
afterEach(async () => {
  expect(console.crashes).toEqual([]);
  await console.close();
});

const start = async (): Promise<void> => {
  console = await startConsole({ cols: 60, rows: 15 });
  await console.sees('accounts, all');
};

it("a payout's dialog at 60×15 is read to its end and then confirmed [F18]", async () => {
  await start();
  await goes(console, `new-payout/${payee(console)}`);
  await console.sees('Thameside Clearing Bank');
  console.type('12.50');
  await console.sees(/available [\d,.]+ → −?[\d,.]+ GBP/);
  console.press('tab', 'tab');
  console.type('Invoice 7');
  console.press('tab', 'tab', 'enter');
  await console.sees(/Lines 1–\d+ of \d+: PgDn reads on. You can't confirm yet/);
  console.press('enter', 'tab', 'enter');
  await console.sees('read to the end first');
  expect(writesOf(console)).toEqual([]);
  await readsOn(console);
  await confirm(console, '12.50');
  await endsIn(console, 'DONE');
  expect(effectsOf(console, 'payout.create')).toHaveLength(1);
});

it("a new beneficiary's dialog at 60×15 is read to its end and then confirmed [F18]", async () => {
  await start();
  await goes(console, 'create-beneficiary');
  await console.sees('fields 1 to 8 of 10');
  for (const value of ['usd', '123456789', 'Jo Bloggs', '021000021', '', 'us', '', '', '', '']) {
    if (value !== '') console.type(value);
    console.press('tab');
  }
  console.press('enter');
  await console.sees(/PgDn reads on. You can't confirm yet/);
  await readsOn(console);
  await isReady(console);
  console.press('tab');
  await vi.waitFor(() => expect(dialogOf(console).focus).toBe('go'), patience);
  console.press('enter');
  await endsIn(console, 'DONE');
  expect(effectsOf(console, 'beneficiary.create')).toHaveLength(1);
});
