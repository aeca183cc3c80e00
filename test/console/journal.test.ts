// The journal on the screen: every write from this machine, checked against the service, resolved by a person, or sent again.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { machine, requestId, temporaryFile } from '../journal/parts.ts';
import { asProcess, intended } from './left.ts';
import { goes, paysInDoubt } from './paying.ts';
import {
  breaks,
  closes,
  confirm,
  endsIn,
  isArmed,
  isReady,
  mends,
  newestRow,
  payee,
  pays,
  writesOf,
} from './writing.ts';

let console: TestConsole;
let file: string;

beforeEach(() => {
  file = temporaryFile();
});
afterEach(async () => {
  expect(console.crashes).toEqual([]);
  await console.close();
});

const start = async (options: Parameters<typeof startConsole>[0] = {}): Promise<void> => {
  console = await startConsole({ journalFile: file, cols: 140, rows: 40, ...options });
  await console.sees('accounts, all');
};
/** Presses the button of what can be undone. */
async function confirmsPlain(): Promise<void> {
  await isReady(console);
  console.press('tab');
  await isArmed(console);
  console.press('enter');
}
const effects = () => console.simulator.world.ledger.effects;

describe('the list', () => {
  it('has the writes of all customers and profiles, what isn’t certain first', async () => {
    const host = machine();
    const living = host.processes();
    const gone = host.processes();
    await start({ processes: host.processes(), writtenByHand: true });
    const { simulator } = console;
    asProcess(file, living, journal => {
      journal.prepare(intended(simulator, 1));
      journal.sent(requestId(1));
    });
    asProcess(file, gone, journal => {
      for (const number of [2, 3]) {
        journal.prepare(intended(simulator, number, { profile: number === 2 ? 'night shift' : 'test' }));
        journal.sent(requestId(number));
      }
      journal.settle(requestId(3), 'DONE', { status: 200, text: '{"id":"p-3"}' });
      journal.prepare(intended(simulator, 4, { customer: { userId: 'acct_other' }, what: [] }));
      journal.settle(requestId(4), 'NOT SENT');
    });
    host.end(gone);
    console.press('0', 'r');
    await console.sees('4 writes');
    await console.sees(/SENT elsewhere .*\n.* UNKNOWN .*\n.* NOT SENT .*\n.* DONE /);
    await console.sees('night shift');
    await console.sees('acct_other');
    console.type('/');
    console.type('night');
    await console.sees('1 of 4 loaded match');
    console.press('enter', ']');
    await console.sees('SENT → UNKNOWN');
  });

  it('is filtered by state, operation, customer and time under f, and the breadcrumb says that it is the journal', async () => {
    await start({ cols: 180 });
    const { simulator } = console;
    asProcess(file, machine().processes(), journal => {
      for (const number of [1, 2, 3]) journal.prepare(intended(simulator, number));
      journal.settle(requestId(2), 'NOT SENT');
      journal.prepare(intended(simulator, 4, { customer: { userId: 'acct_other' }, what: [] }));
      journal.settle(requestId(4), 'NOT SENT');
    });
    console.press('0', 'r');
    await console.sees('4 writes');
    console.press('f');
    await console.sees('Filter the journal');
    console.type('not sent');
    console.press('tab', 'tab');
    console.type('other');
    console.press('tab');
    console.type('last week');
    console.press('tab', 'tab', 'enter');
    await console.sees('No such day. Type 2026-11-20');
    console.press('ctrl-u');
    console.type('8h');
    console.press('tab', 'tab', 'enter');
    await console.sees('1 write');
    await console.sees('[the journal: state=NOT SENT customer=other since=8h]');
    expect(console.screen.text()).toContain('acct_other');
    console.press('f', 'ctrl-u');
    await console.sees('Filter the journal');
    console.type('refused');
    console.press('tab', 'tab', 'tab', 'tab', 'tab', 'enter');
    await console.sees('No match in the journal');
    console.press('esc');
    await console.sees('4 writes');
  });

  it('has the newest, and G brings older ones', async () => {
    await start();
    const { simulator } = console;
    asProcess(file, machine().processes(), journal => {
      for (let number = 1; number <= 510; number++) {
        journal.prepare(intended(simulator, number));
        journal.settle(requestId(number), 'NOT SENT');
      }
    });
    console.press('0', 'r');
    await console.sees('the newest 500');
    console.press('G');
    await console.sees('510 writes');
  });

  it('shows what was confirmed, the exact body, and each answer', async () => {
    await start();
    await pays(console);
    await endsIn(console, 'DONE');
    console.press('enter', '0');
    await console.sees(/› .*DONE/);
    await console.sees(/Amount +12\.50 GBP/);
    await console.sees('"amount":12.50,"currency":"GBP"');
    console.press(']');
    await console.sees('SENT → DONE');
    await console.sees('systemReferenceNumber');
  });
});

describe('the check against the service', () => {
  it('shows the candidate of a payout that was carried out, and a person resolves it [E16]', async () => {
    await start();
    const id = await paysInDoubt(console, 'status=500 executed');
    expect(effects()).toHaveLength(1);
    console.press('enter');
    await console.sees('Confirmed');
    await console.sees('Candidate 1 of 1');
    await console.sees(/Amount +−12\.50 GBP/);
    await console.sees('no proof');
    expect((await newestRow(console)).state).toBe('UNKNOWN');
    console.press('v');
    await console.sees('Nothing is sent');
    console.press('right', 'tab');
    console.type('history entries');
    console.press('tab', 'tab', 'tab', 'enter');
    await console.sees('RESOLVED is final');
    await console.sees(/Evidence +history entries/);
    await console.sees(/Confirmed by +sam/);
    console.press('enter');
    await console.sees('[ Review ]');
    console.press('enter');
    await console.sees('[ Record verdict ]');
    console.press('tab', 'enter');
    await console.sees('RESOLVED: done');
    await console.losesSight('UNRESOLVED');
    const row = await newestRow(console);
    expect(row).toMatchObject({ state: 'RESOLVED', intent: { requestId: id } });
    expect(row.transitions.at(-1)?.resolution).toEqual({
      by: 'sam',
      verdict: 'DONE',
      evidence: 'history entries',
      note: '',
    });
    expect(effects()).toHaveLength(1);
    expect(writesOf(console)).toHaveLength(1);
  });

  it('says what was changed again from here since, reads again then, and how old what it shows is', async () => {
    await start();
    await breaks(console, 'card.update status=500 executed count=1');
    console.press('3');
    await console.sees('45 cards, all');
    console.press('z');
    await confirmsPlain();
    await endsIn(console, 'UNKNOWN');
    await closes(console);
    console.press('0', 'enter');
    await console.sees(/The card now \(\d+ s ago\)/);
    await console.sees(/Status now +INACTIVE/);
    console.press('esc', '3');
    await console.sees('45 cards, all');
    console.press('v');
    await console.sees(/“Freeze card …\d{4}” of this card, sent at/);
    await confirmsPlain();
    await endsIn(console, 'DONE');
    await closes(console);
    console.press('0', 'enter');
    await console.sees(/Changed again from here at .*DONE: “Activate card\s+…\d{4}”/);
    await console.sees(/Status now +ACTIVE/);
  });

  it('of two equal payouts says which candidate the other one explains [E16]', async () => {
    await start({ cols: 140, rows: 60 });
    await paysInDoubt(console, 'status=500 executed');
    // The form stays filled in; only the reference is made another one.
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees('available');
    console.press('tab', 'tab');
    console.type(' again');
    console.press('tab', 'tab', 'enter');
    await console.sees("Don't pay twice");
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    await closes(console);
    console.press('0', 'enter');
    await console.sees('Candidate 2 of 2');
    await console.sees(/[Ee]xplained/);
    expect(console.screen.text().match(/explained/gi)).toHaveLength(1);
  });

  it('is below each other in a narrow terminal, and j goes on to the end', async () => {
    await start({ cols: 80, rows: 24 });
    await paysInDoubt(console, 'reset=after');
    console.press('enter');
    await console.sees(/^New payout +12\.50 GBP/m);
    await console.sees('Candidate 1 of 1');
    expect(console.screen.text()).not.toContain('Confirmed');
    console.press('G');
    await console.sees('Confirmed');
    console.press('g', 'j');
    await console.sees('Service now');
  });

  it('finds none where nothing was done, and claims nothing from it [B7]', async () => {
    await start();
    await paysInDoubt(console, 'status=409');
    console.press('enter');
    await console.sees('No match among');
    await console.sees('The request may still have worked');
    expect((await newestRow(console)).state).toBe('UNKNOWN');
  });

  it('a reading that fails leaves it UNKNOWN, counted, first at the next start, and r reads again [E20]', async () => {
    await start();
    await paysInDoubt(console, 'reset=after');
    await breaks(console, 'account.balanceHistory status=403');
    console.press('enter');
    await console.sees('The outcome stays UNKNOWN');
    await console.sees('1 UNRESOLVED');
    const next = await startConsole({ at: console.simulator, journalFile: file, nth: 1 });
    await next.sees('1 write is unresolved');
    await next.sees('1 UNRESOLVED');
    await next.close();
    await mends(console);
    console.press('r');
    await console.sees('Candidate 1 of 1');
    await console.losesSight('The outcome stays UNKNOWN');
    expect((await newestRow(console)).state).toBe('UNKNOWN');
  });

  it('asks for the customer of the write, whichever customer is selected, and only once the selection rests', async () => {
    await start();
    await paysInDoubt(console, 'reset=after');
    const before = console.exchanges().length;
    console.press('u');
    await console.sees('Großhandel');
    console.type('acct_somebody_else');
    console.press('enter', 'enter', 'enter');
    await console.sees(/DEMO +acct_somebody_else/);
    console.press('0');
    await console.sees(/› .*UNKNOWN/);
    console.press(']', ']');
    await console.sees('Candidate 1 of 1');
    const reads = console.simulator.wire
      .slice(before)
      .filter(({ operation }) => operation === 'account.balanceHistory');
    expect(new Set(reads.map(({ headers }) => headers['x-user-id']?.[0]))).toEqual(
      new Set([console.simulator.customers[0]?.userId]),
    );
  });
});

describe('resolving', () => {
  it('needs a verdict, evidence and a name; what was typed is kept on the way out and back', async () => {
    await start();
    await paysInDoubt(console, 'reset=before');
    console.press('v');
    await console.sees('[ Review ]');
    console.press('tab');
    console.type('support says no');
    console.press('shift-tab', 'shift-tab', 'enter');
    await console.sees('Choose the verdict.');
    console.press('esc');
    await console.sees(/› .*UNKNOWN/);
    console.press('v');
    await console.sees('support says no');
    console.press('left', 'shift-tab', 'enter');
    await console.sees('RESOLVED is final');
    await console.sees(/Verdict +not done/);
    expect(currentView(console.state()).place).toBe('resolve');
    console.press('left', 'enter');
    await console.sees('RESOLVED: not done');
    await console.sees('RESOLVED: NOT DONE');
    console.press('v');
    await console.sees('Only an UNKNOWN request has to be resolved');
  });
});
