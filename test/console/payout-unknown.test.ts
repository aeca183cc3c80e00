// Payouts with an UNKNOWN outcome, and possible duplicates: Purser sends a duplicate only after a warning.

import { describe, expect, it } from 'vitest';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { machine, requestId } from '../journal/parts.ts';
import { asProcess, intended } from './earlier-journals.ts';
import { effectsOf, fillsIn, goes, paysOut } from './paying.ts';
import { breaks, closes, confirm, dialogOf, endsIn, mends, newestRow, payee, writesOf } from './writing.ts';

let console: TestConsole;

const start = async (): Promise<void> => {
  console = await startOnAccounts({ rows: 40, cols: 120 });
};

describe('a payout whose answer was lost', () => {
  it('is listed as UNKNOWN with the next step after an answer of 500, and its form stays [E16a E16d]', async () => {
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
    // The payout's ID is unknown, so the cancellation asks for it.
    console.press('x');
    await console.sees('Cancels one pending payout');
    expect(writesOf(console)).toHaveLength(1);
  });

  /** Confirms a payout with a slow answer, and closes the dialog before the answer. Its form is then open. */
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

  it('clears its form when it is DONE, and the list opens', async () => {
    await leavesOnItsWay();
    await console.sees(/› .*DONE +−12\.50/);
    expect(currentView(console.state()).place).toBe('payouts');
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees(/Status +VERIFIED/);
    expect(console.screen.text()).not.toContain('Invoice 7');
  });

  it('keeps its form after DONE if the person typed something else in the form meanwhile', async () => {
    await leavesOnItsWay();
    console.press('shift-tab');
    console.type(' for the next one');
    await console.sees('for the next one');
    await console.sees(/New payout.*: DONE/);
    await console.sees('for the next one');
    expect(currentView(console.state()).place).toBe('new-payout');
  });

  it('has one effect even if the service would execute each repeat, because Purser repeats nothing [E18]', async () => {
    await start();
    // This simulator forgets every request ID.
    Object.assign(console.simulator.world.payouts, { made: () => undefined });
    await breaks(console, 'payout.create reset=after count=1');
    await fillsIn(console);
    await confirm(console, '12.50');
    await endsIn(console, 'UNKNOWN');
    await closes(console);
    console.press('esc');
    await console.sees(/› .*UNKNOWN +−12\.50/);
    // Reloading, other screens and refreshing send no write again.
    console.press('R', '2');
    await console.sees('accounts, all');
    console.press('5', 'r');
    await console.sees(/› .*UNKNOWN +−12\.50/);
    expect(writesOf(console)).toHaveLength(1);
    expect(effectsOf(console, 'payout.create')).toHaveLength(1);
  });
});

describe('a duplicate payout', () => {
  it('needs a second confirmation if the first payout is UNKNOWN, and has its own request ID [E21a–b]', async () => {
    await start();
    await breaks(console, 'payout.create reset=after count=1');
    await fillsIn(console);
    await confirm(console, '12.50');
    await endsIn(console, 'UNKNOWN');
    const first = dialogOf(console).requestId;
    await closes(console);
    // The form is still filled in, with the focus on its button.
    console.press('enter');
    await console.sees('[ Make payout');
    await confirm(console, '12.50');
    await console.sees('with the same content was already sent');
    await console.sees(first);
    expect(writesOf(console)).toHaveLength(1);
    await console.sees('[ Make payout again');
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    expect(dialogOf(console).requestId).not.toBe(first);
    expect(effectsOf(console, 'payout.create')).toHaveLength(2);
  });

  it('gets a warning at the top if an UNKNOWN payout differs only in its reference', async () => {
    await start();
    await breaks(console, 'payout.create reset=after count=1');
    await fillsIn(console);
    await confirm(console, '12.50');
    await endsIn(console, 'UNKNOWN');
    const first = dialogOf(console).requestId;
    await closes(console);
    console.press('shift-tab', 'shift-tab');
    console.type('Invoice 7 once more');
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

  it('gets a warning if its form was kept and a person resolved the first payout as DONE', async () => {
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
    await console.sees('resolved as done at');
    expect(dialogOf(console).warnings[0]).toContain("Don't pay twice");
  });

  it('gets a warning if another console sent a duplicate while this form was filled in', async () => {
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

  it('gets a warning with reference and request ID if the first payout was just DONE, and can be sent', async () => {
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

describe('a cancelled payout', () => {
  it('stays UNKNOWN if a second cancellation is REFUSED, and the screen explains both [B18d–e]', async () => {
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
    await console.sees('with the same content was already sent');
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

  it('gets a warning about an UNKNOWN cancellation even if that cancellation named the payout by its reference', async () => {
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
    await console.sees('is UNKNOWN and may');
  });

  it('is shown as SENT in another console, which sends no second cancellation [E9a–b]', async () => {
    await start();
    const payout = await paysOut(console);
    await breaks(console, 'payout.cancel hang count=1');
    console.press('x');
    await console.sees('[ Cancel payout');
    await confirm(console, payout.id.slice(-4));
    await console.sees('Waiting for the response');
    const second = await startConsole({
      rows: 40,
      cols: 120,
      at: console.simulator,
      journalFile: console.journalFile,
    });
    // Unresolved writes are also announced in the second console.
    await second.sees('1 write is unresolved');
    await goes(second, 'payouts');
    await second.sees(/› .*Cancel .*SENT/);
    second.press('j', 'x');
    await second.sees('[ Cancel payout');
    await confirm(second, payout.id.slice(-4));
    await second.sees('Not sent. “Cancel payout” with the same content is being sent already');
    expect(effectsOf(console, 'payout.cancel')).toEqual([]);
    expect(writesOf(console).filter(line => line.includes('cancelpayout'))).toHaveLength(1);
  });
});
