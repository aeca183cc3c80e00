// `purser timeline` against the simulator: whole, since a day, of one account, and with a list that fails.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/journal/intent.ts';
import { variablesFor } from '../e2e/program.ts';
import { openWhole, payout } from '../journal/parts.ts';
import { breaks, calls, desk, openCalls } from './caller.ts';

const CLOCK = '2026-11-20T09:00:00Z';

interface Told {
  readonly complete: boolean;
  readonly completeBackTo: string | null;
  readonly sources: readonly {
    readonly source: string;
    readonly name: string;
    readonly complete: boolean;
    readonly why?: string;
  }[];
  readonly events: readonly {
    readonly time: string | null;
    readonly complete: boolean;
    readonly source: string;
    readonly of: string | null;
    readonly id: string;
    readonly amount: number | null;
    readonly currency: string | null;
    readonly repeated: boolean;
    readonly sameAs: readonly { readonly id: string }[];
    readonly record: Readonly<Record<string, unknown>>;
  }[];
  readonly withoutTime: readonly unknown[];
}

async function told(...rest: readonly string[]) {
  const { code, out, err } = await calls.run('timeline', ['--json', ...rest]);
  return { code, err, ...(JSON.parse(out) as Told) };
}

const small = { clock: CLOCK, seed: 3, rows: 30 } as const;

describe('the whole timeline', () => {
  it('has every record of every list once, newest first, and says that it is complete', async () => {
    await openCalls(small);
    const { code, complete, completeBackTo, events, sources } = await told();
    expect(code).toBe(0);
    expect([complete, completeBackTo]).toEqual([true, null]);
    const times = events.map(({ time }) => Date.parse(time ?? ''));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const kinds = new Set(sources.map(({ source }) => source));
    for (const kind of [
      'history',
      'transaction',
      'card-transaction',
      'direct-debit',
      'mandate',
      'beneficiary',
      'card',
      'rfi',
      'journal',
    ])
      expect(kinds).toContain(kind);
    const transactions = events.filter(({ source }) => source === 'transaction').map(({ id }) => id);
    expect(new Set(transactions).size).toBe(transactions.length);
    expect(
      desk.sim.wire.filter(({ method, operation }) => method !== 'GET' && operation !== 'login'),
    ).toEqual([]);
    const [account] = JSON.parse((await calls.run('call', ['account.list', '--json'])).out) as {
      id: string;
    }[];
    const all = await calls.run('call', [
      'account.transactions',
      '--set',
      `x-account-id=${account?.id}`,
      '--all',
    ]);
    for (const line of all.out.trim().split('\n'))
      expect(transactions).toContain((JSON.parse(line) as { id: string }).id);
  });

  it('is one line for each event, with its source, and the last line says how far it is complete', async () => {
    await openCalls(small);
    const { code, out } = await calls.run('timeline', []);
    expect(code).toBe(0);
    const lines = out.trim().split('\n');
    expect(lines.at(-1)).toMatch(/^[\d,]+ events, complete\.$/);
    expect(lines[0]).toMatch(/^20 Nov 2026 \d\d:\d\d:\d\d UTC {2}\S/);
    expect(out).toMatch(/^.* {2}Transaction of Operations {2}[−+][\d,.]+ \w{3} {2}.*$/m);
  });
});

it('has an event once that two sources have with one ID', async () => {
  await openCalls({ ...small, books: ['transactions-joined'] });
  const { events } = await told();
  const same = events.flatMap(({ sameAs }) => sameAs);
  expect(same.length).toBeGreaterThan(0);
  const once = events.filter(({ repeated, sameAs }) => !repeated && sameAs.length > 0).map(({ id }) => id);
  expect(new Set(once).size).toBe(once.length);
  expect(new Set(events.filter(({ repeated }) => repeated).map(({ id }) => id))).toEqual(
    new Set(same.map(({ id }) => id)),
  );
});

it('has every write of the journal, and none of another customer', async () => {
  await openCalls(small);
  const keysOf = (nth: number): Partial<Intent> => {
    const env = variablesFor(desk.sim, nth);
    const { PURSER_BASE_URL: baseUrl = '', PURSER_CLIENT_ID: clientId = '' } = env;
    const { PURSER_PROGRAM_ID: programId = '', PURSER_USER_ID: userId = '' } = env;
    return { baseUrl, clientId, programId, customer: { userId } };
  };
  const journal = openWhole({ file: join(calls.folder, 'journal.db') });
  for (let number = 0; number < 502; number++) journal.prepare(payout(number, keysOf(number === 9 ? 1 : 0)));
  const { events } = await told();
  expect(events.filter(({ source }) => source === 'journal')).toHaveLength(501);
});

describe('since a day', () => {
  it('reads no further back, and is complete for these days', async () => {
    await openCalls({ ...small, rows: 120 });
    const whole = desk.sim.wire.length;
    const { code, complete, events } = await told('--from', '2026-11-19', '--to', '2026-11-19');
    const reads = desk.sim.wire.length - whole;
    expect([code, complete]).toEqual([0, true]);
    expect(events.length).toBeGreaterThan(0);
    expect(events.every(({ time }) => time?.startsWith('2026-11-19'))).toBe(true);
    await told();
    expect(desk.sim.wire.length - whole - reads).toBeGreaterThan(reads);
  });

  it('begins and ends by the clock of the profile', async () => {
    await openCalls(small);
    const { credentials, url } = desk.sim;
    const { clientId, programId } = credentials;
    const tokyo = { baseUrl: url, environment: 'demo', clientId, programId, timeZone: 'Asia/Tokyo' };
    writeFileSync(join(calls.folder, 'config.json'), JSON.stringify({ profiles: { tokyo } }));
    const days = ['--from', '2026-11-19', '--to', '2026-11-19'];
    const { code, out } = await calls.run('timeline', days, { env: { PURSER_PROFILE: 'tokyo' } });
    expect(code).toBe(0);
    const times = out.trim().split('\n').slice(0, -1);
    expect(times.length).toBeGreaterThan(0);
    expect(times.filter(line => !/^19 Nov 2026 \d\d:\d\d:\d\d GMT\+9 {2}/.test(line))).toEqual([]);
  });

  it('of an ID that this customer does not have is not complete', async () => {
    await openCalls(small);
    const { code, out } = await calls.run('timeline', ['--account', 'another']);
    expect(code).toBe(3);
    expect(out).toBe(
      'Transaction: this customer has no account and no card with this ID.\n0 events, not complete.\n',
    );
  });

  it('of one account has only its records', async () => {
    await openCalls(small);
    const [account] = JSON.parse((await calls.run('call', ['account.list', '--json'])).out) as {
      id: string;
    }[];
    const { code, events } = await told('--account', account?.id ?? '');
    expect(code).toBe(0);
    const kinds = new Set(events.map(({ source }) => source));
    expect(
      [...kinds].every(kind => ['transaction', 'mandate', 'direct-debit', 'journal'].includes(kind)),
    ).toBe(true);
    expect(kinds).toContain('transaction');
    expect(
      events
        .filter(({ source }) => source === 'direct-debit')
        .every(({ record }) => record['global_account_id'] === account?.id),
    ).toBe(true);
  });
});

describe('a list that fails', () => {
  it('makes the timeline incomplete from the top, with its name and exit code 3', async () => {
    await openCalls(small);
    await breaks('account.balanceHistory status=403 message=closed');
    const { code, complete, completeBackTo, sources, events } = await told();
    expect([code, complete, completeBackTo]).toEqual([3, false, null]);
    expect(sources.filter(one => !one.complete)).toEqual([
      expect.objectContaining({ name: 'Balance history', why: expect.stringContaining('closed') }),
    ]);
    expect(events.some(one => one.complete)).toBe(false);
    const { out } = await calls.run('timeline', []);
    expect(out.split('\n')[0]).toBe('--- Something may be missing below: not complete ---');
    expect(out).toContain(
      'Balance history: not loaded. Balance history: the service refused the request (HTTP 403): "closed".',
    );
  });

  it('of the accounts leaves their transactions unknown', async () => {
    await openCalls(small);
    await breaks('account.list status=403 message=closed');
    const { code, complete, sources } = await told();
    expect([code, complete]).toEqual([3, false]);
    expect(sources).toContainEqual(
      expect.objectContaining({ name: 'Transaction', why: expect.stringContaining('closed') }),
    );
  });

  it('in the middle leaves what is newer complete', async () => {
    await openCalls({ ...small, rows: 120 });
    await breaks('account.balanceHistory status=403 message=closed after=1');
    const { code, complete, completeBackTo, events, sources } = await told();
    expect([code, complete]).toEqual([3, false]);
    expect(sources.flatMap(one => (one.complete ? [] : [one.name]))).toEqual(['Balance history']);
    const back = Date.parse(completeBackTo ?? '');
    expect(events.every(one => one.complete === Date.parse(one.time ?? '') > back)).toBe(true);
    expect(events.filter(one => one.complete).length).toBeGreaterThan(0);
  });

  it('fails with 1 if signing in fails, also in the middle', async () => {
    await openCalls(small);
    await breaks('* status=403 message=closed');
    const { code, err } = await calls.run('timeline', []);
    expect([code, err]).toEqual([1, expect.stringMatching(/^purser: .*HTTP 403/)]);
    await desk.control('/faults', [], 'DELETE');
    await breaks('* status=401 message=expired after=6');
    const late = await calls.run('timeline', ['--json']);
    expect(late.code).toBe(1);
    expect((JSON.parse(late.out) as Told).complete).toBe(false);
  });
});
