/** Every code point that Purser shows takes the same number of cells in string-width and in the plain emulator. */
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { agreedCells } from '../../src/lib/agreed-cells.ts';
import { withoutEmoji, write } from './plain-xterm.ts';

function* codePoints(): Generator<string> {
  for (let code = 0x20; code <= 0x10ffff; code++) {
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
  }
}

const ofWidth = new Map<number | undefined, string[]>([0, 1, 2, undefined].map(cells => [cells, []]));
for (const char of codePoints()) ofWidth.get(agreedCells(char))?.push(char);

function lines(chars: readonly string[], perLine: number): string[] {
  return Array.from({ length: Math.ceil(chars.length / perLine) }, (_, index) =>
    chars
      .slice(index * perLine, (index + 1) * perLine)
      .map(char => `a${char}`)
      .join(''),
  );
}

describe.each([0, 1, 2])('the characters of %i cells', cells => {
  const chars = ofWidth.get(cells) ?? [];

  it('are more than a few, so that this test checks something', () => {
    expect(chars.length).toBeGreaterThan(500);
  });

  it('have that width in string-width', () => {
    expect(chars.filter(char => stringWidth(`a${char}`) !== 1 + cells)).toEqual([]);
  });

  it('have that width on the emulator', async () => {
    for (const line of lines(chars, 1300)) {
      const count = [...line].length / 2;
      expect((await write(withoutEmoji(line))).cells).toBe(count * (1 + cells));
    }
  });
});

it('the agreed characters include every letter, digit and sign of the common scripts of names', () => {
  const everyday =
    /[[\p{L}\p{N}\p{S}\p{P}]&&[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Sc}\p{Nd}]]/v;
  const escaped = (ofWidth.get(undefined) ?? []).filter(char => everyday.test(char) && char < '\u{10000}');
  expect(escaped).toEqual([]);
});
