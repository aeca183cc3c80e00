// What may be typed into a service filter, and what Purser sends.

import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/api/contract/operations.ts';
import { t } from '../../../src/lib/visible.ts';
import { openView } from '../../../src/store/view.ts';
import type { ServerFilter } from '../../../src/ui/screens/resource.ts';
import {
  currencyFilter,
  filterForm,
  fromDate,
  toDate,
  wordFilter,
} from '../../../src/ui/screens/server-filter.ts';

const closed = wordFilter('status', t`Status`, [t`ACTIVE`, t`INACTIVE`], true);
const open = wordFilter('status', t`Status`, [t`SETTLED`, t`PENDING`], false);

const refuses = (
  filter: ServerFilter,
  value: string,
  values: Record<string, string> = {},
): string | undefined => filter.check(value, values);
const sends = (filter: ServerFilter, value: string): string => filter.send?.(value) ?? value;

describe('a day in a filter', () => {
  it.each(['2026-02-28', '2024-02-29', '1999-12-31'])('is sent as typed: %s', day => {
    for (const filter of [fromDate, toDate]) {
      expect(refuses(filter, day)).toBeUndefined();
      expect(sends(filter, day)).toBe(day);
    }
  });

  it.each(['2026-02-30', '28.02.2026', '2026-2-1', 'today', '2026-02-28T00:00:00Z', '0000-00-00'])(
    'is refused, with examples of a day: %s',
    day => {
      for (const filter of [fromDate, toDate]) expect(refuses(filter, day)).toContain('20..21nov');
    },
  );

  it('is refused before the first day, but not on it', () => {
    expect(refuses(toDate, '2026-01-01', { from_date: '2026-01-02' })).toContain('before the first day');
    expect(refuses(toDate, '2026-01-02', { from_date: '2026-01-02' })).toBeUndefined();
    expect(refuses(toDate, '2026-01-01', { from_date: 'tomorrow' })).toBeUndefined();
  });
});

describe('a currency', () => {
  it.each(['GBP', 'gbp', 'XQZ', 'USDC'])("is sent in capitals, even if Purser doesn't know it: %s", code => {
    expect(refuses(currencyFilter, code)).toBeUndefined();
    expect(sends(currencyFilter, code)).toBe(code.toUpperCase());
  });

  it.each(['GB', 'DOLLARS', '£', '1GP', 'ſbp'])('%s is refused', code => {
    expect(refuses(currencyFilter, code)).toContain('three to six letters');
  });
});

describe('a word', () => {
  it('of a closed list must be a listed word, in upper or lower case', () => {
    expect(refuses(closed, 'active')).toBeUndefined();
    expect(sends(closed, 'active')).toBe('ACTIVE');
    expect(refuses(closed, 'frozen')).toBe('Type one of ACTIVE, INACTIVE.');
  });

  it('of an open list may be any other word, which is sent as typed', () => {
    expect(refuses(open, 'Reversed')).toBeUndefined();
    expect([sends(open, 'Reversed'), sends(open, 'settled')]).toEqual(['Reversed', 'SETTLED']);
  });
});

describe('an accepted filter', () => {
  it.each([
    [fromDate, '2026-02-28'],
    [toDate, '2026-02-28'],
    [currencyFilter, 'xqz'],
    [open, 'Reversed'],
  ])('gives a request that fits the contract (%#)', (filter, typed) => {
    const query = { [filter.field]: sends(filter, typed) };
    expect(operations['account.transactions'].query.safeParse(query).success).toBe(true);
  });
});

it('the form has the current filter, and starts at its first field', () => {
  const view = { ...openView('transactions'), server: { currency: 'GBP' } };
  const form = filterForm([fromDate, currencyFilter], view);
  expect(form.fields.map(f => [f.id, f.value])).toEqual([
    ['from_date', ''],
    ['currency', 'GBP'],
  ]);
  expect(form.focus).toBe(0);
});
