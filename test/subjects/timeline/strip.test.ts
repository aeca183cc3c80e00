// The bars above a timeline: each event is in one bar, and what is not complete is in none.

import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { t } from '../../../src/lib/visible.ts';
import { stripLines } from '../../../src/subjects/timeline/strip.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import { at, axisOf, entry, listOf, loaded } from './events.ts';

const history = listOf('account.balanceHistory');
const theme = createTheme('mono');

function strip(minutes: readonly number[], { back = Number.NEGATIVE_INFINITY, mark = at(0) } = {}) {
  const rows = minutes.map((minute, n) => entry(`${n}`, at(minute)));
  const { events } = axisOf(new Map([[history, loaded(history, rows)]]));
  const [bars = '', days = ''] = stripLines({ events, back, mark, zone: 'UTC', height: 1 }, 40, theme);
  return { bars, days: stripVTControlCharacters(days) };
}

it('has a bar for the oldest event, the newest event and those between, and the days below', () => {
  const { bars, days } = strip([0, 20, 40]);
  const cells = [...stripVTControlCharacters(bars)].flatMap((bar, cell) => (bar === ' ' ? [] : [cell]));
  expect(cells).toEqual([0, 19, 39]);
  expect(days).toMatch(/^20 Nov 09:20 .* 20 Nov 10:00$/);
});

it.each([0, 20, 40])('marks the bar of the selected event', minutes => {
  expect(strip([0, 20, 40], { mark: at(minutes) }).bars).toContain(theme.paint('cursor', t`█`));
});

it('begins with the oldest event after the line', () => {
  expect(strip([0, 20, 40, 90], { back: at(50) }).days).toMatch(/^20 Nov 09:20 /);
});

it('has no bars for fewer than two times', () => {
  expect(stripVTControlCharacters(strip([0, 0]).bars)).toBe('Too few events.');
});
