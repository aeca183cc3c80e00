// The journal screen: every write from this machine, checked against the service, resolved by a person, or sent again.

import { describe, expect, it } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { machine, requestId } from '../journal/parts.ts';
import { asProcess, intended } from './earlier-journals.ts';
import { goes, paysUnknown } from './paying.ts';
import {
  breaks,
  closes,
  confirm,
  confirms,
  endsIn,
  mends,
  newestRow,
  opensSomebodyElse,
  payee,
  pays,
  writesOf,
} from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ cols: 140, rows: 40, ...options });
};
const effects = () => console.simulator.world.ledger.effects;

describe('the list', () => {
  it('has the writes of all customers and profiles, unresolved writes first', async () => {
    const host = machine();
    const living = host.processes();
    const gone = host.processes();
    await start({ processes: host.processes(), writtenByHand: true });
    const { simulator } = console;
    asProcess(console.journalFile, living, journal => {
      journal.prepare(intended(simulator, 1));
      journal.sent(requestId(1));
    });
    asProcess(console.journalFile, gone, journal => {
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

  it('is filtered with f by state, operation, customer and time, and the breadcrumb shows the filter', async () => {
    await start({ cols: 180 });
    const { simulator } = console;
    asProcess(console.journalFile, machine().processes(), journal => {
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
    await console.sees('No such day. Type 20nov');
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

  it('has the newest entries first, and G loads older entries', async () => {
    await start();
    const { simulator } = console;
    asProcess(console.journalFile, machine().processes(), journal => {
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

  it.each([100, 120])('selects the newest write and shows its time at %i columns', async cols => {
    await start({ cols, rows: 36 });
    for (const amount of ['12.50', '13.00']) {
      // Two writes in the same minute would have their time in the frame.
      console.passes(60_000);
      await pays(console, amount);
      await endsIn(console, 'DONE');
      await closes(console);
      console.press('0');
      await console.sees(new RegExp(`›.*\\d\\d \\w{3} \\d\\d:\\d\\d .*Pay +${amount} GBP`));
      console.press('1');
      await console.sees('needs attention');
    }
  });

  it('shows the confirmed values, the exact body, and each answer', async () => {
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
  it('shows the candidate of an executed payout, and a person resolves it [E16a–d]', async () => {
    await start();
    const id = await paysUnknown(console, 'status=500 executed');
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

  it("shows Purser's own changes since the write, reads the record again, and shows the age of the data", async () => {
    await start();
    await breaks(console, 'card.update status=500 executed count=1');
    console.press('3');
    await console.sees('45 cards, all');
    console.press('z');
    await confirms(console);
    await endsIn(console, 'UNKNOWN');
    await closes(console);
    console.press('0', 'enter');
    await console.sees(/The card now \(\d+ s ago\)/);
    await console.sees(/Status now +INACTIVE/);
    console.press('esc', '3');
    await console.sees('45 cards, all');
    console.press('v');
    await console.sees(/“Freeze card …\d{4}” of this card, sent at/);
    await confirms(console);
    await endsIn(console, 'DONE');
    await closes(console);
    console.press('0', 'enter');
    await console.sees(/later write for the same record: “Activate card\s+…\d{4}”/);
    await console.sees(/, DONE \(request ID/);
    await console.sees(/Status now +ACTIVE/);
  });

  it('marks a candidate that belongs to a second, equal payout [E16b]', async () => {
    await start({ cols: 140, rows: 60 });
    await paysUnknown(console, 'status=500 executed');
    // The form stays filled in; the test changes only the reference.
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees('available');
    console.press('tab');
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

  it('shows its two parts one below the other on a narrow terminal, and G goes to the end', async () => {
    await start({ cols: 80, rows: 24 });
    await paysUnknown(console, 'reset=after');
    console.press('enter');
    await console.sees(/^New payout +12\.50 GBP/m);
    await console.sees('Candidate 1 of 1');
    expect(console.screen.text()).not.toContain('Confirmed');
    console.press('G');
    await console.sees('Confirmed');
    console.press('g', 'j');
    await console.sees('At the service now');
  });

  it('finds no candidate if nothing was executed, and says that the request may still have worked [B7]', async () => {
    await start();
    await paysUnknown(console, 'status=409 form=text');
    console.press('enter');
    await console.sees('No match among');
    await console.sees('The request may still have worked');
    expect((await newestRow(console)).state).toBe('UNKNOWN');
  });

  it('leaves the write UNKNOWN after a failed read; the next start announces the write, and r reads again [E20a–c]', async () => {
    await start();
    await paysUnknown(console, 'reset=after');
    await breaks(console, 'account.balanceHistory status=403');
    console.press('enter');
    await console.sees('The outcome stays UNKNOWN');
    await console.sees('1 UNRESOLVED');
    const next = await startConsole({ at: console.simulator, journalFile: console.journalFile });
    await next.sees('1 write is unresolved');
    await next.sees('1 UNRESOLVED');
    expect(currentView(next.state()).place).toBe('journal');
    await next.close();
    await mends(console);
    console.press('r');
    await console.sees('Candidate 1 of 1');
    await console.losesSight('The outcome stays UNKNOWN');
    expect((await newestRow(console)).state).toBe('UNKNOWN');
  });

  it("reads the data of the write's customer, whichever customer is open, and only for a row that stays selected", async () => {
    // On a larger screen the overview reads the balance history of its customer.
    await start({ rows: 36 });
    await paysUnknown(console, 'reset=after');
    const before = console.exchanges().length;
    await opensSomebodyElse(console);
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
  it("names the write's customer in the form and in the review, and says so if the header shows another", async () => {
    await start();
    await paysUnknown(console, 'reset=before');
    console.press('v');
    await console.sees(/Customer +Bramble & Finch Trading Ltd acct_\w+ *\n/);
    console.press('esc');
    await opensSomebodyElse(console);
    console.press('0');
    await console.sees(/› .*UNKNOWN/);
    console.press('v');
    const other = /Customer +Bramble & Finch Trading Ltd acct_\w+\. The header shows another customer\./;
    await console.sees('[ Review ]');
    await console.sees('The header shows another');
    console.press('right', 'tab');
    console.type('statement');
    console.press('tab', 'tab', 'tab', 'enter');
    await console.sees('RESOLVED is final');
    await console.sees(other);
  });

  it('needs a verdict, evidence and a name; Esc keeps the typed text', async () => {
    await start();
    await paysUnknown(console, 'reset=before');
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
    await console.sees('The request is RESOLVED: NOT DONE. Only an UNKNOWN request has to be resolved.');
  });

  it('a list of payouts in a small terminal shows the whole verdict next to the widest amounts', async () => {
    await start({ cols: 80, rows: 24 });
    await paysUnknown(console, 'reset=before');
    console.press('v');
    await console.sees('[ Review ]');
    console.press('right', 'right', 'tab');
    console.type('bank statement');
    console.press('tab', 'tab');
    console.type('Ana');
    console.press('enter', 'enter');
    await console.sees(/Verdict +not done/);
    console.press('right', 'enter');
    await console.sees('RESOLVED: not done');
    await goes(console, 'payouts');
    await console.sees(/ IDR *│/);
    await console.sees(/RESOLVED: NOT DONE +−12\.50/);
  });
});

it.each(['resolve', 'read-back'])('`:%s` without an ID says how to select a write', async place => {
  console = await startOnAccounts();
  await goes(console, place);
  await console.sees('No write is selected. Press 0');
  await goes(console, `${place}/00000000-0000-4000-8000-000000000000`);
  await console.sees('The journal has no entry with this request ID.');
});

it('the list of writes shows whole names with the end of the customer ID, and cuts no amount', async () => {
  console = await startOnAccounts({ cols: 200, rows: 50 });
  await paysUnknown(console, 'reset=before');
  await goes(console, 'journal');
  await console.sees(/12\.50 GBP to .* Bramble & Finch Trading Ltd …7afb10/);
});
