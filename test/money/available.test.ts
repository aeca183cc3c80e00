// The available amount after a payment: exact, marked if it is below zero, and never shown as 0 if it is not known.

import { describe, expect, it } from 'vitest';
import { Odd } from '../../src/api/contract/odd.ts';
import { type Decimal, parseDecimal } from '../../src/lib/decimal.ts';
import { fromServer } from '../../src/lib/visible.ts';
import { balancesIn, balancesNeed, beforeAndAfter, exceedsAvailable } from '../../src/money/available.ts';
import { queryKey } from '../../src/records/query.ts';
import { emptyList, type List } from '../../src/store/list.ts';
import { noPages } from '../../src/store/paging.ts';
import type { State } from '../../src/store/state.ts';
import { customerKey, withList, withWorkspace } from '../../src/store/workspace.ts';
import { alpha, NOW, signedInStore } from '../store/signed-in.ts';

const decimal = (text: string): Decimal => {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(text);
  return value;
};

/** A state with these balances, which were read `age` ms ago. */
function holding(rows: readonly (readonly [string, string | Odd])[], age = 0): State {
  const items = rows.map(([currency, available], nth) => ({
    key: `${nth}`,
    raw: null,
    row: {
      currency: fromServer(currency),
      available_balance: typeof available === 'string' ? decimal(available) : available,
    },
  }));
  const list: List<unknown> = {
    ...emptyList(),
    asOf: NOW - age,
    pages: { ...noPages(), items, taken: 1, end: 'unpaged' },
  };
  const key = queryKey(balancesNeed.query);
  return withWorkspace(signedInStore().getState(), customerKey(alpha), w => withList(w, key, list));
}
const GBP = [['GBP', '1200.50']] as const;

describe('the balance before and after', () => {
  it.each([
    ['100', '1,200.50 → 1,100.50 GBP'],
    ['0.01', '1,200.50 → 1,200.49 GBP'],
    ['1200.500', '1,200.50 → 0.000 GBP'],
  ])('is right for an amount of %s: %s', (amount, text) => {
    expect(beforeAndAfter(holding(GBP), decimal(amount), 'GBP')).toEqual({ text });
    expect(exceedsAvailable(balancesIn(holding(GBP)), decimal(amount), 'GBP')).toBe(false);
  });

  it('keeps every digit that a float would lose', () => {
    const state = holding([['IDR', '9007199254740993.01']]);
    expect(beforeAndAfter(state, decimal('0.01'), 'IDR').text).toBe(
      '9,007,199,254,740,993.01 → 9,007,199,254,740,993.00 IDR',
    );
  });

  it('marks an amount above the balance', () => {
    expect(beforeAndAfter(holding(GBP), decimal('1200.51'), 'GBP')).toEqual({
      text: '1,200.50 → −0.01 GBP',
      tone: 'bad',
    });
    expect(exceedsAvailable(balancesIn(holding(GBP)), decimal('1200.51'), 'GBP')).toBe(true);
  });

  it('is only the current balance if no amount is typed, with its age from one minute on', () => {
    expect(beforeAndAfter(holding(GBP, 59_000), undefined, 'GBP').text).toBe('1,200.50 GBP');
    expect(beforeAndAfter(holding(GBP, 300_000), decimal('1'), 'GBP').text).toBe(
      '1,200.50 → 1,199.50 GBP, 5 min ago',
    );
  });
});

describe('an unknown balance', () => {
  it.each([
    ['another currency only', holding([['USD', '5']]), 'there is no GBP balance'],
    ['an unreadable amount', holding([['GBP', new Odd('5')]]), 'unreadable'],
    ['two balances of one currency', holding([...GBP, ...GBP]), 'unreadable'],
    ['nothing read', signedInStore().getState(), 'are not read yet'],
  ])('is never shown as 0: %s', (_, state, why) => {
    const { text, tone } = beforeAndAfter(state, decimal('1'), 'GBP');
    expect(text).toContain(`not known: `);
    expect(text).toContain(why);
    expect(tone).toBe('warn');
    expect(exceedsAvailable(balancesIn(state), decimal('1'), 'GBP')).toBe(false);
  });
});
