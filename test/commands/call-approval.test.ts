// A call whose write another person has to approve: it waits on record, and is sent once, or never.

import type { EventEmitter } from 'node:events';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenJournal } from '../../src/effects/journal.ts';
import { fingerprint } from '../../src/journal/fingerprint.ts';
import { localJournal } from '../../src/journal/local-journal.ts';
import { NoAnswer } from '../../src/journal/postgres/link.ts';
import { openServer, type ServerJournal } from '../../src/journal/postgres/server-journal.ts';
import { openTeam } from '../../src/journal/team/team-journal.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { patience } from '../harness/patience.ts';
import { approvalServer, setRule, value } from '../journal/approval-parts.ts';
import { openWhole } from '../journal/parts.ts';
import { endServer, type Person, type Server } from '../journal/pglite.ts';
import { type Desk, openDesk } from '../sim/http.ts';
import { inputFor } from '../sim/samples.ts';
import { type Called, type Caller, caller, setsOf } from './caller.ts';

let desk: Desk;
let calls: Caller;
let server: Server;
let ben: ServerJournal;
let given: readonly string[];
let ids = 0;
/** The reading of what waits fails. */
let unread = false;

const uuid = (): string => `10000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;

async function opened(person: Person): Promise<ServerJournal> {
  const { url, credentials } = desk.sim;
  const link = server.link(person);
  const journal = await openServer({
    link: {
      ...link,
      rows: (sql, ...values) =>
        unread && sql.includes('purser.waiting') ? Promise.reject(new NoAnswer()) : link.rows(sql, ...values),
    },
    service: { baseUrl: url, clientId: credentials.clientId },
    machine: { host: 'desk', pid: 1 },
    uuid,
    redact: text => text,
  });
  if ('locked' in journal) throw new Error(journal.locked);
  return journal;
}

/** Ana calls, on one machine. */
const openJournal: OpenJournal = async () => {
  const clock = systemClock();
  const local = localJournal(openWhole({ file: `${calls.folder}/journal.db`, clock }));
  const journal = await openTeam({ local, clock, openServer: () => opened('ana') });
  return 'locked' in journal ? journal : { journal, fingerprint };
};

beforeEach(async () => {
  desk = await openDesk();
  calls = caller(desk.sim);
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
afterEach(() => desk.sim.close());
afterAll(endServer);

const call = (rest: readonly string[], meanwhile?: (process: EventEmitter) => void): Promise<Called> =>
  calls.run('call', [...given, ...rest], { openJournal, ...(meanwhile && { meanwhile }) });

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

describe('a call that needs approval', () => {
  it('asks, says how to go on, and ends with 75; approved, the same call is sent once', async () => {
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
      1,
      expect.stringMatching(/does not wait for approval: it is DONE/),
    ]);
    expect(effects()).toBe(before + 1);
  });

  it('with --wait it is sent as soon as it is approved', async () => {
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

  it('declined, it is not sent, and the note says why', async () => {
    const before = effects();
    const called = call(['--wait']);
    await untilItWaits();
    await vote('decline', 'the payee is wrong');
    const { code, err } = await called;
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/NOT SENT: Ben declined the request: the payee is wrong/),
    ]);
    expect(effects()).toBe(before);
  });

  it('Ctrl+C withdraws it', async () => {
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

  it('a balance that moved while it waited does not void the approval', async () => {
    const before = effects();
    await call([]);
    const requestId = await vote('approve');
    const small = given.map(set => set.replace('10.10', '1.10'));
    expect(await calls.run('call', small, { openJournal })).toMatchObject({ code: 0 });
    const sent = await call(['--approved', requestId]);
    expect([sent.code, sent.err]).toEqual([0, expect.stringMatching(/purser: DONE: /)]);
    expect(effects()).toBe(before + 2);
  });

  it('a record that changes while the call waits voids the approval', async () => {
    const before = effects();
    await call([]);
    const requestId = await vote('approve');
    // The first reading makes the question, the second one comes before the wait.
    await desk.control('/faults', ['beneficiary.get set=data.account_number:"****9999" after=2']);
    const { code, err } = await call(['--approved', requestId, '--wait']);
    expect([code, err]).toEqual([1, expect.stringMatching(/The approval is void.*Account was .*9999/s)]);
    expect(await waits()).toEqual([]);
    expect(effects()).toBe(before);
  });

  it('a journal that can’t be read afterwards is said, with the request ID to go on with', async () => {
    unread = true;
    const { code, err } = await call([]);
    unread = false;
    expect([code, err]).toEqual([75, expect.stringMatching(/The journal can't be read/)]);
    const requestId = await vote('approve');
    expect(err).toContain(`--approved ${requestId}`);
  });

  it('another request than the approved one is not sent, and the approved one goes on waiting', async () => {
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

  it('without a rule that covers it, it is sent as ever', async () => {
    const { url, credentials } = desk.sim;
    const service = { baseUrl: url, clientId: credentials.clientId };
    await setRule(server, { currency: undefined, over: '5', votes: 0 }, service);
    expect((await call(['--wait'])).code).toBe(0);
  });
});
