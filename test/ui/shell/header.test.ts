// What the header and the tabs say, and what they keep at small widths.

import { expect, it } from 'vitest';
import type { Waiting } from '../../../src/store/approvals.ts';
import { TABS } from '../../../src/store/places.ts';
import type { State } from '../../../src/store/state.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import type { TabCounts } from '../../../src/ui/screens/attention.ts';
import { headerLine, tabAt, tabsLine } from '../../../src/ui/shell/header.ts';
import { alpha, signedInStore } from '../../store/signed-in.ts';

const drawn = (change: Partial<State>, columns = 200): string =>
  headerLine(
    { ...signedInStore().getState(), size: { columns, rows: 24 }, ...change },
    createTheme('default', 'none'),
  );

it('a difference from the service’s clock of more than 60 s is shown [D8b]', () => {
  for (const skew of [undefined, 0, 60_000, -60_000])
    expect(drawn({ skew }), `${skew}`).not.toContain('this clock');
  expect(drawn({ skew: 61_000 })).toContain("this computer's clock is 1 min slow");
  expect(drawn({ skew: 3 * 3_600_000 })).toContain("this computer's clock is 3 h slow");
  expect(drawn({ skew: -149 * 3_600_000 })).toContain("this computer's clock is 6 days fast");
  expect(drawn({ skew: -61_000 })).toContain("this computer's clock is 1 min fast");
});

it('the time zone and its time are beside the time in UTC [D15c]', () => {
  const { reach } = signedInStore().getState();
  expect(drawn({ reach: { ...reach, zone: 'Asia/Tokyo' } })).toMatch(/10:00Z.*19:00 Asia\/Tokyo/);
});

it('a narrow header keeps your waiting requests longer than the names of colleagues', () => {
  const presence = { person: 'A colleague with a name', doing: '', customer: alpha };
  const state = {
    ...signedInStore().getState(),
    approvals: { waiting: [{ part: 'wait' } as unknown as Waiting], readAt: 0 },
    together: { me: 'Ana', here: [presence], counts: [], people: [] },
  };
  const line = (columns: number): string =>
    headerLine({ ...state, size: { columns, rows: 24 } }, createTheme('default', 'none'));
  expect(line(100)).toContain('is here');
  expect(line(70)).toContain('1 waiting');
  expect(line(70)).not.toContain('is here');
});

it.each(['', 'Cancel payout'])(
  'colleagues are a number if the clock has no room beside their names (%j)',
  doing => {
    const here = ['Ana Silva', 'Benedict Osei'].map(person => ({ person, doing, customer: alpha }));
    const state = { ...signedInStore().getState(), together: { me: 'Cy', here, counts: [], people: [] } };
    const line = (columns: number): string =>
      headerLine({ ...state, size: { columns, rows: 24 } }, createTheme('default', 'none'));
    expect(line(100)).toContain('Ana Silva and Benedict Osei are here');
    expect(line(100)).toContain('10:00Z');
    const narrow = doing === '' ? 66 : 80;
    expect(line(narrow)).toContain('2 colleagues here');
    expect(line(narrow)).toContain('10:00Z');
  },
);

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
  expect(tabAt(columns + 1, 'accounts', counts, columns)).toBeUndefined();
});
