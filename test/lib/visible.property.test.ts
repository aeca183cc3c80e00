/** The rules of visible text for any input. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { fromServer, visible } from '../../src/lib/visible.ts';
import { cellWidth, cut, toWidth as fitted, wrap } from '../../src/lib/width.ts';
import { anyText } from './any-text.ts';
import { hostileText, SEQUENCES, WORDS } from './hostile.ts';

const RUNS = {
  seed: 20_261_120,
  numRuns: 2000,
  examples: [...SEQUENCES, ...WORDS].map((text): [string] => [text]),
};

const FORBIDDEN =
  /[[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]--[\u200c\u200d]]|(?<!\p{scx=Arab}|\p{scx=Syrc}|\p{M}|\u200d|\p{L})[\u200c\u200d]|[\u200c\u200d]$/v;

it('visible text contains nothing that hides, moves or reorders', () => {
  fc.assert(
    fc.property(hostileText, text => {
      const shown = visible(fromServer(text));
      expect(FORBIDDEN.test(shown)).toBe(false);
      expect(/^\p{Mn}|\p{M}{7}/u.test(shown)).toBe(false);
      expect(shown.isWellFormed()).toBe(true);
    }),
    RUNS,
  );
});

it('visible text does not change when made visible again', () => {
  fc.assert(
    fc.property(hostileText, text => {
      const shown = visible(fromServer(text));
      expect(visible(shown)).toBe(shown);
    }),
    RUNS,
  );
});

it("visible text leaves nothing out: it has each letter, or the letter's number, or a count", () => {
  fc.assert(
    fc.property(anyText(20), text => {
      const shown: string = visible(fromServer(text));
      const marks = Number(/\(\+(\d+) marks\)/.exec(shown)?.[1] ?? 0);
      const seen = [...shown.replace(/\\u\{[0-9A-F]+\}|…\(\+\d+ marks\)/g, '?')].filter(
        char => char !== '\u200c',
      );
      expect(seen.length + marks).toBeGreaterThanOrEqual(
        [...text].length - [...text].filter(char => char === '\u200c').length - marks,
      );
    }),
    { ...RUNS, examples: [] },
  );
});

it('visible text is as wide as string-width says: whole, in parts, and next to other text', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (left, right) => {
      const [a, b] = [visible(fromServer(left)), visible(fromServer(right))];
      expect(cellWidth(a)).toBe(stringWidth(a));
      expect(stringWidth(`${a} ${b}│`)).toBe(cellWidth(a) + cellWidth(b) + 2);
    }),
    { seed: RUNS.seed, numRuns: RUNS.numRuns },
  );
});

it('visible text fits exactly into any column', () => {
  fc.assert(
    fc.property(hostileText, fc.nat(40), fc.constantFrom('left', 'right'), (text, cells, align) => {
      const shown = visible(fromServer(text));
      expect(stringWidth(fitted(shown, cells, align))).toBe(cells);
      const short = cut(shown, cells);
      expect(stringWidth(short)).toBeLessThanOrEqual(cells);
      if (short !== shown && cells > 0) expect(short.endsWith('…')).toBe(true);
      expect(stringWidth(visible(fromServer(text), cells))).toBeLessThanOrEqual(cells);
    }),
    { seed: RUNS.seed, numRuns: RUNS.numRuns },
  );
});

it('visible text for a column is the beginning of the whole visible text', () => {
  fc.assert(
    fc.property(hostileText, fc.nat(40), (text, cells) => {
      const long = text.repeat(20).slice(0, cells * 16);
      expect(visible(long, cells)).toBe(cut(visible(long), cells));
    }),
    { seed: RUNS.seed, numRuns: RUNS.numRuns },
  );
});

it('wrapped text fits its lines and loses only spaces', () => {
  fc.assert(
    fc.property(
      hostileText,
      fc.integer({ min: 2, max: 30 }),
      fc.integer({ min: 1, max: 4 }),
      (text, cells, most) => {
        const shown = visible(fromServer(text));
        const lines = wrap(shown, cells);
        expect(lines.join('').replaceAll(/\s/g, '')).toBe(shown.replaceAll(/\s/g, ''));
        for (const line of [...lines, ...wrap(shown, cells, most)]) {
          expect(stringWidth(line)).toBeLessThanOrEqual(cells);
        }
        expect(wrap(shown, cells, most).length).toBeLessThanOrEqual(most);
      },
    ),
    { seed: RUNS.seed, numRuns: RUNS.numRuns },
  );
});
