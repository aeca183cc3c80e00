// The verdicts: the history against itself, and its end against the balance now.

import { expect, it } from 'vitest';
import { Odd } from '../../../src/api/contract/odd.ts';
import type { Decimal } from '../../../src/lib/decimal.ts';
import { JsonNumber } from '../../../src/lib/json.ts';
import { atOnce } from '../../../src/lib/steps.ts';
import { fromServer, t } from '../../../src/lib/visible.ts';
import type { HistoryEntry } from '../../../src/records/reads.ts';
import { type Balance, checkBooks, type Finding, worstOf } from '../../../src/subjects/books/books.ts';
import { headlines } from '../../../src/subjects/books/check-words.ts';
import { entry } from './worlds.ts';

const START = Date.parse('2026-11-20T09:00:00Z');

const balance = (available: string, pending = '0', reserved = '0', currency = 'GBP'): Balance => ({
  currency: fromServer(currency),
  available_balance: available as Decimal,
  pending_amount: pending as Decimal,
  reserved_amount: reserved as Decimal,
});

/** A history that ends at 110. */
const entries = [
  entry({ id: '1', at: START + 1000, amount: '5', balance: '110', fee: '0' }),
  entry({ id: '0', at: START, amount: '5', balance: '105', fee: '0' }),
];

const listOf = (of: readonly HistoryEntry[]) => new Map(of.map(one => [one, null] as const));

const checked = (
  now: readonly (Balance | Odd)[],
  before = now,
  of: readonly HistoryEntry[] = entries,
): readonly Finding[] => atOnce(checkBooks({ entries: listOf(of), balances: { before, after: now } }));

const ending = (...now: Parameters<typeof balance>) => checked([balance(...now)])[1];

it.each([
  { now: ['110.00'], verdict: 'FOLLOWS', says: 'The history ends at 110, the available balance now.' },
  { now: ['90', '0', '20'], verdict: 'EXPECTED', says: /The difference is 20 reserved\.$/ },
  { now: ['90', '20', '0'], verdict: 'EXPECTED', says: /The difference is 20 pending\.$/ },
  { now: ['90', '20', '20.0'], verdict: 'EXPECTED', says: /is 20\.0 reserved, or 20 pending\.$/ },
  { now: ['80', '20', '10'], verdict: 'EXPECTED', says: /is 10 reserved and 20 pending\.$/ },
  { now: ['80', '20', '11'], verdict: 'DOES NOT FOLLOW', says: /Not explained: −30\.$/ },
  { now: ['110.01', '0', '0'], verdict: 'DOES NOT FOLLOW', says: /Not explained: \+0\.01\.$/ },
] as const)('the end of the history against $now', ({ now, verdict, says }) => {
  const [available, pending, reserved] = now;
  const found = ending(available, pending, reserved);
  expect(found).toMatchObject({ check: 'end', verdict });
  expect(found && headlines(found).join(' ')).toMatch(says);
});

it.each([
  { name: 'that changed during the check', now: [balance('110')], before: [balance('109')], why: 'changed' },
  {
    name: 'of which another part was reserved during the check',
    now: [balance('110')],
    before: [balance('110', '0', '1')],
    why: 'changed',
  },
  { name: 'that was new during the check', now: [balance('110')], before: [], why: 'changed' },
  { name: 'that the service does not list', now: [], before: [], why: 'no-balance' },
  {
    name: 'that the service lists twice',
    now: [balance('110'), balance('0')],
    before: [],
    why: 'several-balances',
  },
] as const)('a balance $name is not checked', ({ now, before, why }) => {
  expect(checked(now, before)[1]).toMatchObject({ verdict: 'NOT CHECKED', why });
});

it('a balance that can’t be read is not checked', () => {
  const odd = { ...balance('110'), reserved_amount: new Odd(new JsonNumber('1' as Decimal)) };
  expect(checked([odd])[1]).toMatchObject({ verdict: 'NOT CHECKED', why: 'unreadable' });
  expect(checked([balance('110')], [odd])[1]).toMatchObject({ verdict: 'NOT CHECKED', why: 'unreadable' });
});

it('a balance without a readable currency is named', () => {
  const odd = new Odd(new JsonNumber('7' as Decimal));
  const nameless = { ...balance('9'), currency: undefined };
  const findings = checked([balance('110'), odd, nameless]);
  expect(findings.map(({ currency, verdict }) => [currency, verdict])).toEqual([
    ['GBP', 'FOLLOWS'],
    ['GBP', 'FOLLOWS'],
    [undefined, 'NOT CHECKED'],
  ]);
  expect(findings[2] && headlines(findings[2])).toEqual(['2 balances without a readable currency.']);
});

it('a balance that is spelled in another way has not changed', () => {
  expect(checked([balance('110.00')], [balance('110.0', '0.00')])[1]?.verdict).toBe('FOLLOWS');
});

it('an end of the history that can’t be read is not compared', () => {
  const last = entry({ id: '1', at: START + 1000 });
  expect(checked([balance('110')], undefined, [last, ...entries.slice(1)])[1]).toMatchObject({
    ...{ verdict: 'NOT CHECKED', why: 'unreadable' },
  });
});

it('a balance without a history is not checked, unless it is zero', () => {
  expect(checked([balance('0', '0', '2')], undefined, [])).toMatchObject([{ why: 'no-entries' }]);
  expect(checked([balance('1')], undefined, [])).toMatchObject([{ why: 'no-entries', currency: 'GBP' }]);
  expect(checked([balance('0', '0.00')], undefined, [])).toEqual([]);
});

it('currencies are checked apart, and an entry without a currency is named', () => {
  const dollars = {
    ...entry({ id: 'd', at: START, amount: '1', balance: '7' }),
    currency: fromServer('USD'),
  };
  const nameless = { ...entry({ id: 'n', at: START, amount: '1', balance: '7' }), currency: undefined };
  const findings = checked([balance('110')], undefined, [...entries, dollars, nameless]);
  expect(findings.map(({ currency, check, verdict }) => [currency, check, verdict])).toEqual([
    ['GBP', 'history', 'FOLLOWS'],
    ['GBP', 'end', 'FOLLOWS'],
    ['USD', 'history', 'NOT CHECKED'],
    ['USD', 'unchecked', 'NOT CHECKED'],
    [undefined, 'unchecked', 'NOT CHECKED'],
  ]);
  expect(worstOf(findings)).toBe('NOT CHECKED');
});

it('a balance without a readable currency is not checked', () => {
  const nameless = { ...balance('110'), currency: undefined };
  expect(checked([balance('110'), nameless]).at(-1)).toMatchObject({
    ...{ verdict: 'NOT CHECKED', why: 'nameless-balance', count: 1 },
  });
});

it('the period names a time once, and only readable times', () => {
  const [one] = checked([balance('105')], undefined, entries.slice(1));
  expect(one && headlines(one)[0]).toMatch(/^1 entry, 20 Nov 2026 09:00:00 UTC: no two balances/);
  const timeless = entries.map((each, nth) => (nth === 0 ? { ...each, create_time: new Odd(null) } : each));
  const [none] = checked([balance('110')], undefined, timeless);
  expect(none && headlines(none)[0]).toMatch(/^2 entries: each balance follows/);
});

it('without the balances, only the history is checked', () => {
  expect(
    atOnce(checkBooks({ entries: listOf(entries), balances: undefined })).map(({ check }) => check),
  ).toEqual(['history']);
});

it('the worst verdict counts', () => {
  const wrong = checked([balance('5')]);
  expect(worstOf(wrong)).toBe('DOES NOT FOLLOW');
  expect(worstOf([...wrong, ...checked([])])).toBe('DOES NOT FOLLOW');
  expect(worstOf(checked([balance('90', '20')]))).toBe('EXPECTED');
  expect(worstOf([])).toBe('NOT CHECKED');
});

it('an incomplete reading is not checked, unless something does not follow', () => {
  const why = t`The service failed.`;
  expect(worstOf(checked([balance('110')]), why)).toBe('NOT CHECKED');
  expect(worstOf([], why)).toBe('NOT CHECKED');
  expect(worstOf(checked([balance('5')]), why)).toBe('DOES NOT FOLLOW');
});

it('another order of entries that are near in time is expected, and counted', () => {
  const [last, first] = [
    entry({ id: '1', at: START + 1000, amount: '5', balance: '105', fee: '0' }),
    entry({ id: '0', at: START + 2000, amount: '5', balance: '110', fee: '0' }),
  ];
  const older = entry({ id: 'z', at: START, amount: '1', balance: '100', fee: '0' });
  const early = { ...first, create_time: entry({ at: START + 500 }).create_time };
  const [history] = checked([balance('110')], undefined, [last, early, older]);
  expect(history?.verdict).toBe('EXPECTED');
  expect(history && headlines(history)).toContain(
    '2 entries follow in another order than their times, which are up to 5 minutes apart.',
  );
});

it('fees that could be inside or outside the amounts are expected', () => {
  const first = entry({ id: '0', at: START, amount: '5', balance: '105', fee: '1' });
  const [history] = checked([balance('110')], undefined, [...entries.slice(0, 1), first]);
  expect(history?.verdict).toBe('EXPECTED');
  expect(history && headlines(history)).toContain(
    'Not documented and not visible here: whether the amounts contain the fees.',
  );
});

it('one entry has nothing to be compared with', () => {
  const [history] = checked([balance('110')], undefined, entries.slice(0, 1));
  expect(history?.verdict).toBe('NOT CHECKED');
  expect(history && headlines(history).join(' ')).toMatch(/^1 entry, .*: no two balances to compare\.$/);
});

it('with an entry that can’t be read, only the other balances follow', () => {
  const unread = entry({ id: 'u', at: START + 500, amount: '0' });
  const [history] = checked([balance('110')], undefined, [
    ...entries.slice(0, 1),
    unread,
    ...entries.slice(1),
  ]);
  expect(history?.verdict).toBe('NOT CHECKED');
  expect(history && headlines(history).join(' ')).toMatch(
    /: every other balance follows .* Not checked: 1 entry/,
  );
});

it('fees outside the amounts are expected, and counted', () => {
  const [last, first] = [
    entry({ id: '1', at: START + 1000, amount: '5', balance: '107', fee: '3' }),
    entry({ id: '0', at: START, amount: '5', balance: '105', fee: '0' }),
  ];
  const [history] = checked([balance('107')], undefined, [last, first]);
  expect(history?.verdict).toBe('EXPECTED');
  expect(history && headlines(history)).toContain(
    'The fees of 1 entry, 3 together, change the balance in addition to the amounts.',
  );
});

it('a gap that an entry without a readable currency may fill is not checked, and another gap does not follow', () => {
  const HOUR = 3_600_000;
  const line = (id: string, hour: number, balance: string) =>
    entry({ id, at: START + hour * HOUR, amount: '5', balance, fee: '0' });
  const nameless = { ...line('n', 2, '115'), currency: undefined };
  const later = [line('9', 9, '400'), line('4', 4, '125'), line('3', 3, '120'), nameless, ...entries];
  const [history] = checked([balance('400')], undefined, later);
  expect(history).toMatchObject({
    verdict: 'DOES NOT FOLLOW',
    chain: { breaks: [{ entry: { id: '9' } }], unchecked: [{ entry: { id: '3' }, lacks: 'currency' }] },
  });
  const [only] = checked([balance('125')], undefined, later.slice(1));
  expect(only).toMatchObject({ verdict: 'NOT CHECKED', chain: { breaks: [] } });
});

it('the end is not checked if an entry without a readable currency may be the newest', () => {
  const nameless = (hour: number) => ({
    ...entry({ id: 'n', at: START + hour * 3_600_000, amount: '5', balance: '115', fee: '0' }),
    currency: undefined,
  });
  expect(checked([balance('115')], undefined, [nameless(1), ...entries])[1]).toMatchObject({
    why: 'unreadable',
  });
  expect(checked([balance('115')], undefined, [...entries, nameless(-1)])[1]?.verdict).toBe(
    'DOES NOT FOLLOW',
  );
  expect(checked([balance('110')], undefined, [nameless(1), ...entries])[1]?.verdict).toBe('FOLLOWS');
});
