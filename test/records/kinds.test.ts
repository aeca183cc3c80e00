// The kinds of records: which statuses are the last, and what a record says of itself, by the members of INTERFACE.md.

import { expect, it } from 'vitest';
import { isFinal, isGrave, isOpen, mayChange, moneyMovedBy, whenOf } from '../../src/records/facts.ts';
import { KINDS, type RecordKind } from '../../src/records/kinds.ts';
import { resultOf } from '../harness/answers.ts';

/** The statuses that are the last. */
const ENDS: readonly (readonly [kind: RecordKind, last: readonly string[]])[] = [
  ['card', ['CLOSED']],
  ['conversion', ['SETTLED']],
  ['direct-debit', ['SETTLED', 'REJECTED', 'RETURNED']],
];

it.each(ENDS)('%s: each status is open or the last', (kind, last) => {
  const all = Object.keys(KINDS[kind].statuses ?? {});
  expect(all.filter(status => isFinal(kind, status))).toEqual(last);
  expect(all.filter(status => isOpen(kind, status))).toEqual(all.filter(one => !last.includes(one)));
  expect(all.filter(status => isGrave(kind, status))).toEqual(all.filter(one => one === 'RETURNED'));
});

it('after a write, a record is read again until its status is the last, or is another one', () => {
  expect(mayChange('conversion', 'processing', 'processing')).toBe(true);
  expect(mayChange('conversion', 'processing', undefined)).toBe(true);
  expect(mayChange('conversion', '? HELD', 'processing')).toBe(true);
  expect(mayChange('conversion', 'SETTLED', 'processing')).toBe(false);
  expect(mayChange('direct-debit', 'PENDING', 'NEW')).toBe(true);
  expect(mayChange('direct-debit', undefined, 'PENDING')).toBe(false);
  expect(mayChange('mandate', 'ACTIVE', 'ACTIVE')).toBe(true);
  expect(mayChange('mandate', '? CANCELLED', 'ACTIVE')).toBe(false);
});

it('the lists of what moves money, and only they, begin with the newest', () => {
  const newest = Object.entries(KINDS).flatMap(([kind, { newestFirst }]) => (newestFirst ? [kind] : []));
  expect(newest).toEqual(['transaction', 'history', 'card-transaction', 'direct-debit']);
});

it('a purchase moves the amount that the card is charged, a direct debit has no sign', () => {
  const [bought] = resultOf('card.transactions', {
    ...{ has_more: false },
    items: [
      {
        ...{ transaction_amount: 5, transaction_currency: 'USD', billing_amount: 4, billing_currency: 'GBP' },
      },
    ],
  }).items as readonly unknown[];
  expect(moneyMovedBy('card-transaction', bought)).toEqual({ amount: '4', currency: 'GBP', signed: false });
  const debit = resultOf('directDebit.get', { amount: 5, currency: 'GBP' });
  expect(moneyMovedBy('direct-debit', debit)).toEqual({ amount: '5', currency: 'GBP', signed: false });
});

it('a card is as old as its creation, and without that as its last change', () => {
  const [created, changed] = ['2026-01-01T00:00:00Z', '2026-02-02T00:00:00Z'];
  const [both, one] = resultOf('card.list', [
    { createdAt: created, updatedAt: changed },
    { updatedAt: changed },
  ]);
  expect([whenOf('card', both), whenOf('card', one), whenOf('card', undefined)]).toEqual([
    Date.parse(created),
    Date.parse(changed),
    undefined,
  ]);
});
