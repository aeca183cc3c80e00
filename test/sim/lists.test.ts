// Paged lists of any length: pages, filters and running balances.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare, parseDecimal, subtract } from '../../src/lib/decimal.ts';
import type { Json } from '../../src/lib/json.ts';
import { type RowPlan, slice, spread } from '../../src/sim/world/computed-rows.ts';
import { jsonOf } from '../harness/answers.ts';
import { customer, type Desk, openDesk, send, startDesk } from './http.ts';

type Row = Readonly<Record<string, Json>>;
let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.sim.close());

async function history(query: object, i = 0, at = desk): Promise<Row[]> {
  return rows((await at.ask('account.balanceHistory', { query }, customer(at.sim, i))).text);
}

async function transactions(query: object, i = 0, account = 1): Promise<Row[]> {
  const id = desk.sim.world.customers[i]?.accounts[account]?.record.id ?? '';
  const input = { headers: { 'x-account-id': id }, query };
  return rows((await desk.ask('account.transactions', input, customer(desk.sim, i))).text);
}

function rows(text: string): Row[] {
  const { data } = jsonOf(text) as { data?: Row[] };
  if (data === undefined) throw new Error(text);
  return data;
}

const ids = (list: readonly Row[]): unknown[] => list.map(row => row['id']);
const digits = (value: Json | undefined): ReturnType<typeof parseDecimal> & string => {
  const read = parseDecimal((value as { source: string }).source);
  if (read === undefined) throw new Error('not a number');
  return read;
};

describe('pages', () => {
  it('have 20 rows from page 1 by default, or the requested size', async () => {
    const all = await history({ size: 1_000_000 });
    expect(all).toHaveLength(240);
    expect(new Set(ids(all)).size).toBe(240);
    expect(await history({})).toEqual(all.slice(0, 20));
    expect(await history({ page: 3, size: 7 })).toEqual(all.slice(14, 21));
    expect(await history({ page: 12, size: 20 })).toEqual(all.slice(220));
    expect(await history({ page: 13, size: 20 })).toEqual([]);
    expect(await history({ page: 9_007_199_254_740_991, size: 9_007_199_254_740_991 })).toEqual([]);
  });

  it('are refused if page or size is not a whole number from 1', async () => {
    const sent = desk.good('account.balanceHistory', {});
    for (const query of [
      'page=0',
      'size=0',
      'page=-1',
      'page=1.5',
      'size=01',
      'page=+1',
      'page=',
      'size=1e3',
      'page=x',
    ]) {
      expect(await statusOf(`${sent.target}?${query}`), query).toBe(400);
    }
  });

  it('are short or empty for customers with few rows or none', async () => {
    expect(await history({}, 4)).toHaveLength(3);
    expect(await transactions({}, 4, 0)).toHaveLength(3);
    expect(await history({}, 5)).toEqual([]);
    expect(await transactions({}, 5, 0)).toEqual([]);
  });
});

describe('filters', () => {
  it('return exactly the matching rows, in order and page by page', async () => {
    const all = await history({ size: 1000 });
    for (const query of [
      { currency: 'IDR' },
      { transaction_type: 'HOLD' },
      { currency: 'GBP', transaction_type: 'PAYOUT' },
    ]) {
      const match = all.filter(row => Object.entries(query).every(([name, value]) => row[name] === value));
      expect(match.length, JSON.stringify(query)).toBeGreaterThan(0);
      expect(await history({ ...query, size: 1000 })).toEqual(match);
      expect(await history({ ...query, size: 3, page: 2 })).toEqual(match.slice(3, 6));
    }
    expect(await history({ currency: 'SEK' })).toEqual([]);
    expect(await history({ transaction_type: 'NOTHING' })).toEqual([]);
  });

  it('work for transactions by status and currency', async () => {
    const all = await transactions({ size: 1000 });
    for (const query of [
      { status: 'PENDING' },
      { status: 'SETTLED' },
      { currency: 'CAD' },
      { currency: 'CAD', status: 'SETTLED' },
    ]) {
      const match = all.filter(row => Object.entries(query).every(([name, value]) => row[name] === value));
      expect(match.length, JSON.stringify(query)).toBeGreaterThan(0);
      expect(await transactions({ ...query, size: 1000 })).toEqual(match);
    }
    expect(await transactions({ status: 'FROZEN' })).toEqual([]);
  });

  it('work by whole days, with the first and the last day', async () => {
    const all = await history({ size: 1000 });
    const day = (row: Row): string => String(row['create_time']).slice(0, 10);
    for (const query of [
      { from_date: '2026-11-10' },
      { to_date: '2026-11-10' },
      { from_date: '2026-11-09', to_date: '2026-11-09' },
    ]) {
      const { from_date: from = '', to_date: to = '9' } = query as { from_date?: string; to_date?: string };
      const match = all.filter(row => day(row) >= from && day(row) <= to);
      expect(match.length).toBeGreaterThan(0);
      expect(await history({ ...query, size: 1000 })).toEqual(match);
    }
    expect(await history({ from_date: '2030-01-01' })).toEqual([]);
  });

  it('are refused for an invalid date, or if the end is before the start', async () => {
    const { target } = desk.good('account.balanceHistory', {});
    const wrong = [
      'from_date=2026-02-30',
      'to_date=20261101',
      'from_date=2026-11-01T00:00:00Z',
      'currency=gbp',
      'currency=EUR-O',
    ];
    for (const query of [...wrong, 'from_date=2026-11-02&to_date=2026-11-01', 'status=PENDING']) {
      expect(await statusOf(`${target}?${query}`), query).toBe(400);
    }
  });
});

async function statusOf(target: string): Promise<number> {
  const { headers } = desk.good('account.balanceHistory', {});
  return (await send(desk.sim.url, { method: 'GET', target, headers })).status;
}

describe('the balance history', () => {
  it('adds up for every customer: each balance is the balance before plus the amount, up to the current balance', async () => {
    for (const [i, { balances }] of desk.sim.world.customers.entries()) {
      const all = await history({ size: 1000 }, i);
      for (const { currency, available_balance } of balances) {
        const own = all.filter(row => row['currency'] === currency);
        if (own[0] !== undefined) expect(digits(own[0]['balance'])).toBe(available_balance.source);
        for (const [n, row] of own.entries()) {
          const before = own[n + 1];
          if (before)
            expect(subtract(digits(row['balance']), digits(row['amount']))).toBe(digits(before['balance']));
          const debit = row['transaction_type'] === 'PAYOUT' || row['transaction_type'] === 'HOLD';
          expect(digits(row['amount']).startsWith('-'), JSON.stringify(row)).toBe(debit);
        }
      }
    }
  });
});

describe('running balances', () => {
  it('rarely repeat', async () => {
    for (const currency of ['GBP', 'IDR', 'KWD']) {
      const own = (await history({ currency, size: 1000 })).map(row => digits(row['balance']));
      expect(own.length).toBeGreaterThan(20);
      expect(new Set(own).size).toBeGreaterThan(own.length * 0.9);
      for (const balance of own) expect(compare(balance, own[0] ?? balance)).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('a list of any length', () => {
  it('computes only the rows of the page', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(99_999), fc.integer({ min: 1, max: 50 }), (count, offset, size) => {
        let made = 0;
        let looked = 0;
        const time = spread(1_800_000_000_000, count, () => 0.5);
        const plan: RowPlan<number, number> = {
          count,
          cycle: [0, 1, 2, 3, 4],
          timeOf: i => {
            looked++;
            return time(i);
          },
          row: i => {
            made++;
            return i;
          },
        };
        const from = time(Math.floor(count / 2));
        const got = slice(plan, { from, kind: kind => kind % 2 === 0 }, offset, size);
        const all = Array.from({ length: count }, (_, i) => i).filter(
          i => [0, 2, 4].includes(i % 5) && time(i) >= from,
        );
        expect(got).toEqual(all.slice(offset, offset + size));
        expect(made).toBe(got.length);
        expect(looked).toBeLessThan(20);
      }),
      { seed: 7, numRuns: 60 },
    );
  });

  it('returns the last page of 100 000 rows, with dates in this century', async () => {
    const long = await openDesk({ rows: 100_000 });
    const last = await history({ page: 5000 }, 0, long);
    expect(last).toHaveLength(20);
    expect(String(last[19]?.['create_time']) > '2024').toBe(true);
    expect(await history({ page: 5001 }, 0, long)).toEqual([]);
  });
});
