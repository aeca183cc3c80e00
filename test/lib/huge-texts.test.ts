/** Texts of megabytes overflow no stack and block no screen. A separate file, because mutants of this code take minutes. */
import { describe, expect, it } from 'vitest';
import { boundedText } from '../../src/lib/bounded.ts';
import { mayHoldCardNumber } from '../../src/lib/card-numbers.ts';
import { parseJson } from '../../src/lib/json.ts';
import { maskBody, maskCardNumbers } from '../../src/lib/redact.ts';
import { repeated } from '../harness/whole.ts';

describe('texts of megabytes [F10a]', () => {
  it.each([
    ['single digits', '1 '],
    ['digits', '4'],
    ['digits and dots', '1.'],
    ['quotes', '"a":"\\'],
    ['marks', '\u0301'],
    ['half IBANs', 'GB82 WEST '],
    ['blanks', ' '],
  ])(
    '%s overflow no stack in any search for card numbers',
    (_, unit) => {
      const text = unit.repeat(repeated(2_000_000, 7_000_000) / unit.length);
      expect(() => [mayHoldCardNumber(text), maskCardNumbers(text), maskBody(text)]).not.toThrow();
      expect(boundedText(text).length).toBeLessThan(4100);
    },
    60_000,
  );
});

describe('JSON that is made to keep a reader busy [C7]', () => {
  it('is refused if it has more values than any page', () => {
    expect(parseJson(`[${'{},'.repeat(2_000_000)}{}]`)).toEqual({ ok: false, reason: 'too many values' });
  });

  it('takes no longer to read if a list has a long name', () => {
    // Each path is as long as the name. Reading 4 MB for each of 200,000 rows would take too long.
    const text = `{"${'k'.repeat(4_000_000)}":[${'{"a":1},'.repeat(200_000)}{}]}`;
    expect(parseJson(text).ok).toBe(true);
    const twice = `{"${'k'.repeat(4_000_000)}":[${'{"a":1,"a":2},'.repeat(100_000)}{}]}`;
    expect(parseJson(twice)).toEqual({ ok: false, reason: 'too many duplicate keys' });
  });
});
