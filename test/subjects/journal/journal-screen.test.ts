// The journal's filters: the rows that match, several filters at once, and the same rows for the same filter.

import { expect, test } from 'vitest';
import type { RowState } from '../../../src/journal/intent.ts';
import type { JournalEntry } from '../../../src/money/journal-entry.ts';
import type { Item } from '../../../src/store/paging.ts';
import { openView } from '../../../src/store/view.ts';
import { filteredEntries, journalFilters } from '../../../src/subjects/journal/journal-screen.tsx';
import { withDays } from '../../../src/ui/screens/server-filter.ts';
import { payout, start } from '../../journal/parts.ts';
import { signedInStore } from '../../store/signed-in.ts';

const HOUR = 3_600_000;

function entry(
  number: number,
  state: RowState,
  at: number,
  userId: string,
  title: string,
): Item<JournalEntry> {
  const intent = payout(number, {
    customer: { userId },
    title,
    what: [{ label: 'Customer', value: `Höß & Söhne ${userId}` }],
    createdAt: at,
  });
  const process = { pid: 1, started: 'x' };
  const transitions = [{ number, from: 'NEW' as const, to: state, at, process }];
  const row = { number, intent, state, wasUnknown: false, transitions };
  const key = String(number);
  return {
    key,
    row: { row, here: true, own: false, otherProfile: false, outcomeCheck: undefined, all: [] },
    raw: {},
  };
}

const entries = [
  entry(1, 'UNKNOWN', start - 30 * HOUR, 'acct_1', 'Payout'),
  entry(2, 'DONE', start - 7 * HOUR, 'acct_2', 'Payout'),
  entry(3, 'DONE', start, 'acct_1', 'Cancel mandate'),
];
const state = { ...signedInStore().getState(), now: start };

const left = (server: Readonly<Record<string, string>>): readonly string[] =>
  filteredEntries()(entries, { ...openView('journal'), server }, state).map(({ key }) => key);

test.each([
  [{}, ['1', '2', '3']],
  [{ state: 'DONE' }, ['2', '3']],
  [{ operation: 'PAYOUT' }, ['1', '2', '3']],
  [{ operation: 'mandate' }, ['3']],
  [{ customer: 'acct_1' }, ['1', '3']],
  [{ customer: 'höß' }, ['1', '2', '3']],
  [{ since: '8h' }, ['2', '3']],
  [{ since: '1h' }, ['3']],
  [{ since: '2026-11-20' }, ['2', '3']],
  [{ since: '2026-11-19' }, ['1', '2', '3']],
  [{ since: '2026-11-19', until: '2026-11-19' }, ['1']],
  [{ until: '2026-11-19' }, ['1']],
  [{ since: '8h', until: '2026-11-19' }, []],
  [{ state: 'DONE', customer: 'acct_1' }, ['3']],
  [{ state: 'REFUSED' }, []],
])('the filter %j leaves %j', (server, keys) => {
  expect(left(server)).toEqual(keys);
});

test('the same filter gives the same rows, so that a key press does not filter again', () => {
  const fitting = filteredEntries();
  const view = { ...openView('journal'), server: { state: 'DONE' } };
  expect(fitting(entries, view, state)).toBe(
    fitting(entries, { ...view, top: 3 }, { ...state, now: start + 1 }),
  );
  expect(fitting(entries, openView('journal'), state)).toBe(entries);
});

test('days are typed as in every other list', () => {
  expect(withDays(journalFilters, { since: '20..21nov' }, '2026-11-22')).toEqual({
    since: '2026-11-20',
    until: '2026-11-21',
  });
  expect(withDays(journalFilters, { since: '8h' }, '2026-11-22')).toEqual({ since: '8h' });
});

test('an impossible state or time is refused with a sentence, and a state may be in lower case', () => {
  const by = (field: string) => journalFilters.find(one => one.field === field);
  expect(by('since')?.check('once', {})).toContain('No such day');
  expect(by('since')?.check('2026-02-30', {})).toContain('No such day');
  expect(by('until')?.check('2026-11-19', { since: '2026-11-20' })).toContain('before the first day');
  expect(by('since')?.check('12h', {})).toBeUndefined();
  expect(by('state')?.check('lost', {})).toBeDefined();
  expect(by('state')?.check('not sent', {})).toBeUndefined();
  expect(by('state')?.send?.('not sent')).toBe('NOT SENT');
});
