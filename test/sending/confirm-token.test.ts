import { expect, it } from 'vitest';
import { t } from '../../src/lib/visible.ts';
import { isTyped } from '../../src/sending/confirm-token.ts';

it('a token that is not an amount must be typed letter by letter, even if it is a number', () => {
  const token = { text: '0085', name: t`the last four` };
  expect([' 0085 ', '85', '0085.0'].map(typed => isTyped(token, typed))).toEqual([true, false, false]);
  const misnamed = { ...token, text: 'cf8a', amount: true } as const;
  expect(['85', '0', ' cf8a '].map(typed => isTyped(misnamed, typed))).toEqual([false, false, true]);
  const end = { text: 'cF8a', name: t`the last four` };
  expect(['CF8A', ' cf8a ', 'cf8'].map(typed => isTyped(end, typed))).toEqual([true, true, false]);
  const nothing = { ...token, text: '0.00', amount: true } as const;
  expect(['0', 'nought', ''].map(typed => isTyped(nothing, typed))).toEqual([true, false, false]);
  expect(isTyped({ ...token, text: '0.00000001', amount: true }, '0.000000010')).toBe(true);
});

it('a token may be typed in full width, but not in the digits of another script', () => {
  const end = { text: '12cF', name: t`the last four` };
  expect(['１２ｃＦ', '１2ｃf', '１２ｃ', '１３ｃＦ', '१२cF'].map(typed => isTyped(end, typed))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  const amount = { text: '1000.50', name: t`the amount`, amount: true } as const;
  expect(
    ['１０００．５０', '１，０００．５', '１０００．５１', '１０００'].map(typed => isTyped(amount, typed)),
  ).toEqual([true, true, false, false]);
  const wide = { text: '１２３４', name: t`the name` };
  expect(['１２３４', '1234'].map(typed => isTyped(wide, typed))).toEqual([true, false]);
});
