/**
 * Every text from the service is bounded on arrival. The code that handles it then takes linear time and no deep stack.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedJson, boundedJsonText, boundedText, firstPart, LONGEST_TEXT } from '../../src/lib/bounded.ts';
import { CARD_NUMBER_REACH } from '../../src/lib/card-numbers.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import { type Json, JsonNumber, writeJson } from '../../src/lib/json.ts';
import { maskCardNumbers } from '../../src/lib/redact.ts';
import { visible } from '../../src/lib/visible.ts';
import { jsonOf } from '../harness/answers.ts';

const CARD = '4111111111111111';

describe('a text', () => {
  it('stays unchanged at the limit', () => {
    for (const text of ['', 'a', '1 '.repeat(2000), '\u0301'.repeat(LONGEST_TEXT)])
      expect(boundedText(text)).toBe(text);
  });

  it('above the limit is cut once, with its character count [F10a]', () => {
    const text = boundedText('a'.repeat(7_000_000));
    expect(text).toBe(`${'a'.repeat(4000)}…(cut: 7000000 chars in all)`);
    expect(visible(text)).toBe(text);
  });

  it('is never cut inside a character [F10a]', () => {
    const text = boundedText(`${'a'.repeat(3999)}😀${'b'.repeat(9)}`);
    expect(text).toBe(`${'a'.repeat(3999)}…(cut: 4010 chars in all)`);
    expect(boundedText(`😀${'a'.repeat(4000)}`)).toBe(`😀${'a'.repeat(3998)}…(cut: 4002 chars in all)`);
  });
});

it('CARD_NUMBER_REACH is the number of units of the longest card number', () => {
  const [four, zero, six] = ['\u{1d7d2}', '\u{1d7ce}', '\u{1d7d4}'];
  const digits = [four, ...Array<string>(17).fill(zero), six];
  const longest = digits.join('\u{10ead}'.repeat(3));
  expect(longest).toHaveLength(CARD_NUMBER_REACH);
  expect(maskCardNumbers(longest).replaceAll('\u{10ead}', '')).toBe(
    `${'•'.repeat(15)}${zero.repeat(3)}${six}`,
  );
});

describe('a card number across the cut [C26a]', () => {
  const forms = [
    CARD,
    CARD.replace(/(?=(?:.{4})+$)/g, ' ').trim(),
    [...CARD].join(' - '),
    // Outside the basic plane, a digit or separator takes two units.
    [...CARD].map(digit => String.fromCodePoint(0x1d7ce + Number(digit))).join('\u{10ead}'.repeat(3)),
  ];

  const digits = (text: string): number => [...text.matchAll(/\p{Nd}/gu)].length;

  it.each(forms)('leaves only its last four digits readable: %s', form => {
    for (let before = LONGEST_TEXT - form.length - 3; before <= LONGEST_TEXT; before++) {
      const cut = boundedText(`${'x'.repeat(before)} ${form} ${'y'.repeat(500)}`);
      expect(digits(cut.split('…(cut')[0] ?? ''), `after ${before}`).toBeLessThanOrEqual(4);
    }
  });

  it('leaves no digit of a second number after the cut, if masking makes the first number shorter', () => {
    const wide = (digits: string, between: string): string =>
      [...digits].map(digit => String.fromCodePoint(0x1d7ce + Number(digit))).join(between);
    // No beginning of the number is a card number, so only a search that sees its end can mask it.
    const [first, then] = [wide(CARD, ''), wide('7679939234374567373', '\u{10ead}'.repeat(3))];
    for (let over = -1; over <= 12; over++) {
      const before = 'x'.repeat(LONGEST_TEXT - first.length + over);
      const [cut = ''] = boundedText(`${before}${first} ${then}${'y'.repeat(500)}`).split('…(cut');
      expect(digits(cut), `${over} over`).toBeLessThanOrEqual(4);
    }
  });

  it('is masked like any other text if it is far before the cut', () => {
    expect(boundedText(`${CARD} ${'x'.repeat(LONGEST_TEXT)}`)).toBe(
      `${CARD} ${'x'.repeat(LONGEST_TEXT - 17)}…(cut: 4017 chars in all)`,
    );
  });

  it('is found at any place in a very long run of digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: LONGEST_TEXT - 80, max: LONGEST_TEXT + 10 }), before => {
        const text = `${'1 '.repeat(before / 2)}${CARD} ${'1 '.repeat(3000)}`;
        expect(boundedText(text)).not.toMatch(/4111 ?1111/);
      }),
      { seed: 26, numRuns: 50 },
    );
  });
});

describe('a value', () => {
  it('has a limit for every text, name and number, and lists the cuts', () => {
    const long = 'x'.repeat(1_000_000);
    const { value, cut } = boundedJson(
      jsonOf(
        `{"data":[{"id":"1","memo":"${long}","amount":${'9'.repeat(500_000)},"${long}":1,"${long}y":2}]}`,
      ),
    );
    const texts = JSON.stringify(value);
    expect(texts.length).toBeLessThan(10_000);
    expect(texts).toContain('"id":"1"');
    expect(cut.map(names => names.join('.').slice(0, 20))).toEqual([
      'data.[].memo',
      'data.[].amount',
      'data.[]',
      'data.[]',
    ]);
    const [row] = (value as { readonly data: readonly { readonly [name: string]: Json }[] }).data;
    // A cut number becomes a text, so nobody can read it as an amount.
    expect(row?.['amount']).toBe(`${'9'.repeat(4000)}…(cut: 500000 chars in all)`);
    // Two long names stay two members.
    expect(Object.keys(row ?? {})).toHaveLength(5);
  });

  const text = (length: number): string => 'x'.repeat(length);
  const number = (length: number): JsonNumber => new JsonNumber('9'.repeat(length) as Decimal);

  it.each<[string, Json]>([
    ['a small value', jsonOf('{"a":[1.10,{"b":"c"}],"__proto__":null,"d":true}')],
    ['true', true],
    ['null', null],
    ['no items and no members', [[], {}]],
    ['a text at the limit', [text(LONGEST_TEXT)]],
    ['a number at the limit', { a: number(LONGEST_TEXT) }],
    ['a name at the limit', { [text(200)]: 1 < 2 }],
  ])('stays the same object if it needs no cut: %s', (_, json) => {
    const bounded = boundedJson(json);
    expect(bounded.value).toBe(json);
    expect(bounded.cut).toEqual([]);
  });

  it.each<[string, Json, readonly string[]]>([
    ['a text', { a: text(LONGEST_TEXT + 1), b: 'c' }, ['a']],
    ['a number', { a: number(LONGEST_TEXT + 1), b: 'c' }, ['a']],
    ['a name', { [text(201)]: 'c', b: 'c' }, []],
    ['an item of many', ['a', text(LONGEST_TEXT + 1), 'c'], ['[]']],
  ])('is cut if a part is one character too long: %s', (_, json, path) => {
    const { value, cut } = boundedJson(json);
    expect(cut).toEqual([path]);
    expect(writeJson(value)).toContain('…(cut: ');
    expect(writeJson(value)).toContain('"c"');
  });

  it('keeps everything else next to a cut text unchanged', () => {
    const rest = [text(LONGEST_TEXT), number(LONGEST_TEXT), null, true, { a: null, [text(200)]: number(1) }];
    const { value, cut } = boundedJson([text(LONGEST_TEXT + 1), ...rest]);
    expect(cut).toEqual([['[]']]);
    const [, ...kept] = value as readonly Json[];
    expect(kept.map(item => writeJson(item))).toEqual(rest.map(item => writeJson(item)));
    expect(kept[1]).toBe(rest[1]);
  });

  it('is written whole up to the limit, and a cut text shows its length if that is known', () => {
    const ofLength = (length: number): string => boundedJsonText(['a'.repeat(length - 4)]);
    expect(ofLength(LONGEST_TEXT)).toBe(`["${'a'.repeat(LONGEST_TEXT - 4)}"]`);
    const most = LONGEST_TEXT + CARD_NUMBER_REACH;
    expect(ofLength(most)).toMatch(new RegExp(`^\\["a+…\\(cut: ${most} chars in all\\)$`));
    expect(ofLength(most + 1)).toMatch(/^\["a+…\(cut: the raw record has more\)$/);
  });

  it('is not read beyond the part that is written', () => {
    const items: Json[] = Array.from({ length: 4000 }, () => [null, { a: 'b' }]);
    Object.defineProperty(items, 3999, { get: () => expect.unreachable('nobody sees this one') });
    expect(boundedJsonText(items)).toMatch(/^\[\[null,\{"a":"b"\}\],\[null,\{"a":"b"\}\],/);
  });

  it('is not written beyond the part that is shown', () => {
    const many = Array.from({ length: 400_000 }, () => new JsonNumber('41' as Decimal));
    expect(boundedJsonText(many)).toMatch(/^\[41,41.*…\(cut: the raw record has more\)$/);
    expect(boundedJsonText({ a: [1 < 2, null], b: 'c"' })).toBe('{"a":[true,null],"b":"c\\""}');
  });
});

describe('the first part of a value', () => {
  const number = new JsonNumber('1' as Decimal);

  it.each<[string, Json, number, Json, number]>([
    [
      'of a small value is the whole value',
      ['aaaa', { b: [null, true] }],
      100,
      ['aaaa', { b: [null, true] }],
      0,
    ],
    [
      'of a list ends with the item that exceeds the limit',
      ['aaaa', 'bbbb', 'cccc', 'dddd'],
      6,
      ['aaaa', 'bbbb'],
      2,
    ],
    [
      'has another item if the items before only reach the limit',
      ['aaaa', 'bbbb', 'cccc'],
      8,
      ['aaaa', 'bbbb', 'cccc'],
      0,
    ],
    ['of an object counts its names', { aa: '', bb: '', cc: '' }, 3, { aa: '' }, 2],
    ['counts a number, true and null as eight', [number, true, null, false], 23, [number, true, null], 1],
    [
      'counts each value that it leaves out at any depth',
      [
        ['aaaa', 'bbbb', 'c'],
        ['d', 'e'],
      ],
      3,
      [['aaaa']],
      3,
    ],
    ['of a text is the whole text', 'aaaa', 1, 'aaaa', 0],
    ['of a number is the whole number', number, 1, number, 0],
  ])('%s', (_, value, most, first, left) => {
    const found = firstPart(value, most);
    expect(JSON.parse(writeJson(found.value))).toEqual(JSON.parse(writeJson(first)));
    expect(found.left).toBe(left);
  });

  it.each([
    ['a text', '"abcd"', 4],
    ['a number or null, as eight characters', '[1, null]', 16],
    ['names and members', '{"ab": "cd", "e": {"f": "gh"}}', 8],
    ['items of lists in lists', '[["a"], ["b", ["c"]]]', 3],
  ])('is the value itself if %s fits exactly, and a copy if one character is too many', (_, text, size) => {
    const value = jsonOf(text);
    expect(firstPart(value, size).value).toBe(value);
    const whole = { value };
    expect(firstPart(whole, size + 5).value).toBe(whole);
    expect(firstPart(whole, size + 4).value).not.toBe(whole);
  });

  it('keeps "__proto__" as a name like any other', () => {
    expect(writeJson(firstPart(jsonOf('{"__proto__":{"a":1}}'), 100).value)).toBe('{"__proto__":{"a":1}}');
  });
});
