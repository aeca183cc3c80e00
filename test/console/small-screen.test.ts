// A small terminal: messages and details can be read completely, and all commands can be reached.

import { expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { warning } from '../../src/store/notices.ts';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { goes } from './paying.ts';
import { pay, payee } from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ cols: 60, rows: 15, ...options });
};

const LONG = t`This is a sentence whose second half says what to do about it, and that half must be there too: press r.`;

it('a notice longer than a line takes two or three lines, and the key hints stay', async () => {
  await start();
  console.quietly({ notice: warning(LONG) });
  await console.sees(/must be there\s+too: press r\./);
  await console.sees(/Enter open/);
  console.press('j');
  await console.losesSight('press r');
  await console.sees('accounts, all');
});

it('a notice during a dialog covers the footer, and no part of the dialog', async () => {
  await start({ cols: 80, rows: 24 });
  void console.app.dialog.ask(pay(payee(console), '12.50', 'GBP'));
  await console.sees('Send the payout');
  console.quietly({ notice: warning(LONG) });
  await console.sees('press r.');
  await console.sees('[ Send the payout ]');
});

it('Enter on a record with nothing to open shows its details in full; Esc goes back', async () => {
  await start({ cols: 80, rows: 24 });
  console.press('7');
  await console.sees(/Enter details in full/);
  await console.sees('O’Connor');
  const height = () => console.screen.lines().findIndex(line => /Beneficiary .*Raw/.test(line));
  const before = height();
  expect(before).toBeGreaterThan(5);
  console.press('enter');
  await console.screen.until(() => height() === 2);
  await console.losesSight('beneficiaries loaded');
  // While the record is being read, Esc stops the read and does not go back.
  await console.sees('Same as in the list.');
  console.press('esc');
  await console.screen.until(() => height() === before);
  console.press('1', '2');
  await console.sees(/Enter open/);
});

it('/ in details in full shows the list and takes the letters after it; Esc goes back to the details', async () => {
  await start({ cols: 80, rows: 24 });
  console.press('7');
  await console.sees(/Enter details in full/);
  console.press('enter');
  await console.losesSight('beneficiaries loaded');
  await console.sees('Same as in the list.');
  const asked = console.simulator.wire.length;
  console.press('/');
  console.type('refu');
  await console.sees(/\/ refu/);
  expect(console.state()).toMatchObject({ overlay: undefined, prompt: { kind: 'filter' } });
  await console.sees('loaded match');
  console.press('esc');
  await console.losesSight('loaded match');
  expect(currentView(console.state())).toMatchObject({ panel: 'details', whole: true, filter: '' });
  expect(console.simulator.wire.length).toBe(asked);
});

it('Ctrl+P opens the commands while you type; a command that leaves the form keeps its text', async () => {
  await start({ cols: 80, rows: 24 });
  await goes(console, `new-payout/${payee(console)}`);
  console.type('12.50');
  await console.sees(/› Amount +12\.50/);
  console.press('ctrl-p');
  await console.sees('Commands');
  console.type('beneficiaries');
  await console.sees(/› Beneficiaries +tabs +7/);
  console.press('enter');
  await console.sees('O’Connor');
  console.press('5', '5');
  await console.sees(/› Amount +12\.50/);
});

it('the text about write access can be read in full at 60×15', async () => {
  await start({ environment: 'production' });
  console.press('w');
  await console.sees(/after the last write\.\s+Press\s+w\s+to\s+end\s+write\s+access\s+earlier\./);
  await console.sees('[ Get write access ]');
});

it('a sentence above a form is shown whole or not at all', async () => {
  await start();
  await goes(console, 'new-account');
  await console.sees(/Feature 1/);
  expect(console.screen.text()).not.toContain('Opens an account');
  console.screen.resize(80, 24);
  await console.sees(/Opens an account .*sends nothing before you review and confirm\./s);
});

it('all tabs of the details are named at 120 columns', async () => {
  await start({ cols: 120, rows: 36 });
  await goes(console, 'direct-debits');
  await console.sees('Read by its ID');
  await console.sees(/─ Direct debit ─ Global?.*… ─ Raw /);
});
