// When two writes make the same thing twice, and which record each write changes. No unresolved write may be missed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Intent, Row } from '../../src/journal/intent.ts';
import { allRules } from '../harness/rules.ts';
import { payout } from '../journal/parts.ts';

const { changedSince, changesItsRecord, duplicateRule, isSimilar } = allRules;

/** An intent of this operation with this body, given as an object or as text. */
const of = (operation: string, body: object | string = {}, changes: Partial<Intent> = {}): Intent =>
  payout(1, {
    operation,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    target: '/svc/api/v1/x',
    ...changes,
  });

describe('the rule of each write, in words', () => {
  it.each([
    ['payout.create', 'the same amount to this beneficiary', 'this beneficiary'],
    ['payout.cancel', undefined, 'this payout'],
    ['conversion.create', 'a conversion with the same amount and currencies', undefined],
    ['directDebit.cancel', undefined, 'this direct debit'],
    ['mandate.cancel', undefined, 'this mandate'],
    ['card.activate', undefined, 'this card'],
    ['card.update', undefined, 'this card'],
    ['card.close', undefined, 'this card'],
    ['card.issue', 'a card of this type for this cardholder', 'this cardholder'],
    ['cardholder.create', 'a new cardholder (the journal does not store the name)', undefined],
    ['cardholder.update', undefined, 'this cardholder'],
    ['beneficiary.create', 'a beneficiary with this account number', undefined],
    ['beneficiary.update', undefined, 'this beneficiary'],
    ['account.create', 'an account of this type, country and currency', undefined],
    ['user.create', 'a new customer (the journal does not store the name)', undefined],
    ['user.activate', undefined, 'this customer'],
    ['user.terms', undefined, 'this customer'],
    ['rfi.respond', 'an answer to this question', undefined],
    ['payout.split', undefined, undefined],
    ['toString', undefined, undefined],
  ])('of %s names the new record (%s) and the changed record (%s)', (operation, what, record) => {
    const rule = duplicateRule(of(operation));
    expect([rule.similar?.what, rule.record?.what]).toEqual([what, record]);
  });
});

describe('the same thing made twice', () => {
  const order = { beneficiary_id: 'ben-1', currency: 'GBP', amount: 12.5 };
  const pair = { source_currency: 'GBP', destination_currency: 'EUR' };
  const account = { beneficiary_account_currency: 'USD', beneficiary_account_number: '1234567890' };
  const opened = { type: 'global_account', country: 'GB', currency: 'GBP' };

  it.each<[string, object, object]>([
    ['payout.create', order, { ...order, currency: ' gbp ', beneficiary_id: 'BEN-1' }],
    // Three decimal places (KWD), two (GBP) and none (JPY).
    [
      'payout.create',
      { ...order, currency: 'KWD', amount: 1.005 },
      { ...order, currency: 'KWD', amount: '1.0050' },
    ],
    [
      'payout.create',
      { ...order, currency: 'GBP', amount: 12.5 },
      { ...order, currency: 'GBP', amount: '12.500' },
    ],
    [
      'payout.create',
      { ...order, currency: 'JPY', amount: 500 },
      { ...order, currency: 'JPY', amount: '500.00' },
    ],
    ['conversion.create', { ...pair, source_amount: 5 }, { ...pair, source_amount: '5.00' }],
    ['conversion.create', { ...pair, destination_amount: 5 }, { ...pair, destination_amount: 5 }],
    ['conversion.create', { quote_id: 'q1', source_amount: 5 }, { quote_id: 'q2', source_amount: 5 }],
    ['beneficiary.create', account, { ...account, beneficiary_account_number: '12-345 678-90' }],
    ['account.create', opened, { ...opened, label: 'Second' }],
    ['cardholder.create', { email: 'a@example.com' }, { email: 'b@example.com' }],
    ['user.create', {}, {}],
  ])('is recognised for %s: %j and %j', (operation, one, other) => {
    const read = (body: object) => of(operation, JSON.stringify(body).replace(/"(\d+\.\d+)"/g, '$1'));
    expect(isSimilar(read(one), read(other))).toBe(true);
  });

  it.each<[string, object, object]>([
    ['payout.create', order, { ...order, amount: 12.51 }],
    ['conversion.create', { ...pair, source_amount: 5 }, { ...pair, destination_amount: 5 }],
    ['conversion.create', { ...pair, source_amount: 5 }, { ...pair, source_amount: 6 }],
    ['conversion.create', { ...pair, destination_amount: 5 }, { ...pair, destination_amount: 6 }],
    [
      'conversion.create',
      { ...pair, source_amount: 5 },
      { ...pair, source_currency: 'CHF', source_amount: 5 },
    ],
    [
      'conversion.create',
      { ...pair, source_amount: 5 },
      { ...pair, destination_currency: 'CHF', source_amount: 5 },
    ],
    ['conversion.create', pair, pair],
    ['beneficiary.create', account, { ...account, beneficiary_account_currency: 'EUR' }],
    ['account.create', opened, { ...opened, type: 'virtual_account' }],
    ['account.create', opened, { ...opened, country: 'US' }],
    ['account.create', opened, { ...opened, currency: 'USD' }],
    ['card.issue', { card_holder_id: 'h', card_type: 'PHY' }, { card_holder_id: 'h', card_type: 'VIR' }],
    // Values that are missing make no duplicate.
    ['account.create', { ...opened, currency: undefined }, { ...opened, currency: undefined }],
    [
      'beneficiary.create',
      { ...account, beneficiary_account_number: '  ' },
      { ...account, beneficiary_account_number: '  ' },
    ],
    ['beneficiary.create', { ...account, beneficiary_account_number: null }, account],
    // A write that changes a record makes nothing new.
    ['card.update', { id: 'c' }, { id: 'c' }],
    ['payout.split', {}, {}],
  ])('is not suspected for %s: %j and %j', (operation, one, other) => {
    expect(isSimilar(of(operation, one), of(operation, other))).toBe(false);
  });

  it('is recognised for an account number sent as a JSON number, but not across operations', () => {
    const number = of('beneficiary.create', { ...account, beneficiary_account_number: 1234567890 });
    expect(isSimilar(number, of('beneficiary.create', account))).toBe(true);
    expect(isSimilar(of('user.create'), of('cardholder.create'))).toBe(false);
  });
});

describe('another write', () => {
  const beneficiary = '/svc/api/v1/transfer/beneficiary?beneficiary_id=ben-1';
  const debit = '/api/v1/direct_debits/d/cancel';

  it.each<[string, Intent, Intent]>([
    ['a payout by its ID', of('payout.cancel', { id: 'p' }), of('payout.cancel', { id: 'p' })],
    [
      'a payout by its reference',
      of('payout.cancel', { systemReferenceNumber: 's' }),
      of('payout.cancel', { systemReferenceNumber: 's', id: 'p' }),
    ],
    [
      'a payout by a reference without a form, in other capitals',
      of('payout.cancel', { systemReferenceNumber: 'refxyz' }),
      of('payout.cancel', { systemReferenceNumber: 'REFXYZ' }),
    ],
    ['a card', of('card.update', { id: 'c' }), of('card.close', { id: 'c' })],
    ['a card that is activated', of('card.activate', { id: 'c' }), of('card.update', { id: 'c' })],
    ['a customer who is asked for terms', of('user.terms'), of('user.activate')],
    [
      'a direct debit',
      of('directDebit.cancel', {}, { target: debit }),
      of('directDebit.cancel', {}, { target: debit }),
    ],
    [
      'a cardholder who gets a card',
      of('cardholder.update', { id: 'h' }),
      of('card.issue', { card_holder_id: 'h' }),
    ],
    ['a cardholder', of('cardholder.update', { id: 'h' }), of('cardholder.update', { id: 'h' })],
    [
      'a beneficiary who is paid',
      of('beneficiary.update', {}, { target: beneficiary }),
      of('payout.create', { beneficiary_id: 'ben-1' }),
    ],
    ['a customer', of('user.activate'), of('user.activate')],
  ])('changes the record of this write: %s', (_, other, one) =>
    expect(changesItsRecord(other, one)).toBe(true),
  );

  it.each<[string, Intent, Intent]>([
    ['another payout', of('payout.cancel', { id: 'p' }), of('payout.cancel', { id: 'q' })],
    [
      'a payout whose reference is the ID of another payout',
      of('payout.cancel', { id: 'x' }),
      of('payout.cancel', { systemReferenceNumber: 'x' }),
    ],
    [
      'a payout of another reference',
      of('payout.cancel', { id: 'PAY139988571160' }),
      of('payout.cancel', { systemReferenceNumber: 'PAY139988571161' }),
    ],
    ['a card that neither write names', of('card.update'), of('card.close')],
    ['a record of another kind', of('card.update', { id: 'x' }), of('cardholder.update', { id: 'x' })],
    ['another cardholder', of('cardholder.update', { id: 'h' }), of('card.issue', { card_holder_id: 'i' })],
    // A payout doesn't change its beneficiary.
    [
      'a beneficiary who is paid twice',
      of('payout.create', { beneficiary_id: 'ben-1' }),
      of('payout.create', { beneficiary_id: 'ben-1' }),
    ],
    [
      'another customer',
      of('user.activate', {}, { customer: { userId: 'user-a' } }),
      of('user.activate', {}, { customer: { userId: 'user-b' } }),
    ],
    ['a record that the write itself makes', of('account.create'), of('account.create')],
    [
      'the record of a write that only makes something new',
      of('card.update', { id: 'c' }),
      of('account.create'),
    ],
    ['a record of an unknown operation', of('card.paint', { id: 'c' }), of('card.close', { id: 'c' })],
  ])('does not change the record of this write: %s', (_, other, one) =>
    expect(changesItsRecord(other, one)).toBe(false),
  );
});

describe('later changes of the same record', () => {
  const row = (number: number, changes: Partial<Intent> = {}): Row => ({
    number,
    intent: of('card.update', { id: 'c' }, changes),
    state: 'DONE',
    wasUnknown: false,
    transitions: [],
  });
  const about = row(2);

  it('include every later change by Purser, for the same customer', () => {
    const { customer } = about.intent;
    const rows = [
      row(1),
      about,
      row(3),
      row(4, { baseUrl: 'http://127.0.0.1:9' }),
      row(5, { customer: { userId: 'another' } }),
      row(6, { body: '{"id":"d"}' }),
      row(7, { operation: 'card.close', customer: { userId: customer.userId } }),
    ];
    expect(changedSince(about, rows).map(({ number }) => number)).toEqual([3, 7]);
  });
});

describe('the spelling of an ID', () => {
  const id = 'a1b2c3d4-0000-4000-8000-00000000abcd';
  const spelt = (text: string) =>
    fc
      .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
      .map(capitals =>
        [...text].map((one, at) => (capitals[at] ? one.toUpperCase() : one.toLowerCase())).join(''),
      );
  const bodies: readonly (readonly [string, (id: string) => Intent])[] = [
    ['payout.cancel', of_ => of('payout.cancel', { id: of_ })],
    ['card.close', of_ => of('card.close', { id: of_, card_status: 'CLOSED' })],
    ['card.update', of_ => of('card.update', { id: of_, card_status: 'INACTIVE' })],
    [
      'directDebit.cancel',
      of_ => of('directDebit.cancel', {}, { target: `/api/v1/direct_debits/${of_}/cancel` }),
    ],
    [
      'mandate.cancel',
      of_ => of('mandate.cancel', {}, { target: `/api/v1/global_accounts/${of_}/mandates/${of_}/cancel` }),
    ],
    ['beneficiary.update', of_ => of('beneficiary.update', {}, { target: `/x?beneficiary_id=${of_}` })],
    ['user.activate', of_ => of('user.activate', {}, { customer: { userId: of_ } })],
  ];

  it.each(bodies)('of %s does not hide a change of the same record', (_, make) => {
    fc.assert(
      fc.property(spelt(id), typed => {
        expect(changesItsRecord(make(typed), make(id))).toBe(true);
        expect(changesItsRecord(make(id), make(typed))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('does not hide that a cancellation names the payout by its reference, in either field', () => {
    const [one, other] = [
      of('payout.cancel', { id: 'pay139988571160' }),
      of('payout.cancel', { systemReferenceNumber: 'PAY139988571160' }),
    ];
    expect(changesItsRecord(one, other)).toBe(true);
  });

  it('does not hide that two responses answer the same question', () => {
    expect(isSimilar(of('rfi.respond', { id: id.toUpperCase() }), of('rfi.respond', { id }))).toBe(true);
  });
});
