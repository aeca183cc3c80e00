// Each place is under a tab, and each tab has its own key.

import { expect, it } from 'vitest';
import { isPlace, PLACES, places, TABS, tabKey } from '../../src/store/places.ts';

it('each tab has one of the ten digits, 1 first and 0 last', () => {
  expect(TABS.map(tabKey).join('')).toBe('1234567890');
});

it('every place is under a tab, and every tab under itself', () => {
  for (const place of PLACES) expect(TABS).toContain(places[place].tab);
  for (const tab of TABS) expect(places[tab].tab).toBe(tab);
});

it('a word is a place only if the list of places has that word', () => {
  expect(PLACES.every(isPlace)).toBe(true);
  expect(['', 'Accounts', 'toString', '__proto__'].some(isPlace)).toBe(false);
});
