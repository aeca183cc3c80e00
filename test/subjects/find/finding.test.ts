// The rows of a search: its matches in groups, each with its number.

import { expect, it } from 'vitest';
import { Odd } from '../../../src/api/contract/odd.ts';
import { fromServer } from '../../../src/lib/visible.ts';
import { queryKey } from '../../../src/records/query.ts';
import { debitsQuery, historyQuery } from '../../../src/records/reads.ts';
import { emptyList } from '../../../src/store/list.ts';
import type { Item } from '../../../src/store/paging.ts';
import type { ServiceSearch, State } from '../../../src/store/state.ts';
import { customerKey, withList, withWorkspace } from '../../../src/store/workspace.ts';
import { findings } from '../../../src/subjects/find/finding.ts';
import { alpha, signedInStore } from '../../store/signed-in.ts';

const entry = (key: string): Item<unknown> => ({
  key,
  row: { description: fromServer('rent of May') },
  raw: { id: key },
  text: 'rent of may',
});

function stateWith(
  entries: readonly string[],
  debits: readonly string[],
  search: Partial<ServiceSearch> = {},
): State {
  const withRows = (
    state: State,
    query: typeof historyQuery | typeof debitsQuery,
    keys: readonly string[],
  ) => {
    const list = emptyList<unknown>();
    const pages = { ...list.pages, items: keys.map(entry), taken: 1 };
    return withWorkspace(state, customerKey(alpha), w => withList(w, queryKey(query), { ...list, pages }));
  };
  const state = withRows(signedInStore(alpha).getState(), historyQuery, entries);
  return {
    ...withRows(state, debitsQuery, debits),
    search: { text: 'rent', owner: customerKey(alpha), phase: 'searching', failed: [], ...search },
  };
}

it('the number of a group is on its first match only, and counts the matches that came and stayed', () => {
  const rows = findings();
  const groups = (state: State) =>
    rows(state, 'rent')
      .filter(({ row }) => row.kind === 'found')
      .map(({ row, key }) => [key.split(' ').at(-1), row.place, row.count]);
  const before = [
    ['h1', 'Balance history', 2],
    ['h2', 'Balance history', undefined],
    ['d1', 'Direct debit', 1],
  ];
  expect(groups(stateWith(['h1', 'h2'], ['d1']))).toEqual(before);
  // While the lists are read again, the matches of the earlier search stay, and new ones come after them.
  expect(groups(stateWith(['h0', 'h2'], ['d1'], { again: true }))).toEqual([
    ['h1', 'Balance history', 3],
    ['h2', 'Balance history', undefined],
    ['h0', 'Balance history', undefined],
    ['d1', 'Direct debit', 1],
  ]);
  expect(groups(stateWith(['h0', 'h2'], []))).toEqual([
    ['h0', 'Balance history', 2],
    ['h2', 'Balance history', undefined],
  ]);
});

it('a search for an amount says how many amounts it could not read', () => {
  const state = stateWith(['h1'], [], { text: '1,234.56', phase: 'done' });
  const list = emptyList<unknown>();
  const items: readonly Item<unknown>[] = [
    { ...entry('h1'), row: { amount: new Odd('1.234,56'), description: new Odd(true) } },
    entry('h2'),
  ];
  const read = withWorkspace(state, customerKey(alpha), w =>
    withList(w, queryKey(historyQuery), { ...list, pages: { ...list.pages, items, taken: 1 } }),
  );
  const said = (text: string) =>
    findings()(read, text).flatMap(({ row: { place, what } }) => (place === 'Amounts' ? [what] : []));
  expect(said('1,234.56')).toEqual([
    "1 row has an amount that Purser can't read and did not search. The list shows it after a ?.",
  ]);
  expect(said('rent')).toEqual([]);
});
