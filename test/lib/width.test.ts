/** Examples of cells, cuts and lines. visible.property.test.ts has the general rules. */
import { expect, it } from 'vitest';
import { visible } from '../../src/lib/visible.ts';
import { cellWidth, cut, toWidth as fitted, wrap } from '../../src/lib/width.ts';

const lines = (text: string, cells: number, most?: number): string[] => wrap(visible(text), cells, most);

it.each([
  ['', 0],
  ['abc', 3],
  ['Zoë – │…', 8],
  ['e\u0301', 1],
  ['中文', 4],
  ['🇩🇪', 2],
  ['한국', 4],
  ['می\u200cخواهم', 7],
  ['👍', 2],
])('the text %j takes %i cells', (text, cells) => {
  expect(cellWidth(text)).toBe(cells);
});

it('long text is cut between graphemes', () => {
  expect(cut(visible('abcdef'), 6)).toBe('abcdef');
  expect(cut(visible('abcdef'), 5)).toBe('abcd…');
  expect(cut(visible('abcdef'), 1)).toBe('…');
  expect(cut(visible('abcdef'), 0)).toBe('');
  expect(cut(visible('中文公司'), 6)).toBe('中文…');
  expect(cut(visible('abe\u0301x'), 3)).toBe('ab…');
  expect(cut(visible('abcde\u0301'), 5)).toBe('abcde\u0301');
});

it('an amount is cut off with its currency, because alone it could be half an amount', () => {
  const debit = visible('Direct debit 4,494.27 GBP of Ada');
  expect(cut(debit, 22)).toBe('Direct debit …');
  expect(cut(debit, 21)).toBe('Direct debit …');
  expect(cut(debit, 26)).toBe('Direct debit 4,494.27 GBP…');
  expect(cut(visible('Invoice 251358 Ashdown'), 16)).toBe('Invoice 251358 …');
});

it('a cut text has no part of a number, which could be read as an amount', () => {
  const converted = visible('1,000.00 GBP → 1,266.78 USD');
  expect(cut(converted, 20)).toBe('1,000.00 GBP → …');
  expect(cut(converted, 16)).toBe('1,000.00 GBP → …');
  expect(cut(converted, 25)).toBe('1,000.00 GBP → 1,266.78 …');
  expect(cut(visible('12873738'), 5)).toBe('1287…');
});

it('a column is filled on the left or the right', () => {
  expect(fitted(visible('ab'), 4)).toBe('ab  ');
  expect(fitted(visible('ab'), 4, 'right')).toBe('  ab');
  expect(fitted(visible('中文公司'), 4)).toBe('中… ');
  expect(fitted(visible('ab'), 0)).toBe('');
});

it('wrapping breaks at spaces, and inside words that are too long', () => {
  expect(lines('', 10)).toEqual(['']);
  expect(lines('one two three', 7)).toEqual(['one two', 'three']);
  expect(lines('one two three', 8)).toEqual(['one two', 'three']);
  expect(lines('one  two', 4)).toEqual(['one', 'two']);
  expect(lines('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
  expect(lines('中文公司', 5)).toEqual(['中文', '公司']);
  expect(lines('a 中', 1)).toEqual(['a', '…']);
});

it('wrapping keeps an amount and its currency in one line', () => {
  expect(lines('is pending: −93,880.27 GBP.', 24)).toEqual(['is pending:', '−93,880.27 GBP.']);
  expect(lines('pays 10 GBP and more', 8)).toEqual(['pays', '10 GBP', 'and more']);
  expect(lines('10 GBPS', 4)).toEqual(['10', 'GBPS']);
  expect(lines('10 GBP', 4)).toEqual(['10', 'GBP']);
});

it('wrapping ends in an ellipsis if there are too many lines', () => {
  expect(lines('one two three four', 9, 2)).toEqual(['one two', 'three fo…']);
  expect(lines('one two', 3, 2)).toEqual(['one', 'two']);
  expect(lines('one two', 3, 1)).toEqual(['on…']);
});
