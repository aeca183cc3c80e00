// Four eyes, key by key: one person asks, another one approves or declines, and only the first one sends.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Simulator, startSimulator } from '../../src/sim/simulator.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { fourEyes, type Team } from './four-eyes.ts';
import { askFor } from './fx.ts';
import { fillsIn, goes } from './paying.ts';
import { closes, confirm, dialogOf, endsIn, inFront, isReady, payee, writesOf } from './writing.ts';

const ASK = 'Ask for approval';

let simulator: Simulator;
let team: Team;
const consoles: TestConsole[] = [];

beforeEach(async () => {
  simulator = await startSimulator({ seed: 1, clock: '2026-11-20T09:00:00Z' });
  team = fourEyes();
});
afterEach(async () => {
  for (const console of consoles.splice(0)) {
    expect(console.crashes).toEqual([]);
    await console.close();
  }
  await simulator.close();
});

async function desk(person: string, options: Parameters<typeof startConsole>[0] = {}): Promise<TestConsole> {
  const console = await startConsole({
    ...{ at: simulator, openJournal: team.desk(person), nth: consoles.length, cols: 110, rows: 36 },
    ...options,
  });
  consoles.push(console);
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

/** Goes to the dialog of the only request, by its key. */
async function opens(console: TestConsole): Promise<void> {
  await console.sees('1 to approve');
  console.press('A');
  await console.sees('to approve of the whole team'.slice(0, 10));
  console.press('enter');
  await console.sees('[ Decline ]');
}

/** Goes back to what was approved, and sends it. */
async function sends(console: TestConsole): Promise<void> {
  await console.sees('Approval');
  await isReady(console);
  console.press('tab');
  await vi.waitFor(() => expect(dialogOf(console).focus).toBe('go'), patience);
  console.press('enter');
}

describe('four eyes', () => {
  it('Ana asks, Ben approves, Ana sends: nothing leaves before', async () => {
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

  it('says before asking that nobody who may approve is online', async () => {
    team.online = [];
    const ana = await desk('Ana');
    await fillsIn(ana, { button: ASK });
    await ana.sees('Nobody who may approve this write is online now. The write expires after 30 minutes.');
  });

  it('the dialog that waits changes when it is approved, and no held key sends it', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await opens(ben);
    await confirm(ben, '12.50');
    await ben.sees('APPROVED');
    for (let n = 0; n < 20; n++) ana.press('enter');
    await ana.sees(/Approval +approved by Ben/);
    expect(writesOf(ana)).toEqual([]);
  });

  it('a decline needs a note, and ends it as NOT SENT with the note', async () => {
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

  it('a request that expires is NOT SENT, and the person who asked is told', async () => {
    const ana = await desk('Ana');
    await asks(ana);
    await closes(ana);
    team.expire();
    await ana.sees('New payout, 12.50 GBP: NOT SENT. The request expired before it was approved and sent.');
  });

  it('the person who asked withdraws it', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await ben.sees('1 to approve');
    ana.press('tab');
    await vi.waitFor(() => expect(dialogOf(ana).focus).toBe('go'), patience);
    ana.press('enter');
    await endsIn(ana, 'NOT SENT');
    await ana.sees('You withdrew the request. Nothing was sent.');
    await ben.losesSight('1 to approve');
  });

  it('a record that changed after the approval voids it', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await closes(ana);
    await opens(ben);
    await confirm(ben, '12.50');
    await ben.sees('APPROVED');
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

  it('the approver sees what the asker saw only where it differs', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    rename(ana, 'Somebody Else Ltd');
    await opens(ben);
    await ben.sees('Somebody Else Ltd');
    await ben.sees(/Ana saw another Beneficiary: /);
  });

  it('a machine that shows other bytes approves nothing', async () => {
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

  it('a conversion is approved while its quote lasts, and its own request does not bar it', async () => {
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

  it('the record and the journal show what waits', async () => {
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

  it('an approver with another customer on the screen is taken to the customer of the write', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben', { customer: 1 })];
    await asks(ana);
    await opens(ben);
    expect(ben.state().customer?.userId).toBe(ana.state().customer?.userId);
  });

  it('a console that was started again sends what it had asked for', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await closes(ana);
    const again = await desk('Ana');
    await again.sees('1 waiting');
    await opens(ben);
    await confirm(ben, '12.50');
    await again.sees('1 approved');
    again.press('A');
    await sends(again);
    await endsIn(again, 'DONE');
    expect(simulator.world.ledger.effects).toHaveLength(1);
  });

  /** Two consoles of the asker, both with the approved request in their dialog. */
  async function twiceOpen() {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await closes(ana);
    const other = await desk('Ana');
    await opens(ben);
    await confirm(ben, '12.50');
    for (const console of [ana, other]) {
      await console.sees('1 approved');
      console.press('A');
      await console.sees(/Approval +approved by Ben/);
      await isReady(console);
    }
    return { ana, other };
  }

  it('what another console of the asker has sent is not NOT SENT here', async () => {
    const { ana, other } = await twiceOpen();
    await sends(other);
    await endsIn(other, 'DONE');
    await sends(ana);
    await endsIn(ana, 'DONE');
    await ana.sees('This console sent nothing. Another console of yours sent the request.');
    expect(ana.screen.text()).not.toContain('no money moved');
    expect(ana.screen.text()).not.toContain('Send again');
    expect(simulator.world.ledger.effects).toHaveLength(1);
  });

  it('the record changed, and another console of the asker has sent the request before: it is not NOT SENT', async () => {
    const { ana, other } = await twiceOpen();
    await sends(other);
    await endsIn(other, 'DONE');
    rename(ana, 'Somebody Else Ltd');
    await sends(ana);
    await endsIn(ana, 'DONE');
    expect(ana.screen.text()).not.toContain('no money moved');
  });

  it('a vote without an answer may count: the screen does not deny it', async () => {
    const [ana, ben] = [await desk('Ana'), await desk('Ben')];
    await asks(ana);
    await opens(ben);
    team.losesAnswers = true;
    await confirm(ben, '12.50');
    await ben.sees('APPROVAL UNKNOWN');
    await ben.sees('Your approval may be recorded.');
    expect(ben.screen.text()).not.toContain('Nothing was approved');
  });

  it('a button that needs the token gives the focus back to the field', async () => {
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

  it('a screen reader hears the request, the approval, and what waits', async () => {
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

  it('without a team there is nothing to approve, and the key says so', async () => {
    const console = await startConsole({ at: simulator });
    consoles.push(console);
    await console.sees('accounts, all');
    console.press('A');
    await console.sees('Approvals need a team journal.');
  });
});

/** The payee of the request is renamed at the service. */
const rename = (console: TestConsole, full_name: string): void =>
  inFront(console).beneficiaries.change(payee(console), { full_name });
