import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { type Decimal, parseDecimal } from '../../../src/lib/decimal.ts';
import { t, visible } from '../../../src/lib/visible.ts';
import { cellWidth } from '../../../src/lib/width.ts';
import { gaugeLines } from '../../../src/ui/kit/figures.ts';
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
