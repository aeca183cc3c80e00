import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Point } from '../../../src/format/entry.ts';
import { type Decimal, parseDecimal } from '../../../src/lib/decimal.ts';
import { t, visible } from '../../../src/lib/visible.ts';
import { cellWidth } from '../../../src/lib/width.ts';
import { chartLines, gaugeLines, pairLines } from '../../../src/ui/kit/figures.ts';
import { hasLargeDigits, largeDigits } from '../../../src/ui/kit/large.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';

const decimal = (text: string): Decimal => parseDecimal(text) ?? expect.unreachable(text);
const lines = (left: string, whole: string, width = 40, text = t`x`): readonly string[] =>
  gaugeLines({ left: decimal(left), whole: decimal(whole), text }, width, createTheme('mono')).map(line =>
    stripVTControlCharacters(line),
  );
const gauge = (left: string, whole: string): string => lines(left, whole).join();
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
])('%s left of %s fills %i of 24 cells', (left, whole, cells) => {
  expect(bar(gauge(left, whole))).toBe(cells);
});

it('a gauge never cuts its digits: without room next to them, the bar is below', () => {
  expect(lines('1', '2', 10, t`1.00 of 2.00 left`)).toEqual(['1.00 of', '2.00 left', '█████░░░░░']);
});

it.each([1, 3, 12, 20, 30, 80])('a gauge is never wider than %i cells', width => {
  const widths = lines('1', '2', width, t`1 of 2`).map(line => cellWidth(visible(line)));
  expect(Math.max(...widths)).toBeLessThanOrEqual(width);
});

const theme = createTheme('mono');
const day = (at: number) => visible(`d${at}`);
const draw = (points: readonly Point[], width = 20, rows = 5): string[] =>
  chartLines({ points, day }, width, rows, theme).map(line => stripVTControlCharacters(line));
const points = (...values: readonly string[]) => values.map((value, at) => ({ at, value: decimal(value) }));

describe('a chart', () => {
  it('rises with the value, and shows the lowest and highest value and both days', () => {
    const lines = draw(points('0', '10'));
    expect(lines).toEqual([
      '10                 ⢸',
      '                   ⢸',
      '                   ⢸',
      ' 0 ⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣸',
      '   d0             d1',
    ]);
  });

  it('keeps a value until the next change', () => {
    const [top, , , bottom] = draw([
      { at: 0, value: decimal('10') },
      { at: 50, value: decimal('0') },
      { at: 100, value: decimal('0') },
    ]);
    expect(top?.slice(3, 10)).toBe('⠉'.repeat(7));
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

  it.each([
    [20, 'default', '16', true],
    [19, 'default', '16', false],
    [50, 'mono', '16', false],
    [50, 'light', 'none', false],
  ])('need rows and colours: %i rows, theme %s, %s colours', (rows, theme, colours, expected) => {
    expect(hasLargeDigits({ size: { rows }, theme, colours })).toBe(expected);
  });
});
