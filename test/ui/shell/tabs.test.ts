// What the tabs say at each width, and which cells are theirs.

import { expect, it } from 'vitest';
import { TABS } from '../../../src/store/places.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import type { TabCounts } from '../../../src/ui/screens/attention.ts';
import { tabAt, tabsLine } from '../../../src/ui/shell/tabs.ts';

const mono = createTheme('mono', 'none');
const counts: TabCounts = { payouts: { count: 6, urgent: false }, rfi: { count: 3, urgent: true } };
const plain = (columns: number, waiting: TabCounts = {}): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the style codes of the current tab
  tabsLine('accounts', waiting, columns, mono).replaceAll(/\u001B\[[\d;]*m/g, '');

it.each([
  [
    120,
    ' 1 Overview [2 Accounts] 3 Cards  4 FX  5 Payouts  6 Mandates  7 Beneficiaries  8 RFI  9 Customer  0 Journal',
  ],
  [80, ' 1 Over[2 Accounts]3 Cards 4 FX 5 Pay 6 Mand 7 Benef 8 RFI 9 Cust 0 Journal'],
  [60, ' 1Over[2Acct]3Card 4FX 5Pay 6Mand 7Bene 8RFI 9Cust 0Jour'],
  [40, ' 1[2 Accounts]3 4 5 6 7 8 9 0'],
])(
  'at %i columns no title ends in an ellipsis, each key stays, and a sign marks the tab',
  (columns, line) => {
    expect(plain(columns)).toBe(line);
  },
);

it.each([
  [
    120,
    ' 1 Overview [2 Accounts] 3 Cards  4 FX  5 Payouts 6  6 Mandates  7 Beneficiaries  8 RFI 3  9 Customer  0 Journal',
  ],
  [80, ' 1 Over[2 Accounts]3 Cards 4 FX 5 Pay·6 6 Mand 7 Benef 8 RFI·3 9 Cust 0 Journal'],
  [60, ' 1Ove[2Accounts]3Car 4FX 5Pay·6 6Man 7Ben 8RFI·3 9Cus 0Jou'],
  [40, ' 1[2 Accounts]3 4 5·6 6 7 8·3 9 0'],
])('at %i columns the tabs say what waits there, whatever else is shortened', (columns, line) => {
  expect(plain(columns, counts)).toBe(line);
});

it.each([120, 80, 60, 40])('each tab can be found by its cells at %i columns', columns => {
  const line = plain(columns, counts);
  const found = Array.from(line, (_, x) => tabAt(x, 'accounts', counts, columns));
  expect([...new Set(found.filter(id => id !== undefined))]).toEqual(TABS);
  TABS.forEach((id, i) => {
    expect(line[found.indexOf(id)]).toBe(`${(i + 1) % 10}`);
  });
  // Neither a blank nor a bracket between two titles is a tab, and no cell of a title is left out.
  for (const id of TABS)
    expect(Array.from(line, (char, x) => (found[x] === id ? char : '')).join('')).toMatch(/^\d(.*[^[\] ])?$/);
  expect(Array.from(line, (char, x) => (found[x] === undefined ? char : '')).join('')).toMatch(/^[ [\]]*$/);
  expect(tabAt(columns + 1, 'accounts', counts, columns)).toBeUndefined();
});
