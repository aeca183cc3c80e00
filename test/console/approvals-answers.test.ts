// Steps of approval whose answer comes late or never, while the person does something else.

import { beforeEach, expect, it, vi } from 'vitest';
import type { Approvals } from '../../src/journal/approvals.ts';
import { t } from '../../src/lib/visible.ts';
import type { TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import {
  ASK,
  approves,
  asks,
  declines,
  desk,
  opens,
  rename,
  sends,
  startsTeam,
  team,
  withdraws,
} from './approving.ts';
import { fillsIn } from './paying.ts';
import { breaks, closes, confirm, dialogOf, endsIn, isReady, writesOf } from './writing.ts';

beforeEach(startsTeam);

/** A desk whose team journal takes these steps of approval differently. */
const deskWith = (person: string, changes: (whole: Approvals) => Partial<Approvals>): Promise<TestConsole> =>
  desk(person, {
    openJournal: async () => {
      const opened = await team.desk(person)();
      if ('locked' in opened || !opened.journal.approvals) return opened;
      const { approvals } = opened.journal;
      return {
        ...opened,
        journal: { ...opened.journal, approvals: { ...approvals, ...changes(approvals) } },
      };
    },
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
  const console = await deskWith(person, ({ ask, vote, withdraw }) => {
    const counted: typeof withdraw = (...of) => {
      withdrawals++;
      return withdraw(...of);
    };
    return { ask: late(ask), vote: late(vote), withdraw: late(counted) };
  });
  return { console, answers, withdrawals: () => withdrawals };
}

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

it('a request and a vote that the journal did not write are not said to be unknown', async () => {
  const full = { ok: false, unwritable: t`The disk is full.` } as const;
  const ana = await deskWith('Ana', () => ({ ask: async () => full }));
  await fillsIn(ana, { button: ASK });
  await confirm(ana, '12.50');
  await ana.sees('The request was not recorded: The disk is full.');
  expect(dialogOf(ana).phase).toMatchObject({ again: true });
  await asks(await desk('Ana'));
  const ben = await deskWith('Ben', () => ({ vote: async () => full }));
  await opens(ben);
  await confirm(ben, '12.50');
  await ben.sees('The disk is full. Nothing was approved.');
});

it('the console that asks knows its request at once, without a notification', async () => {
  const ana = await desk('Ana');
  team.silent = true;
  await asks(ana);
  expect(ana.app.journal.rows()).toMatchObject([{ state: 'WAITING' }]);
});

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
