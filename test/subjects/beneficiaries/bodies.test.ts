// A body from rows of names, types and values: it has exactly the typed values, and each mistake is next to its row.

import { describe, expect, it } from 'vitest';
import { addOther, bodyLines, memberFields, membersOf } from '../../../src/format/member-rows.ts';
import { writeJson } from '../../../src/lib/json.ts';
import type { Form } from '../../../src/store/state.ts';
import { checkCreation, creationQuestion } from '../../../src/subjects/beneficiaries/beneficiary-create.ts';
import { CHANGEABLE, VALIDATED } from '../../../src/subjects/beneficiaries/beneficiary-fields.ts';
import { checkChange, updateLines } from '../../../src/subjects/beneficiaries/beneficiary-update.ts';
import { begunFrom } from '../../../src/subjects/beneficiaries/beneficiary-validate.ts';
import { resultOf } from '../../harness/answers.ts';

const form = (values: Readonly<Record<string, string>> = {}, members = VALIDATED): Form => ({
  fields: memberFields(members, values),
  focus: 0,
});
const other = (name: string, type: string, value: string, to = form()): Form =>
  addOther(to, { name, type, value });
const read = (typed: Form, members = VALIDATED) => {
  const { known, others, errors } = membersOf(typed, members);
  return { body: writeJson({ ...known, ...others }), wrong: Object.entries(errors).filter(([, why]) => why) };
};

describe('the members of a body', () => {
  it('have an IBAN without blanks, also under a typed name, and their lines show it in groups', () => {
    const typed = other(
      'iban',
      'text',
      'NL91 ABNA 0417 1643 00',
      form({ account_number: 'DE89 3704 0044 0532 0130 00' }),
    );
    const { known, others } = membersOf(typed, VALIDATED);
    expect({ ...known, ...others }).toMatchObject({
      account_number: 'DE89370400440532013000',
      iban: 'NL91ABNA0417164300',
    });
    const lines = bodyLines({ ...known, ...others }).map(({ value }) => value);
    expect(lines).toEqual(
      expect.arrayContaining(['"DE89 3704 0044 0532 0130 00"', '"NL91 ABNA 0417 1643 00"']),
    );
  });

  it('are left out if empty, and accept codes in upper or lower case', () => {
    expect(read(form({ account_currency: 'usd', bank_country_code: 'us', full_name: ' Jo ' }))).toEqual({
      body: '{"account_currency":"USD","full_name":"Jo","account_type":"CHECKING","bank_country_code":"US","entity_type":"PERSONAL","transfer_method":"LOCAL"}',
      wrong: [],
    });
  });

  it.each([
    ['text', '0012', '"0012"'],
    ['text', 'true', '"true"'],
    ['number', '9007199254740993.01', '9007199254740993.01'],
    ['number', '-1.50', '-1.50'],
    ['flag', 'false', 'false'],
  ])('may have any name, and keep their type: %s %s', (type, value, json) => {
    const { others, errors } = membersOf(other('extra', type, value), VALIDATED);
    expect(Object.values(errors).filter(Boolean)).toEqual([]);
    expect(writeJson(others)).toBe(`{"extra":${json}}`);
  });

  it.each([
    ['number', '1,200'],
    ['number', 'twelve'],
    ['number', ''],
    ['flag', 'yes'],
    ['text', ''],
    ['text', '****1234'],
  ])('are refused next to their value, with any name: %s “%s”', (type, value) => {
    expect(read(other('extra', type, value)).wrong.map(([id]) => id)).toEqual(['other.0.value']);
  });

  it.each(['', '1st', 'a b', '__proto__', 'full_name'])("can't have the name “%s”", name => {
    expect(read(other(name, 'text', 'x')).wrong.map(([id]) => id)).toEqual(['other.0.name']);
  });

  it("can't occur twice", () => {
    const twice = other('extra', 'text', 'b', other('extra', 'text', 'a'));
    expect(read(twice).wrong.map(([id]) => id)).toEqual(['other.1.name']);
  });

  it('are shown as sent: a text in quotes, a number without quotes', () => {
    const { known, others } = membersOf(other('n', 'number', '1.50', form({ full_name: 'true' })), VALIDATED);
    const lines = bodyLines({ ...known, ...others }).map(({ label, value }) => `${label} ${value}`);
    expect(lines).toContain('full_name "true"');
    expect(lines).toContain('n 1.50');
  });

  it.each([
    '****1234',
    '•••• 4242',
    'XXXXXX1234',
    'xxxx-xxxx-1234',
    'xx 1234',
    '12XXXX34',
    '####1234',
    '…1234',
    '...1234',
    '1234…',
    'XXXX XXXX',
    '●●●●1234',
  ])('can’t be masked numbers: %s', number => {
    expect(read(form({ account_number: number })).wrong.map(([id]) => id)).toEqual(['account_number']);
  });
});

describe('the creation', () => {
  const typed = form({ account_number: '123456789', account_currency: 'usd', full_name: 'Jo' });

  it('sends the account first, under the field names of a creation, and then all other fields', () => {
    const checked = checkCreation(begunFrom(other('extra', 'number', '2', typed)));
    expect(checked).toMatchObject({ ok: true, currency: 'USD', number: '123456789' });
    if (!checked.ok) throw new Error('refused');
    const { lines, input, token } = creationQuestion(checked, () => {});
    expect(writeJson(input.body as never)).toBe(
      '{"beneficiary_account_currency":"USD","beneficiary_account_number":"123456789","full_name":"Jo","account_type":"CHECKING","entity_type":"PERSONAL","transfer_method":"LOCAL","extra":2}',
    );
    expect(lines.map(({ label }) => String(label))).toEqual(Object.keys(input.body));
    expect(token.text).toBe('6789');
  });

  it.each([
    [{ account_number: '' }, 'beneficiary_account_number'],
    [{ account_number: '12' }, 'beneficiary_account_number'],
    [{ account_number: '**** 1234' }, 'beneficiary_account_number'],
    [{ account_currency: '' }, 'beneficiary_account_currency'],
    [{ account_currency: 'dollars' }, 'beneficiary_account_currency'],
    [{ bank_country_code: 'USA' }, 'bank_country_code'],
  ])('is refused next to the field: %o', (change, id) => {
    const values = { account_number: '123456789', account_currency: 'usd', ...change };
    const checked = checkCreation(begunFrom(form(values)));
    if (checked.ok) throw new Error('taken');
    expect(
      Object.entries(checked.errors)
        .filter(([, why]) => why)
        .map(([at]) => at),
    ).toEqual([id]);
  });
});

describe('a change', () => {
  const sent = {
    id: 'ben-1',
    account_holder_name: 'Jo',
    account_number: '****6789',
    currency: 'USD',
    bank_country_code: 'US',
    metadata: { account_type: 'CHECKING', routing_number: '*****0021' },
  };
  const beneficiary = (change: object = {}) => resultOf('beneficiary.get', { ...sent, ...change });
  const typed = (values: Readonly<Record<string, string>>) => form(values, CHANGEABLE);

  it('starts with empty fields', () => {
    expect(typed({}).fields.every(({ value }) => value === '')).toBe(true);
  });

  it('has only the typed fields', () => {
    expect(checkChange(typed({ account_number: '987654321' }), beneficiary())).toEqual({
      ok: true,
      changes: { account_number: '987654321' },
    });
  });

  it.each([
    { full_name: 'Jo' },
    { account_type: 'CHECKING' },
    { bank_country_code: 'us' },
    { account_currency: 'usd' },
  ])('is refused if the value is the current one: %o', values => {
    const checked = checkChange(typed(values), beneficiary());
    expect(checked).toMatchObject({
      ok: false,
      errors: { [Object.keys(values)[0] ?? '']: expect.stringContaining('already') },
    });
  });

  it('is accepted if the service sent any unexpected value for the field', () => {
    expect(
      checkChange(typed({ full_name: 'Jo' }), beneficiary({ account_holder_name: 7, metadata: null })),
    ).toMatchObject({
      ok: true,
    });
  });

  it('shows each field to send next to its current value', () => {
    const lines = updateLines(beneficiary(), { account_number: '987654321', other: true });
    expect(lines.slice(-2).map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'account_number: ****6789 → "987654321"',
      'other: true',
    ]);
  });
});
