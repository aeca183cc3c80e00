// Approvals: one person asks, another person approves or declines, and each sees what the other does.

import { beforeEach, expect, it, vi } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { noticeOf } from '../../src/store/notices.ts';
import { currentView } from '../../src/store/workspace.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import {
  ASK,
  approves,
  asks,
  desk,
  header,
  opens,
  rename,
  sends,
  simulator,
  startsTeam,
  team,
  withdraws,
} from './approving.ts';
import { fillsIn, goes } from './paying.ts';
import { closes, confirm, dialogOf, endsIn, isReady, isWaiting, pay, payee, writesOf } from './writing.ts';

beforeEach(startsTeam);

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

it.each([
  ['', async () => {}],
  [
    ', also after this console read the true data',
    async (ben: TestConsole) => {
      const before = ben.state().approvals;
      team.lies = (_, row) => row;
      team.rule = { ...team.rule };
      await vi.waitFor(() => expect(ben.state().approvals).not.toBe(before), patience);
    },
  ],
])("an approval fails if the approver's screen shows other data%s", async (_, happens) => {
  const [ana, ben] = [await desk('Ana'), await desk('Ben')];
  team.lies = (person, row) =>
    person === 'Ben'
      ? { ...row, intent: { ...row.intent, body: row.intent.body?.replace('12.50', '12.51') ?? '' } }
      : row;
  await asks(ana);
  await opens(ben);
  await ben.sees('12.51 GBP');
  await happens(ben);
  await confirm(ben, '12.51');
  await ben.sees('NOT APPROVED');
  await ben.sees('Your screen shows other data');
  expect(ana.state().approvals?.waiting[0]?.part).toBe('wait');
});

it('a duplicate of a request that waits is asked for only after a person confirms the duplicate', async () => {
  const ana = await desk('Ana');
  for (const count of [1, 2]) {
    void ana.app.dialog.ask(pay(payee(ana), '12.50', 'GBP'));
    await ana.sees(ASK);
    await confirm(ana, '12.50');
    if (count === 2) {
      await ana.sees('waits for approval already.');
      expect(team.waiting.size).toBe(1);
      await confirm(ana, '12.50');
    }
    await ana.sees('WAITING FOR APPROVAL');
    expect(team.waiting.size).toBe(count);
    await closes(ana);
  }
  expect(writesOf(ana)).toEqual([]);
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

it.each([
  ['more approvals are needed', { votes: 2 }, ['Ben', 'Cy'], '1 other person must approve the request too.'],
  [
    'an approval no longer counts',
    {},
    ['Cy'],
    'An approval no longer counts, so another person must approve the request too.',
  ],
])("an approver's dialog says that %s", async (_, rule, online, said) => {
  team.online = ['Ben', 'Cy'];
  const { ben } = await justApproved();
  team.online = online;
  team.rule = { ...team.rule, ...rule };
  await ben.sees(said);
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

it("the asker can withdraw the request, and the approver's dialog ends without a key press", async () => {
  const [ana, ben] = [await desk('Ana'), await desk('Ben')];
  await asks(ana);
  await opens(ben);
  await isReady(ben);
  await isWaiting(ana);
  await withdraws(ana);
  await endsIn(ana, 'NOT SENT');
  await ana.sees('You withdrew the request. Nothing was sent.');
  await ben.sees('NOT APPROVED');
  await ben.sees('The person who asked withdrew the request.');
  expect(ben.screen.text()).not.toContain('[ Approve ]');
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
