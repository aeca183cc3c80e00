// Sending a write of the journal again: the same bytes, against what is so now, and only by hand.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { startConsole, type TestConsole } from '../harness/console.ts';
import { machine, requestId, temporaryFile } from '../journal/parts.ts';
import { asProcess, intended } from './left.ts';
import { fillsIn, goes, paysInDoubt } from './paying.ts';
import {
  breaks,
  closes,
  confirm,
  dialogOf,
  endsIn,
  isReady,
  mends,
  newestRow,
  payee,
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
const effects = () => console.simulator.world.ledger.effects;

describe('sending again', () => {
  it('uses the same request ID and bytes after a lost answer, and is DONE once [E17]', async () => {
    await start();
    const id = await paysInDoubt(console, 'reset=after');
    console.press('p');
    await console.sees('Send the payout again');
    await console.sees('no second transfer');
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    const sent = console.simulator.wire.filter(({ operation }) => operation === 'payout.create');
    expect(sent.map(({ headers }) => headers['x-request-id']?.[0])).toEqual([id, id]);
    expect(sent[1]?.body).toBe(sent[0]?.body);
    expect(effects()).toHaveLength(1);
    expect((await newestRow(console)).state).toBe('DONE');
  });

  /** Looks at the payout that was refused, and asks to send it again. */
  async function refused(): Promise<string> {
    await breaks(console, 'payout.create status=429 count=1');
    await fillsIn(console);
    await confirm(console, '12.50');
    await endsIn(console, 'REFUSED');
    const { requestId: id } = dialogOf(console);
    await closes(console);
    console.press('esc', '0');
    await console.sees(/› .*REFUSED/);
    await mends(console);
    return id;
  }

  it("voids the confirmation if the beneficiary's account changed since, and shows both [D14]", async () => {
    await start();
    const id = await refused();
    await breaks(console, 'beneficiary.get set=data.account_number:"****9999"');
    console.press('p');
    await console.sees('Send the payout again');
    await console.sees(/Account +\*\*\*\*7088/);
    await confirm(console, '12.50');
    await console.sees(/Account: was \*\*\*\*7088, now \*\*\*\*9999/);
    expect(writesOf(console)).toHaveLength(1);
    expect(dialogOf(console)).toMatchObject({ typed: '', focus: 'safe' });
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    expect(effects()).toMatchObject([{ operation: 'payout.create' }]);
    const row = await newestRow(console);
    expect(row.intent.requestId).toBe(id);
    // What was confirmed this time is on record beside what was confirmed then.
    expect(row.intent.what).toContainEqual({ label: 'Account', value: '****7088' });
    expect(row.transitions.findLast(({ what }) => what)?.what).toContainEqual({
      label: 'Account',
      value: '****9999',
    });
  });

  it('sends nothing if the answer has another beneficiary, and you have to read each new warning [D14]', async () => {
    await start();
    await refused();
    console.press('p');
    await console.sees('Send the payout again');
    await breaks(console, 'beneficiary.get set=data.id:"somebody-else"');
    await confirm(console, '12.50');
    await endsIn(console, 'NOT SENT');
    await console.sees('than the requested one.');
    await closes(console);
    await mends(console);
    console.press('p');
    await console.sees('Send the payout again');
    await breaks(console, 'beneficiary.get set=data.status:"INVALID"');
    await confirm(console, '12.50');
    await console.sees('not VERIFIED');
    expect(writesOf(console)).toHaveLength(1);
  });

  it('shows the balance of today, not of the first attempt, and voids nothing by it', async () => {
    await start();
    await refused();
    await breaks(console, 'account.balances set=data[0].available_balance:20');
    console.press('p');
    await console.sees('Send the payout again');
    await console.sees(/Available +20 → 7\.50 GBP/);
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    expect(effects()).toHaveLength(1);
  });

  it('fits 80×24 with a warning too', async () => {
    await start();
    await paysInDoubt(console, 'reset=after');
    await breaks(console, 'beneficiary.get set=data.status:"INVALID"');
    console.screen.resize(80, 24);
    console.press('p');
    await console.sees('Send the payout again');
    await console.sees('not VERIFIED');
    await isReady(console);
    expect(dialogOf(console).ready).toBe(true);
  });

  it('is not offered after the same payout was made since: the journal would refuse it', async () => {
    await start();
    await refused();
    // Its form is still there as it was, from its first field on.
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees(/Status +VERIFIED/);
    await console.sees('your text from');
    console.press('tab', 'tab', 'tab', 'tab', 'enter');
    await console.sees('[ Make payout');
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    await closes(console);
    console.press('0');
    await console.sees('2 writes');
    console.press('G');
    await console.sees(/› .*REFUSED/);
    console.press('p');
    await console.sees('The same request was done since, with request ID');
    expect(console.state().overlay).toBeUndefined();
    expect(effects()).toHaveLength(1);
  });

  it('stops if another console begins a duplicate meanwhile, and offers no second write [E9]', async () => {
    await start();
    const id = await refused();
    console.press('p');
    await console.sees('Send the payout again');
    const { intent } = await newestRow(console);
    asProcess(file, machine().processes(), journal => {
      journal.prepare({ ...intent, requestId: requestId(7), createdAt: Date.now() });
      journal.settle(requestId(7), 'UNKNOWN');
    });
    await confirm(console, '12.50');
    // The last look before sending found it: that has to be read first.
    await console.sees("Don't pay twice");
    await confirm(console, '12.50');
    await console.sees(`A duplicate, request ID ${requestId(7)}, is UNKNOWN. Resolve that duplicate first.`);
    expect(dialogOf(console).phase).toMatchObject({ kind: 'ended', word: 'REFUSED', again: false });
    expect(dialogOf(console).requestId).toBe(id);
    expect(effects()).toHaveLength(0);
  });

  it("is refused for a customer who isn't selected", async () => {
    await start();
    await refused();
    console.press('u');
    await console.sees('Großhandel');
    console.type('acct_somebody_else');
    console.press('enter', 'enter', 'enter');
    await console.sees(/DEMO +acct_somebody_else/);
    console.press('0');
    await console.sees(/› .*REFUSED/);
    console.press('p');
    await console.sees('This request belongs to another customer');
    expect(writesOf(console)).toHaveLength(1);
  });

  it('ends after 24 hours; only resolving is left [E19]', async () => {
    await start();
    const host = machine();
    const gone = host.processes();
    asProcess(file, gone, journal => {
      const createdAt = Date.now() - 24 * 60 * 60 * 1000 - 5000;
      journal.prepare(intended(console.simulator, 9, { createdAt }));
      journal.sent(requestId(9));
      journal.settle(requestId(9), 'UNKNOWN');
    });
    console.press('0', 'r');
    await console.sees(/› .*UNKNOWN/);
    console.press('p');
    await console.sees('more than 24 hours old');
    console.press('v');
    await console.sees('Verdict');
    expect(writesOf(console)).toEqual([]);
  });

  it.each([['shows a 422 of the service and does not repeat it [B8]', 'status=422', 'HTTP 422']])(
    '%s',
    async (_, fault, said) => {
      await start();
      await paysInDoubt(console, fault);
      console.press('p');
      await console.sees(said);
      expect(writesOf(console)).toHaveLength(1);
    },
  );

  it('is barred if nothing promises a single effect, and while read-only', async () => {
    await start({ readOnly: t`it was started with --read-only` });
    const host = machine();
    asProcess(file, host.processes(), journal => {
      for (const number of [5, 6]) {
        journal.prepare(intended(console.simulator, number, { repeatable: number === 5 }));
        journal.sent(requestId(number));
        journal.settle(requestId(number), 'UNKNOWN');
      }
    });
    console.press('0', 'r');
    await console.sees(/› .*UNKNOWN/);
    console.press('p');
    await console.sees('This console only reads');
    console.press('v');
    await console.sees('Verdict');
    console.press('esc');
    console.quietly({ reach: { ...console.state().reach, readOnly: undefined } });
    await console.sees('2 writes');
    console.press('j', 'p');
    await console.sees('sending again could do it twice');
    expect(writesOf(console)).toEqual([]);
  });
});
