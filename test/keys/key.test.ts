import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutToUnits, pastedLine } from '../../src/keys/key.ts';

describe('a pasted line', () => {
  it.each([
    ['one\ntwo\r\nthree\rfour', 'one two three four'],
    ['\r\nacc_123\r\n', 'acc_123'],
    ['a\tb', 'a b'],
    ['\x1b[1;31mred\x1b[0m', 'red'],
    ['\x1b]8;;http://x\x1b\\link\x1b]8;;\x07', 'link'],
    ['\x1bPq#0\x1b\\after', 'after'],
    ['\x1b]0;never ended', '0;never ended'],
    ['\x1bcreset', 'reset'],
    ['nul\x00 del\x7f c1\u{9b}31m', 'nul del c131m'],
    ['IBAN\u{200b} DE\u{202e}89\u{feff}', 'IBAN DE89'],
    ['میخواهم\u{200c} 👩‍👩‍👧 é', 'میخواهم\u{200c} 👩‍👩‍👧 é'],
    ['half \ud83d', 'half '],
  ])('from the text %j is %j', (pasted, line) => {
    expect(pastedLine(pasted)).toBe(line);
  });

  it('has no control character and no line break, whatever its source', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 2 }),
        fc.constantFrom('\x1b', '\x1b[', '\r', '\u{2028}'),
      ),
    });
    fc.assert(
      fc.property(text, pasted => {
        expect(pastedLine(pasted)).not.toMatch(/[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u{202a}-\u{202e}]/u);
      }),
      { seed: 20_261_124, numRuns: 500 },
    );
  });
});

it('text is cut between characters', () => {
  expect(cutToUnits('abc', 2)).toBe('ab');
  expect(cutToUnits('abc', 3)).toBe('abc');
  expect(cutToUnits('ab👍c', 3)).toBe('ab');
  expect(cutToUnits('ab👍c', 4)).toBe('ab👍');
});
