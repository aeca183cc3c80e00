/** Cells, cuts and lines on plain examples; visible.property.test.ts has what holds always. */
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
])('counts the cells of %j', (text, cells) => {
  expect(cellWidth(text)).toBe(cells);
});

it('cuts what is too wide, between graphemes', () => {
  expect(cut(visible('abcdef'), 6)).toBe('abcdef');
  expect(cut(visible('abcdef'), 5)).toBe('abcd…');
  expect(cut(visible('abcdef'), 1)).toBe('…');
  expect(cut(visible('abcdef'), 0)).toBe('');
  expect(cut(visible('中文公司'), 6)).toBe('中文…');
  expect(cut(visible('abe\u0301x'), 3)).toBe('ab…');
  expect(cut(visible('abcde\u0301'), 5)).toBe('abcde\u0301');
});

it('fills a column, on either side', () => {
  expect(fitted(visible('ab'), 4)).toBe('ab  ');
  expect(fitted(visible('ab'), 4, 'right')).toBe('  ab');
  expect(fitted(visible('中文公司'), 4)).toBe('中… ');
  expect(fitted(visible('ab'), 0)).toBe('');
});

it('wraps at spaces, and inside words that are too long', () => {
  expect(lines('', 10)).toEqual(['']);
  expect(lines('one two three', 7)).toEqual(['one two', 'three']);
  expect(lines('one two three', 8)).toEqual(['one two', 'three']);
  expect(lines('one  two', 4)).toEqual(['one', 'two']);
  expect(lines('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
  expect(lines('中文公司', 5)).toEqual(['中文', '公司']);
  expect(lines('a 中', 1)).toEqual(['a', '…']);
});

it('ends in an ellipsis when lines are left over', () => {
  expect(lines('one two three four', 9, 2)).toEqual(['one two', 'three fo…']);
  expect(lines('one two', 3, 2)).toEqual(['one', 'two']);
  expect(lines('one two', 3, 1)).toEqual(['on…']);
});
