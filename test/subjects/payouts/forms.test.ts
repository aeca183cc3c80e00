// The checks of the payout forms: each mistake is next to its field, and nothing is guessed.

import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/journal/intent.ts';
import { t } from '../../../src/lib/visible.ts';
import { field } from '../../../src/store/form-state.ts';
import type { Form } from '../../../src/store/state.ts';
import type { OwnPayout } from '../../../src/subjects/payouts/own-payout.ts';
import { checkCancelForm, targetOf } from '../../../src/subjects/payouts/payout-cancel.ts';
import { checkPayoutForm } from '../../../src/subjects/payouts/payout-create.ts';
import { resultOf } from '../../harness/answers.ts';
import { payout } from '../../journal/parts.ts';

const formOf = (values: Readonly<Record<string, string>>): Form => ({
  fields: Object.entries(values).map(([id, value]) => ({ ...field(id, t`Label`, '', t`hint`), value })),
  focus: 0,
});

/** The record as the client returns it. */
const payee = (sent: object) => resultOf('beneficiary.get', { id: 'ben-1', status: 'VERIFIED', ...sent });
const pounds = payee({ currency: 'GBP' });
const order = (values: Readonly<Record<string, string>> = {}) =>
  formOf({ beneficiary: 'ben-1', amount: '1,200.50', currency: '', reference: 'Rent', notes: '', ...values });

describe('a new payout', () => {
  it("has the beneficiary's currency if none is typed, with exact digits", () => {
    expect(checkPayoutForm(order(), pounds)).toMatchObject({
      ok: true,
      order: {
        beneficiary_id: 'ben-1',
        amount: '1200.50',
        currency: 'GBP',
        reference: 'Rent',
        notes: undefined,
      },
    });
  });

  it('accepts another currency in upper or lower case, with the decimal places of that currency', () => {
    expect(checkPayoutForm(order({ currency: 'kwd', amount: '1.005' }), pounds)).toMatchObject({
      ok: true,
      order: { amount: '1.005', currency: 'KWD' },
    });
    expect(checkPayoutForm(order({ currency: 'JPY', amount: '1.5' }), pounds)).toMatchObject({ ok: false });
  });

  it.each([
    ['amount', ''],
    ['amount', '0.00'],
    ['amount', '-5'],
    ['amount', '1.000,50'],
    ['amount', '1.005'],
    ['amount', '1e3'],
    ['currency', 'POUNDS'],
    ['currency', '£'],
    // A form of a currency without decimal places in ISO 4217.
    ['currency', 'ABC'],
    ['currency', 'XAU'],
    ['reference', ' '],
    ['beneficiary', ''],
  ])('is not reviewed if its %s is %j', (name, value) => {
    const checked = checkPayoutForm(order({ [name]: value }), pounds);
    expect(checked.ok ? {} : checked.errors).toMatchObject({ [name]: expect.any(String) });
  });

  it('needs a beneficiary that Purser has read', () => {
    const checked = checkPayoutForm(order({ currency: 'GBP' }), undefined);
    expect(checked).toMatchObject({
      ok: false,
      errors: { beneficiary: expect.stringContaining('not read this beneficiary') },
    });
  });

  it("has no currency if nobody typed one and the beneficiary's currency is unreadable", () => {
    const checked = checkPayoutForm(order(), payee({ currency: 826 }));
    expect(checked).toMatchObject({ ok: false, errors: { currency: expect.any(String) } });
  });
});

describe('the form of a cancellation', () => {
  it('accepts an ID, a reference, or both', () => {
    expect(checkCancelForm(formOf({ id: ' po-0001 ', systemReferenceNumber: '' }))).toEqual({
      ok: true,
      target: { id: 'po-0001' },
    });
    expect(checkCancelForm(formOf({ id: '', systemReferenceNumber: 'PAY001' }))).toEqual({
      ok: true,
      target: { systemReferenceNumber: 'PAY001' },
    });
    expect(checkCancelForm(formOf({ id: 'po-0001', systemReferenceNumber: 'PAY001' }))).toEqual({
      ok: true,
      target: { id: 'po-0001', systemReferenceNumber: 'PAY001' },
    });
  });

  it.each([
    ['', ''],
    ['p-1', ''],
    ['po 0001', ''],
    ['', '----'],
    ['po-0001', 'x\u202ey'],
  ])('is not reviewed with the ID %j and the reference %j', (id, systemReferenceNumber) => {
    expect(checkCancelForm(formOf({ id, systemReferenceNumber })).ok).toBe(false);
  });
});

describe('the target of a cancellation', () => {
  const row: Row = { number: 1, intent: payout(1), state: 'DONE', wasUnknown: false, transitions: [] };
  const called = (ids: readonly string[], references: readonly string[]): OwnPayout => ({
    own: row,
    kind: 'payout',
    known: { ids, references },
  });

  it.each([
    [['po-0001'], ['PAY001'], { id: 'po-0001' }],
    [[], ['PAY001'], { systemReferenceNumber: 'PAY001' }],
    // With two IDs Purser would have to guess, and without any there is no target.
    [['po-0001', 'po-0002'], ['PAY001'], undefined],
    [[], ['PAY001', 'PAY002'], undefined],
    [[], [], undefined],
  ] as const)('with the IDs %j and the references %j is %j', (ids, references, target) => {
    expect(targetOf(called(ids, references))).toEqual(target);
  });
});
