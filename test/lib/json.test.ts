/** JSON is read exactly, for every text from a service (FAULTS C1, C4, C7 to C12). */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Decimal, parseDecimal } from '../../src/lib/decimal.ts';
import {
  asGiven,
  bareObject,
  isJsonList,
  isObject,
  type Json,
  JsonNumber,
  memberOf,
  parseJson,
  writeJson,
} from '../../src/lib/json.ts';
import { heldBy } from '../harness/garbage.ts';
import { anyText } from './any-text.ts';

/** The text after reading and writing. Numbers must be unchanged. */
function reread(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok ? writeJson(parsed.value) : `refused: ${parsed.reason}`;
}

function duplicates(text: string): readonly string[] {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.duplicateKeys : ['refused'];
}

describe('numbers [C12a]', () => {
  it.each(['12345678901234567.89', '1.10', '1e-7', '-0', '1.0E+2', '0.30000000000000004', '1e400'])(
    '%s keeps its digits',
    text => {
      expect(parseJson(text)).toEqual({
        ok: true,
        value: new JsonNumber(text as JsonNumber['source']),
        duplicateKeys: [],
        longest: text.length,
      });
      expect(reread(text)).toBe(text);
    },
  );
});

describe('text that is not JSON', () => {
  it.each([
    ['truncated [C1b]', '{"secret":"canary'],
    ['NaN [C10]', '{"canary":NaN}'],
    ['Infinity [C10]', '[-Infinity]'],
    ['a byte order mark', '\ufeff{}'],
    ['nothing', ''],
    ['a trailing comma', '[1,]'],
    ['text after the value', '{} canary'],
    ['a leading zero', '01'],
    ['a raw control', '"a\nb"'],
    ['a bad escape', '"\\ucanary"'],
    ['a comment', '/* canary */ 1'],
  ])('is refused with a message that does not quote it: %s', (_, text) => {
    const parsed = parseJson(text);
    expect(parsed.ok).toBe(false);
    expect(JSON.stringify(parsed)).not.toContain('canary');
  });
});

it.each([
  ['[1,]', 'not JSON at position 3'],
  ['', 'not JSON at position 0'],
  ['{"a":NaN}', 'not JSON at position 5'],
  ['{"amount":1,"at":}', 'not JSON at position 17'],
  ['{"a":1,"a":2,]', 'not JSON at position 13'],
  ['{"a" 1}', 'not JSON at position 5'],
  ['[1 2]', 'not JSON at position 3'],
  ['[1}', 'not JSON at position 2'],
  ['{"a":[{}]]', 'not JSON at position 9'],
  ['{a:1}', 'not JSON at position 1'],
  ['[]]', 'not JSON at position 2'],
  ['["\\x"]', 'not JSON at position 2'],
  ['{"a":"b', 'not JSON at position 7'],
  ['[-]', 'not JSON at position 2'],
])('%j is refused with the place of the error', (text, reason) => {
  expect(parseJson(text)).toEqual({ ok: false, reason });
});

it('the error names its place in a text of 64 KB, and no place in a longer text', () => {
  const most = 64 * 1024;
  const reasonOf = (length: number) => parseJson('['.padEnd(length));
  expect(reasonOf(most)).toEqual({ ok: false, reason: `not JSON at position ${most}` });
  expect(reasonOf(most + 1)).toEqual({ ok: false, reason: 'not JSON' });
});

it('the parser refuses endless nesting of lists and objects, closed or not [C7]', () => {
  for (const text of [
    '['.repeat(100_000),
    '['.repeat(100_000) + ']'.repeat(100_000),
    '{"a":'.repeat(100_000),
  ]) {
    expect(parseJson(text)).toEqual({ ok: false, reason: 'nested too deeply' });
  }
  expect(parseJson('['.repeat(200) + ']'.repeat(200)).ok).toBe(true);
  expect(parseJson(`"${'['.repeat(1000)}"`).ok).toBe(true);
});

describe('a repeated key [C8a–b]', () => {
  it.each([
    ['{"amount":1,"amount":1000}', '{}', ['amount']],
    ['{"amount":1,"amount":1,"id":"x"}', '{"id":"x"}', ['amount']],
    ['{"a":[],"a":{}}', '{}', ['a']],
    ['{"a":1,"\\u0061":2,"a":3}', '{}', ['a']],
    ['{"data":[{"x":1},{"x":1,"x":2}]}', '{"data":[{"x":1},{}]}', ['data[1].x']],
    ['{"a":{"b":1,"b":2},"a":{"b":1},"c":{"b":1}}', '{"c":{"b":1}}', ['a.b', 'a']],
    ['{"a b":{"c":1,"c":2}}', '{"a b":{}}', ['["a b"].c']],
    ['{"a.b":1,"a":{"b":2,"b":3}}', '{"a.b":1,"a":{}}', ['a.b']],
    ['{"__proto__":1,"__proto__":2}', '{}', ['__proto__']],
    ['{"a":",\\"a\\":","b":"a"}', '{"a":",\\"a\\":","b":"a"}', []],
    ['[{"a":1},{"a":2}]', '[{"a":1},{"a":2}]', []],
  ])('is left out with all its values, and its path is reported: %s', (text, left, paths) => {
    expect(reread(text)).toBe(left);
    expect(duplicates(text)).toEqual(paths);
  });
});

it('a repeated key is reported if its path has 512 characters, and refused if it is longer', () => {
  const repeated = (name: string) => `{"${name}":[{"x":1,"x":2,"y":3}],"z":4}`;
  const longest = 'n'.repeat(507);
  expect(duplicates(repeated(longest))).toEqual([`${longest}[0].x`]);
  expect(reread(repeated(longest))).toBe(`{"${longest}":[{"y":3}],"z":4}`);
  expect(reread(repeated(`${longest}n`))).toBe('refused: too many duplicate keys');
});

it('1,000 repeated keys are reported, and more are refused', () => {
  const repeated = (count: number) => `[${'{"x":1,"x":2},'.repeat(count)}0]`;
  expect(duplicates(repeated(1000))).toHaveLength(1000);
  expect(reread(repeated(1001))).toBe('refused: too many duplicate keys');
});

it('500,000 values are read, and more are refused', () => {
  const values = (count: number) => `[${'0,'.repeat(count - 1)}0]`;
  expect(parseJson(values(500_000)).ok).toBe(true);
  expect(reread(values(500_001))).toBe('refused: too many values');
});

it('a number, a list and an object are distinguished', () => {
  const values: readonly (Json | undefined)[] = [
    undefined,
    null,
    'a',
    new JsonNumber('1' as Decimal),
    [],
    {},
  ];
  expect(values.map(isJsonList)).toEqual([false, false, false, false, true, false]);
  expect(values.map(isObject)).toEqual([false, false, false, false, false, true]);
});

it('objects inherit nothing, also newly made objects', () => {
  const parsed = parseJson('{"a":{}}');
  for (const object of [parsed.ok && memberOf(parsed.value, 'a'), bareObject()]) {
    expect(object).not.toBeInstanceOf(Object);
    expect('toString' in (object as object)).toBe(false);
  }
});

it('no key has a special effect [C9a]', () => {
  const parsed = parseJson('{"__proto__":{"polluted":1},"constructor":2,"toString":3,"a":{}}');
  const value: Json = parsed.ok ? parsed.value : null;
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor', 'toString', 'a']);
  const inner = (value as { readonly a: Readonly<Record<string, Json>> }).a;
  expect(['toString', '__proto__', 'constructor'].filter(key => inner[key] !== undefined)).toEqual([]);
});

it('writing takes an optional indent', () => {
  const parsed = parseJson('{"a":[1.10,{}],"b":"\\ud800"}');
  expect(parsed.ok && writeJson(parsed.value, 2)).toBe(
    '{\n  "a": [\n    1.10,\n    {}\n  ],\n  "b": "\\ud800"\n}',
  );
});

describe('a text', () => {
  const parses = (text: string): number => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(parseJson(text).ok).toBe(true);
    const { length } = parse.mock.calls;
    parse.mockRestore();
    return length;
  };

  it.each([
    '{"a1":1.10,"b":[{"a1":-0},{"a1":1e400}],"c":null,"d":"1","e":true}',
    '[1,{"__proto__":{"a":2}}]',
    '7',
  ])('is parsed only once if no name is repeated or begins with a digit: %s', text => {
    expect(parses(text)).toBe(1);
  });
});

it('the arguments of a call have the digits of numbers as text, and all else unchanged', () => {
  const parsed = parseJson('{"amount":1.10,"list":[1e400,null,true,"x",{}],"none":null,"on":false}');
  expect(parsed.ok && asGiven(parsed.value)).toEqual({
    amount: '1.10',
    list: ['1e400', null, true, 'x', {}],
    none: null,
    on: false,
  });
});

describe('a member', () => {
  it("is found only if it is the object's own", () => {
    expect(memberOf({ a: 'b' }, 'a')).toBe('b');
    expect(memberOf({ a: 'b' }, 'toString')).toBeUndefined();
    expect([memberOf({ a: null }, 'a'), memberOf({ length: 'long' }, 'length')]).toEqual([null, 'long']);
    for (const none of [undefined, null, true, 'a', ['a'], new JsonNumber('1' as Decimal)]) {
      for (const name of ['0', 'length', 'source']) expect(memberOf(none, name)).toBeUndefined();
    }
  });
});

const jsonText = fc.letrec<{ value: string }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('null', 'true', 'false', '-0', '1.10', '1e-7', '1E+400', '9007199254740993.01', '0.000'),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map(String)
      .map(text => parseDecimal(text) ?? '0'),
    anyText().map(text => JSON.stringify(text)),
    fc.array(tie('value'), { maxLength: 4 }).map(items => `[${items.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toString')), tie('value')), {
        maxLength: 4,
        selector: ([key]) => key,
        // JavaScript puts keys that are whole numbers first.
      })
      .map(entries => entries.filter(([key]) => !/^\d+$/.test(key)))
      .map(entries => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
  ),
})).value;

it('written JSON reads back exactly', () => {
  fc.assert(
    fc.property(jsonText, text => {
      expect(reread(text)).toBe(text);
      expect(duplicates(text)).toEqual([]);
      const parsed = parseJson(text);
      if (parsed.ok) expect(reread(writeJson(parsed.value, 2))).toBe(text);
    }),
    { seed: 8259, numRuns: 500 },
  );
});

type Tree = string | readonly Tree[] | { readonly members: readonly (readonly [string, Tree])[] };

/** Numbers of one value in many spellings, so that a digit at a wrong place is noticed. */
const tree = fc.letrec<{ value: Tree }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      '1',
      '1.0',
      '1.00',
      '1e0',
      '10E-1',
      '0.1e+1',
      '-1',
      '-1.0',
      'null',
      'true',
      '"1.000"',
      '"a:{"',
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.record({
      members: fc.array(
        fc.tuple(
          fc.constantFrom('a', 'b', 'c', '1', '0', '01', '1.0', '-1', '4294967295', '', '__proto__', 'é'),
          tie('value'),
        ),
        { maxLength: 5 },
      ),
    }),
  ),
})).value;

const isMembers = (node: Tree): node is { readonly members: readonly (readonly [string, Tree])[] } =>
  typeof node === 'object' && 'members' in node;

function textOf(node: Tree, gap: string): string {
  if (typeof node === 'string') return node;
  if (!isMembers(node)) return `[${gap}${node.map(item => textOf(item, gap)).join(`${gap},`)}]`;
  // One name in two spellings.
  const name = (key: string, at: number) => (key === 'a' && at % 2 === 1 ? '"\\u0061"' : JSON.stringify(key));
  return `{${node.members.map(([key, item], at) => `${gap}${name(key, at)}${gap}:${gap}${textOf(item, gap)}`).join()}}`;
}

/** The expected value, made without a parser. Repeated keys are left out. */
function builtOf(node: Tree): Json {
  if (typeof node === 'string')
    return /^[-\d]/.test(node) ? new JsonNumber(node as Decimal) : (JSON.parse(node) as Json);
  if (!isMembers(node)) return node.map(builtOf);
  const object = bareObject();
  for (const [key, item] of node.members)
    if (node.members.filter(([other]) => other === key).length === 1) object[key] = builtOf(item);
  return object;
}

it('no digit gets to another place, with any names and any repetition of keys', () => {
  fc.assert(
    fc.property(tree, fc.constantFrom('', ' ', '\n\t'), (node, gap) => {
      const parsed = parseJson(textOf(node, gap));
      expect(parsed.ok && parsed.value).toEqual(builtOf(node));
    }),
    { seed: 1201, numRuns: 2000 },
  );
});

it('the parser accepts what JSON.parse accepts, and nothing else', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b',
    '1',
    '-',
    '0',
    '.5',
    'e3',
    'null',
    'tru',
    ' ',
    '\n',
    '\\',
    '\u00a0',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), parts => {
      const text = parts.join('');
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      expect(parseJson(text).ok).toBe(valid);
    }),
    { seed: 404, numRuns: 3000 },
  );
});

const MB = 1e6;

it.each([
  ['', ''],
  [', with a repeated key', '"a":1,"a":2,'],
])('a long number does not keep the text of its answer in memory%s', (_, more) => {
  const amount = '1234567890.12345';
  const text = (nth: number) => `{${more}"${nth}":"${'x'.repeat(MB / 4)}","amount":${amount}}`;
  const amounts = () =>
    Array.from({ length: 20 }, (_, nth) => {
      const parsed = parseJson(text(nth));
      return parsed.ok ? memberOf(parsed.value, 'amount') : undefined;
    });
  expect(amounts()).toContainEqual(new JsonNumber(amount as Decimal));
  expect(heldBy(amounts)).toBeLessThan(MB);
});

it('a short word that all records have is in memory once, also beside text that is not Latin', () => {
  const record = Object.fromEntries(Array.from({ length: 10 }, (_, nth) => [`member${nth}`, 'SETTLED']));
  const text = JSON.stringify(['ก', ...Array.from({ length: 20_000 }, () => record)]);
  expect(heldBy(() => parseJson(text))).toBeLessThan(4 * MB);
});
