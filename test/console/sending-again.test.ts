// Sending a write from the journal again: same bytes, checked against the present state, and only by a person.

import { describe, expect, it, vi } from 'vitest';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Row } from '../../src/journal/intent.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { openJournal } from '../../src/journal/sqlite/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { t } from '../../src/lib/visible.ts';
import { type ConsoleOptions, startOnAccounts, type TestConsole } from '../harness/console.ts';
import { patience } from '../harness/patience.ts';
import { machine, requestId, temporaryFile, whole } from '../journal/parts.ts';
import { asProcess, intended } from './earlier-journals.ts';
import { fillsIn, goes, paysUnknown } from './paying.ts';
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
  readsOn,
  writesOf,
} from './writing.ts';

let console: TestConsole;

const start = async (options: ConsoleOptions = {}): Promise<void> => {
  console = await startOnAccounts({ cols: 140, rows: 40, ...options });
};
const effects = () => console.simulator.world.ledger.effects;

/** A console whose journal is the usual one with these changes. */
const startWith = (changes: (whole: Journal) => Partial<Journal>): Promise<void> => {
  const parts = { file: temporaryFile(), clock: systemClock(), processes: machine().processes() };
  return start({
    openJournal: async () => {
      const journal = localJournal(whole(openJournal({ ...parts, redact: text => text })));
      return { journal: { ...journal, ...changes(journal) }, fingerprint };
    },
  });
};

describe('sending again', () => {
  it('uses the same request ID and bytes after a lost answer, and has one effect [E17a–b]', async () => {
    await start();
    const id = await paysUnknown(console, 'reset=after');
    console.press('p');
    await console.sees('Send again: New payout');
    await console.sees('no second transfer');
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    const sent = console.simulator.wire.filter(({ operation }) => operation === 'payout.create');
    expect(sent.map(({ headers }) => headers['x-request-id']?.[0])).toEqual([id, id]);
    expect(sent[1]?.body).toBe(sent[0]?.body);
    expect(effects()).toHaveLength(1);
    expect((await newestRow(console)).state).toBe('DONE');
  });

  it('names the candidates that the check found, also when the record changed meanwhile', async () => {
    await start();
    await paysUnknown(console, 'status=500 executed');
    console.press('enter');
    await console.sees(/Candidate 1 of 1/);
    console.press('p');
    await console.sees('Send again: New payout');
    const candidate =
      /^The check found candidate 1 of 1, .*: balance history entry .*: −12\.50 GBP, .* Held for payout PAY\d+\.$/;
    expect(dialogOf(console).warnings).toContainEqual(expect.stringMatching(candidate));
    await breaks(console, 'beneficiary.get set=data.account_number:"****9999"');
    await confirm(console, '12.50');
    await console.sees('Not sent. The record changed.');
    expect(dialogOf(console).warnings).toContainEqual(expect.stringMatching(candidate));
  });

  /** Makes a payout that the service refuses, and selects its journal row. Returns its request ID. */
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

  it('warns after REFUSED that the service may only repeat its refusal, and then tells the repeated refusal [E25a–b]', async () => {
    await start({ simulator: { dialect: { replay: 'answers' } } });
    await fillsIn(console, { amount: '9999999.99' });
    await confirm(console, '9999999.99');
    await endsIn(console, 'REFUSED');
    await closes(console);
    console.press('esc', '0');
    await console.sees(/› .*REFUSED/);
    await console.sees('so the service may only repeat its refusal');
    console.press('p');
    await console.sees('Send again: New payout');
    expect(dialogOf(console).warnings.join(' ')).toContain('may only repeat its refusal');
    await confirm(console, '9999999.99');
    await endsIn(console, 'REFUSED');
    await console.sees('The available balance is too low.');
    const sent = console.simulator.wire.filter(({ operation }) => operation === 'payout.create');
    expect(new Set(sent.map(({ headers }) => headers['x-request-id']?.[0])).size).toBe(1);
    expect([sent.length, effects().length]).toEqual([2, 0]);
  });

  it.each([
    [410, 'Quote has expired'],
    [422, 'No such amount'],
  ])(
    'is REFUSED after a refusal, if the service answers HTTP %i with “%s” [B7a B8a]',
    async (status, message) => {
      await start();
      await refused();
      await breaks(console, `payout.create status=${status} field=amount message='${message}'`);
      console.press('p');
      await console.sees('Send again: New payout');
      await confirm(console, '12.50');
      await endsIn(console, 'REFUSED');
      expect((await newestRow(console)).state).toBe('REFUSED');
    },
  );

  it.each([409, 410, 422])(
    'stays UNKNOWN after an UNKNOWN attempt, if the service answers HTTP %i [B7c B8d B8f E25c]',
    async status => {
      await start();
      await paysUnknown(console, 'reset=after');
      await breaks(console, `payout.create status=${status} field=amount message='Used before'`);
      console.press('p');
      await console.sees('Send again: New payout');
      await confirm(console, '12.50');
      await endsIn(console, 'UNKNOWN');
      await console.sees('Used before');
      await console.sees(/earlier copy/);
      expect((await newestRow(console)).state).toBe('UNKNOWN');
      expect(effects()).toHaveLength(1);
    },
  );

  it("needs another confirmation if the beneficiary's account changed, and shows both accounts [D14a–b]", async () => {
    await start();
    const id = await refused();
    await breaks(console, 'beneficiary.get set=data.account_number:"****9999"');
    console.press('p');
    await console.sees('Send again: New payout');
    await console.sees('The record changed since the last confirmation:');
    await console.sees(/Account: was \*\*\*\*7088, now \*\*\*\*9999/);
    expect(console.screen.text()).not.toContain('Not sent');
    expect(writesOf(console)).toHaveLength(1);
    expect(dialogOf(console)).toMatchObject({ typed: '', focus: 'safe' });
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    expect(effects()).toMatchObject([{ operation: 'payout.create' }]);
    const row = await newestRow(console);
    expect(row.intent.requestId).toBe(id);
    // The journal keeps the first confirmation and records the new confirmation too.
    expect(row.intent.what).toContainEqual({ label: 'Account', value: '****7088' });
    expect(row.transitions.findLast(({ what }) => what)?.what).toContainEqual({
      label: 'Account',
      value: '****9999',
    });
  });

  it('sends nothing if the service returns a different beneficiary, and you must read each new warning [D14a–b]', async () => {
    await start();
    await refused();
    console.press('p');
    await console.sees('Send again: New payout');
    await breaks(console, 'beneficiary.get set=data.id:"somebody-else"');
    await confirm(console, '12.50');
    await endsIn(console, 'NOT SENT');
    await console.sees('The service returned a different beneficiary.');
    await closes(console);
    await mends(console);
    console.press('p');
    await console.sees('Send again: New payout');
    await breaks(console, 'beneficiary.get set=data.status:"INVALID"');
    await confirm(console, '12.50');
    await console.sees('not VERIFIED');
    expect(writesOf(console)).toHaveLength(1);
  });

  it('shows the present balance, and a changed balance does not void the confirmation', async () => {
    await start();
    await refused();
    await breaks(console, 'account.balances set=data[0].available_balance:20');
    console.press('p');
    await console.sees('Send again: New payout');
    await console.sees(/Available +20 → 7\.50 GBP/);
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    expect(effects()).toHaveLength(1);
  });

  it('can be read to its end at 80×24, with a change and a warning', async () => {
    await start();
    await paysUnknown(console, 'reset=after');
    await breaks(console, 'beneficiary.get set=data.status:"INVALID"');
    console.screen.resize(80, 24);
    console.press('p');
    await console.sees('Send again: New payout');
    await console.sees('PgDn reads on');
    await readsOn(console);
    await console.sees('not VERIFIED');
    await isReady(console);
    expect(dialogOf(console).ready).toBe(true);
  });

  it('is refused if the same payout was made meanwhile', async () => {
    await start();
    await refused();
    // The form is still filled in, with the focus on its first field.
    await goes(console, `new-payout/${payee(console)}`);
    await console.sees(/Status +VERIFIED/);
    await console.sees('your text from');
    console.press('tab', 'tab', 'tab', 'enter');
    await console.sees('[ Make payout');
    await confirm(console, '12.50');
    await endsIn(console, 'DONE');
    await closes(console);
    console.press('0');
    await console.sees('2 writes');
    console.press('G');
    await console.sees(/› .*REFUSED/);
    console.press('p');
    await console.sees('The same request was done later, with request ID');
    expect(console.state().overlay).toBeUndefined();
    expect(effects()).toHaveLength(1);
  });

  it('stops if another console begins a duplicate meanwhile, and offers no second write [E9a–b]', async () => {
    await start();
    const id = await refused();
    console.press('p');
    await console.sees('Send again: New payout');
    const { intent } = await newestRow(console);
    asProcess(console.journalFile, machine().processes(), journal => {
      journal.prepare({ ...intent, requestId: requestId(7), createdAt: Date.now() });
      journal.settle(requestId(7), 'UNKNOWN');
    });
    await confirm(console, '12.50');
    // The check before sending found the duplicate, so a person must read it first.
    await console.sees("Don't pay twice");
    await confirm(console, '12.50');
    await console.sees(`A duplicate, request ID ${requestId(7)}, is UNKNOWN. Resolve that duplicate first.`);
    expect(dialogOf(console).phase).toMatchObject({ kind: 'ended', word: 'REFUSED', again: false });
    expect(dialogOf(console).requestId).toBe(id);
    expect(effects()).toHaveLength(0);
  });

  it('is refused after 24 hours, and only resolving is possible [E19a–b]', async () => {
    await start();
    const host = machine();
    const gone = host.processes();
    asProcess(console.journalFile, gone, journal => {
      const createdAt = Date.now() - 24 * 60 * 60 * 1000 - 5000;
      journal.prepare(intended(console.simulator, 9, { createdAt }));
      journal.sent(requestId(9));
      journal.settle(requestId(9), 'UNKNOWN');
    });
    console.press('0', 'r');
    await console.sees(/› .*UNKNOWN/);
    console.press('p');
    await console.sees('more than 24 hours old');
    console.press('enter');
    await console.sees('At the service now');
    await console.sees('No match among');
    console.press('esc', 'v');
    await console.sees('Verdict');
    expect(writesOf(console)).toEqual([]);
  });
});

it('opens no dialog over another screen, to which a person went while the journal answered', async () => {
  let gate: Promise<void> | undefined;
  let asked = false;
  await startWith(whole => ({
    async equals(intent) {
      asked ||= gate !== undefined;
      await gate;
      return whole.equals(intent);
    },
  }));
  await paysUnknown(console, 'reset=after');
  const reads = () =>
    console.simulator.wire.filter(({ operation }) => operation === 'beneficiary.get').length;
  const before = reads();
  const answer = Promise.withResolvers<void>();
  gate = answer.promise;
  console.press('p');
  await vi.waitFor(() => expect(asked).toBe(true), patience);
  console.press('3');
  await console.sees('cards, all');
  answer.resolve();
  await vi.waitFor(() => expect(reads()).toBeGreaterThan(before), patience);
  const { store } = console.app;
  await vi.waitFor(
    () => expect(store.getState().notice?.text ?? '').not.toContain('Reading the record'),
    patience,
  );
  await console.drawn();
  expect(store.getState().overlay).toBeUndefined();
});

it('Esc stops the reading of the record, and then no dialog opens', async () => {
  await start();
  await paysUnknown(console, 'reset=after');
  await breaks(console, 'beneficiary.get delay=60000');
  console.press('p');
  await console.sees('Reading the record first');
  console.press('esc');
  await console.sees('Reading the record was stopped.');
  await mends(console);
  await console.sees(/› .*UNKNOWN/);
  expect(console.state().overlay).toBeUndefined();
  expect(console.state().notice?.text).toBe('Reading the record was stopped.');
  const reading = console.state().exchanges.findLast(({ operation }) => operation === 'beneficiary.get');
  expect(reading).toMatchObject({ state: 'done', failure: { kind: 'abandoned' } });
  console.press('p');
  await console.sees('Send again: New payout');
});

it('Esc on another screen does not stop the reading of a record', async () => {
  await start();
  await paysUnknown(console, 'reset=after');
  await breaks(console, 'beneficiary.get delay=60000');
  console.press('p');
  await console.sees('Reading the record first');
  console.press('3');
  await console.sees('cards, all');
  console.press('enter');
  await console.sees(/transactions, all|transactions loaded/);
  console.press('esc');
  await console.sees('cards, all');
  expect(console.screen.text()).not.toContain('was stopped');
});

it('an attempt whose end the journal could not record is sent again under its own request ID', async () => {
  const fails = { ok: false, unwritable: t`the disk is full.` } as const;
  let full = true;
  await startWith(whole => ({
    sent: async id => (full ? fails : whole.sent(id)),
    settle: async (...given) => (full ? fails : whole.settle(...given)),
  }));
  await fillsIn(console);
  const { requestId: id } = dialogOf(console);
  await confirm(console, '12.50');
  await endsIn(console, 'NOT SENT');
  full = false;
  console.press('tab', 'enter');
  await confirm(console, '12.50');
  await endsIn(console, 'DONE');
  const { intent, transitions } = await newestRow(console);
  expect(intent.requestId).toBe(id);
  expect(transitions.map(({ to }) => to)).toEqual(['PREPARED', 'NOT SENT', 'SENT', 'DONE']);
});

it('names a later duplicate that only the journal has, and opens no dialog', async () => {
  let later: Row | undefined;
  await startWith(whole => ({
    equals: async intent => (later ? { ok: true, value: [later] } : whole.equals(intent)),
  }));
  await paysUnknown(console, 'reset=after');
  const row = await newestRow(console);
  later = { ...row, intent: { ...row.intent, requestId: requestId(7) } };
  console.press('p');
  await console.sees(`A duplicate, request ID ${requestId(7)}, is UNKNOWN. Resolve that duplicate first.`);
  expect(console.state().overlay).toBeUndefined();
});
