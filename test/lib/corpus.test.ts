// The rules of visible text, for every control, mark, script and emoji, at every length (FAULTS F15).

import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { folded } from '../../src/lib/fold.ts';
import { fromServer, join, t, type Visible, visible } from '../../src/lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../src/lib/width.ts';
import { corpus, floods } from './corpus.ts';
import { withoutEmoji, write } from './plain-xterm.ts';

/** Characters that move, hide or reorder text. The property tests cover joiners. */
const FORBIDDEN = /[[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]--[\u200c\u200d]]/v;
/** In cells, with the line after it. */
const COLUMN = 25;
/** A line of the emulator has 4,000 cells. */
const PER_LINE = 156;

const samples = corpus();

test('the corpus is complete, so that the tests below check something [F15]', () => {
  const counts = Object.fromEntries(samples.map(([kind, texts]) => [kind, texts.length]));
  expect(counts['controls']).toBe(2 * 65);
  expect(counts['flags']).toBe(26 * 26);
  expect(counts['marks on a letter']).toBeGreaterThan(2000);
  expect(counts['emoji']).toBeGreaterThan(3000);
});

describe.each(samples)('the visible text of %s [F15]', (_, texts) => {
  test('hides, moves and reorders nothing, and stays the same when made visible twice', () => {
    const isGood = (text: string): boolean => {
      const shown = visible(fromServer(text));
      return (
        !FORBIDDEN.test(shown) &&
        shown.isWellFormed() &&
        visible(shown) === shown &&
        stringWidth(shown) === cellWidth(shown) &&
        stringWidth(toWidth(shown, 24)) === 24 &&
        stringWidth(cut(shown, 7)) <= 7
      );
    };
    expect(texts.filter(text => !isGood(text))).toEqual([]);
  });

  test('takes as many cells on a terminal as Purser counts', async () => {
    for (const line of lines(texts)) {
      const { events, replies, rowsDown, cells } = await write(withoutEmoji(line));
      expect([line, { events, replies, rowsDown, cells }]).toEqual([
        line,
        { events: [], replies: [], rowsDown: 0, cells: cellWidth(line) },
      ]);
    }
  });
});

/** Joins the visible texts, as many on a line as fit. */
function lines(texts: readonly string[]): readonly Visible[] {
  const columns = texts.map(text => t`${toWidth(visible(fromServer(text)), COLUMN - 1)}│`);
  return Array.from({ length: Math.ceil(columns.length / PER_LINE) }, (_, at) =>
    join(columns.slice(at * PER_LINE, (at + 1) * PER_LINE), ''),
  );
}

test.each(floods(1_000_000))('a megabyte of %s is cut and does no harm [F15]', (_, text) => {
  const shown = visible(fromServer(text));
  expect(shown.length).toBeLessThan(64 * 1024);
  expect(FORBIDDEN.test(shown)).toBe(false);
  expect(shown.isWellFormed()).toBe(true);
  expect(stringWidth(toWidth(shown, 40))).toBe(40);
  expect(() => folded(text)).not.toThrow();
});
