// `purser check --account` and `--card`: transactions against the history, and limits against transactions.

import { describe, expect, it } from 'vitest';
import type { BookRule } from '../../src/sim/world/wrong-history.ts';
import { breaks, calls, desk, openCalls, sentFor } from './caller.ts';

const open = (books: readonly BookRule[] = []) =>
  openCalls({ clock: '2026-11-20T09:00:00Z', books, seed: 4, rows: 400 });

interface Finding {
  readonly check: string;
  readonly verdict: string;
  readonly says: readonly string[];
  readonly present?: number;
  readonly pending?: number;
  readonly unjoined?: number;
  readonly transactions?: readonly {
    readonly problem: string;
    readonly transaction: { readonly id: string };
  }[];
  readonly limits?: readonly {
    readonly verdict: string;
    readonly result: string;
    readonly interval: string;
    readonly amount: number;
    readonly remaining: number;
    readonly used: number;
  }[];
}

async function report(...rest: readonly string[]) {
  const { code, out } = await calls.run('check', ['--json', ...rest]);
  const { verdict, findings } = JSON.parse(out) as {
    readonly verdict: string;
    readonly findings: readonly Finding[];
  };
  return { code, verdict, findings, of: (check: string) => findings.find(one => one.check === check) };
}

const customer = () => {
  const [first] = desk.sim.world.customers;
  if (!first) throw new Error('no customer');
  return first;
};

const accountId = (): string => customer().accounts[0]?.record.id ?? '';

describe('the transactions of an account', () => {
  it('are not checked where no ID joins them to an entry, and the history itself is', async () => {
    await open();
    const found = await report('--account', accountId());
    expect(found.code).toBe(3);
    expect(found.of('account')).toMatchObject({
      verdict: 'NOT CHECKED',
      present: 0,
      pending: 7,
      unjoined: 393,
    });
    expect(found.of('account')?.says.join(' ')).toContain('The service documents no other field.');
    expect(found.of('history')?.verdict).toBe('FOLLOWS');
    expect(sentFor('account.transactions')[0]?.headers['x-account-id']).toEqual([accountId()]);
  });

  it('follow if they have the IDs and the amounts of entries', async () => {
    await open(['transactions-joined']);
    const found = await report('--account', accountId());
    expect(found).toMatchObject({ code: 0 });
    expect(found.of('account')).toMatchObject({ verdict: 'FOLLOWS', unjoined: 0, transactions: [] });
  });

  it('do not follow if one has no entry, although the history has the IDs of all others', async () => {
    await open(['transaction-missing']);
    const found = await report('--account', accountId());
    expect(found.code).toBe(1);
    const wrong = found.of('account')?.transactions ?? [];
    expect(wrong).toMatchObject([{ problem: 'absent' }]);
    expect(customer().transactionFaults).toContain(wrong[0]?.transaction.id);
  });

  it('do not follow if an entry with the ID has another amount', async () => {
    await open(['transactions-joined']);
    await breaks('account.transactions set=data[0].amount:123456.78 count=1');
    const { out, code } = await calls.run('check', ['--account', accountId()]);
    expect(code).toBe(1);
    expect(out).toMatch(/DOES NOT FOLLOW: .* 123,456\.78 .*: the entry with its ID has /);
  });

  it('that fail to load leave the rest unchecked, with the reason', async () => {
    await open();
    await breaks('account.transactions status=403 message=closed');
    const { out, code } = await calls.run('check', ['--account', accountId()]);
    expect(code).toBe(3);
    expect(out).toContain('closed');
  });
});

describe('the limits of a card', () => {
  const cards = () => customer().cards.all;

  it('follow or are not checked on every card of a sound service, with nothing but the card read', async () => {
    await open();
    for (const { id } of cards().slice(0, 12)) {
      const found = await report('--card', id);
      expect(found.findings.map(({ check }) => check)).toEqual(['card']);
      expect(found.of('card')?.limits?.map(({ verdict }) => verdict)).not.toContain('DOES NOT FOLLOW');
    }
    expect(sentFor('account.balanceHistory')).toEqual([]);
  });

  it('do not follow if more remains than the limit', async () => {
    await open(['card-limit']);
    const fault = customer().cards.fault ?? '';
    const found = await report('--card', fault);
    expect(found.code).toBe(1);
    const wrong = found.of('card')?.limits?.find(({ verdict }) => verdict === 'DOES NOT FOLLOW');
    expect(wrong?.remaining).toBeGreaterThan(wrong?.amount ?? Number.NaN);
    expect(wrong?.used).toBeCloseTo((wrong?.amount ?? Number.NaN) - (wrong?.remaining ?? 0), 2);
    const others = cards().find(({ id, limits }) => id !== fault && limits.length > 0);
    expect((await report('--card', others?.id ?? '')).code).not.toBe(1);
  });

  it('say what is used, what was approved, and that the rest is not documented', async () => {
    await open();
    const { out } = await calls.run('check', ['--card', cards()[0]?.id ?? '']);
    expect(out).toMatch(
      /Monthly: [\d,.]+ \w{3} of [\d,.]+ \w{3} remain\. Used: [\d,.]+ \w{3}\. Approved transactions of the last 31 days: /,
    );
  });

  it('that change during the check are not checked', async () => {
    await open();
    await breaks('card.limits set=data.limits[1].remaining:1.00 count=1');
    const found = await report('--card', cards()[1]?.id ?? '');
    expect(found.of('card')?.limits?.[1]).toMatchObject({ verdict: 'NOT CHECKED', result: 'changed' });
  });

  it('that fail to load are not checked, with the reason', async () => {
    await open();
    await breaks('card.transactions status=403 message=closed');
    const found = await calls.run('check', ['--card', cards()[0]?.id ?? '']);
    expect(found.code).toBe(3);
    expect(found.out).toContain('closed');
  });
});
