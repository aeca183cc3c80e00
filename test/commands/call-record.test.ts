// What a call records: the sign-in, the write access with its reason, and an outcome that the disk can't take.

import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Journal } from '../../src/journal/journal.ts';
import type { OpenJournal } from '../../src/journal/open-journal.ts';
import { systemProcesses } from '../../src/journal/processes.ts';
import { readAudit } from '../../src/journal/sqlite/audit-check.ts';
import { openSqlite } from '../../src/journal/sqlite/database.ts';
import { t } from '../../src/lib/visible.ts';
import { recordsNoOutcome } from '../console/earlier-journals.ts';
import { inputFor } from '../sim/samples.ts';
import { calls, desk, openCalls, sentFor, setsOf } from './caller.ts';

beforeEach(() => openCalls());

const production = { PURSER_ENVIRONMENT: 'production' };
const file = (): string => join(calls.folder, 'journal.db');
const payout = async (): Promise<readonly string[]> => [
  'payout.create',
  ...setsOf((await inputFor(desk, 'payout.create', 0)) ?? {}),
];

/** Changes the database as another process would. A trigger that fails stands for a full disk. */
function change(statement: string): void {
  const database = openSqlite(file(), { readOnly: false, busyMs: 5000 });
  database.exec(statement);
  database.close();
}

function lines() {
  const read = readAudit({ file: file() });
  if (!read.ok) throw new Error(read.unreadable);
  return read.lines.map(({ text }) => JSON.parse(text));
}

describe('the audit log', () => {
  it('has the sign-in of a read, with the service and the kind of keys, and never a key', async () => {
    const { code, err } = await calls.run('call', ['account.list'], { env: production });
    expect([code, err]).toEqual([0, '']);
    const { credentials, url } = desk.sim;
    expect(lines()).toMatchObject([
      { kind: 'log-begun' },
      {
        kind: 'signed-in',
        detail: {
          ...{ environment: 'production', service: url, client: credentials.clientId },
          policy: 'none',
        },
      },
    ]);
    expect(JSON.stringify(lines())).not.toContain(credentials.apiKey);
  });

  it('has the reason for a write in production, and ends at the printed head [G12c]', async () => {
    const given = [...(await payout()), '--reason', 'asked for on the phone'];
    const asked = await calls.run('call', given, { env: production });
    expect(asked.err).not.toContain('audit log');
    expect(lines().map(({ kind }) => kind)).toEqual(['log-begun', 'signed-in']);
    const { code, err } = await calls.run('call', [...given, '--confirm', '10.10'], { env: production });
    expect(code).toBe(0);
    const kinds = lines().map(({ kind }) => kind);
    expect(kinds.filter(kind => kind !== 'write')).toEqual([
      'log-begun',
      'signed-in',
      'signed-in',
      'grant-given',
      'grant-ended',
    ]);
    expect(kinds.slice(4, -1)).toEqual(['write', 'write', 'write']);
    expect(lines().find(({ kind }) => kind === 'grant-given')?.detail).toMatchObject({
      reason: 'asked for on the phone',
    });
    const head = /the audit log's head is (\S+)\.\n$/.exec(err)?.[1] ?? '';
    const verified = await calls.run('audit', ['verify', '--head', head]);
    expect([verified.code, verified.err]).toEqual([0, '']);
    expect(head.split(':')[0]).toBe(String(kinds.length));
  });

  it("does not stop a read if the sign-in can't be recorded, and a line says so [E6b]", async () => {
    await calls.call('account.list');
    change("CREATE TRIGGER disk_full BEFORE INSERT ON audit BEGIN SELECT RAISE(FAIL, 'full'); END");
    const { code, err, out } = await calls.call('account.list');
    expect([code, err]).toEqual([0, expect.stringContaining('this sign-in is not in the audit log.')]);
    expect(JSON.parse(out)).not.toEqual([]);
  });
});

it("a result that the disk can't record is UNKNOWN and exits with 75, and nothing claims DONE [E7b–c]", async () => {
  await desk.control('/faults', ['payout.create delay=400']);
  const { code, out, err } = await calls.run('call', [...(await payout()), '--confirm', '10.10'], {
    async meanwhile() {
      const sent = () => desk.sim.wire.filter(({ operation }) => operation === 'payout.create');
      await vi.waitFor(() => expect(sent()).toHaveLength(1), 20_000);
      change("CREATE TRIGGER disk_full BEFORE INSERT ON transitions BEGIN SELECT RAISE(FAIL, 'full'); END");
    },
  });
  change('DROP TRIGGER disk_full');
  const [row] = calls.rows();
  expect([code, out]).toEqual([75, '']);
  expect(row?.state).toBe('SENT');
  expect(err).toContain('UNKNOWN: New payout');
  expect(err).toContain('could not be recorded');
  expect(err).toContain(`the outcome is UNKNOWN, request ID ${row?.intent.requestId}`);
  expect(err).not.toContain('DONE');
  expect(desk.sim.world.ledger.effects).toHaveLength(1);
});

it.each(['equals', 'sent'] as const)(
  'a call sends nothing if the machine slept after the confirmation, when the journal answered `%s` [A23d]',
  async step => {
    const now = Date.now.bind(Date);
    let slept = 0;
    const sleeps: OpenJournal = async () => {
      const opened = await recordsNoOutcome(file(), systemProcesses(), () => false)();
      if ('locked' in opened) return opened;
      const asleep = <Given extends readonly unknown[], Answer>(answer: (...given: Given) => Answer) => {
        return (...given: Given): Answer => {
          slept += 40_000;
          vi.spyOn(Date, 'now').mockImplementation(() => now() + slept);
          return answer(...given);
        };
      };
      const { journal } = opened;
      const changed = step === 'sent' ? { sent: asleep(journal.sent) } : { equals: asleep(journal.equals) };
      return { ...opened, journal: { ...journal, ...changed } };
    };
    const order = [...(await payout()), '--confirm', '10.10'];
    const { code, err } = await calls.run('call', order, { openJournal: sleeps });
    vi.restoreAllMocks();
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/NOT SENT: New payout.*slept or its clock was set/s),
    ]);
    expect(sentFor('payout.create')).toEqual([]);
  },
);

describe('an outcome that the disk refuses only once', () => {
  /** A journal that refuses the first outcome, and perhaps SENT, so that nothing is sent. */
  const refusesOnce =
    (changes: Partial<Journal> = {}): OpenJournal =>
    async () => {
      let tries = 0;
      const opened = await recordsNoOutcome(file(), systemProcesses(), () => tries++ === 0)();
      return 'locked' in opened ? opened : { ...opened, journal: { ...opened.journal, ...changes } };
    };
  const run = async (openJournal: OpenJournal) =>
    calls.run('call', [...(await payout()), '--confirm', '10.10'], { openJournal });

  it('is recorded at the end of the call, with the answer of the service', async () => {
    const { code, err } = await run(refusesOnce());
    expect(code).toBe(75);
    expect(err).toContain('UNKNOWN: New payout');
    expect(calls.rows()).toMatchObject([{ state: 'UNKNOWN' }]);
    expect(calls.rows()[0]?.transitions.at(-1)?.answer?.text).toContain('systemReferenceNumber');
  });

  it('is not said to be UNKNOWN if nothing was sent', async () => {
    const sent = async () => ({ ok: false, unwritable: t`The journal can't be written.` }) as const;
    const { code, err } = await run(refusesOnce({ sent }));
    expect(code).toBe(1);
    expect(err).toContain('NOT SENT: New payout');
    expect(err).not.toContain('UNKNOWN');
    expect(calls.rows()).toMatchObject([{ state: 'NOT SENT' }]);
    expect(desk.sim.world.ledger.effects).toEqual([]);
  });
});

it.each([
  ['ENOSPC', 1, 'Standard output failed (ENOSPC)'],
  ['EPIPE', 0, ''],
] as const)('a call whose standard output fails with %s exits with %i', async (outLost, code, says) => {
  const ended = await calls.run('call', ['account.list'], { outLost });
  expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(says)]);
  const all = await calls.run('call', ['beneficiary.list', '--all'], { outLost });
  expect(all.code).toBe(code);
  expect(all.err).not.toContain('records so far');
});
