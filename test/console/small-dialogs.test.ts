// Dialogs that do not fit a small terminal: read to their end with PgDn, and then confirmed.

import { expect, it } from 'vitest';
import { startOnAccounts, type TestConsole } from '../harness/console.ts';
import { effectsOf, goes } from './paying.ts';
import {
  breaks,
  confirm,
  confirms,
  endsIn,
  isOver,
  isReady,
  payee,
  pays,
  readsOn,
  writesOf,
} from './writing.ts';

let console: TestConsole;

const start = async (): Promise<void> => {
  console = await startOnAccounts({ cols: 60, rows: 15 });
};

it("a payout's dialog at 60×15 and at 40×10 is read to its end and then confirmed [F18c]", async () => {
  await start();
  await goes(console, `new-payout/${payee(console)}`);
  await console.sees('Thameside Clearing Bank');
  console.type('12.50');
  await console.sees(/available [\d,.]+ → −?[\d,.]+ GBP/);
  console.press('tab');
  console.type('Invoice 7');
  console.press('tab', 'tab', 'enter');
  await console.sees(/Lines 1–\d+ of \d+: PgDn reads on. You can't confirm yet/);
  console.press('enter', 'tab', 'enter');
  await console.sees('read to the end first');
  expect(writesOf(console)).toEqual([]);
  // At 40×10 the text takes the rows of the tabs, of the blank lines and of the question for the token.
  console.screen.resize(40, 10);
  await console.sees(/Lines 1–4 of \d+ · PgDn ─/);
  await console.sees('12.50 GBP to');
  await readsOn(console);
  await console.sees('Type the amount');
  await confirm(console, '12.50');
  await endsIn(console, 'DONE');
  expect(effectsOf(console, 'payout.create')).toHaveLength(1);
});

it('a cancellation at 60×15 uses every row for its text before the end is read', async () => {
  await start();
  await goes(console, 'cancel-payout/PAY000000000001');
  await console.sees('not in the loaded history');
  console.press('enter');
  await console.sees(
    /^Lines 1–7 of 1\d: PgDn reads on\. You can't confirm yet\.\n(Read to the end first\.)\n +\[ Go back \]/m,
  );
  await console.sees('▲ Payout not recognised');
  await readsOn(console);
  await console.sees('Type the last four of the system reference, 0001');
  await isReady(console);
});

it('an outcome with a long reason first says what it means for the money, and what to do', async () => {
  await start();
  await breaks(console, `payout.create status=400 message='${'The bank does not pay. '.repeat(40)}'`);
  await pays(console);
  await isOver(console, 'REFUSED');
  await console.sees(/^REFUSED\n.*no money moved(.|\n)*Check your input(.|\n)*The bank does not pay/m);
  await console.sees(/Lines 1–\d+ of \d+: PgDn reads on\./);
  console.screen.resize(40, 10);
  await console.sees(/^REFUSED\n.*service refused the request, so/m);
  await console.sees(/Lines 1–\d+ of \d+ · PgDn/);
});

it("a new beneficiary's dialog at 60×15 is read to its end and then confirmed [F18c]", async () => {
  await start();
  await goes(console, 'create-beneficiary');
  await console.sees('fields 1 to 7 of 10');
  for (const value of ['usd', '123456789', 'Jo Bloggs', '021000021', '', 'us', '', '', '', '']) {
    if (value !== '') console.type(value);
    console.press('tab');
  }
  console.press('enter');
  await console.sees(/PgDn reads on. You can't confirm yet/);
  await readsOn(console);
  await isReady(console);
  // Nothing is below the end, so the footer no longer offers PgDn, and PgDn says why.
  await console.losesSight('PgDn read on');
  console.press('pgdn');
  await console.sees('You have reached the end. Press Tab to go on.');
  await confirms(console);
  await endsIn(console, 'DONE');
  expect(effectsOf(console, 'beneficiary.create')).toHaveLength(1);
});

const SIZES = [
  [40, 10],
  [60, 12],
  [80, 14],
] as const;

it.each(SIZES)('a form at %i×%i shows its field, its button and its keys', async (cols, rows) => {
  console = await startOnAccounts({ environment: 'production', cols, rows });
  console.press('w');
  await console.sees(/^› Reason(.|\n)*^\[ Get write access \](.|\n)*^Enter (.*)Esc stay read-only *$/m);
  await console.sees('PRODUCTION: writes here move real');
});

it('a dialog at 40×10, 60×12 and 80×14 shows its buttons and its keys during and after sending', async () => {
  await start();
  const atEachSize = async (sight: RegExp): Promise<void> => {
    for (const [cols, rows] of SIZES) {
      console.screen.resize(cols, rows);
      await console.drawn();
      await console.sees(sight);
    }
  };
  await breaks(console, 'payout.create hang');
  await pays(console);
  await atEachSize(/\[ Hide \](.|\n)*^Enter select .*Esc go back *$/m);
  console.passes(30_000);
  await endsIn(console, 'UNKNOWN');
  await atEachSize(/^UNKNOWN(.|\n)*\[ Close \] (.|\n)*Enter select .*Esc go back *$/m);
});
