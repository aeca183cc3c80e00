// The line of tabs at several widths.

import { expect, it } from 'vitest';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import { tabsLine } from '../../../src/ui/shell/tabs.ts';

const mono = createTheme('mono', 'none');
const plain = (columns: number): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the style codes of the current tab
  tabsLine('accounts', columns, mono).replaceAll(/\u001B\[[\d;]*m/g, '');

it.each([
  [
    120,
    '1 Overview  2 Accounts  3 Cards  4 FX  5 Payouts  6 Mandates  7 Beneficiaries  8 RFI  9 Customer  0 Journal',
  ],
  [80, '1 Overview 2 Accts 3 Cards 4 FX 5 Payouts 6 Mand 7 Benef 8 RFI 9 Cust 0 Journal'],
  [60, '1 Ove 2 Acc 3 Car 4 FX 5 Pay 6 Man 7 Ben 8 RFI 9 Cus 0 Jou'],
  [40, '1 2 Accounts 3 4 5 6 7 8 9 0'],
])('at %i columns no title ends in an ellipsis, and each key stays', (columns, line) => {
  expect(plain(columns)).toBe(line);
});
