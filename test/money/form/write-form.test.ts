// A form is made from the body of a write. The compiler compares the two, and the contract accepts the form's result.

import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/api/contract/operations.ts';
import { t } from '../../../src/lib/visible.ts';
import { currency, oneOf, optional, recordId, text } from '../../../src/money/form/parts.ts';
import { type WriteForm, writeForm } from '../../../src/money/form/write-form.ts';
import type { Form } from '../../../src/store/state.ts';
import { newAccountForm } from '../../../src/subjects/accounts/account-create.ts';
import { newCardForm } from '../../../src/subjects/cards/card-issue.ts';
import { newCardholderForm } from '../../../src/subjects/cards/cardholder-create.ts';
import { cardholderChangeForm } from '../../../src/subjects/cards/cardholder-update.ts';

const hint = t`hint`;
const label = t`Label`;
const missing = t`Required.`;
const status = { ACTIVE: t`ACTIVE`, INACTIVE: t`INACTIVE` };
const one = (id: string) => text(id, label, hint, missing);
const choose = [label, hint, missing] as const;
const limits = { rows: [], read: () => ({ value: undefined, errors: {} }) };

const change = writeForm('card.update')({
  id: recordId('id', label, hint, missing),
  card_status: optional(oneOf('status', choose, status)),
  currency: optional(currency('currency', label, hint)),
  transaction_limits: limits,
});

describe('the compiler refuses a form', () => {
  const build = writeForm('card.update');
  const id = one('id');
  const card_status = optional(oneOf('status', choose, status));
  const money = optional(currency('currency', label, hint));

  it('that leaves out a member of the request body', () => {
    // @ts-expect-error: the limits are missing.
    build({ id, card_status, currency: money });
    // @ts-expect-error: one member of the name is missing.
    writeForm('cardholder.update')({ id, 'individual.name.first_name': optional(one('name')) });
  });

  it('that requires an optional member, or lets a required member be empty', () => {
    // @ts-expect-error: the currency is optional.
    build({ id, card_status, currency: currency('currency', label, hint), transaction_limits: limits });
    // @ts-expect-error: the ID is required.
    build({ id: optional(id), card_status, currency: money, transaction_limits: limits });
  });

  it('that offers values other than the schema’s', () => {
    const few = optional(oneOf('status', choose, { ACTIVE: t`ACTIVE` }));
    // @ts-expect-error: one of the values is missing.
    build({ id, card_status: few, currency: money, transaction_limits: limits });
    const many = optional(oneOf('status', choose, { ...status, CLOSED: t`CLOSED` }));
    // @ts-expect-error: CLOSED is no value of this body.
    build({ id, card_status: many, currency: money, transaction_limits: limits });
  });

  it('with a member that the request body does not have', () => {
    // @ts-expect-error: there is no such member.
    build({ id, card_status, currency: money, transaction_limits: limits, colour: one('colour') });
  });
});

const typed = (form: WriteForm<never> | typeof change, values: Readonly<Record<string, string>>): Form => ({
  fields: form.rows().map(row => ({ ...row, value: values[row.id] ?? '' })),
  focus: 0,
});

describe('a form', () => {
  it('leaves out empty values, and sends codes in capitals', () => {
    expect(change.check(typed(change, { id: 'card-0001', currency: 'gbp' }))).toEqual({
      ok: true,
      body: { id: 'card-0001', currency: 'GBP' },
    });
  });

  it('has a sentence next to each wrong row', () => {
    const checked = change.check(typed(change, { status: 'CLOSED', currency: 'pounds' }));
    expect(checked).toMatchObject({
      ok: false,
      errors: { id: 'Required.', status: 'Required.', currency: 'A currency is three letters, such as GBP.' },
    });
  });

  it('refuses an ID that nobody could type to confirm', () => {
    expect(change.check(typed(change, { id: 'card-0001' }), () => false).ok).toBe(false);
  });

  it('starts with the given values, except a value with invisible characters', () => {
    const values = (id: string) => change.rows({ id }).map(({ value }) => value);
    expect(values('card-0001')).toEqual(['card-0001', '', '']);
    expect(values('card\u200B-0001')).toEqual(['', '', '']);
  });
});

const person = {
  'name.first_name': 'Zoë',
  'name.last_name': 'Ångström',
  date_of_birth: '1990-02-28',
  mobile_number: '+44 1',
  'address.line1': '12 High Street',
  'address.city': 'Leeds',
  'address.state': 'West Yorkshire',
  'address.postcode': 'LS1 4DY',
  'address.country': 'gb',
  'identification.type': 'ID_CARD',
  'identification.number': 'X 1',
  'identification.country': 'gb',
  'identification.expiry_date': '2031-01-31',
  'postal_address.line1': 'PO Box 12',
  'postal_address.city': 'York',
  'postal_address.state': 'North Yorkshire',
  'postal_address.postcode': 'YO1 7HH',
  'postal_address.country': 'gb',
  consent: 'YES',
};

it.each([
  [
    newAccountForm,
    {
      type: 'virtual_account',
      country: 'gb',
      currency: 'gbp',
      label: 'Rent',
      'feature.0.currency': 'gbp',
      'feature.0.method': 'SWIFT',
    },
  ],
  [
    newCardForm,
    {
      card_holder_id: 'holder-1234',
      action: 'REPLACEMENT',
      card_type: 'GPR_PHY',
      issuance_mode: 'physical',
      personalized: 'yes',
      purpose: 'CONSUMER',
      program_type: 'DEBIT',
      sub_type: 'B2B_TRAVEL',
      count: 'MULTIPLE',
      currency: 'gbp',
      'limit.PER_TRANSACTION': '100',
      'limit.DAILY': '200',
      'limit.WEEKLY': '300',
      'limit.MONTHLY': '400',
      'limit.ALL_TIME': '500',
      created_by: 'desk',
    },
  ],
  [newCardholderForm, { ...person, type: 'DELEGATE', email: 'zoe@example.com', created_by: 'desk' }],
  [cardholderChangeForm, { ...person, id: 'holder-1234' }],
] as const)('the contract takes a form with every row filled in (%#)', (form, values) => {
  const rows = form.rows().map(({ id }) => id);
  expect(rows.toSorted()).toEqual(Object.keys(values).toSorted());
  const given: Readonly<Record<string, string>> = values;
  const fields = form.rows().map(row => ({ ...row, value: given[row.id] ?? '' }));
  const checked = form.check({ fields, focus: 0 });
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  const { body, ...operation } = operations[form.operation];
  const own = 'requestIdIn' in operation ? { [operation.requestIdIn]: 'r-1' } : {};
  const sent = { ...checked.body, ...own };
  expect(body.safeParse(body.encode(sent as never))).toMatchObject({ success: true });
});
