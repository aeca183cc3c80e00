// What the header says, and what it keeps at small widths.

import { expect, it } from 'vitest';
import type { Waiting } from '../../../src/store/approvals.ts';
import type { State } from '../../../src/store/state.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import { headerLine } from '../../../src/ui/shell/header.ts';
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
