// A form is made from the body of a write. The compiler compares the two, and the contract accepts the form's result.

import { describe, expect, it } from 'vitest';
import { type Input, operations } from '../../src/api/contract/operations.ts';
import type { Json } from '../../src/lib/json.ts';
import { jsonAt, withJsonAt } from '../../src/lib/json-path.ts';
import { t } from '../../src/lib/visible.ts';
import { currency, oneOf, optional, recordId, text } from '../../src/money/form/body-fields.ts';
import { type BodyField, bodyForm, screenForm, withItem } from '../../src/store/body-form.ts';
import { newAccountForm } from '../../src/subjects/accounts/account-create.ts';
import { newCardForm } from '../../src/subjects/cards/card-issue.ts';
import { newCardholderForm } from '../../src/subjects/cards/cardholder-create.ts';
import { whole, wholeOrNone } from '../../src/subjects/cards/cardholder-fields.ts';
import { cardholderChangeForm } from '../../src/subjects/cards/cardholder-update.ts';

const hint = t`hint`;
const label = t`Label`;

describe('a form in groups', () => {
  const form = bodyForm<{ a: { b: string; c?: string }; list: readonly { d: boolean }[] }>();
  const group = { id: 'a', title: t`Title`, about: t`about`, at: 'a' } as const;
  const d: BodyField<boolean> = { label, hint, kind: 'flag' };
  const items = { ...group, id: 'item', at: 'list.*', fields: { d } } as const;
  const b = text(label, hint);
  const c = optional(b);

  it('is refused by the compiler if it lacks a field, has another one, or one of another type', () => {
    // @ts-expect-error: a.c is missing.
    form([{ ...group, fields: { b } }, items]);
    // @ts-expect-error: the list is missing.
    form([{ ...group, fields: { b, c } }]);
    // @ts-expect-error: the body has no a.e.
    form([{ ...group, fields: { b, c, e: b } }, items]);
    // @ts-expect-error: a.c is optional.
    form([{ ...group, fields: { b, c: b } }, items]);
    // @ts-expect-error: d is a flag.
    form([
      { ...group, fields: { b, c } },
      { ...items, fields: { d: b } },
    ]);
  });

  it('repeats the groups of a list for each item, and the first has the number', () => {
    const { sections, complete } = form([{ ...group, fields: { b, c } }, items]);
    const body = { a: { b: ' x ' }, list: [{ d: false }] };
    expect(complete(body)).toEqual({ a: { b: 'x' }, list: [{ d: false }] });
    const more = withItem(body, 'list', {});
    expect(sections(more).map(({ id, title }) => [id, title])).toEqual([
      ['a', 'Title'],
      ['item.0', 'Title 1'],
      ['item.1', 'Title 2'],
    ]);
    expect(complete(more)).toBeUndefined();
  });
});

type Change = Input<'card.update'>['body'];
type Limits = NonNullable<Change['transaction_limits']>;

const one = text(label, hint, t`Required.`);
const STATUSES = ['ACTIVE', 'INACTIVE'] as const;
const id = recordId(label, hint, t`Required.`);
const card_status = optional(oneOf(label, STATUSES, hint, t`Required.`));
const money = optional(currency(label, hint));
const limits: BodyField<Limits | undefined> = {
  label,
  hint,
  each: { rows: { DAILY: optional(one) }, item: (type, value) => ({ type, value }) },
};
const change = screenForm<Change>()({ id, card_status, currency: money, transaction_limits: limits });

describe('the compiler refuses a form on one screen', () => {
  const build = screenForm<Change>();

  it('that leaves out a member of the request body', () => {
    // @ts-expect-error: the limits are missing.
    build({ id, card_status, currency: money });
    // @ts-expect-error: other members are missing.
    screenForm<Input<'cardholder.update'>['body']>()({ id, mobile_number: optional(one) });
  });

  it('that requires an optional member, or lets a required member be empty', () => {
    // @ts-expect-error: the currency is optional.
    build({ id, card_status, currency: currency(label, hint), transaction_limits: limits });
    // @ts-expect-error: the ID is required.
    build({ id: optional(id), card_status, currency: money, transaction_limits: limits });
  });

  it('that offers values other than the schema’s', () => {
    const few = optional(oneOf(label, ['ACTIVE']));
    // @ts-expect-error: one of the values is missing.
    build({ id, card_status: few, currency: money, transaction_limits: limits });
    const many = optional(oneOf(label, [...STATUSES, 'CLOSED']));
    // @ts-expect-error: CLOSED is no value of this body.
    build({ id, card_status: many, currency: money, transaction_limits: limits });
  });

  it('with a member that the request body does not have', () => {
    // @ts-expect-error: there is no such member.
    build({ id, card_status, currency: money, transaction_limits: limits, colour: one });
  });

  it('that requires a part which the body may lack, or lets one be incomplete', () => {
    const parts = screenForm<{ home: { city: string }; post?: { city: string } }>();
    const city = { city: one };
    const both = { ...whole('home', city), ...wholeOrNone('post', city, t`address`) };
    expect(parts(both).rows()).toHaveLength(2);
    // @ts-expect-error: the body may lack `post`.
    parts({ ...both, ...whole('post', city) });
    // @ts-expect-error: a `post` has a city.
    parts({ ...both, 'post.city': optional(one) });
    // @ts-expect-error: the body has a `home`.
    parts({ ...both, ...wholeOrNone('home', city, t`address`) });
  });
});

const typed = (values: Readonly<Record<string, string>>) => ({
  fields: change.rows().map(row => ({ ...row, value: values[row.id] ?? '' })),
  focus: 0,
});

describe('a form on one screen', () => {
  it('leaves out empty values, and sends codes in capitals', () => {
    expect(change.check(typed({ id: 'card-0001', currency: 'gbp' }))).toEqual({
      ok: true,
      body: { id: 'card-0001', currency: 'GBP' },
    });
  });

  it('sends each filled row of a list as an item', () => {
    const checked = change.check(typed({ id: 'card-0001', 'transaction_limits.DAILY': '5' }));
    expect(checked).toMatchObject({ body: { transaction_limits: [{ type: 'DAILY', value: '5' }] } });
  });

  it('has a sentence next to each wrong row', () => {
    expect(change.check(typed({ currency: 'pounds' }))).toMatchObject({
      ok: false,
      errors: { id: 'Required.', currency: 'A currency is three letters, such as GBP.' },
    });
  });

  it('refuses an ID that nobody could type to confirm', () => {
    expect(change.check(typed({ id: 'card-0001' }), () => false).ok).toBe(false);
  });

  it('starts with the given values, except a value with invisible characters', () => {
    const values = (card: string) => change.rows({ id: card }).map(({ value }) => value);
    expect(values('card-0001')).toEqual(['card-0001', '', '', '']);
    expect(values('card\u200B-0001')).toEqual(['', '', '', '']);
  });
});

const LIMITS = 'authorization_controls.transaction_limits';
const VALUES = [
  '',
  '   ',
  'x',
  'GB',
  'gbr',
  'GBP',
  '44',
  '1980-02-30',
  '1980-2-3',
  '1980-02-03',
  '28 May 1980',
].concat(
  ['a b', 'zoe@example', '@example.com', 'z@@example.com', 'zo..e@example.com', 'zoe@example.com'],
  ['z@example.com, a@example.com', '0', '-5', '1e3', '2.5', '1,000'],
);

const person = {
  'individual.name.first_name': 'Zoë',
  'individual.name.last_name': 'Ångström',
  'individual.date_of_birth': '1990-02-28',
  mobile_number: '+44 1',
  'individual.address.line1': '12 High Street',
  'individual.address.city': 'Leeds',
  'individual.address.state': 'West Yorkshire',
  'individual.address.postcode': 'LS1 4DY',
  'individual.address.country': 'gb',
  'individual.identification.type': 'ID_CARD',
  'individual.identification.number': 'X 1',
  'individual.identification.country': 'gb',
  'individual.identification.expiry_date': '2031-01-31',
  'postal_address.line1': 'PO Box 12',
  'postal_address.city': 'York',
  'postal_address.state': 'North Yorkshire',
  'postal_address.postcode': 'YO1 7HH',
  'postal_address.country': 'gb',
  'individual.express_consent_obtained': 'YES',
};

describe.each([
  [
    'account.create',
    newAccountForm,
    {
      type: 'virtual_account',
      country: 'gb',
      currency: 'gbp',
      label: 'Rent',
      'required_features.0.currency': 'gbp',
      'required_features.0.transfer_method': 'SWIFT',
    },
  ],
  [
    'card.issue',
    newCardForm,
    {
      card_holder_id: 'holder-1234',
      card_issuance_action: 'REPLACEMENT',
      card_type: 'GPR_PHY',
      issuance_mode: 'physical',
      is_personalized: 'true',
      'program.purpose': 'CONSUMER',
      'program.type': 'DEBIT',
      'program.sub_type': 'B2B_TRAVEL',
      'authorization_controls.allowed_transaction_count': 'MULTIPLE',
      [`${LIMITS}.currency`]: 'gbp',
      [`${LIMITS}.limits.PER_TRANSACTION`]: '100',
      [`${LIMITS}.limits.DAILY`]: '200',
      [`${LIMITS}.limits.WEEKLY`]: '300',
      [`${LIMITS}.limits.MONTHLY`]: '400',
      [`${LIMITS}.limits.ALL_TIME`]: '500',
      created_by: 'desk',
    },
  ],
  [
    'cardholder.create',
    newCardholderForm,
    { ...person, type: 'DELEGATE', email: 'zoe@example.com', created_by: 'desk' },
  ],
  ['cardholder.update', cardholderChangeForm, { ...person, id: 'holder-1234' }],
] as const)('the form of %s', (operation, form, filled) => {
  const { body: contract, ...rest } = operations[operation];
  const own = 'requestIdIn' in rest ? { [rest.requestIdIn]: 'r-1' } : {};
  const isTaken = (body: object): boolean =>
    contract.safeParse(contract.encode({ ...body, ...own } as never)).success;
  const formOf = (values: Readonly<Record<string, string>>) => ({
    fields: form.rows().map(row => ({ ...row, value: values[row.id] ?? '' })),
    focus: 0,
  });
  const bodyOf = (values: Readonly<Record<string, string>>) => {
    const checked = form.check(formOf(values));
    if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
    return checked.body;
  };

  it('has a row for each value', () => {
    const rows = form.rows().map(({ id }) => id);
    expect(rows.toSorted()).toEqual(Object.keys(filled).toSorted());
    expect(isTaken(bodyOf(filled))).toBe(true);
  });

  it.each(form.rows().map(row => row.id))('refuses at %s only what the contract refuses', path => {
    const whole = bodyOf(filled) as unknown as Json;
    for (const value of VALUES) {
      const checked = form.check(formOf({ ...filled, [path]: value }));
      if (checked.ok) expect(isTaken(checked.body), value).toBe(true);
      else {
        const wrong = Object.entries(checked.errors).flatMap(([id, why]) => (why ? [id] : []));
        expect(wrong, value).toEqual([path]);
        // An ID must have four letters or digits to type.
        if (!/^(?:card_holder_)?id$/.test(path) && jsonAt(whole, path) !== undefined)
          expect(contract.safeParse(withJsonAt(whole, path, value.trim())).success, value).toBe(false);
      }
    }
  });
});
