// An approved write is sent by the person who asked: once, from any of their consoles, and only as it was approved.

import { beforeEach, expect, it, vi } from 'vitest';
import type { TestConsole } from '../harness/console.ts';
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
} from './approving.ts';
import { askFor } from './fx.ts';
import { goes } from './paying.ts';
import { breaks, closes, confirm, dialogOf, endsIn, isReady, newestRow, writesOf } from './writing.ts';

beforeEach(startsTeam);

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

it('the message about a request disappears when the request is approved or sent, also behind a brief message', async () => {
  team.online = ['Ben', 'Cy'];
  const [ana, other] = [await desk('Ana'), await desk('Ana')];
  const [ben, cy] = [await desk('Ben'), await desk('Cy')];
  await asks(ana);
  await closes(ana);
  await cy.sees('Ana asks for approval');
  await approves(ben);
  await vi.waitFor(() => expect(cy.screen.text()).not.toContain('asks for approval'), patience);
  await other.sees('Ben approved: New payout, 12.50 GBP. Press A to send it.');
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

it.each([
  ['that changed', async (ana: TestConsole) => rename(ana, 'Somebody Else Ltd'), 'Somebody Else Ltd'],
  [
    'that is gone',
    (ana: TestConsole) => breaks(ana, 'beneficiary.get set=data.id:"somebody-else"'),
    'The service returned a different beneficiary.',
  ],
])('a record %s after the approval voids that approval', async (_, happens, said) => {
  const [ana, ben] = [await desk('Ana'), await desk('Ben')];
  await asks(ana);
  await closes(ana);
  await approves(ben);
  await ana.sees('1 approved');
  await happens(ana);
  ana.press('A');
  await sends(ana);
  await endsIn(ana, 'NOT SENT');
  await ana.sees('The approval is void');
  await ana.sees(said);
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

async function fromJournal(console: TestConsole): Promise<void> {
  if (console.state().overlay) await closes(console);
  console.press('esc', '0');
  await console.sees(/› .*NOT SENT/);
  await console.sees('1 approved: send it');
  console.press('p');
  await sends(console);
}

it.each([
  ['in its dialog', async (ana: TestConsole) => sendsAgain(ana)],
  ['from the journal', fromJournal],
  [
    'on another console of the asker',
    async (ana: TestConsole) => {
      await closes(ana);
      const other = await desk('Ana');
      await fromJournal(other);
      await endsIn(other, 'DONE');
    },
  ],
])('an approved write that was NOT SENT is sent again %s without another approval', async (_, again) => {
  const { ana, ben } = await notSent();
  const { requestId } = dialogOf(ana);
  await again(ana);
  await vi.waitFor(() => expect(simulator.world.ledger.effects).toHaveLength(1), patience);
  await vi.waitFor(async () => expect((await newestRow(ana)).state).toBe('DONE'), patience);
  const { intent, transitions } = await newestRow(ana);
  expect(intent.requestId).toBe(requestId);
  expect(transitions.map(({ to }) => to)).toEqual(['WAITING', 'PREPARED', 'NOT SENT', 'SENT', 'DONE']);
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

it('the details of an approved payout say that it is approved', async () => {
  const { ana } = await canSend();
  await closes(ana);
  await goes(ana, 'payouts');
  await ana.sees('This payout is approved. Nothing was sent. Press A to send it.');
  expect(ana.screen.text()).not.toContain('waits for another person');
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

it.each(['unchanged', 'changed'])(
  'a request that another console of the asker sent is not shown as NOT SENT, if its record is %s',
  async record => {
    const { ana, other } = await twiceOpen();
    team.silent = true;
    await sends(other);
    await endsIn(other, 'DONE');
    if (record === 'changed') rename(ana, 'Somebody Else Ltd');
    await sends(ana);
    await endsIn(ana, 'DONE');
    await ana.sees('This console sent nothing. Another console of yours sent the request.');
    expect(ana.screen.text()).not.toContain('no money moved');
    expect(ana.screen.text()).not.toContain('Send again');
    expect(simulator.world.ledger.effects).toHaveLength(1);
  },
);
