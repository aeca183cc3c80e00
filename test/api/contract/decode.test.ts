/** The fields of an answer, with hostile and unexpected values (FAULTS.md C). */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decode, decoding } from '../../../src/api/contract/decode.ts';
import { amount, flag, maskedNumber, oneOf, text, timestamp } from '../../../src/api/contract/fields.ts';
import { Odd } from '../../../src/api/contract/odd.ts';
import { operations } from '../../../src/api/contract/operations.ts';
import { type Json, JsonNumber, writeJson } from '../../../src/lib/json.ts';
import { cardTransactions } from '../../../src/sim/world/transactions.ts';
import { jsonOf } from '../../harness/answers.ts';
import { objectsWithTables } from '../../harness/shape.ts';

const record = z.object({
  id: text(),
  amount: amount(),
  status: oneOf(['ACTIVE', 'INACTIVE']),
  when: timestamp(),
  flag: flag(),
  note: text().nullish(),
  inner: z.object({ names: z.array(text()) }).optional(),
});

/** Decodes a record with this JSON in one field. Returns the record, and the drift of that field only. */
function field(name: keyof typeof record.shape, source: string) {
  const read = decode(record, jsonOf(`{"${name}": ${source}}`));
  if ('shapeError' in read) throw new Error(read.shapeError);
  const drift = read.drift.filter(one => one.path === name || one.path.startsWith(`${name}.`));
  return { value: read.value[name], kinds: drift.map(({ kind }) => kind), drift };
}

it('a card transaction of 24 fields stays compact in memory, both as sent and as read', () => {
  const { row } = cardTransactions({
    ...{ seed: 1, cardId: 'card_1', masked: '411111******1111', currency: 'GBP', count: 1 },
    ...{ anchor: Date.parse('2026-11-20T09:00:00Z'), merchants: ['Ashdown & Vale Ltd'] },
  });
  const sent = jsonOf(writeJson({ has_more: false, items: [row(0)] }));
  const read = decode(operations['card.transactions'].result, sent);
  if ('shapeError' in read) throw new Error(read.shapeError);
  expect(read.drift).toEqual([]);
  const table: Record<string, number> = {};
  for (let n = 0; n < 30; n++) table[`member${n}`] = n;
  expect([objectsWithTables(table), objectsWithTables(sent), objectsWithTables(read.value)]).toEqual([
    1, 0, 0,
  ]);
});

describe('a number that the service promises to mask', () => {
  it.each([
    ['400000******1234', '400000******1234'],
    ['•••• 1234', '•••• 1234'],
    ['4111111111111111', '••••••••••••1111'],
    ['4111 1111 1111 1112', '•••• •••• •••• 1112'],
    ['400000-111111111', '••••••-•••••1111'],
    ['', ''],
  ])('%j is kept as %j', (sent, kept) => expect(maskedNumber().parse(sent)).toBe(kept));
});

describe('when fields are decoded,', () => {
  it.each(['12345678901234567.89', '1.10', '1e-7', '-0', '0.1'])('%s keeps its digits [C12a]', digits => {
    expect(field('amount', digits)).toMatchObject({ value: digits, kinds: [] });
  });

  it.each(['1e400', '1e999999999', '9'.repeat(500)])(
    '%s is not an amount, and is kept unchanged [C11a]',
    digits => {
      expect(field('amount', digits)).toMatchObject({
        value: new Odd(expect.anything()),
        kinds: ['wrong-type'],
      });
    },
  );

  it.each([
    ...[
      ['100.00', '100.00'],
      ['-1,234.56', '-1234.56'],
      ['1,234,567', '1234567'],
      ['250', '250'],
    ],
    ...['1,234', '1.234,56', '12,34.56', '1e3', '(5.00)', '5.00 GBP', '', '4111111111111111'].map(text => [
      text,
    ]),
  ])(
    'the amount %j in quotes is %s: a difference, and only with one meaning a number [C13a]',
    (text, read) => {
      expect(field('amount', JSON.stringify(text))).toMatchObject({
        value: read ?? { raw: text },
        kinds: ['wrong-type'],
      });
    },
  );

  it('another value in quotes is not a number, and a number is not a text [C13a]', () => {
    expect(field('id', '7')).toMatchObject({ value: { raw: { source: '7' } }, kinds: ['wrong-type'] });
    expect(field('flag', '"true"')).toMatchObject({ value: { raw: 'true' }, kinds: ['wrong-type'] });
  });

  it('a field in the other spelling of the API is read, and is a difference', () => {
    const read = (json: string) => decode(operations['conversion.get'].result, jsonOf(json));
    expect(
      read('{"source_amount": 100, "net_exchangerate": 1.3, "destinationCurrencyCode": "sgd"}'),
    ).toMatchObject({
      value: { sourceAmount: '100', netExchangerate: '1.3', destinationCurrencycode: 'SGD' },
      drift: expect.arrayContaining([
        { kind: 'unknown-field', path: 'source_amount', note: 'is read as sourceAmount' },
      ]),
    });
    // Its own spelling counts, and two others may differ.
    expect(read('{"sourceAmount": 1, "source_amount": 2}')).toMatchObject({ value: { sourceAmount: '1' } });
    expect(read('{"sourceAmount": null, "source_amount": 2}')).toMatchObject({
      value: { sourceAmount: undefined },
    });
    expect(read('{"source_amount": 1, "SourceAmount": 2}')).toMatchObject({
      value: { sourceAmount: undefined },
    });
  });

  it('an unlisted value is kept unchanged, and quoted safely [C15a]', () => {
    const { value, kinds, drift } = field('status', '"FRO\\u001bZEN"');
    expect(value).toEqual(new Odd('FRO\u001bZEN'));
    expect(kinds).toEqual(['unlisted-value']);
    expect(drift[0]?.note).toBe('"FRO␛ZEN" is not a listed value');
  });

  it('a listed value may be in upper or lower case [C16]', () => {
    expect(field('status', '"Active"')).toMatchObject({ value: 'ACTIVE', kinds: [] });
    expect(field('status', '["ACTIVE"]')).toMatchObject({ kinds: ['wrong-type'] });
  });

  it('null counts as absent, and an absent field is drift only if the contract requires the field [C17]', () => {
    expect(field('amount', 'null')).toEqual({
      value: undefined,
      kinds: ['missing'],
      drift: expect.anything(),
    });
    expect(field('note', 'null')).toMatchObject({ value: undefined, kinds: [] });
    const read = decode(record, {});
    expect(read).toMatchObject({ value: { id: undefined, note: undefined, inner: undefined } });
    const paths = 'drift' in read ? read.drift.map(({ path }) => path) : [];
    expect(paths).toEqual(['id', 'amount', 'status', 'when', 'flag']);
  });

  it.each(['2025-04-09T10:12:37+0000', '2025-04-09T10:12:37Z', '2025-04-09T10:12:37.123+0000'])(
    '%s is a moment [C19a]',
    moment => {
      expect(field('when', `"${moment}"`)).toMatchObject({ value: { text: moment }, kinds: [] });
    },
  );

  it.each(['2025-04-09T10:12:37', '0000-00-00T00:00:00Z', '+275761-01-01T00:00:00Z', 'yesterday', ''])(
    '%j is not a time, and is kept unchanged [C19b]',
    moment => {
      expect(field('when', `"${moment}"`)).toMatchObject({ value: { raw: moment }, kinds: ['wrong-type'] });
    },
  );

  it('a list where an object is expected is Odd, and so is an object where a list is expected [C18a]', () => {
    expect(field('inner', '[1]').value).toBeInstanceOf(Odd);
    expect(field('inner', '[]')).toMatchObject({ value: { names: undefined } });
    expect(field('inner', '{"names": {}}')).toMatchObject({ value: { names: expect.any(Odd) } });
    expect(field('inner', '{"names": ["a", null, 3]}').value).toMatchObject({
      names: ['a', { raw: null }, { raw: { source: '3' } }],
    });
  });
});

describe('a result', () => {
  it('leaves out a field that is not in the contract, and lists it as drift [C17]', () => {
    const read = decode(z.object({ id: text() }), jsonOf('{"id": "1", "new": {"deep": 1}}'));
    expect(read).toEqual({
      value: { id: '1' },
      drift: [expect.objectContaining({ kind: 'unknown-field', path: 'new' })],
    });
  });

  it('treats names such as __proto__ like other fields [C9a–b]', () => {
    const source = '{"__proto__": {"id": "evil"}, "constructor": 1, "toString": 2, "hasOwnProperty": 3}';
    const read = decode(z.object({ id: text(), valueOf: text().optional() }), jsonOf(source));
    expect(read).toMatchObject({ value: { id: undefined, valueOf: undefined } });
    const unknown = 'drift' in read ? read.drift.filter(({ kind }) => kind === 'unknown-field') : [];
    expect(unknown.map(({ path }) => path)).toEqual([
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
    ]);
    expect(Reflect.get({}, 'id')).toBeUndefined();
  });

  it.each<[string, z.ZodType, Json | undefined]>([
    ['an object for a list', z.array(record), {}],
    ['a list for an object', record, [{}]],
    ['null for a list', z.array(record), null],
    ['null for an object', record, null],
    ['nothing for a list', z.array(record), undefined],
    ['a number for an object', record, jsonOf('1')],
  ])('is refused if it has %s [C18a]', (_, schema, raw) => {
    expect(decode(schema, raw)).toEqual({ shapeError: expect.stringContaining(' instead of ') });
  });

  it('reads an empty list as an object without fields [C17]', () => {
    expect(decode(record, [])).toMatchObject({ value: { id: undefined } });
  });

  it('lists a difference in many rows once, with a count', () => {
    const rows = Array.from({ length: 5000 }, () => ({ id: 1 as unknown as Json }));
    const read = decode(z.array(z.object({ id: text() })), jsonOf(JSON.stringify(rows)));
    expect(read).toMatchObject({ drift: [{ path: '[].id', note: expect.stringContaining('(5000 times)') }] });
  });

  it('limits the listed drift if a service invents a new field in every row', () => {
    const rows = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field-${index}`, null]));
    const read = decode(z.object({}), rows);
    const drift = 'drift' in read ? read.drift : [];
    expect(drift.length).toBeLessThanOrEqual(100);
    expect(drift.at(-1)).toMatchObject({ note: expect.stringMatching(/^and \d+ more/) });
  });

  it('lists other differences even if there are many new fields', () => {
    const rows = Array.from({ length: 200 }, (_, index) => ({
      [`field-${index}`]: 1,
      id: index === 199 ? 1 : 'a',
    }));
    const read = decode(z.array(z.object({ id: text() })), jsonOf(JSON.stringify(rows)));
    expect(read).toMatchObject({
      drift: expect.arrayContaining([expect.objectContaining({ path: '[].id' })]),
    });
  });

  it('accepts any JSON in each row, and does not change the data', () => {
    const { json: anyJson } = fc.letrec<{ json: Json }>(tie => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<Json>(null, true, 'ACTIVE', '2025-04-09T10:12:37Z'),
        fc.string(),
        fc.double().map(value => jsonOf(JSON.stringify(value))),
        fc.array(tie('json')),
        fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(record.shape)), fc.string()), tie('json')),
      ),
    }));
    fc.assert(
      fc.property(fc.array(anyJson), rows => {
        const read = decode(z.array(record), rows);
        if ('shapeError' in read) throw new Error(read.shapeError);
        expect(read.value).toHaveLength(rows.length);
        read.value.forEach((row, index) => {
          if (row instanceof Odd) expect(row.raw).toBe(rows[index]);
          else expect(Object.keys(row)).toEqual(Object.keys(record.shape));
        });
      }),
      { seed: 17, numRuns: 300 },
    );
  });

  it('keeps all other fields if one field is missing or changed', () => {
    const whole = {
      currency: 'GBP',
      available_balance: num('1.5'),
      pending_amount: num('0'),
      reserved_amount: num('2'),
    };
    const other = fc.oneof(
      fc.constant(null),
      fc.constant(true),
      fc.constant<Json>([]),
      fc.constant<Json>({}),
    );
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(whole)), other, (key, value) => {
        const read = decode(operations['account.balances'].result, [{ ...whole, [key]: value }]);
        if ('shapeError' in read) throw new Error(read.shapeError);
        const expected = {
          currency: 'GBP',
          available_balance: '1.5',
          pending_amount: '0',
          reserved_amount: '2',
        };
        expect(read.value[0]).toEqual({ ...expected, [key]: value === null ? undefined : new Odd(value) });
        expect(read.drift.map(({ path }) => path)).toEqual([`[].${key}`]);
      }),
      { seed: 3 },
    );
  });
});

function num(source: string): Json {
  const value = jsonOf(source);
  if (!(value instanceof JsonNumber)) throw new Error('no number');
  return value;
}

describe('an object whose keys the service chooses', () => {
  const words = z.object({ title: z.record(z.string(), text()) });
  const read = (source: string) => {
    const got = decode(words, jsonOf(`{"title": ${source}}`));
    if ('shapeError' in got) throw new Error(got.shapeError);
    return { title: got.value.title, drift: got.drift.map(({ kind, path }) => `${kind} ${path}`) };
  };

  it('keeps every key as an own member, even a name such as constructor', () => {
    const { title, drift } = read('{"en": "a", "zh": "地址", "__proto__": "p", "constructor": "c"}');
    expect(Object.entries(title ?? {})).toEqual([
      ['en', 'a'],
      ['zh', '地址'],
      ['__proto__', 'p'],
      ['constructor', 'c'],
    ]);
    expect([drift, Object.getPrototypeOf(title)]).toEqual([[], Object.prototype]);
  });

  it('marks each invalid value, and a value that is not an object', () => {
    const { title, drift } = read('{"en": 7, "fr": null, "de": "d"}');
    expect(title).toEqual({ en: expect.any(Odd), fr: undefined, de: 'd' });
    expect(drift).toEqual(['wrong-type title.*', 'missing title.*']);
    expect(read('"a"')).toEqual({ title: expect.any(Odd), drift: ['wrong-type title'] });
    expect(read('{}')).toEqual({ title: {}, drift: [] });
    expect(read('[]')).toEqual({ title: {}, drift: ['wrong-type title'] });
  });
});

it('a list that is read in steps gives the same result as a list that is read in one go', () => {
  const list = z.array(record);
  const raw = jsonOf(JSON.stringify(Array.from({ length: 25 }, (_, i) => ({ id: `r${i}`, status: 'NEW' }))));
  const steps = decoding(list, raw);
  let pauses = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) pauses += 1;
  expect(pauses).toBe(2);
  expect(step.value).toEqual(decode(list, raw));
  expect(step.value).toMatchObject({
    drift: expect.arrayContaining([expect.objectContaining({ path: '[].status' })]),
  });
});
