/** Texts of megabytes overflow no stack and keep no screen waiting; apart from the other tests, for mutants of the code take minutes for each. */
import { describe, expect, it } from 'vitest';
import { boundedText } from '../../src/lib/bounded.ts';
import { mayHoldCardNumber } from '../../src/lib/card-numbers.ts';
import { parseJson } from '../../src/lib/json.ts';
import { maskBody, maskCardNumbers } from '../../src/lib/redact.ts';

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
    '%s overflow no stack, wherever card numbers are looked for',
    (_, unit) => {
      const text = unit.repeat(7_000_000 / unit.length);
      expect(() => [mayHoldCardNumber(text), maskCardNumbers(text), maskBody(text)]).not.toThrow();
      expect(boundedText(text).length).toBeLessThan(4100);
    },
    60_000,
  );
});

describe('JSON made to keep a reader busy [C7]', () => {
  it('is refused: more values than any page has', () => {
    expect(parseJson(`[${'{},'.repeat(2_000_000)}{}]`)).toEqual({ ok: false, reason: 'too many values' });
  });

  it('takes no time by the length of a name that contains a list', () => {
    // Each of its paths is as long as the name: 4 MB by 200,000 rows must not be looked at.
    const text = `{"${'k'.repeat(4_000_000)}":[${'{"a":1},'.repeat(200_000)}{}]}`;
    expect(parseJson(text).ok).toBe(true);
    const twice = `{"${'k'.repeat(4_000_000)}":[${'{"a":1,"a":2},'.repeat(100_000)}{}]}`;
    expect(parseJson(twice)).toEqual({ ok: false, reason: 'too many duplicate keys' });
  });
});
