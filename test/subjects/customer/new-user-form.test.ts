// The form of a new customer has every field of the contract, and a sentence for each wrong value.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { newUser } from '../../../src/api/contract/new-user.ts';
import { type Json, writeJson } from '../../../src/lib/json.ts';
import { jsonAt, withJsonAt, withoutEmpty } from '../../../src/lib/json-path.ts';
import { visible } from '../../../src/lib/visible.ts';
import { newUserForm, passportWarnings } from '../../../src/subjects/customer/new-user-form.ts';
import { creationLines } from '../../../src/subjects/customer/user-create.ts';
import { applicant } from '../../sim/samples.ts';

const B = 'account_details.business_details';
// JSON leaves out undefined values.
const whole = applicant('Acme Ltd') as unknown as Json;
const paths = (body: Json): string[] =>
  newUserForm.sections(body).flatMap(({ fields }) => fields.map(({ path }) => path));

const problemsOf = (body: Json) =>
  newUserForm
    .sections(body)
    .flatMap(({ fields }) => fields.flatMap(({ path, problem }) => (problem ? [{ path, ...problem }] : [])));

/** The paths of all fields in a schema. A list has one item. */
function leaves(schema: unknown, path: string): string[] {
  if (schema instanceof z.ZodOptional) return leaves(schema.unwrap(), path);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) =>
      leaves(inner, path === '' ? name : `${path}.${name}`),
    );
  return schema instanceof z.ZodArray ? leaves(schema.element, `${path}.0`) : [path];
}

const REVENUE = `${B}.account_usage.estimated_monthly_revenue`;
const PLAIN = 'Use only digits, commas and one decimal point, such as 25000.00 or 25,000.00.';

it.each([
  ['GBP', '1.000,50', PLAIN],
  ['GBP', 'a lot', PLAIN],
  ['GBP', '-5', PLAIN],
  ['GBP', '1.005', 'The currency has at most 2 decimal places.'],
  ['JPY', '1.5', 'The currency has no decimal places.'],
  ['GBP', '25,000.00', undefined],
])('the monthly revenue in %s with the value %s is never guessed: %s', (unit, typed, why) => {
  const body = withJsonAt(withJsonAt(whole, `${REVENUE}.currency`, unit), `${REVENUE}.amount`, typed);
  const problems = problemsOf(body);
  expect(problems.map(one => [one.path, one.kind, one.why])).toEqual(
    why === undefined ? [] : [[`${REVENUE}.amount`, 'wrong', why]],
  );
  const sent = newUserForm.complete(body) as unknown as Json | undefined;
  expect(sent && jsonAt(sent, `${REVENUE}.amount`)).toBe(why === undefined ? '25000.00' : undefined);
});

it('a passport whose start date is after its end date gets a warning with the name of the person', () => {
  const passport = 'account_details.business_person_details.1.identifications.primary.passport';
  const turned = withJsonAt(
    withJsonAt(whole, `${passport}.effective_at`, '2031-01-01'),
    `${passport}.expire_at`,
    '2021-01-01',
  );
  expect(passportWarnings(whole)).toEqual([]);
  expect(passportWarnings(turned, 0)).toEqual([]);
  expect(passportWarnings(turned)).toEqual([
    "Person 2: the passport's first valid day (2031-01-01) is after its last valid day (2021-01-01). Check both dates.",
  ]);
});

describe('the form', () => {
  it('has every field of the contract once, and no other field', () => {
    expect(paths({}).toSorted()).toEqual(leaves(newUser, '').toSorted());
  });

  it('has nothing to correct when it is full, and sends what is typed', () => {
    expect(problemsOf({}).every(({ kind }) => kind === 'missing')).toBe(true);
    expect(newUserForm.complete(whole)).toEqual(whole);
  });

  it.each(leaves(newUser, ''))('refuses at %s exactly what the contract refuses, with its words', path => {
    const isOptional = /address_line2|middle_name/.test(path);
    const flag = typeof jsonAt(whole, path) === 'boolean';
    const values = flag
      ? [undefined]
      : [undefined, ' ', 'x', 'GB ', 'GBP', '44', '1980-02-30', '1980-02-03', 'a@b'];
    for (const value of values) {
      const body = withJsonAt(whole, path, value);
      const read = newUser.safeParse(
        withJsonAt(whole, path, isOptional ? value?.trim() || undefined : value?.trim()),
      );
      const problems = problemsOf(body);
      // The contract allows any text as the revenue.
      if (value === undefined || !path.endsWith('revenue.amount'))
        expect(problems.length === 0).toBe(read.success);
      expect(problems.every(one => one.path === path)).toBe(true);
      expect(newUserForm.complete(body) === undefined).toBe(problems.length > 0);
      const wrong = problems.find(({ kind }) => kind === 'wrong');
      if (wrong && !read.success)
        expect(wrong.why.toLowerCase()).toBe(`${read.error.issues[0]?.message.toLowerCase()}.`);
    }
  });
});

/** Bodies with any fields, and any number of persons, documents and roles. */
const bodies = fc
  .array(
    fc.record({
      field: fc.nat(10_000),
      person: fc.nat(2),
      item: fc.nat(2),
      text: fc.string({ unit: 'grapheme', maxLength: 12 }).filter(text => visible(text) === text),
      flag: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map(choices =>
    choices.reduce((body: Json, { field, person, item, text, flag }) => {
      const all = leaves(newUser, '');
      const path = (all[field % all.length] ?? '')
        .replace('business_person_details.0', `business_person_details.${person}`)
        .replace(/\.0(?=\.|$)(?!.*business_person)/, `.${item}`);
      const isFlag = /as_trustee|agreed_to/.test(path);
      return withJsonAt(body, path, isFlag ? flag : text);
    }, {}),
  );

it('a body comes back from a file unchanged, except for empty values', () => {
  fc.assert(
    fc.property(bodies, body => {
      const saved = withoutEmpty(body) ?? {};
      const taken = newUserForm.take(writeJson(saved, 2));
      expect(taken).toEqual({ ok: true, body: saved, leftOut: [] });
    }),
    { seed: 20, numRuns: 200 },
  );
});

it('every sent field is a line of the dialog, and every personal field is marked as personal', () => {
  const lines = creationLines(whole);
  const texts = paths(whole).flatMap(path => {
    const value = jsonAt(whole, path);
    return typeof value === 'string' ? [value] : [];
  });
  expect(lines.map(({ value }) => value)).toEqual(expect.arrayContaining(texts));
  expect(lines).toHaveLength(paths(whole).filter(path => jsonAt(whole, path) !== undefined).length);
  for (const name of ['Date of birth', 'Number', 'Postcode', 'Last name'])
    expect(lines.find(({ label }) => label === `Person 1: ${name}`)).toMatchObject({ personal: true });
});

describe('a file', () => {
  it('keeps the digits of its numbers as text', () => {
    const text = `{"account_details":{"business_details":{"account_usage":{"estimated_monthly_revenue":{"amount":9007199254740993.010}}}}}`;
    const taken = newUserForm.take(text);
    expect(taken.ok && jsonAt(taken.body, `${B}.account_usage.estimated_monthly_revenue.amount`)).toBe(
      '9007199254740993.010',
    );
  });

  it.each([
    ['{"nickname":"x"}', 'nickname: the API has no field with this name.'],
    ['{"primary_contact":"x"}', 'primary_contact: must be an object.'],
    [
      '{"account_details":{"business_person_details":{}}}',
      'account_details.business_person_details: must be a list.',
    ],
    [
      '{"customer_agreements":{"agreed_to_data_usage":"yes"}}',
      'customer_agreements.agreed_to_data_usage: must be true or false.',
    ],
    ['{"primary_contact":{"email":null}}', 'primary_contact.email: must be a text.'],
    [
      '{"primary_contact":{"email":"a\\u202eb@c"}}',
      'primary_contact.email: is too long, or has characters that can’t be typed.',
    ],
    [
      '{"primary_contact":{"email":"a@b","email":"c@d"}}',
      'primary_contact.email: the field occurs more than once.',
    ],
    ['{"__proto__":{"x":1}}', '__proto__: the API has no field with this name.'],
  ])('gets a sentence if it has %s: %s', (text, said) => {
    const taken = newUserForm.take(text);
    expect(taken.ok && taken.leftOut).toEqual([said]);
  });

  it.each(['', 'no JSON', '[]', '"x"', '1', '['.repeat(500)])('is refused as a whole: %s', text => {
    expect(newUserForm.take(text).ok).toBe(false);
  });
});
