// Which of several checks the overview shows, and what a finding opens.

import { expect, it } from 'vitest';
import type { BooksScope } from '../../../src/effects/read-books.ts';
import { historyAround } from '../../../src/subjects/books/check-screen.ts';
import { checksDone, slotOf } from '../../../src/subjects/books/kept.ts';
import type { Verdict } from '../../../src/subjects/books/verdict.ts';
import { NOW, signedInStore } from '../../store/signed-in.ts';
import { entry } from './worlds.ts';

/** Of checks, oldest first. */
function shown(...checks: readonly (readonly [BooksScope, Verdict])[]): readonly string[] {
  const state = checks.reduce(
    (before, [scope, verdict], nth) =>
      slotOf(scope).set(before, {
        ...{ scope, phase: 'done', readAt: NOW + nth, found: { verdict, rows: [], unexplained: 0 } },
      }),
    signedInStore().getState(),
  );
  return checksDone.attention(state).map(({ state: { text }, about }) => `${text}: ${about}`);
}

it.each<[string, BooksScope, BooksScope, boolean]>([
  ['with everything', { currency: 'GBP' }, {}, true],
  ['of the same currency', { currency: 'GBP', from_date: '2026-11-10' }, { currency: 'GBP' }, true],
  ['of another currency', { currency: 'GBP' }, { currency: 'USD' }, false],
  ['without the account', { account: 'a-1' }, {}, false],
  ['of another card', { card: 'c-1' }, { card: 'c-2' }, false],
  ['to a later day', { to_date: '2026-11-20' }, { to_date: '2026-11-25' }, true],
  ['to an earlier day', { to_date: '2026-11-20' }, { to_date: '2026-11-10' }, false],
  ['from an earlier day', { from_date: '2026-11-10' }, { from_date: '2026-11-01' }, true],
  ['from a later day', { from_date: '2026-11-10' }, { from_date: '2026-11-15' }, false],
])('a later check %s replaces one that does not follow: %o', (_, before, after, isReplaced) => {
  expect(shown([before, 'DOES NOT FOLLOW'], [after, 'FOLLOWS'])).toEqual([
    expect.stringMatching(isReplaced ? /^FOLLOWS: [^,]*$/ : /^DOES NOT FOLLOW: .*, 2 checks$/),
  ]);
});

it('an entry opens the day that it has by the clock of the screen', () => {
  const state = signedInStore().getState();
  const dayIn = (zone: string) => {
    const at = Date.parse('2026-11-19T15:30:00Z');
    const view = historyAround(entry({ id: 'e', at }), undefined, {
      ...state,
      reach: { ...state.reach, zone },
    });
    return [view?.server, view?.cursorKey];
  };
  const day = (date: string) => [{ currency: 'GBP', from_date: date, to_date: date }, 'e'];
  expect(dayIn('UTC')).toEqual(day('2026-11-19'));
  expect(dayIn('Asia/Tokyo')).toEqual(day('2026-11-20'));
});
