// How far a search came: a search that ended early must not look complete.

import { expect, it } from 'vitest';
import { customerList } from '../../../src/format/customer-lists.ts';
import { transactionsQuery } from '../../../src/records/reads.ts';
import type { ServiceSearch } from '../../../src/store/state.ts';
import {
  currentWorkspace,
  customerKey,
  listIn,
  withList,
  withWorkspace,
} from '../../../src/store/workspace.ts';
import { nextRead, reaches, searchOf } from '../../../src/subjects/find/asking.ts';
import { alpha, beta, signedInStore } from '../../store/signed-in.ts';

const said = (phase: ServiceSearch['phase'], hasMatch: boolean) =>
  reaches([], signedInStore().getState(), { text: 'x', owner: '', phase, failed: [] }, hasMatch).map(
    ({ kind, what }) => `${kind}: ${what}`,
  );

it.each<[ServiceSearch['phase'], boolean, readonly string[]]>([
  ['searching', false, []],
  ['done', false, []],
  ['stopped', false, ['stopped: The search was stopped. No match so far. Press r to go on.']],
  ['stopped', true, ['stopped: The search was stopped. There may be more matches. Press r to go on.']],
  [
    'full',
    false,
    [
      'stopped: The search stops at 150,000 rows. No match so far. Open a list and press f to search the service.',
    ],
  ],
])('the screen says how far a search came: %s, with a match: %s', (phase, hasMatch, rows) => {
  expect(said(phase, hasMatch)).toEqual(rows);
});

it('a search of another customer, or of another text, is none', () => {
  const search: ServiceSearch = { text: 'x', owner: customerKey(alpha), phase: 'done', failed: [] };
  const state = { ...signedInStore(alpha).getState(), search };
  expect(searchOf(state, 'x')).toBe(search);
  expect(searchOf(state, 'y')).toBeUndefined();
  expect(searchOf({ ...state, customer: beta }, 'x')).toBeUndefined();
});

it.each([
  [100_000, 'read'],
  [150_000, 'full'],
])('after %d rows of transactions, the next step of the search is: %s', (rows, kind) => {
  const [read, unread] = ['read', 'unread'].map(id => customerList(transactionsQuery(id), undefined, id));
  if (!read || !unread) throw new Error('no lists');
  const state = signedInStore().getState();
  const list = listIn(currentWorkspace(state), read.key);
  const items = Array.from({ length: rows }, (_, n) => ({ key: String(n), row: {}, raw: null }));
  const pages = { ...list.pages, items, taken: 1, end: 'last-page' as const };
  const loaded = withWorkspace(state, customerKey(alpha), workspace =>
    withList(workspace, read.key, { ...list, pages }),
  );
  expect(nextRead([read, unread], loaded, []).kind).toBe(kind);
});
