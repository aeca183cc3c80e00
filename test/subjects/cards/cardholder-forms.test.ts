// The check of a cardholder: each mistake is next to its field, and a group of fields is complete or empty.

import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/api/contract/operations.ts';
import { t } from '../../../src/lib/visible.ts';
import { field } from '../../../src/store/form-state.ts';
import type { Form } from '../../../src/store/state.ts';
import { newCardholderForm } from '../../../src/subjects/cards/cardholder-create.ts';
import { cardholderChangeForm, updateCardholderForm } from '../../../src/subjects/cards/cardholder-update.ts';
import { signedInStore } from '../../store/signed-in.ts';

type Values = Readonly<Record<string, string>>;

const formOf = (values: Values): Form => ({
  fields: Object.entries(values).map(([id, value]) => ({ ...field(id, t`Label`, '', t`hint`), value })),
  focus: 0,
});

const person: Values = {
  type: 'INDIVIDUAL',
  'individual.name.first_name': 'Zoë',
  'individual.name.last_name': 'Ångström',
  'individual.date_of_birth': '1990-02-28',
  email: 'zoe@example.com',
  'individual.address.line1': '12 High Street',
  'individual.address.city': 'Leeds',
  'individual.address.state': 'West Yorkshire',
  'individual.address.postcode': 'LS1 4DY',
  'individual.address.country': 'gb',
  created_by: 'desk',
};
const proof: Values = {
  'individual.identification.type': 'ID_CARD',
  'individual.identification.number': 'X 1',
  'individual.identification.country': 'GB',
  'individual.identification.expiry_date': '2031-01-31',
};
const postal: Values = {
  'postal_address.line1': 'PO Box 12',
  'postal_address.city': 'York',
  'postal_address.state': 'North Yorkshire',
  'postal_address.postcode': 'YO1 7HH',
  'postal_address.country': 'GB',
};

const wrongIn = (checked: ReturnType<typeof newCardholderForm.check | typeof cardholderChangeForm.check>) =>
  checked.ok ? [] : Object.keys(checked.errors).filter(id => checked.errors[id] !== undefined);

describe('a new cardholder', () => {
  it.each<[string, Values]>([
    ['with only the required fields', {}],
    ['with an identification', proof],
    ['with both addresses', postal],
    [
      'with every field',
      { ...proof, ...postal, mobile_number: '+44 1', 'individual.express_consent_obtained': 'YES' },
    ],
    ['who is a delegate', { type: 'DELEGATE' }],
  ])('is accepted by the form and the contract: %s', (_, more) => {
    const checked = newCardholderForm.check(formOf({ ...person, ...more }));
    if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
    const { body } = operations['cardholder.create'];
    expect(body.safeParse(checked.body)).toMatchObject({ success: true, data: checked.body });
  });
});

describe('a change', () => {
  const id = 'holder-1234';

  it.each<[string, Values, object]>([
    [
      'a name',
      { 'individual.name.first_name': 'Ann', 'individual.name.last_name': 'Lee' },
      { individual: { name: { first_name: 'Ann', last_name: 'Lee' } } },
    ],
    [
      'a date of birth',
      { 'individual.date_of_birth': '1990-02-28' },
      { individual: { date_of_birth: '1990-02-28' } },
    ],
    ['a mobile number', { mobile_number: '+44 1' }, { mobile_number: '+44 1' }],
    [
      'a consent',
      { 'individual.express_consent_obtained': 'NO' },
      { individual: { express_consent_obtained: 'NO' } },
    ],
  ])('sends only the filled fields: %s', (_, values, sent) => {
    const checked = cardholderChangeForm.check(formOf({ id, ...values }));
    expect(checked).toEqual({ ok: true, body: { id, ...sent } });
    const { body } = operations['cardholder.update'];
    expect(body.safeParse({ id, ...sent }).success).toBe(true);
  });

  it('sends a group of fields as a whole', () => {
    const home = Object.fromEntries(
      Object.entries(person).filter(([name]) => name.startsWith('individual.address.')),
    );
    const checked = cardholderChangeForm.check(formOf({ id, ...home, ...proof, ...postal }));
    if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
    expect(Object.keys(checked.body)).toEqual(['id', 'individual', 'postal_address']);
    expect(Object.keys(checked.body.individual ?? {})).toEqual(['address', 'identification']);
    expect(operations['cardholder.update'].body.safeParse(checked.body).success).toBe(true);
  });

  it.each<[string, Values, string]>([
    ['no value', {}, 'individual.name.first_name'],
    ['half a name', { 'individual.name.first_name': 'Ann' }, 'individual.name.last_name'],
    ['half an address', { ...postal, 'postal_address.city': '' }, 'postal_address.city'],
    ['an impossible day', { 'individual.date_of_birth': '2001-02-29' }, 'individual.date_of_birth'],
    ['no ID', { id: '', mobile_number: '1' }, 'id'],
    ['an ID with words after it', { id: 'holder-1234 and', mobile_number: '1' }, 'id'],
  ])('is refused next to its field: %s', (_, values, wrong) => {
    expect(wrongIn(cardholderChangeForm.check(formOf({ id, ...values })))).toEqual([wrong]);
  });

  it('is refused in production if nobody could type the end of its ID', () => {
    const state = signedInStore().getState();
    const wrong = (environment: 'demo' | 'production') => {
      const reach = { ...state.reach, environment };
      const typed = formOf({ id: 'ab1', mobile_number: '+44 1' });
      return wrongIn(updateCardholderForm.check(typed, { ...state, reach }));
    };
    expect([wrong('demo'), wrong('production')]).toEqual([[], ['id']]);
  });
});
