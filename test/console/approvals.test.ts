// Approvals from request to sending: one person asks, another person approves or declines, and only the asker sends.

import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { type Simulator, startSimulator } from '../../src/sim/simulator.ts';
import { noticeOf } from '../../src/store/notices.ts';
import { currentView } from '../../src/store/workspace.ts';
import { type ConsoleOptions, startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { fourEyes, type Team } from './four-eyes.ts';
import { askFor } from './fx.ts';
import { fillsIn, goes } from './paying.ts';
import {
  breaks,
  closes,
  confirm,
  confirms,
  dialogOf,
  endsIn,
  isReady,
  isWaiting,
  openCustomer,
  payee,
  writesOf,
} from './writing.ts';

const ASK = 'Ask for approval';
const header = (console: TestConsole): string => console.screen.text().split('\n')[0] ?? '';

let simulator: Simulator;
let team: Team;

beforeEach(async () => {
  simulator = await startSimulator({ seed: 1, clock: '2026-11-20T09:00:00Z' });
  onTestFinished(() => simulator.close());
  team = fourEyes();
});

async function desk(person: string, options: ConsoleOptions = {}): Promise<TestConsole> {
  const console = await startConsole({
    ...{ at: simulator, openJournal: team.desk(person), cols: 110, rows: 36 },
    ...options,
  });
  if (options.customer !== 'none') await console.sees('accounts, all');
  await vi.waitFor(() => expect(console.state().approvals).toBeDefined(), patience);
  return console;
}

/** Confirms a payout that needs approval. */
async function asks(console: TestConsole): Promise<void> {
  await fillsIn(console, { button: ASK });
  await confirm(console, '12.50');
  await console.sees('WAITING FOR APPROVAL');
}

/** Opens the only request with A and Enter. */
async function opens(console: TestConsole): Promise<void> {
  await console.sees('1 to approve');
  console.press('A');
  await console.sees(/› to approve/);
  console.press('enter');
  await console.sees('[ Decline ]');
}

/** Approves the only request. */
async function approves(console: TestConsole): Promise<void> {
  await opens(console);
  await confirm(console, '12.50');
  // Esc during the check of the record would give up the vote.
  await console.sees('APPROVED');
}

/** Returns to the approved write and sends it. */
async function sends(console: TestConsole): Promise<void> {
  await console.sees('Approval');
  await confirms(console);
}

/** Declines the only request that waits, with a note. */
async function declines(console: TestConsole): Promise<void> {
  await console.sees('1 to approve');
  console.press('A');
  await console.sees('1 request');
  console.press('x');
  await console.sees('One decline ends the request');
  console.type('wrong payee');
  await console.sees('wrong payee');
  console.press('enter', 'enter');
}

/** Withdraws the request in the open dialog. */
async function withdraws(console: TestConsole): Promise<void> {
  await vi.waitFor(() => expect(dialogOf(console).reading.drawn).toBeDefined(), patience);
  // The time for reading the dialog passes at once.
  console.passes(1000);
  console.press('tab');
  await vi.waitFor(() => expect(dialogOf(console).focus).toBe('go'), patience);
  console.press('enter');
}

describe('with approvals,', () => {
  it('a payout is sent only after Ana asks, Ben approves and Ana sends', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await fillsIn(ana, { button: ASK });
    await ana.sees(/Approval +needed from 1 other person within 30 minutes/);
    await ana.sees(/Rule +more than 10 GBP/);
    await ana.sees(/Online now +Ben/);
    await confirm(ana, '12.50');
    await ana.sees('WAITING FOR APPROVAL');
    await ana.sees('1 waiting');
    const digest = ana.state().approvals?.waiting[0]?.digest.slice(0, 8) ?? '-';
    await ana.sees(new RegExp(`Digest +${digest}`));
    await closes(ana);
    expect(writesOf(ana)).toEqual([]);
    await ben.sees('Ana asks for approval: New payout, 12.50 GBP. Press A.');
    ben.press('1');
    await ben.sees(/to approve +12\.50 GBP to/);
    await opens(ben);
    await ben.sees(/Asked by +Ana/);
    await ben.sees(new RegExp(`Digest +${digest}`));
    await confirm(ben, '12.50');
    await ben.sees('APPROVED');
    await closes(ben);
    expect(writesOf(ana)).toEqual([]);
    await ana.sees('Ben approved: New payout, 12.50 GBP. Press A to send it.');
    await ana.sees('1 approved');
    ana.press('A');
    await sends(ana);
    await endsIn(ana, 'DONE');
    expect(writesOf(ana)).toHaveLength(1);
    expect(simulator.world.ledger.effects).toHaveLength(1);
    await vi.waitFor(() => expect(ben.state().approvals?.waiting).toEqual([]), patience);
  });

  it('the message about a request disappears when the request is approved or sent', async () => {
    team.online = ['Ben', 'Cy'];
    const [ana, other] = [await desk('Ana'), await desk('Ana')];
    const [ben, cy] = [await desk('Ben'), await desk('Cy')];
    await asks(ana);
    await closes(ana);
    await cy.sees('Ana asks for approval');
    await approves(ben);
    await vi.waitFor(() => expect(cy.screen.text()).not.toContain('asks for approval'), patience);
    await other.sees('Ben approved: New payout, 12.50 GBP. Press A to send it.');
    await ana.sees('1 approved');
    ana.press('A');
    await sends(ana);
    await endsIn(ana, 'DONE');
    await vi.waitFor(() => expect(other.screen.text()).not.toContain('Press A to send it'), patience);
  });

  it('the message about a request does not come back from behind a brief message after the request was sent', async () => {
    team.online = ['Ben'];
    const [ana, other, ben] = [await desk('Ana'), await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await closes(ana);
    await approves(ben);
    await other.sees('Press A to send it.');
    other.press('2', '2');
    await other.sees('already open');
    expect(other.state().noticeBehind?.text).toContain('Press A to send it.');
    await ana.sees('1 approved');
    ana.press('A');
    await sends(ana);
    await endsIn(ana, 'DONE');
    await vi.waitFor(() => expect(other.state().noticeBehind).toBeUndefined(), patience);
    other.press('j');
    await other.losesSight('already open');
    expect(other.screen.text()).not.toContain('Press A to send it');
  });

  it('A removes the message about a request, and not the outcome of a write', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await ben.sees('Ana asks for approval');
    ben.press('A');
    await ben.losesSight('Ana asks for approval');
    const outcome = noticeOf(t`Create payout: UNKNOWN.`, 'warning', { stays: true });
    ben.app.store.setState({ notice: outcome });
    await ben.sees('Create payout: UNKNOWN.');
    for (const [key, place] of [
      ['1', 'overview'],
      ['A', 'approvals'],
    ] as const) {
      ben.press(key);
      await vi.waitFor(() => expect(currentView(ben.shown()).place).toBe(place), patience);
    }
    expect(ben.state().notice).toBe(outcome);
  });

  it('a request without an answer is not shown as refused, because the server may have recorded that request', async () => {
    team.losesAnswers = true;
    const ana = await desk('Ana');
    await fillsIn(ana, { button: ASK });
    await confirm(ana, '12.50');
    await endsIn(ana, 'NOT SENT');
    await ana.sees('Purser does not know whether the team journal has the request.');
    await ana.sees('Purser takes the request back when the team journal answers. Make a new request then.');
    expect(ana.screen.text()).not.toContain('was not recorded');
    expect(dialogOf(ana).phase).toMatchObject({ again: false });
  });

  it('a person who may not approve sees that another person has approved', async () => {
    const [ana, ben, cy] = [await desk('Ana'), await desk('Ben'), await desk('Cy')];
    await asks(ana);
    cy.press('A');
    await cy.sees(/waiting +New payout/);
    await approves(ben);
    await cy.sees(/Approved +New payout/);
  });

  it('the dialog says before asking that no approver is online', async () => {
    team.online = [];
    const ana = await desk('Ana');
    await fillsIn(ana, { button: ASK });
    await ana.sees('Nobody who may approve this write is online now. The write expires after 30 minutes.');
  });

  it('the waiting dialog shows the approval, and a key that is held down sends nothing', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await approves(ben);
    for (let n = 0; n < 20; n++) ana.press('enter');
    await ana.sees(/Approval +approved by Ben/);
    expect(writesOf(ana)).toEqual([]);
  });

  it('a decline needs a note, and ends the request as NOT SENT with that note', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await ben.sees('1 to approve');
    ben.press('A');
    await ben.sees('1 request');
    ben.press('x');
    await ben.sees('One decline ends the request');
    ben.press('tab', 'enter');
    await ben.sees('Required: say why');
    ben.type('wrong payee');
    ben.press('enter', 'enter');
    await ben.sees('you declined the request. Nothing was sent.');
    await endsIn(ana, 'NOT SENT');
    await ana.sees('Ben declined the request: wrong payee');
    expect(writesOf(ana)).toEqual([]);
    await closes(ana);
    ana.press('esc', '0');
    await ana.sees(/NOT SENT/);
    await ana.sees('Ben declined the request: wrong payee');
  });

  it('a request that expires is NOT SENT, and the asker gets a message', async () => {
    const ana = await desk('Ana');
    await asks(ana);
    await closes(ana);
    team.expire();
    await ana.sees('New payout, 12.50 GBP: NOT SENT. The request expired before it was approved and sent.');
  });

  it('the asker can withdraw the request', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await ben.sees('1 to approve');
    await isWaiting(ana);
    ana.press('tab');
    await vi.waitFor(() => expect(dialogOf(ana).focus).toBe('go'), patience);
    ana.press('enter');
    await endsIn(ana, 'NOT SENT');
    await ana.sees('You withdrew the request. Nothing was sent.');
    await ben.losesSight('1 to approve');
  });

  it('a record that changed after the approval voids that approval', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await closes(ana);
    await approves(ben);
    await ana.sees('1 approved');
    rename(ana, 'Somebody Else Ltd');
    ana.press('A');
    await sends(ana);
    await endsIn(ana, 'NOT SENT');
    await ana.sees('The approval is void');
    await ana.sees('Somebody Else Ltd');
    expect(writesOf(ana)).toEqual([]);
    expect(team.waiting.size).toBe(0);
  });

  it('an approval is not said to be void if the team journal could not record that', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await closes(ana);
    await approves(ben);
    await ana.sees('1 approved');
    rename(ana, 'Somebody Else Ltd');
    team.takesNoWithdrawal = true;
    ana.press('A');
    await sends(ana);
    await endsIn(ana, 'NOT SENT');
    await ana.sees('Something changed since the approval.');
    await ana.sees('The team journal is away.');
    expect(ana.screen.text()).not.toContain('void');
    expect(writesOf(ana)).toEqual([]);
    expect(team.waiting.size).toBe(1);
  });

  /** Ana's payout, approved by Ben. Nothing is sent when she presses Enter. */
  async function notSent(): Promise<{ readonly ana: TestConsole; readonly ben: TestConsole }> {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await closes(ana);
    await approves(ben);
    await closes(ben);
    await ana.sees('1 approved: send it');
    team.takesNoSent = true;
    ana.press('A');
    await sends(ana);
    await endsIn(ana, 'NOT SENT');
    team.takesNoSent = false;
    return { ana, ben };
  }
  async function sendsAgain(console: TestConsole): Promise<void> {
    console.press('tab', 'enter');
    await sends(console);
  }

  it('an approved write that was NOT SENT is sent again without another approval', async () => {
    const { ana, ben } = await notSent();
    await sendsAgain(ana);
    await endsIn(ana, 'DONE');
    expect(simulator.world.ledger.effects).toHaveLength(1);
    expect(header(ben)).not.toContain('to approve');
  });

  it('a record that changed before the write is sent again voids the approval', async () => {
    const { ana } = await notSent();
    rename(ana, 'Somebody Else Ltd');
    await sendsAgain(ana);
    await ana.sees('The approval is void');
    await ana.sees('Somebody Else Ltd');
    await closes(ana);
    ana.press('esc', '0');
    await ana.sees(/› .*NOT SENT/);
    await ana.sees('The approval is void, because something changed since the approval.');
    ana.press('p');
    await ana.sees('This request has no approval that still counts. Make a new request.');
    expect(writesOf(ana)).toEqual([]);
  });

  it.each(['the console that asked', 'another console of the same person'])(
    '%s sends an approved write again from the journal only if its record is unchanged',
    async which => {
      const { ana } = await notSent();
      await closes(ana);
      const console = which.startsWith('the') ? ana : await desk('Ana');
      rename(ana, 'Somebody Else Ltd');
      console.press('esc', '0');
      await console.sees(/› .*NOT SENT/);
      await console.sees('1 approved: send it');
      console.press('p');
      if (console === ana) await sends(ana);
      await console.sees('The approval is void');
      await console.sees('Somebody Else Ltd');
      expect(writesOf(console)).toEqual([]);
    },
  );

  it('an approved write that the service refused needs a new request', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await closes(ana);
    await approves(ben);
    await ana.sees('1 approved: send it');
    await breaks(ana, 'payout.create status=429 count=1');
    ana.press('A');
    await sends(ana);
    await endsIn(ana, 'REFUSED');
    expect(ana.screen.text()).not.toContain('Send again');
    await closes(ana);
    ana.press('esc', '0');
    await ana.sees(/› .*REFUSED/);
    ana.press('p');
    await ana.sees('This request has no approval that still counts. Make a new request.');
    expect(writesOf(ana)).toHaveLength(1);
  });

  it('a dialog says that the rules could not be read, and asks for approval as soon as they can be read', async () => {
    team.hidesRules = true;
    const ana = await desk('Ana');
    await fillsIn(ana);
    await ana.sees('Purser does not know whether this write needs approval. If it does, nothing is sent.');
    await confirm(ana, '12.50');
    await vi.waitFor(
      () => expect(dialogOf(ana).phase).toMatchObject({ trouble: 'Nothing was sent.' }),
      patience,
    );
    team.hidesRules = false;
    await confirm(ana, '12.50');
    await ana.sees('Nothing was sent: this write needs approval.');
    expect(writesOf(ana)).toEqual([]);
    await confirm(ana, '12.50');
    await ana.sees('WAITING FOR APPROVAL');
    await ana.sees('1 waiting');
  });

  it("the approver is shown the asker's value only if the value has changed since the request", async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    rename(ana, 'Somebody Else Ltd');
    await opens(ben);
    await ben.sees('Somebody Else Ltd');
    await ben.sees(/Ana saw a different Beneficiary: /);
  });

  it("an approval fails if the approver's screen shows other data", async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    team.lies = (person, row) =>
      person === 'Ben'
        ? { ...row, intent: { ...row.intent, body: row.intent.body?.replace('12.50', '12.51') ?? '' } }
        : row;
    await asks(ana);
    await opens(ben);
    await ben.sees('12.51 GBP');
    await confirm(ben, '12.51');
    await ben.sees('NOT APPROVED');
    await ben.sees('Your screen shows other data');
    expect(ana.state().approvals?.waiting[0]?.part).toBe('wait');
  });

  it('a conversion can be approved until its quote expires, and its approval request does not count as a duplicate', async () => {
    team.rule = { ...team.rule, operation: 'conversion.create' };
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await askFor(ana, ['gbp', 'usd', '1,000']);
    await ana.sees('Expires in');
    ana.press('enter');
    await ana.sees(ASK);
    await confirm(ana, dialogOf(ana).token?.text ?? '');
    await ana.sees('WAITING FOR APPROVAL');
    await closes(ana);
    await opens(ben);
    await confirm(ben, dialogOf(ben).token?.text ?? '');
    await ben.sees('APPROVED');
    await ana.sees('1 approved');
    ana.press('A');
    await sends(ana);
    await endsIn(ana, 'DONE');
    expect(simulator.world.ledger.effects).toHaveLength(1);
  });

  it('the record and the journal show a request that waits', async () => {
    const ana = await desk('Ana');
    await asks(ana);
    await closes(ana);
    await goes(ana, 'beneficiaries');
    ana.press('/');
    ana.type(payee(ana));
    ana.press('enter');
    await ana.sees('New payout waits for approval, asked by Ana. Press A.');
    ana.press('0');
    await ana.sees(/› .*WAITING +New payout/);
    await ana.sees("The request waits for another person's approval. Nothing was sent.");
    expect(ana.screen.text()).not.toMatch(/Sent as|exactly as sent/);
  });

  it('the details of an approved payout say that it is approved', async () => {
    const { ana } = await canSend();
    await closes(ana);
    await goes(ana, 'payouts');
    await ana.sees('This payout is approved. Nothing was sent. Press A to send it.');
    expect(ana.screen.text()).not.toContain('waits for another person');
  });

  it('after the second of two votes everybody sees that the request is approved, and nobody is asked again', async () => {
    team.rule = { ...team.rule, votes: 2 };
    team.online = ['Ben', 'Cy', 'Dee'];
    const [ana, ben, cy, dee] = [await desk('Ana'), await desk('Ben'), await desk('Cy'), await desk('Dee')];
    await asks(ana);
    await ana.sees(/Approval +needed from 2 other persons/);
    await closes(ana);
    for (const console of [ben, cy, dee]) await console.sees('1 to approve');
    await approves(ben);
    await ben.sees('1 other person must approve the request too.');
    await ana.sees('1 waiting');
    for (const console of [cy, dee]) await opens(console);
    await cy.sees(/Approval +approved by Ben, 1 more needed/);
    await confirm(cy, '12.50');
    await cy.sees('Ana can send the request now.');
    await dee.sees('Ben, Cy approved the request, so your approval is not needed.');
    expect(dee.screen.text()).not.toContain('[ Approve ]');
    await closes(dee);
    await ana.sees('1 approved: send it');
    for (const [key, place] of [
      ['1', 'overview'],
      ['0', 'journal'],
    ] as const) {
      ana.press(key);
      await vi.waitFor(() => expect(currentView(ana.shown()).place).toBe(place), patience);
      await ana.sees(/Approved: send it +(12\.50 GBP|New payout)/);
    }
    await ana.sees('The request is approved. Press A to send it.');
    await vi.waitFor(() => expect(header(dee)).not.toContain('to approve'), patience);
    dee.press('0');
    await dee.sees(/› .*Approved +New payout/);
    dee.press('A');
    await dee.sees('Enough persons have approved the request. Press x to decline it.');
    dee.press('x');
    await dee.sees('One decline ends the request');
    dee.press('esc');
    ana.press('A');
    await sends(ana);
    await endsIn(ana, 'DONE');
    expect(simulator.world.ledger.effects).toHaveLength(1);
  });

  it("an approver's open dialog shows a colleague's approval as soon as it is recorded", async () => {
    team.online = ['Ben', 'Cy'];
    team.rule = { ...team.rule, votes: 2 };
    const [ana, ben, cy] = [await desk('Ana'), await desk('Ben'), await desk('Cy')];
    await asks(ana);
    await opens(cy);
    await cy.sees(/Approval +needed from 2 other persons/);
    await approves(ben);
    await cy.sees(/Approval +approved by Ben, 1 more needed/);
    expect(cy.screen.text()).toContain('[ Approve ]');
  });

  it('a request whose approver left says that an approval no longer counts', async () => {
    team.online = ['Ben', 'Cy'];
    const { ana } = await canSend();
    const cy = await desk('Cy');
    team.online = ['Cy'];
    team.rule = { ...team.rule };
    await ana.sees('WAITING FOR APPROVAL');
    await ana.sees(/Approval +approved by Ben, but an approval no longer counts/);
    await approves(cy);
    await cy.sees('Ana can send the request now.');
    await ana.sees('1 approved: send it');
  });

  /** Ana's request, which Ben approved. Ben's dialog is still open. */
  async function justApproved() {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await closes(ana);
    await approves(ben);
    await ben.sees('Ana can send the request now.');
    await ana.sees('1 approved');
    return { ana, ben };
  }

  it("an approver's dialog says that the approval became void", async () => {
    const { ana, ben } = await justApproved();
    rename(ana, 'Somebody Else Ltd');
    ana.press('A');
    await sends(ana);
    await endsIn(ana, 'NOT SENT');
    await ben.sees('NOT APPROVED');
    await ben.sees('The approval is void, because something changed since the approval.');
    expect(ben.screen.text()).not.toContain('can send');
    await closes(ben);
  });

  it("an approver's dialog says that the person who asked has started to send the request", async () => {
    const { ana, ben } = await justApproved();
    ana.press('A');
    await sends(ana);
    await endsIn(ana, 'DONE');
    await ben.sees('The person who asked has started to send the request.');
    expect(ben.screen.text()).not.toContain('can send');
  });

  it("an approver's dialog says that more approvals are needed after a rule became stricter", async () => {
    team.online = ['Ben', 'Cy'];
    const { ben } = await justApproved();
    team.rule = { ...team.rule, votes: 2 };
    await ben.sees('1 other person must approve the request too.');
    expect(ben.screen.text()).not.toContain('can send');
  });

  it("an approver's dialog says that an approval no longer counts", async () => {
    team.online = ['Ben', 'Cy'];
    const { ben } = await justApproved();
    team.online = ['Cy'];
    team.rule = { ...team.rule };
    await ben.sees('An approval no longer counts, so another person must approve the request too.');
    expect(ben.screen.text()).not.toContain('can send');
  });

  it('an approver whose approval was not needed is asked again when more approvals are needed', async () => {
    team.online = ['Ben', 'Cy'];
    const [ana, ben, cy] = [await desk('Ana'), await desk('Ben'), await desk('Cy')];
    await asks(ana);
    await opens(cy);
    await approves(ben);
    await cy.sees('Ben approved the request, so your approval is not needed.');
    team.rule = { ...team.rule, votes: 2 };
    await cy.sees('The approval of others is no longer enough.');
    expect(cy.screen.text()).not.toContain('not needed');
    await confirm(cy, '12.50');
    await cy.sees('You approved the request.');
  });

  it('an approver who lost the right and got it back is asked again, although the dialog is still open', async () => {
    team.online = ['Ben', 'Cy'];
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await opens(ben);
    team.online = ['Cy'];
    team.rule = { ...team.rule };
    await ben.sees('You are no approver.');
    team.online = ['Ben', 'Cy'];
    team.rule = { ...team.rule };
    await ben.sees('Press A.');
    expect(ben.screen.text()).toContain('Ana asks for approval');
  });

  it("Esc in the form of a decline goes back to the approver's dialog, and the request still waits", async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await opens(ben);
    ben.press('d');
    await ben.sees('Decline the request');
    ben.press('esc');
    await ben.sees('[ Approve ]');
    expect(ben.screen.text()).not.toContain('Decline the request');
    await confirm(ben, '12.50');
    await ben.sees('You approved the request.');
  });

  it("the approver's console changes to the customer of the request", async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben', { customer: 1 })];
    await asks(ana);
    await opens(ben);
    expect(ben.state().customer?.userId).toBe(ana.state().customer?.userId);
  });

  it("after a restart the asker's console can send the approved request", async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await closes(ana);
    const again = await desk('Ana');
    await again.sees('1 waiting');
    await approves(ben);
    await again.sees('1 approved');
    again.press('A');
    await sends(again);
    await endsIn(again, 'DONE');
    expect(simulator.world.ledger.effects).toHaveLength(1);
  });

  /** Ana's dialog shows that she can send the approved request. */
  async function canSend(): Promise<{ readonly ana: TestConsole; readonly ben: TestConsole }> {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await closes(ana);
    await approves(ben);
    await closes(ben);
    await ana.sees('1 approved: send it');
    ana.press('A');
    await ana.sees('[ Make payout ]');
    await isReady(ana);
    return { ana, ben };
  }
  /** The approvals as another machine of this person uses them. */
  async function machineOf(person: string) {
    const opened = await team.desk(person)();
    if ('locked' in opened || !opened.journal.approvals) throw new Error('no journal');
    const [[requestId = ''] = []] = team.waiting;
    return { approvals: opened.journal.approvals, requestId };
  }

  it.each([
    [
      'another person declines it',
      async () => {
        const { approvals, requestId } = await machineOf('Cy');
        const read = await approvals.waiting();
        const digest = read.ok ? read.value[0]?.digest : undefined;
        await approvals.vote(requestId, digest ?? '', 'decline', 'wrong payee');
      },
      'Cy declined the request: wrong payee',
    ],
    ['it expires', async () => team.expire(), 'The request expired before it was approved and sent.'],
    [
      'another console of the asker withdraws it',
      async () => {
        const { approvals, requestId } = await machineOf('Ana');
        await approvals.withdraw(requestId);
      },
      'The person who asked withdrew the request.',
    ],
  ])('the dialog of an approved request ends without a key press when %s', async (_, happens, why) => {
    const { ana } = await canSend();
    await happens();
    await endsIn(ana, 'NOT SENT');
    await ana.sees(why);
    expect(ana.screen.text()).not.toContain('[ Make payout ]');
    expect(writesOf(ana)).toEqual([]);
  });

  it("the approver's dialog ends without a key press when the asker withdraws the request", async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await opens(ben);
    await isReady(ben);
    await isWaiting(ana);
    ana.press('tab');
    await vi.waitFor(() => expect(dialogOf(ana).focus).toBe('go'), patience);
    ana.press('enter');
    await ben.sees('NOT APPROVED');
    await ben.sees('The person who asked withdrew the request.');
    expect(ben.screen.text()).not.toContain('[ Approve ]');
  });

  it('a request that a stricter rule covers waits for approval again before the asker presses a key', async () => {
    team.online = ['Ben', 'Cy'];
    const { ana, ben } = await canSend();
    const cy = await desk('Cy');
    team.rule = { ...team.rule, votes: 2 };
    await ana.sees('WAITING FOR APPROVAL');
    await ana.sees(/Approval +approved by Ben, 1 more needed/);
    expect(ana.screen.text()).not.toContain('[ Make payout ]');
    await cy.sees('Ana asks for approval: New payout, 12.50 GBP. Press A.');
    await closes(ana);
    ana.press('esc', '0');
    await ana.sees(/› .*WAITING +New payout/);
    expect(header(ana)).not.toContain('approved');
    await approves(cy);
    await ana.sees('1 approved: send it');
    team.rule = { ...team.rule, votes: 3 };
    await ana.sees('New payout, 12.50 GBP waits for approval again: approved by Ben, Cy, 1 more needed.');
    expect(writesOf(ben)).toEqual([]);
  });

  /** Starts two consoles of the asker. Both show the approved request in their dialog. */
  async function twiceOpen() {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await closes(ana);
    const other = await desk('Ana');
    await approves(ben);
    for (const console of [ana, other]) {
      await console.sees('1 approved');
      console.press('A');
      await console.sees(/Approval +approved by Ben/);
      await isReady(console);
    }
    return { ana, other };
  }

  it('a dialog shows, without a key press, that another console of the asker sent the request', async () => {
    const { ana, other } = await twiceOpen();
    await sends(other);
    await endsIn(other, 'DONE');
    await endsIn(ana, 'DONE');
    await ana.sees('This console sent nothing. Another console of yours sent the request.');
    expect(ana.screen.text()).not.toContain('[ Make payout ]');
    expect(simulator.world.ledger.effects).toHaveLength(1);
  });

  it('a dialog shows, without a key press, that another console of the asker tried to send the request', async () => {
    const { ana, other } = await twiceOpen();
    team.takesNoSent = true;
    await sends(other);
    await endsIn(other, 'NOT SENT');
    await endsIn(ana, 'NOT SENT');
    await ana.sees('Another console of yours tried to send the request.');
    expect(writesOf(ana)).toEqual([]);
  });

  it('a request that another console of the asker sent is not shown as NOT SENT', async () => {
    const { ana, other } = await twiceOpen();
    team.silent = true;
    await sends(other);
    await endsIn(other, 'DONE');
    await sends(ana);
    await endsIn(ana, 'DONE');
    await ana.sees('This console sent nothing. Another console of yours sent the request.');
    expect(ana.screen.text()).not.toContain('no money moved');
    expect(ana.screen.text()).not.toContain('Send again');
    expect(simulator.world.ledger.effects).toHaveLength(1);
  });

  it('a request that another console of the asker is still sending gets its outcome in both dialogs', async () => {
    const { ana, other } = await twiceOpen();
    await breaks(other, 'payout.create delay=2500 count=1');
    // Without a message, this dialog learns of the other console only from the refusal of the server.
    team.silent = true;
    await sends(other);
    await other.sees('Sent once.');
    await sends(ana);
    await ana.sees('Another console of yours is sending the request');
    await endsIn(other, 'DONE');
    await endsIn(ana, 'DONE');
    expect(ana.screen.text()).not.toContain('UNKNOWN');
    expect(simulator.world.ledger.effects).toHaveLength(1);
  });

  it('a request that another console of the asker already sent does not become NOT SENT if its record changes', async () => {
    const { ana, other } = await twiceOpen();
    team.silent = true;
    await sends(other);
    await endsIn(other, 'DONE');
    rename(ana, 'Somebody Else Ltd');
    await sends(ana);
    await endsIn(ana, 'DONE');
    expect(ana.screen.text()).not.toContain('no money moved');
  });

  /** A desk whose team journal answers steps only after `answers` is called. */
  async function slowDesk(person: string) {
    const { promise, resolve: answers } = Promise.withResolvers<void>();
    let withdrawals = 0;
    const late =
      <Of extends readonly unknown[], Answer>(step: (...of: Of) => Promise<Answer>) =>
      async (...of: Of): Promise<Answer> => {
        const answer = await step(...of);
        await promise;
        return answer;
      };
    const console = await desk(person, {
      openJournal: async () => {
        const opened = await team.desk(person)();
        if ('locked' in opened || !opened.journal.approvals) return opened;
        const { approvals } = opened.journal;
        const { ask, vote, withdraw } = approvals;
        const counted: typeof withdraw = (...of) => {
          withdrawals++;
          return withdraw(...of);
        };
        const slow = { ...approvals, ask: late(ask), vote: late(vote), withdraw: late(counted) };
        return { ...opened, journal: { ...opened.journal, approvals: slow } };
      },
    });
    return { console, answers, withdrawals: () => withdrawals };
  }

  it('a request that ended before the answer to the vote came is not said to be ready to send', async () => {
    const ana = await desk('Ana');
    await asks(ana);
    const { console: ben, answers } = await slowDesk('Ben');
    await opens(ben);
    await confirm(ben, '12.50');
    await ben.sees('Recording your approval');
    team.expire();
    await vi.waitFor(() => expect(ben.state().approvals?.waiting).toEqual([]), patience);
    answers();
    await ben.sees('The request expired before it was approved and sent.');
    expect(ben.screen.text()).not.toContain('can send');
  });

  it('a person who closes the dialog while Purser asks still learns the answer', async () => {
    const { console: ana, answers } = await slowDesk('Ana');
    await fillsIn(ana, { button: ASK });
    await confirm(ana, '12.50');
    await ana.sees('Asking for approval');
    await closes(ana);
    answers();
    await ana.sees('The request waits for approval. Press A to go back to the request.');
  });

  it('a person who closes the dialog during the vote still learns the answer', async () => {
    const ana = await desk('Ana');
    await asks(ana);
    const { console: ben, answers } = await slowDesk('Ben');
    await opens(ben);
    await confirm(ben, '12.50');
    await ben.sees('Recording your approval');
    await closes(ben);
    answers();
    await ben.sees('You approved the request.');
  });

  it('an approval that becomes void does not open its closed dialog again', async () => {
    const { console: ana, answers } = await slowDesk('Ana');
    const ben = await desk('Ben');
    await asks(await desk('Ana'));
    await approves(ben);
    await ana.sees('1 approved: send it');
    ana.press('A');
    await isReady(ana);
    rename(ana, 'Somebody Else Ltd');
    // The server sends no notification, so only the answer can end the dialog.
    team.silent = true;
    await sends(ana);
    await vi.waitFor(() => expect(team.waiting.size).toBe(0), patience);
    ana.press('esc');
    await vi.waitFor(() => expect(ana.state().overlay).toBeUndefined(), patience);
    answers();
    await ana.sees('The approval is void');
    expect(ana.state().overlay).toBeUndefined();
  });

  it('an approval without an answer is APPROVAL UNKNOWN, because the vote may count', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await opens(ben);
    team.losesAnswers = true;
    await confirm(ben, '12.50');
    await ben.sees('APPROVAL UNKNOWN');
    await ben.sees('Your approval may be recorded.');
    expect(ben.screen.text()).not.toContain('Nothing was approved');
  });

  it('a decline without an answer may be recorded, and the message says so', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    team.losesAnswers = true;
    await declines(ben);
    await ben.sees('Your decline may be recorded.');
  });

  it('a withdrawal without an answer may be recorded, and the message says so', async () => {
    const ana = await desk('Ana');
    await asks(ana);
    team.silent = true;
    team.losesAnswers = true;
    await withdraws(ana);
    await ana.sees('Your withdrawal may be recorded.');
    expect(writesOf(ana)).toEqual([]);
  });

  it('a second Enter before the answer does not withdraw the request again', async () => {
    await asks(await desk('Ana'));
    const { console: ana, answers, withdrawals } = await slowDesk('Ana');
    ana.press('A');
    await ana.sees(/› waiting/);
    ana.press('enter');
    await ana.sees('[ Withdraw request ]');
    // Only the answer ends the dialog.
    team.silent = true;
    await withdraws(ana);
    await vi.waitFor(() => expect(team.waiting.size).toBe(0), patience);
    ana.press('enter');
    answers();
    await ana.sees('You withdrew the request. Nothing was sent.');
    expect(withdrawals()).toBe(1);
  });

  it('the answer to a decline does not close the help that the person opened meanwhile', async () => {
    await asks(await desk('Ana'));
    const { console: ben, answers } = await slowDesk('Ben');
    await declines(ben);
    await vi.waitFor(() => expect(team.waiting.size).toBe(0), patience);
    ben.press('esc', 'esc', '?');
    await vi.waitFor(() => expect(ben.state().overlay?.kind).toBe('help'), patience);
    answers();
    await ben.sees('you declined the request. Nothing was sent.');
    expect(ben.state().overlay?.kind).toBe('help');
  });

  it('the answer to a decline does not close the decline of another request', async () => {
    await asks(await desk('Ana'));
    const { console: ben, answers } = await slowDesk('Ben');
    await declines(ben);
    await vi.waitFor(() => expect(team.waiting.size).toBe(0), patience);
    const { overlay } = ben.state();
    if (overlay?.kind !== 'decline') throw new Error('no decline is open');
    ben.quietly({ overlay: { ...overlay, dialog: { ...overlay.dialog, requestId: 'another' } } });
    answers();
    await ben.sees('you declined the request. Nothing was sent.');
    expect(ben.state().overlay).toMatchObject({ kind: 'decline', dialog: { requestId: 'another' } });
  });

  it('the dialog of a request does not open over a prompt that the person opened meanwhile', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await ben.sees('1 to approve');
    ben.press('A');
    await ben.sees(/› to approve/);
    await breaks(ben, 'beneficiary.get delay=300 count=1');
    ben.press('enter');
    await ben.sees('Reading the record first');
    ben.press(':');
    await vi.waitFor(() => expect(ben.state().prompt).toBeDefined(), patience);
    const last = () => ben.state().exchanges.find(one => one.operation === 'account.balances');
    await vi.waitFor(() => expect(last()?.status).toBe(200), patience);
    for (let reading = 0; reading < 4; reading++) await ben.app.journal.current();
    expect(ben.state().overlay).toBeUndefined();
  });

  it('a missing token moves the focus from the button to the field', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await opens(ben);
    await isReady(ben);
    ben.press('enter');
    await vi.waitFor(() => expect(dialogOf(ben).focus).toBe('go'), patience);
    ben.press('enter');
    await ben.sees('Nothing was approved: type the amount first.');
    ben.type('12.50');
    await vi.waitFor(() => expect(dialogOf(ben).typed).toBe('12.50'), patience);
  });

  it('a screen reader reads the request, the approval and the waiting requests', async () => {
    const ana = await desk('Ana');
    const ben = await desk('Ben', { screenReader: true });
    await asks(ana);
    await ben.sees('Ana asks for approval');
    await ben.sees('1 to approve');
    ben.press('A');
    await ben.sees('to approve');
    ben.press('enter');
    await ben.sees(/Asked by: Ana/);
  });

  it('without a team journal, A says that the profile has none', async () => {
    const console = await startConsole({ at: simulator });
    await console.sees('accounts, all');
    console.press('A');
    await console.sees("This profile has no team journal, or Purser hasn't read the journal yet.");
  });
});

/** Renames the payee of the request at the service. */
const rename = (console: TestConsole, full_name: string): void =>
  openCustomer(console).beneficiaries.change(payee(console), { full_name });
