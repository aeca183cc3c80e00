import { expect, it } from 'vitest';
import { type Decimal, parseDecimal } from '../../../src/lib/decimal.ts';
import { t, visible } from '../../../src/lib/visible.ts';
import { cellWidth } from '../../../src/lib/width.ts';
import { gaugeLine } from '../../../src/ui/kit/gauge.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';

const decimal = (text: string): Decimal => parseDecimal(text) ?? expect.unreachable(text);
const gauge = (left: string, whole: string, width = 40, text = t`x`): string =>
  gaugeLine({ left: decimal(left), whole: decimal(whole), text }, width, createTheme('mono')).replace(
    /\u001B\[[\d;]*m/g,
    '',
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
])('%s left of %s fills %i of 24 cells', (left, whole, cells) => {
  expect(bar(gauge(left, whole))).toBe(cells);
});

it('keeps its digits where there is no room for a bar', () => {
  expect(gauge('1', '2', 10, t`1.00 of 2.00 left`)).toBe('1.00 of 2.00 left');
});

it.each([12, 20, 30, 80])('is never wider than %i cells with its digits', width => {
  expect(cellWidth(visible(gauge('1', '2', width, t`1 of 2`)))).toBeLessThanOrEqual(width);
});
