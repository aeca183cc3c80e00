// A call with a write that another person must approve: it waits in the journal, and is sent once or never.

import type { EventEmitter } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import type { Intent } from '../../src/journal/intent.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import type { OpenJournal } from '../../src/journal/open-journal.ts';
import { NoAnswer } from '../../src/journal/postgres/link.ts';
import { openServer, type ServerJournal } from '../../src/journal/postgres/server-journal.ts';
import { openTeam } from '../../src/journal/team/team-journal.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { patience } from '../harness/patience.ts';
import { approvalServer, setRule, value } from '../journal/approval-parts.ts';
import { requestId as idOf, openWhole, payout } from '../journal/parts.ts';
import type { Person, Server } from '../journal/pglite.ts';
import { cardIn } from '../sim/inputs.ts';
import { inputFor } from '../sim/samples.ts';
import { type Called, calls, desk, openCalls, setsOf } from './caller.ts';

let server: Server;
let ben: ServerJournal;
let given: readonly string[];
let ids = 0;
/** The server does not answer this function. */
let silent: 'waiting' | 'sent' | 'prepare' | 'withdraw' | undefined;

const uuid = (): string => `10000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;

async function opened(person: Person): Promise<ServerJournal> {
  const { url, credentials } = desk.sim;
  const link = server.link(person);
  const journal = await openServer({
    link: {
      ...link,
      rows: (sql, ...values) =>
        silent && sql.includes(`purser.${silent}`)
          ? Promise.reject(new NoAnswer())
          : link.rows(sql, ...values),
    },
    service: { baseUrl: url, clientId: credentials.clientId },
    machine: { host: 'desk', pid: 1 },
    uuid,
    redact: text => text,
  });
  if ('locked' in journal) throw new Error(journal.locked);
  return journal;
}

/** Ana makes the calls, on one machine. */
const openJournal: OpenJournal = async () => {
  const clock = systemClock();
  const local = localJournal(openWhole({ file: `${calls.folder}/journal.db`, clock }));
  const journal = await openTeam({ local, clock, openServer: () => opened('ana') });
  return 'locked' in journal ? journal : { journal, fingerprint };
};

beforeEach(async () => {
  await openCalls();
  server = await approvalServer();
  const { url, credentials } = desk.sim;
  await server.admin(`SELECT purser.add_realm('${url}', '${credentials.clientId}');
    INSERT INTO purser.members SELECT realm, role FROM purser.realms, purser.operators WHERE base_url = '${url}'`);
  await setRule(server, { currency: undefined, over: '5' }, { baseUrl: url, clientId: credentials.clientId });
  ben = await opened('ben');
  given = [
    'payout.create',
    ...setsOf((await inputFor(desk, 'payout.create', 0)) ?? {}),
    '--confirm',
    '10.10',
  ];
});

const call = (rest: readonly string[], meanwhile?: (process: EventEmitter) => void): Promise<Called> =>
  calls.run('call', [...given, ...rest], { openJournal, ...(meanwhile && { meanwhile }) });

async function unresolvedOf(journal: ServerJournal, number: number, more: Partial<Intent>): Promise<void> {
  const { url, credentials } = desk.sim;
  const intent = payout(number, {
    baseUrl: url,
    clientId: credentials.clientId,
    fingerprint: `2:own ${number}`,
    ...more,
  });
  await journal.prepare(intent);
  await journal.sent(intent.requestId);
  await journal.settle(intent.requestId, 'UNKNOWN');
}

const waits = async () => value(await ben.approvals.waiting());
const untilItWaits = () => vi.waitFor(async () => expect(await waits()).toHaveLength(1), patience);

async function vote(what: 'approve' | 'decline', note = ''): Promise<string> {
  const [waiting] = await waits();
  const requestId = waiting?.row.intent.requestId ?? '';
  const voted = await ben.approvals.vote(requestId, waiting?.digest ?? '', what, note);
  expect(voted).toMatchObject({ ok: true });
  return requestId;
}

const effects = () => desk.sim.world.ledger.effects.length;

describe('a call in a team with approval rules', () => {
  it('asks for the required approval and exits with 75; after the approval the same call sends once', async () => {
    const before = effects();
    const asked = await call([]);
    expect(asked.code).toBe(75);
    expect(asked.err).toMatch(/purser: WAITING: .*request ID/);
    expect(asked.err).toMatch(/Approval: needed from 1 other person\. Expires at .*\. Digest: [0-9a-f]{8}\./);
    const requestId = /--approved (\S+),/.exec(asked.err)?.[1] ?? '';
    const early = await call(['--approved', requestId]);
    expect([early.code, early.err]).toEqual([75, expect.stringMatching(/WAITING/)]);
    expect(await vote('approve')).toBe(requestId);
    const sent = await call(['--approved', requestId]);
    expect([sent.code, sent.err]).toEqual([0, expect.stringMatching(/purser: DONE: /)]);
    const again = await call(['--approved', requestId]);
    expect([again.code, again.err]).toEqual([
      0,
      expect.stringMatching(/purser: DONE: .*This call sent nothing\. The journal says DONE/s),
    ]);
    expect(again.err).not.toContain('NOT SENT');
    const other = given.map(set => set.replace('INV 7', 'INV 8'));
    const another = await calls.run('call', [...other, '--approved', requestId], { openJournal });
    expect([another.code, another.err]).toEqual([
      1,
      expect.stringMatching(/NOT SENT: This call is not the request that was approved/),
    ]);
    expect(effects()).toBe(before + 1);
  });

  it('names the own unresolved writes before a call, and not those of colleagues', async () => {
    const { url, credentials } = desk.sim;
    const small = { amounts: [{ amount: '1', currency: 'USD' }], programId: credentials.programId };
    await unresolvedOf(ben, 81, small);
    const ana = await opened('ana');
    await unresolvedOf(ana, 82, small);
    const live = {
      environment: 'demo',
      baseUrl: url,
      clientId: credentials.clientId,
      programId: credentials.programId,
    };
    const journal = { host: '127.0.0.1', database: 'team', user: 'ana' };
    fs.writeFileSync(
      path.join(calls.folder, 'config.json'),
      JSON.stringify({ profile: 'live', profiles: { live: { ...live, journal } } }),
      { mode: 0o600 },
    );
    const { err } = await call([]);
    expect(err).toContain(idOf(82));
    expect(err).not.toContain(idOf(81));
    // Each now owns the write of the other.
    expect(await ana.together.handOver(idOf(81), 'Ana')).toMatchObject({ ok: true });
    expect(await ben.together.handOver(idOf(82), 'Ben')).toMatchObject({ ok: true });
    const { err: later } = await call([]);
    // This machine's file does not have the entry of a colleague.
    expect(later).toContain(`${idOf(81)} (purser journal show --team says more)`);
    expect(later).not.toContain(idOf(82));
  });

  it('with --wait sends as soon as the write is approved', async () => {
    const before = effects();
    const called = call(['--wait']);
    await untilItWaits();
    expect(effects()).toBe(before);
    await vote('approve');
    const { code, err } = await called;
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/waits for the approval\. Ctrl\+C withdraws.*DONE/s),
    ]);
    expect(effects()).toBe(before + 1);
  });

  it('with --wait ends when the team journal gets a newer version, and says how to go on', async () => {
    const called = call(['--wait']);
    await untilItWaits();
    await server.admin(
      "UPDATE purser.version SET number = 99; UPDATE purser.consoles SET lease_until = '-infinity'",
    );
    const { code, err } = await called;
    expect([code, err]).toEqual([
      75,
      expect.stringMatching(/is newer than this Purser.*run the same call again with --approved/s),
    ]);
  });

  it('does not send a declined write, and prints the note', async () => {
    const before = effects();
    const called = call(['--wait']);
    await untilItWaits();
    await vote('decline', 'the payee is wrong');
    const { code, err } = await called;
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/NOT SENT: Ben declined the request: the payee is wrong\. Ask/),
    ]);
    expect(effects()).toBe(before);
  });

  it('does not send a request that expires while the call waits', async () => {
    const before = effects();
    const called = call(['--wait']);
    await untilItWaits();
    server.advance(31 * 60_000);
    // The leases have ended too, so this console begins again.
    await ben.recover();
    const { code, err } = await called;
    expect([code, err]).toEqual([1, expect.stringMatching(/NOT SENT: The request expired before/)]);
    expect(effects()).toBe(before);
  });

  it('says that the server may have recorded a request although no answer came', async () => {
    silent = 'prepare';
    const { code, err } = await call([]);
    silent = undefined;
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/NOT SENT: .*does not know whether.*with --approved [0-9a-f-]{36}\./s),
    ]);
    const [, requestId = ''] = /--approved ([0-9a-f-]{36})/.exec(err) ?? [];
    expect(await call(['--approved', requestId])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/NOT SENT: Request ID [0-9a-f-]{36} not found in the journal\./),
    });
  });

  it('says UNKNOWN for an approved call whose outcome is not known, with exit code 75', async () => {
    await call([]);
    const requestId = await vote('approve');
    await desk.control('/faults', ['payout.create status=500']);
    await call(['--approved', requestId]);
    await desk.control('/faults', []);
    const { code, err } = await call(['--approved', requestId]);
    expect([code, err]).toEqual([75, expect.stringMatching(/purser: UNKNOWN: .*This call sent nothing/s)]);
  });

  it('asks for freezing a card again after unfreezing it, which no earlier freeze bars', async () => {
    const [customer] = desk.sim.world.customers;
    const card = customer && cardIn(customer, 'ACTIVE');
    const change = async (status: string): Promise<Called> => {
      const all = ['card.update', '--set', `id=${card?.id}`, '--set', `card_status=${status}`];
      const { err } = await calls.run('call', all, { openJournal });
      const token = /--confirm (\S+)\n$/.exec(err)?.[1] ?? '';
      return calls.run('call', [...all, '--confirm', token], { openJournal });
    };
    for (const status of ['INACTIVE', 'ACTIVE']) expect(await change(status)).toMatchObject({ code: 0 });
    const { url, credentials } = desk.sim;
    const rule = { operation: 'card.update', currency: undefined, over: undefined };
    await setRule(server, rule, { baseUrl: url, clientId: credentials.clientId });
    expect(await change('INACTIVE')).toMatchObject({
      ...{ code: 75, err: expect.stringContaining('purser: WAITING: ') },
    });
  });

  it('withdraws the request on Ctrl+C', async () => {
    const before = effects();
    let process: EventEmitter | undefined;
    const called = call(['--wait'], given => {
      process = given;
    });
    await untilItWaits();
    process?.emit('SIGINT');
    const { code, err } = await called;
    expect([code, err]).toEqual([130, expect.stringMatching(/NOT SENT: you withdrew the request/)]);
    expect(await waits()).toEqual([]);
    expect(effects()).toBe(before);
  });

  it('keeps the approval if only a balance changed meanwhile', async () => {
    const before = effects();
    await call([]);
    const requestId = await vote('approve');
    const small = given.map(set => set.replace('10.10', '1.10'));
    expect(await calls.run('call', small, { openJournal })).toMatchObject({ code: 0 });
    const sent = await call(['--approved', requestId]);
    expect([sent.code, sent.err]).toEqual([0, expect.stringMatching(/purser: DONE: /)]);
    expect(effects()).toBe(before + 2);
  });

  it('voids the approval if a warning came that the approver has not seen', async () => {
    const before = effects();
    await call([]);
    const requestId = await vote('approve');
    await desk.control('/faults', ['account.balances set=data[*].available_balance:1 count=9']);
    const { code, err } = await call(['--approved', requestId]);
    await desk.control('/faults', []);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/The approval is void.*More than the available amount/s),
    ]);
    expect(await waits()).toEqual([]);
    expect(effects()).toBe(before);
  });

  it('voids the approval if the record changes while the call waits', async () => {
    const before = effects();
    await call([]);
    const requestId = await vote('approve');
    // The first read is for the question, and the second comes before the wait.
    await desk.control('/faults', ['beneficiary.get set=data.account_number:"****9999" after=2']);
    const { code, err } = await call(['--approved', requestId, '--wait']);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /The approval is void, because something changed since the approval\..*Account: was .*9999/s,
      ),
    ]);
    expect(await waits()).toEqual([]);
    expect(effects()).toBe(before);
  });

  it('does not say that the approval is void if the team journal did not record that', async () => {
    const before = effects();
    await call([]);
    const requestId = await vote('approve');
    await desk.control('/faults', ['beneficiary.get set=data.account_number:"****9999" count=9']);
    silent = 'withdraw';
    const { code, err } = await call(['--approved', requestId]);
    silent = undefined;
    await desk.control('/faults', []);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/NOT SENT: Something changed since the approval\. .*9999/s),
    ]);
    expect(err).not.toContain('void');
    expect(effects()).toBe(before);
  });

  /** An approved call that is NOT SENT, because the server did not record SENT. */
  async function notSent(): Promise<string> {
    await call([]);
    const requestId = await vote('approve');
    silent = 'sent';
    const { code, err } = await call(['--approved', requestId]);
    silent = undefined;
    expect([code, err]).toEqual([1, expect.stringMatching(/NOT SENT/)]);
    return requestId;
  }

  it('is sent once more if it was approved and then NOT SENT', async () => {
    const before = effects();
    const requestId = await notSent();
    const sent = await call(['--approved', requestId]);
    expect([sent.code, sent.err]).toEqual([0, expect.stringMatching(/purser: DONE: /)]);
    expect((await call(['--approved', requestId])).err).toMatch(/purser: DONE: .*sent nothing/s);
    expect(effects()).toBe(before + 1);
  });

  it('voids the approval if the record changes before the write is sent again', async () => {
    const before = effects();
    const requestId = await notSent();
    await desk.control('/faults', ['beneficiary.get set=data.account_number:"****9999" count=9']);
    const { code, err } = await call(['--approved', requestId]);
    expect([code, err]).toEqual([1, expect.stringMatching(/The approval is void.*Account: .*9999/s)]);
    await desk.control('/faults', []);
    expect((await call(['--approved', requestId])).code).toBe(1);
    expect(effects()).toBe(before);
  });

  it('says that the journal can’t be read, and gives the request ID for the next call', async () => {
    silent = 'waiting';
    const { code, err } = await call([]);
    silent = undefined;
    expect([code, err]).toEqual([75, expect.stringMatching(/The journal can't be read/)]);
    const requestId = await vote('approve');
    expect(err).toContain(`--approved ${requestId}`);
  });

  it('does not send a request that differs from the approved request, and leaves the approved request waiting', async () => {
    const { err } = await call([]);
    const requestId = /--approved (\S+),/.exec(err)?.[1] ?? '';
    await vote('approve');
    const [, path, ...sets] = given;
    expect(path).toBe('--set');
    const other = sets.map(set => set.replace('INV 7', 'INV 8'));
    const changed = await calls.run('call', ['payout.create', '--set', ...other, '--approved', requestId], {
      openJournal,
    });
    expect([changed.code, changed.err]).toEqual([
      75,
      expect.stringMatching(/not the request that was approved/),
    ]);
    expect(await waits()).toHaveLength(1);
  });

  it('sends a write without approval if no rule covers it', async () => {
    const { url, credentials } = desk.sim;
    const service = { baseUrl: url, clientId: credentials.clientId };
    await setRule(server, { currency: undefined, over: '5', votes: 0 }, service);
    expect((await call(['--wait'])).code).toBe(0);
  });
});
