// Which two readings are the same record: the whole content decides, without what a later reading may change.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentOf, pageContentOf } from '../../src/store/same-record.ts';
import { jsonOf } from '../harness/answers.ts';

const RUNS = { seed: 20_261_128, numRuns: 500 };

const sent = { id: 'pay1', amount: 500, currency: 'GBP', type: 'DEBIT', more: { fee: 1 } };
const of = (change: object): number => contentOf(jsonOf(JSON.stringify({ ...sent, ...change })));

it.each([
  { amount: 7.5 },
  { amount: -500 },
  { currency: 'USD' },
  { type: 'CREDIT' },
  { direction: 'IN' },
  { transaction_type: 'HOLD' },
  { description: 'Fee of payout' },
  { balance: 100 },
  { create_time: '2026-11-27T10:00:00+0000' },
  { more: { fee: 2 } },
  { id: 'pay2' },
])('%j makes another record', change => {
  expect(of(change)).not.toBe(of({}));
});

it.each([
  { status: 'SETTLED' },
  { payoutStatus: 'DONE' },
  { state: 'x', status_reason: 'y' },
  { updated_at: '2026-11-27' },
  { updateTime: 1 },
  { last_used_at: '2026-11-27' },
  { settledAt: '2026-11-27' },
  { more: { fee: 1, status: 'x' } },
  { note: null },
  { x_7f: 'an unknown member' },
])('%j makes no other record', change => {
  expect(of(change)).toBe(of({}));
});

it('the order of members makes no difference, and the order of list items does', () => {
  const [one, two] = ['{"id":1,"fee":{"c":[1,2],"d":2}}', '{"fee":{"d":2,"c":[1,2]},"id":1}'].map(jsonOf);
  expect(contentOf(one ?? null)).toBe(contentOf(two ?? null));
  expect(contentOf(jsonOf('[1,2]'))).not.toBe(contentOf(jsonOf('[2,1]')));
});

it('without an ID, any member makes another record', () => {
  const [one, two] = ['{"x":1}', '{"x":2}'].map(text => contentOf(jsonOf(text), 1, false));
  expect(one).not.toBe(two);
});

it('two records differ in any one member', () => {
  const member = fc.constantFrom('id', 'amount', 'currency', 'type', 'leg', 'fee');
  const record = fc.dictionary(member, fc.oneof(fc.string(), fc.integer(), fc.boolean()), { minKeys: 1 });
  fc.assert(
    fc.property(record, record, (one, two) => {
      const [a, b] = [one, two].map(value => jsonOf(JSON.stringify(value)));
      const isSame =
        JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(two).sort());
      expect(contentOf(a ?? null) === contentOf(b ?? null)).toBe(isSame);
    }),
    RUNS,
  );
});

it('a page is the same in any order of its records', () => {
  expect(pageContentOf([1, 2, 3])).toBe(pageContentOf([3, 1, 2]));
  expect(pageContentOf([1, 2])).not.toBe(pageContentOf([1, 2, 2]));
  expect(pageContentOf([1, 23])).not.toBe(pageContentOf([12, 3]));
});
