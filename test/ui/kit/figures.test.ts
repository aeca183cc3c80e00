import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Point } from '../../../src/format/entry.ts';
import { type Decimal, parseDecimal } from '../../../src/lib/decimal.ts';
import { t, visible } from '../../../src/lib/visible.ts';
import { cellWidth } from '../../../src/lib/width.ts';
import { chartLines, chartText, gaugeBar, pairLines } from '../../../src/ui/kit/figures.ts';
import { largeDigits } from '../../../src/ui/kit/large.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';

const decimal = (text: string): Decimal => parseDecimal(text) ?? expect.unreachable(text);
const cells = (left: string, whole: string, width: number): string =>
  stripVTControlCharacters(
    gaugeBar({ left: decimal(left), whole: decimal(whole), text: t`x` }, width, createTheme('mono')),
  );
const bar = (line: string) => [...line].filter(c => c === '█').length;

it.each([
  ['100', '100', 24],
  ['50.00', '100', 12],
  ['0', '100', 0],
  ['0.01', '100', 1],
  ['-5', '100', 0],
  ['150', '100', 24],
  ['9007199254740993.01', '18014398509481986.02', 12],
  ['0', '0', 0],
])('%s left of %s fills %i of 24 cells', (left, whole, filled) => {
  expect(bar(cells(left, whole, 40))).toBe(filled);
});

it.each([1, 3, 12, 24])('a gauge has exactly %i cells', width => {
  expect(cells('1', '2', width)).toHaveLength(width);
});

const theme = createTheme('mono');
const day = (at: number) => visible(`d${at}`);
const draw = (points: readonly Point[], width = 20, rows = 5): string[] =>
  chartLines({ points, day }, width, rows, theme).map(line => stripVTControlCharacters(line));
const points = (...values: readonly string[]) => values.map((value, at) => ({ at, value: decimal(value) }));

describe('a chart', () => {
  it('rises with the value from zero, and shows the lowest and highest value and both days', () => {
    expect(draw(points('0', '10'))).toEqual([
      '10 ┤               ⢸',
      '   │               ⢸',
      '   │               ⢸',
      ' 0 ┤⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣸',
      '    d0            d1',
    ]);
  });

  it('has round values and days between its ends, if there is room', () => {
    const lines = draw(points('0', '3', '9', '12'), 60, 12);
    // 10 would be right below 12.
    expect(lines.flatMap(line => /^ *(\d+) ┤/.exec(line)?.[1] ?? [])).toEqual(['12', '5', '0']);
    expect(lines.at(-2)).toMatch(/^ {3}└┴─+┴─+┴─+.*┴$/);
    const days = lines.at(-1) ?? '';
    expect(days.trim()).toMatch(/^d0 .*d3$/);
    expect(days.trim().split(/ +/).length).toBeGreaterThan(3);
    expect(lines.every(line => cellWidth(visible(line)) <= 60)).toBe(true);
  });

  it('has a line at zero if the balance was above and below zero', () => {
    const lines = draw(points('-100', '100', '-100'), 30, 12);
    const zero = lines.findIndex(line => line.trimStart().startsWith('0 ┤'));
    expect(zero).toBeGreaterThan(0);
    expect(lines[zero]).toContain('┄');
    expect(lines.filter(line => line.includes('┄'))).toHaveLength(1);
    expect(lines[0]).toMatch(/^ *100 ┤/);
    expect(lines.some(line => line.startsWith('−100 ┤'))).toBe(true);
  });

  it('begins at zero if the values are not far from it, and marks the break if they are', () => {
    const near = draw(points('50', '100'), 30, 10);
    expect(near.some(line => line.trimStart().startsWith('0 ┤'))).toBe(true);
    expect(near.join('')).not.toContain('≈');
    const far = draw(points('184000', '184100'), 40, 10);
    expect(far.at(-1)).toBe('≈ The axis begins at 184,000, not at 0.');
    expect(far.some(line => line.startsWith('184,000 ≈'))).toBe(true);
    expect(draw(points('-50', '-100'), 30, 10)[0]).toMatch(/^ +0 ┤/);
    expect(draw(points('-184000', '-184100'), 40, 10).at(-1)).toContain('≈ The axis begins at −184,100');
    expect(draw(points('-184000', '-184100'), 36, 10).at(-1)).toBe('≈ From −184,100, not from 0.');
  });

  it('marks the point of the selected row at its time and value', () => {
    const all = points('0', '100', '40', '80');
    for (const mark of all) {
      const lines = chartLines({ points: all, day, mark }, 40, 12, theme).map(line =>
        stripVTControlCharacters(line),
      );
      const row = lines.findIndex(line => line.includes('●'));
      expect(lines.join('').split('●')).toHaveLength(2);
      const x = (lines[row]?.indexOf('●') ?? 0) - (lines[0] ?? '').indexOf('┤') - 1;
      const cells = 40 - (lines[0] ?? '').indexOf('┤') - 1;
      expect(Math.abs(x - (mark.at / 3) * cells)).toBeLessThanOrEqual(1);
    }
    const rowOf = (at: number) =>
      chartLines({ points: all, day, mark: all[at] ?? expect.unreachable() }, 40, 12, theme).findIndex(line =>
        line.includes('●'),
      );
    expect(rowOf(1)).toBe(0);
    expect(rowOf(0)).toBe(9);
    expect(rowOf(2)).toBeGreaterThan(rowOf(3));
  });

  it('says in words what it shows', () => {
    expect(chartText({ points: points('5', '-1', '9'), day })).toBe(
      'Chart from d0 to d2: lowest −1, highest 9.',
    );
    expect(chartText({ points: points('5'), day })).toContain('too few');
  });

  it('keeps a value until the next change', () => {
    const [top, , , bottom] = draw([
      { at: 0, value: decimal('10') },
      { at: 50, value: decimal('0') },
      { at: 100, value: decimal('0') },
    ]);
    expect(top?.slice(4, 10)).toBe('⠉'.repeat(6));
    expect(bottom?.slice(-7)).toBe('⣀'.repeat(7));
  });

  it('is the same for any order of the changes, and takes the newest change of a moment', () => {
    const all = points('5', '1', '9', '4');
    expect(draw(all.toReversed())).toEqual(draw(all));
    const twice = [{ at: 3, value: decimal('4') }, ...all.slice(0, 3), { at: 3, value: decimal('0') }];
    expect(draw(twice)).toEqual(draw(all));
  });

  it('keeps digits that a float would lose', () => {
    const lines = draw(points('9007199254740993.01', '9007199254740993.02'), 60);
    expect(lines[0]).toContain('9,007,199,254,740,993.02');
    expect(lines.at(-2)).toContain('9,007,199,254,740,993.01');
  });

  it.each([20, 34, 60, 72])('is never wider than %i cells', width => {
    for (const line of draw(points('-1250.75', '98000.10', '3'), width, 8)) {
      expect(cellWidth(visible(line))).toBeLessThanOrEqual(width);
    }
  });

  it('is a flat line for a value that never changes', () => {
    expect(draw(points('7', '7', '7')).filter(line => /[⠀-⣿]/.test(line))).toHaveLength(1);
  });

  it.each([
    ['nothing', [], 20],
    ['one change', points('1'), 20],
    ['no room', points('9007199254740993.01', '1'), 20],
  ])('is replaced by a sentence for %s', (_, given, width) => {
    expect(draw(given, width)).toHaveLength(1);
    expect(draw(given, width)[0]).toContain('There ');
  });
});

describe('large digits', () => {
  const figure = (label: string, text: string) => ({
    label: visible(label),
    cell: { text: visible(text), unit: t`GBP` },
  });
  const drawn = (left: string, width: number) =>
    pairLines(
      { left: figure('Sells', left), right: figure('Buys', '1.00'), between: figure('Rate', '1') },
      width,
      theme,
      {
        large: true,
        airy: false,
      },
    )?.map(line => stripVTControlCharacters(line));

  it('have every digit, and none of another text', () => {
    expect(largeDigits(t`1,234,567,890.−`)?.map(row => cellWidth(row))).toEqual([51, 51, 51]);
    const digits = [...'0123456789'].map(digit => largeDigits(visible(digit))?.join('|'));
    expect(new Set(digits).size).toBe(10);
    for (const text of ['', '1e9', '–', '? 12']) expect(largeDigits(visible(text))).toBeUndefined();
  });

  it('repeat the amounts, which stay as text', () => {
    const lines = drawn('1,000.00', 76) ?? [];
    expect(lines).toHaveLength(6);
    expect(lines[4]).toMatch(/^ +1,000\.00 GBP +1\.00 GBP/);
  });

  it('give way to the text if an amount has no room, or is no plain number', () => {
    expect(drawn('123,456,789.00', 76)).toHaveLength(3);
    expect(drawn('? lots', 76)).toHaveLength(3);
    expect(drawn('1,000.00', 44)).toHaveLength(3);
  });
});
