// How a list ended, and every place that claims something about its rows: only a whole list is "all", "not found" or "none".

import { expect, it } from 'vitest';
import { fetchPages } from '../../src/effects/export-pages.ts';
import { pageSizesOfRun } from '../../src/effects/page-sizes.ts';
import { type CustomerList, customerLists, FIRST } from '../../src/format/customer-lists.ts';
import { fromServer, t } from '../../src/lib/visible.ts';
import { type ListQuery, queryKey } from '../../src/records/query.ts';
import { debitsQuery, historyQuery } from '../../src/records/reads.ts';
import { emptyList, type List } from '../../src/store/list.ts';
import { type End, type Extent, extentOf, noPages, type Pages } from '../../src/store/paging.ts';
import type { State } from '../../src/store/state.ts';
import {
  currentView,
  customerKey,
  goTo,
  updateView,
  withList,
  withWorkspace,
} from '../../src/store/workspace.ts';
import { reaches } from '../../src/subjects/find/asking.ts';
import { inRows, underEach } from '../../src/subjects/find/source.ts';
import { todayLines, todayNeeds } from '../../src/subjects/overview/today.ts';
import { isUnknown } from '../../src/subjects/timeline/data.ts';
import { listReading, unnamedReading } from '../../src/subjects/timeline/timeline-lists.ts';
import { idColumn } from '../../src/ui/screens/common-columns.ts';
import { emptyEntries } from '../../src/ui/screens/list-empty.ts';
import { createListModel } from '../../src/ui/screens/list-model.ts';
import { listStatus } from '../../src/ui/screens/list-status.ts';
import type { Resource } from '../../src/ui/screens/resource.ts';
import { takingOf } from '../../src/ui/screens/taking.ts';
import { attentionSources } from '../../src/ui/shell/screens.ts';
import { fakeClient, settled } from '../effects/fake-client.ts';
import { alpha, NOW, signedInStore } from '../store/signed-in.ts';
import { theme } from '../ui/screens/list-app.ts';

/** Undefined: not read to the end. */
const ENDS: Readonly<Record<End | 'open', Extent>> = {
  open: 'part',
  'repeated-page': 'unsure',
  'none-sent': 'unsure',
  'rows-left': 'unsure',
  'empty-page': 'all',
  unpaged: 'all',
  'last-page': 'all',
};
const cases = Object.entries(ENDS).map(([end, extent]) => [end, extent] as [End | 'open', Extent]);

const entry = { id: 'h1', currency: 'GBP', description: fromServer('Rent'), create_time: undefined };

function pagesWith(end: End | 'open', rows: readonly object[] = [entry]): Pages<never> {
  const items = rows.map((row, at) => ({ key: `k${at}`, row: row as never, raw: {}, text: 'rent' }));
  return { ...noPages(), items, keys: new Set(), taken: 1, end: end === 'open' ? undefined : end };
}

const listWith = (end: End | 'open', rows?: readonly object[]): List<never> => ({
  ...emptyList(),
  pages: pagesWith(end, rows),
  asOf: NOW,
});

const withPages = (state: State, query: ListQuery, end: End | 'open', rows?: readonly object[]): State =>
  withWorkspace(state, customerKey(alpha), w => withList(w, queryKey(query), listWith(end, rows)));

const listing: Resource<'account.balanceHistory'> = {
  place: 'history',
  query: () => historyQuery,
  nouns: { one: t`entry`, many: t`entries` },
  empty: t`No entries.`,
  details: [],
  columns: [idColumn(row => row.id)],
};
const model = createListModel(listing);

const search = { text: 'x', owner: customerKey(alpha), phase: 'done', failed: [] } as const;
const history = customerLists()(signedInStore(alpha).getState()).find(
  ({ query }) => query.operation === 'account.balanceHistory',
) as CustomerList;

const found = inRows<'account.balanceHistory'>({
  kind: 'history',
  through: 100,
  among: () => ({ queries: [historyQuery], ready: true }),
  fits: () => false,
  go: state => state,
});

/** Whether each place says that the list has all rows. */
const CLAIMS: Readonly<Record<string, (end: End | 'open') => boolean>> = {
  'the line under the list': end => {
    const shown = model(onHistory(end));
    return listStatus(shown, onHistory(end), listing).text.includes(', all');
  },
  'the count in the title': end =>
    !listStatus(model(onHistory(end)), onHistory(end), listing).count.includes('+'),
  'an empty list': end => {
    const state = onHistory(end, []);
    return JSON.stringify(emptyEntries(listing, model(state), state)).includes('No entries.');
  },
  'a filter without a match': end => {
    const state = updateView(onHistory(end), { filter: 'nothing' });
    return /"No row matches the filter. Esc clears the filter."/.test(
      JSON.stringify(emptyEntries(listing, model(state), state)),
    );
  },
  'an export of what is loaded': end => takingOf(listing, model).exportable(onHistory(end)).whole,
  'the sums of today': end => {
    const state = { ...base(), size: { columns: 200, rows: 60 } };
    const [need] = todayNeeds(state);
    if (need?.kind !== 'list') throw new Error('the overview reads no history');
    const lines = todayLines(withPages(state, need.query, end), 120, theme).join('\n');
    return !/ of \d+ entries/.test(lines);
  },
  'the overview': end => {
    const state = withPages(signedInStore(alpha).getState(), debitsQuery, end, []);
    const rows = attentionSources().flatMap(source => source.attention(state));
    return !rows.some(({ key }) => key === 'direct debits, part');
  },
  'a search': end => {
    const state = withPages(signedInStore(alpha).getState(), history.query, end);
    return reaches([history], state, search, false).some(({ kind }) => kind === 'absent');
  },
  'a search for an ID': end =>
    found.look({} as never, withPages(base(), historyQuery, end)).kind === 'absent',
  'a search under each card': end => {
    const query = { operation: 'card.list', input: { query: {} } } as const;
    const state = withPages(base(), query, end, [{ cardHashId: 'c' }]);
    const { under } = underEach(state, query, t`cards`);
    return under === '';
  },
  'the timeline of a list': end => listReading(history, listWith(end), NOW)?.loaded === 'all',
  'the timeline of an unknown account': end =>
    isUnknown({ under: 'x', lists: FIRST.map(list => ({ list, loaded: listWith(end, []) })) }),
  'the timeline of unnamed lists': end =>
    unnamedReading(
      FIRST.map(list => ({ list, loaded: listWith(end, []) })),
      undefined,
    ) === undefined,
};

const base = (): State => signedInStore(alpha).getState();

function onHistory(end: End | 'open', rows?: readonly object[]): State {
  const state = goTo({ ...base(), size: { columns: 120, rows: 60 } }, 'history');
  expect(currentView(state).place).toBe('history');
  return withPages(state, historyQuery, end, rows);
}

for (const [place, claims] of Object.entries(CLAIMS))
  it.each(cases)(`after the end %s, ${place} claims all rows: %s`, (end, extent) => {
    expect(extentOf(pagesWith(end))).toBe(extent);
    expect(claims(end)).toBe(extent === 'all');
  });

const row = (id: string) => ({ id, amount: 1, currency: 'GBP' });
const debit = (id: string) => ({ transaction_id: id });

/** Used by `purser call --all`, exports and checks. */
it.each<[string, ListQuery, readonly unknown[], Extent]>([
  ['empty-page', historyQuery, [[row('a')], []], 'all'],
  ['repeated-page', historyQuery, [[row('a')], [row('a')]], 'unsure'],
  ['last-page', debitsQuery, [{ has_more: false, items: [debit('a')] }], 'all'],
  [
    'none-sent',
    debitsQuery,
    [
      { has_more: true, items: [debit('a')] },
      { has_more: true, items: [] },
    ],
    'unsure',
  ],
  ['unpaged', { operation: 'account.list', input: {} }, [[{ id: 'a' }]], 'all'],
])('a reading of all pages that ends with %s says so', async (_, query, answers, extent) => {
  const client = fakeClient();
  const { signal } = new AbortController();
  const reading = fetchPages({ query, service: client, customer: alpha, signal, sizes: pageSizesOfRun() });
  const doubts = (async () => {
    let count = 0;
    for await (const fetched of reading) if ('doubt' in fetched) count += 1;
    return count;
  })();
  for (const one of answers) await (await client.next()).answer(one);
  await settled();
  expect(await doubts).toBe(extent === 'all' ? 0 : 1);
});
