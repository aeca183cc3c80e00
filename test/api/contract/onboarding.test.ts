/** Onboarding: Purser refuses bodies with mistakes, and reads results with hidden or undocumented parts. */

import { describe, expect, expectTypeOf, it } from 'vitest';
import { decode } from '../../../src/api/contract/decode.ts';
import type { Odd } from '../../../src/api/contract/odd.ts';
import { type Input, operations, type Result } from '../../../src/api/contract/operations.ts';
import { buildRequest } from '../../../src/api/contract/request.ts';
import { parseJson } from '../../../src/lib/json.ts';
import type { Untrusted } from '../../../src/lib/visible.ts';
import { applicant } from '../../sim/samples.ts';

const address = { baseUrl: 'https://pay.example', dialect: { scope: 'none' } };
const place = { address_line1: '1 Quay', country_code: 'GB', postcode: 'B1', state: 'W', suburb: 'B' };
const respond = (body: object) => buildRequest(operations['rfi.respond'], { body }, address);
const create = (body: object) => buildRequest(operations['user.create'], { body }, address);
const bodyOf = (built: ReturnType<typeof respond>) =>
  built.ok ? JSON.parse(built.body ?? '') : `${built.field} ${built.reason}`;

describe('a response to an RFI', () => {
  it('with an address must have every part of the address', () => {
    const whole = { id: 'q', type: 'ADDRESS', ...place };
    expect(bodyOf(respond(whole))).toEqual(whole);
    expect(bodyOf(respond({ ...whole, address_line2: '2nd floor' }))).toHaveProperty('address_line2');
    for (const name of Object.keys(place)) {
      const without = Object.fromEntries(Object.entries(whole).filter(([other]) => other !== name));
      expect(bodyOf(respond(without))).toBe(`${name} is required for an address`);
    }
    expect(bodyOf(respond({ ...whole, country_code: 'GBR' }))).toContain('country_code a country is two');
  });

  it('with a document or a text needs no address, and accepts files and named members', () => {
    for (const body of [
      { id: 'q', type: 'DOCUMENT', attachments: ['file_1', 'file_2'] },
      { id: 'q', type: 'TEXT', answer: 'From sales of tea.', front_file_id: 'f', more: ['a', 'b'] },
    ] satisfies Input<'rfi.respond'>['body'][]) {
      expect(bodyOf(respond(body))).toEqual(body);
    }
  });

  it.each([
    [{ type: 'TEXT' }, 'id'],
    [{ id: '', type: 'TEXT' }, 'id the value is empty'],
    [{ id: 'q' }, 'type'],
    [{ id: 'q', type: 'PHOTO' }, 'type'],
    [{ id: 'q', type: 'DOCUMENT', attachments: [] }, 'attachments at least one is required'],
    [{ id: 'q', type: 'DOCUMENT', attachments: [''] }, 'attachments.0 the value is empty'],
    [{ id: 'q', type: 'TEXT', answer: 7 }, 'answer'],
    [{ id: 'q', type: 'TEXT', answer: '' }, 'answer'],
    [{ id: 'q', type: 'TEXT', 'my answer': 'x' }, 'my answer a name is a letter'],
    [{ id: 'q', type: 'TEXT', ['__proto__']: 'x' }, '__proto__ a name is a letter'],
  ])('%j is refused', (body, words) => {
    const built = respond(body);
    expect(built.ok).toBe(false);
    expect(bodyOf(built)).toContain(words);
  });
});

type Path = readonly (string | number)[];

/** The paths of all values that are neither objects nor lists. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, item]) =>
    leaves(item, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}

/** A copy in which the value at the path is changed or removed. */
function changedAt(value: unknown, [name, ...rest]: Path, to: unknown): unknown {
  if (name === undefined) return to;
  if (Array.isArray(value)) {
    return value.flatMap((item, i) => {
      const put = i === name ? changedAt(item, rest, to) : item;
      return put === undefined ? [] : [put];
    });
  }
  const members = Object.entries(value as object).map(([key, item]) => [
    key,
    key === name ? changedAt(item, rest, to) : item,
  ]);
  return Object.fromEntries(members.filter(([, item]) => item !== undefined));
}

describe('a new user', () => {
  const whole = applicant('Höß & Söhne');

  it('is sent exactly as given, with every member', () => {
    expect(bodyOf(create(whole))).toEqual(whole);
    // The table of INTERFACE.md has 45 entries. A middle name is optional.
    const places = leaves(whole).map(path => path.filter(name => typeof name === 'string').join('.'));
    expect(new Set(places).size).toBe(44);
    const people = whole.account_details.business_person_details.map(one => ({ ...one, middle_name: 'M' }));
    const details = { ...whole.account_details, business_person_details: people };
    const named = { ...whole, account_details: details };
    expect(bodyOf(create(named))).toEqual(named);
  });

  it('is refused if any member is missing, empty or mistyped, with the path of the member', () => {
    for (const path of leaves(whole)) {
      // Each list of texts has two items.
      const optional = path.at(-1) === 'address_line2' || typeof path.at(-1) === 'number';
      for (const wrong of [undefined, '', 7, null]) {
        const built = create(changedAt(whole, path, wrong) as object);
        if (optional && wrong === undefined) {
          expect(built.ok).toBe(true);
          continue;
        }
        expect(built.ok, `${path.join('.')}: ${wrong}`).toBe(false);
        if (wrong === '') expect(!built.ok && built.field).toBe(path.join('.'));
      }
    }
  });

  it.each<[Path, unknown, string]>([
    [['account_details', 'business_details', 'operating_country'], ['gb'], 'ISO code'],
    [['account_details', 'business_details', 'operating_country'], [], 'at least one'],
    [['account_details', 'business_person_details', 0, 'date_of_birth'], '1980-02-30', 'YYYY-MM-DD'],
    [['account_details', 'business_person_details'], [], 'at least one'],
    [['primary_contact', 'email'], 'nobody', 'e-mail'],
    [['primary_contact'], { email: 'a@b', mobile: '1', fax: '2' }, 'not known'],
  ])('is refused if %j is %j', (path, value, words) => {
    const built = create(changedAt(whole, path, value) as object);
    expect(built.ok).toBe(false);
    expect(bodyOf(built)).toContain(words);
  });
});

describe('a result', () => {
  const drift = (id: 'rfi.get' | 'user.get', text: string, under: string) => {
    const parsed = parseJson(text);
    const read = parsed.ok ? decode(operations[id].result, parsed.value) : { drift: [] };
    const all = 'drift' in read ? read.drift.map(({ kind, path }) => `${kind} ${path}`) : [];
    return all.filter(one => one.includes(` ${under}`));
  };

  it('of an RFI marks unknown fields of an answered request, but not missing fields', () => {
    const answered = '[{"questions": [{"key": "k"}]}, {}, {"score": 1}]';
    expect(drift('rfi.get', `{"answered_requests": ${answered}}`, 'answered_requests')).toEqual([
      'unknown-field answered_requests[].score',
    ]);
    expect(drift('rfi.get', '{"active_request": {"questions": []}}', 'active_request')).toEqual([
      'missing active_request.created_at',
      'missing active_request.updated_at',
    ]);
  });

  it('of a user does not mark missing personal data, because the service may hide such data', () => {
    for (const contact of ['{}', '{"email": null, "mobile": null, "attachments": null}']) {
      expect(drift('user.get', `{"primary_contact": ${contact}}`, 'primary_contact')).toEqual([]);
    }
    const hidden = '{"account_details": {"business_person_details": null, "individual_details": null}}';
    const missing = drift('user.get', hidden, 'account_details.');
    expect(missing.filter(one => /person|individual|trustee/.test(one))).toEqual([]);
    expect(missing).toContain('missing account_details.legal_entity_id');
  });

  it('of an RFI may have titles in any language, and each title may be Odd or absent', () => {
    type Open = Exclude<Result<'rfi.get'>['active_request'], Odd | undefined>['questions'];
    type Question = Exclude<Exclude<Open, Odd | undefined>[number], Odd>;
    type Title = Exclude<Question['title'], Odd | undefined>;
    expectTypeOf<Title[string]>().toEqualTypeOf<Untrusted | Odd | undefined>();
  });
});
