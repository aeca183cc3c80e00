// Payouts whose outcome isn't certain, and payouts that look like one made before: nothing is done twice unless it is meant.

import { afterEach, describe, expect, it } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { machine, requestId } from '../journal/parts.ts';
import { asProcess, intended } from './left.ts';
import { effectsOf, fillsIn, goes, paysOut } from './paying.ts';
import { breaks, closes, confirm, dialogOf, endsIn, mends, newestRow, payee, writesOf } from './writing.ts';

let console: TestConsole;
let second: TestConsole | undefined;
afterEach(async () => {
  expect(console.crashes).toEqual([]);
  await second?.close();
  second = undefined;
  await console.close();
});

const start = async (): Promise<void> => {
  console = await startConsole({ rows: 40, cols: 120 });
  await console.sees('accounts, all');
};

describe('a payout whose answer is lost', () => {
  it('carried out, then 500: is UNKNOWN in the list, with what to do, and its form stays [E16]', async () => {
    await start();
    await breaks(console, 'payout.create status=500 executed count=1');
    await fillsIn(console);
    await confirm(console, '12.50');
    await endsIn(console, 'UNKNOWN');
    await closes(console);
    expect(currentView(console.state()).place).toBe('new-payout');
    await console.sees('Invoice 7');
    await console.sees('1 UNRESOLVED');
    console.press('esc');
    await console.sees(/› .*UNKNOWN +−12\.50/);
    await console.sees('Unknown: the payout may have been');
    expect(effectsOf(console, 'payout.create')).toHaveLength(1);
    // What it is called isn't known, so cancelling asks.
    console.press('x');
    await console.sees('Cancels one pending payout');
    expect(writesOf(console)).toHaveLength(1);
  });

  /** Confirms a payout whose answer takes its time, and leaves the dialog meanwhile: its form is in front. */
  async function leavesOnItsWay(): Promise<void> {
    await start();
    await breaks(console, 'payout.create delay=1500');
    await fillsIn(console);
    await confirm(console, '12.50');
    await console.sees('Waiting for the response');
    await closes(console);
    expect(currentView(console.state()).place).toBe('new-payout');
    await console.sees('Invoice 7');
  }

  it('clears the form when it is DONE at last, and the list takes its place', async () => {
    await leavesOnItsWay();
    await console.sees(/› .*DONE +−12\.50/);
    expect(currentView(console.state()).place).toBe('payouts');
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees(/Status +VERIFIED/);
    expect(console.screen.text()).not.toContain('Invoice 7');
  });

  it('keeps the form when something else was typed in it before it was DONE', async () => {
    await leavesOnItsWay();
    console.press('shift-tab');
    console.type(' for the next one');
    await console.sees('for the next one');
    await console.sees(/New payout.*: DONE/);
    await console.sees('for the next one');
    expect(currentView(console.state()).place).toBe('new-payout');
  });

  it('a service that would carry out each repeat carries out one: nothing here repeats it [E18]', async () => {
    await start();
    // It forgets every request ID.
    Object.assign(console.simulator.world.payouts, { made: () => undefined });
    await breaks(console, 'payout.create reset=after count=1');
    await fillsIn(console);
    await confirm(console, '12.50');
    await endsIn(console, 'UNKNOWN');
    await closes(console);
    console.press('esc');
    await console.sees(/› .*UNKNOWN +−12\.50/);
    // Reading anew, looking elsewhere and signing in again send nothing that was sent.
    console.press('R', '2');
    await console.sees('accounts, all');
    console.press('5', 'r');
    await console.sees(/› .*UNKNOWN +−12\.50/);
    expect(writesOf(console)).toHaveLength(1);
    expect(effectsOf(console, 'payout.create')).toHaveLength(1);
  });
});

describe('an equal payout', () => {
  it('with an UNKNOWN one before it needs a deliberate confirmation, and has its own ID [E21]', async () => {
    await start();
    await breaks(console, 'payout.create reset=after count=1');
    await fillsIn(console);
    await confirm(console, '12.50');
    await endsIn(console, 'UNKNOWN');
    const first = dialogOf(console).requestId;
    await closes(console);
    // The form is still there as it was: on its button.
    console.press('enter');
    await console.sees('[ Make payout');
    await confirm(console, '12.50');
    await console.sees('a duplicate was sent');
    await console.sees(first);
    expect(writesOf(console)).toHaveLength(1);
    await console.sees('[ Make payout again');
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    expect(dialogOf(console).requestId).not.toBe(first);
    expect(effectsOf(console, 'payout.create')).toHaveLength(2);
  });

  it('is warned of first where one of another reference is UNKNOWN', async () => {
    await start();
    await breaks(console, 'payout.create reset=after count=1');
    await fillsIn(console);
    await confirm(console, '12.50');
    await endsIn(console, 'UNKNOWN');
    const first = dialogOf(console).requestId;
    await closes(console);
    console.press('shift-tab', 'shift-tab');
    console.type(' once more');
    await console.sees('Invoice 7 once more');
    console.press('tab', 'tab', 'enter');
    await console.sees('[ Make payout');
    const [warning] = dialogOf(console).warnings;
    expect(warning).toContain("Don't pay twice");
    expect(warning).toContain(first);
    expect(warning).toContain('is UNKNOWN and may have been paid');
    await console.sees("Don't pay twice");
    expect(writesOf(console)).toHaveLength(1);
  });

  it('to one that a person found DONE is warned of: the form stayed as it was', async () => {
    await start();
    await breaks(console, 'payout.create reset=after count=1');
    await fillsIn(console);
    await confirm(console, '12.50');
    await endsIn(console, 'UNKNOWN');
    const { requestId: id } = dialogOf(console);
    await closes(console);
    await console.app.journal.resolve(id, { by: 'sam', verdict: 'DONE', evidence: 'statement', note: '' });
    await console.losesSight('UNRESOLVED');
    console.press('enter');
    await console.sees('[ Make payout');
    await console.sees('as resolved by a person at');
    expect(dialogOf(console).warnings[0]).toContain("Don't pay twice");
  });

  it('that another console began while this form was filled in is warned of', async () => {
    await start();
    await fillsIn(console);
    await closes(console);
    const host = machine();
    asProcess(console.journalFile, host.processes(), journal =>
      journal.prepare(intended(console.simulator, 77)),
    );
    console.press('enter');
    await console.sees('[ Make payout');
    await console.sees("Don't pay twice");
    await console.sees(requestId(77));
  });

  it('to one that was DONE just now is warned of, with its reference and request ID, and then done', async () => {
    await start();
    await paysOut(console);
    const { intent } = await newestRow(console);
    await fillsIn(console, { reference: 'Invoice 8' });
    await console.sees('The same amount was paid to this beneficiary at');
    await console.sees('reference Invoice 7');
    await console.sees(intent.requestId);
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    expect(effectsOf(console, 'payout.create')).toHaveLength(2);
    await closes(console);
    await fillsIn(console, { amount: '12.51' });
    expect(console.screen.text()).not.toContain('The same amount was paid');
  });
});

describe('a cancellation', () => {
  it('refused after an UNKNOWN one of the same payout, it proves nothing: both are said, the first stays UNKNOWN [B18]', async () => {
    await start();
    const payout = await paysOut(console);
    await breaks(console, 'payout.cancel reset=after count=1');
    console.press('x');
    await console.sees('[ Cancel payout');
    await confirm(console, payout.id.slice(-4));
    await endsIn(console, 'UNKNOWN');
    const first = dialogOf(console).requestId;
    await mends(console);
    await closes(console);
    await console.sees('2 made in Purser');
    console.press('g', 'j', 'x');
    await console.sees('[ Cancel payout');
    await confirm(console, payout.id.slice(-4));
    await console.sees('a duplicate was sent');
    await confirm(console, payout.id.slice(-4));
    await endsIn(console, 'REFUSED');
    await console.sees("Payout cannot be cancelled as it's already processed");
    await console.sees('This refusal does not prove');
    await console.sees(first);
    await closes(console);
    await console.sees(/Cancel .*REFUSED/);
    await console.sees(/Cancel .*UNKNOWN/);
    expect(effectsOf(console, 'payout.cancel')).toHaveLength(1);
  });

  it('by another name of the same payout is warned of the one that is UNKNOWN', async () => {
    await start();
    const payout = await paysOut(console);
    await breaks(console, 'payout.cancel reset=after count=1');
    console.press('x');
    await console.sees('[ Cancel payout');
    await confirm(console, payout.id.slice(-4));
    await endsIn(console, 'UNKNOWN');
    const first = dialogOf(console).requestId;
    await closes(console);
    console.press('X');
    await console.sees('Cancels one pending payout');
    console.press('tab');
    console.type(payout.systemReference);
    console.press('tab', 'enter');
    await console.sees(/Reference +Invoice 7/);
    await console.sees(`request ID ${first}`);
    await console.sees('The earlier cancellation may have worked');
  });

  it('under way in another console, it is seen there in the list, and not sent a second time [E9]', async () => {
    await start();
    const payout = await paysOut(console);
    await breaks(console, 'payout.cancel hang count=1');
    console.press('x');
    await console.sees('[ Cancel payout');
    await confirm(console, payout.id.slice(-4));
    await console.sees('Waiting for the response');
    second = await startConsole({
      rows: 40,
      cols: 120,
      at: console.simulator,
      journalFile: console.journalFile,
      nth: 1,
    });
    // What isn't certain comes first there too.
    await second.sees('1 write is unresolved');
    await goes(second, 'payouts');
    await second.sees(/› .*Cancel .*SENT/);
    second.press('j', 'x');
    await second.sees('[ Cancel payout');
    await confirm(second, payout.id.slice(-4));
    await second.sees('NOT SENT: a duplicate was sent');
    expect(effectsOf(console, 'payout.cancel')).toEqual([]);
    expect(writesOf(console).filter(line => line.includes('cancelpayout'))).toHaveLength(1);
  });
});
