/** Every text from the service is bounded on arrival, and everything after that takes linear time and no deep stack. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedJson, boundedJsonText, boundedText, LONGEST_TEXT } from '../../src/lib/bounded.ts';
import { mayHoldCardNumber } from '../../src/lib/card-numbers.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import { type Json, JsonNumber, parseJson } from '../../src/lib/json.ts';
import { maskBody, maskCardNumbers } from '../../src/lib/redact.ts';
import { visible } from '../../src/lib/visible.ts';

const CARD = '4111111111111111';

describe('a text [F10]', () => {
  it('at the limit stays as it is', () => {
    for (const text of ['', 'a', '1 '.repeat(2000), '\u0301'.repeat(LONGEST_TEXT)])
      expect(boundedText(text)).toBe(text);
  });

  it('above the limit is cut once, with its character count', () => {
    const text = boundedText('a'.repeat(7_000_000));
    expect(text).toBe(`${'a'.repeat(4000)}…(cut: 7000000 chars in all)`);
    expect(visible(text)).toBe(text);
  });

  it('is never cut inside a character', () => {
    const text = boundedText(`${'a'.repeat(3999)}😀${'b'.repeat(9)}`);
    expect(text).toBe(`${'a'.repeat(3999)}…(cut: 4010 chars in all)`);
  });
});

describe('a card number across the cut [C26]', () => {
  const forms = [
    CARD,
    CARD.replace(/(?=(?:.{4})+$)/g, ' ').trim(),
    [...CARD].join(' - '),
    // Digits and separators outside the first plane take two units each.
    [...CARD].map(digit => String.fromCodePoint(0x1d7ce + Number(digit))).join('\u{10ead}'.repeat(3)),
  ];

  it.each(forms)('keeps only its last four digits: %s', form => {
    const digits = (text: string): number => [...text.matchAll(/\p{Nd}/gu)].length;
    for (let before = LONGEST_TEXT - form.length - 3; before <= LONGEST_TEXT; before++) {
      const cut = boundedText(`${'x'.repeat(before)} ${form} ${'y'.repeat(500)}`);
      expect(digits(cut.split('…(cut')[0] ?? ''), `after ${before}`).toBeLessThanOrEqual(4);
    }
  });

  it('is found at any place in endless digits', () => {
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
  const read = (text: string): Json => {
    const parsed = parseJson(text);
    if (!parsed.ok) throw new Error(parsed.reason);
    return parsed.value;
  };

  it('has every text, name and number bounded, and lists the cuts', () => {
    const long = 'x'.repeat(1_000_000);
    const { value, cut } = boundedJson(
      read(`{"data":[{"id":"1","memo":"${long}","amount":${'9'.repeat(500_000)},"${long}":1,"${long}y":2}]}`),
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
    // A cut number becomes a text, so nobody reads it as an amount.
    expect(row?.['amount']).toBe(`${'9'.repeat(4000)}…(cut: 500000 chars in all)`);
    // Both names keep their own member.
    expect(Object.keys(row ?? {})).toHaveLength(5);
  });

  it('that needs no cut is the same object', () => {
    const json = read('{"a":[1.10,{"b":"c"}],"__proto__":null,"d":true}');
    expect(boundedJson(json)).toEqual({ value: json, cut: [] });
  });

  it('is written only as far as it is shown', () => {
    const many = Array.from({ length: 400_000 }, () => new JsonNumber('41' as Decimal));
    expect(boundedJsonText(many)).toMatch(/^\[41,41.*…\(cut: the raw record has more\)$/);
    expect(boundedJsonText({ a: [1 < 2, null], b: 'c"' })).toBe('{"a":[true,null],"b":"c\\""}');
  });
});

describe('texts of megabytes [F9 F10]', () => {
  it.each([
    ['single digits', '1 '],
    ['digits', '4'],
    ['digits and dots', '1.'],
    ['quotes', '"a":"\\'],
    ['marks', '\u0301'],
    ['half IBANs', 'GB82 WEST '],
    ['blanks', ' '],
  ])(
    '%s overflow no stack in the search for card numbers',
    (_, unit) => {
      const text = unit.repeat(7_000_000 / unit.length);
      expect(() => [mayHoldCardNumber(text), maskCardNumbers(text), maskBody(text)]).not.toThrow();
      expect(boundedText(text).length).toBeLessThan(4100);
    },
    60_000,
  );
});

describe('JSON that tries to keep a reader busy [C7]', () => {
  it('is refused with more values than any page has', () => {
    expect(parseJson(`[${'{},'.repeat(2_000_000)}{}]`)).toEqual({ ok: false, reason: 'too many values' });
  });

  it('takes no extra time for a long name above a list', () => {
    // Each path is as long as the name: 4 MB times 200,000 rows must not be compared.
    const text = `{"${'k'.repeat(4_000_000)}":[${'{"a":1},'.repeat(200_000)}{}]}`;
    expect(parseJson(text).ok).toBe(true);
    const twice = `{"${'k'.repeat(4_000_000)}":[${'{"a":1,"a":2},'.repeat(100_000)}{}]}`;
    expect(parseJson(twice)).toEqual({ ok: false, reason: 'too many keys came twice' });
  });
});
