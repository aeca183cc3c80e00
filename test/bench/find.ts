// Measures how long Find takes for the loaded rows of a customer with many accounts, without a screen.
import { decode } from '../../src/api/contract/decode.ts';
import { readPage } from '../../src/api/contract/next-page.ts';
import { operations } from '../../src/api/contract/operations.ts';
import { arrivals } from '../../src/effects/lists.ts';
import { customerLists } from '../../src/format/customer-lists.ts';
import type { Json } from '../../src/lib/json.ts';
import { searchText } from '../../src/lib/search-text.ts';
import { t } from '../../src/lib/visible.ts';
import { transactionList } from '../../src/sim/world/transactions.ts';
import { emptyList } from '../../src/store/list.ts';
import { join, noPages } from '../../src/store/paging.ts';
import { marksOf } from '../../src/store/row-search.ts';
import type { State } from '../../src/store/state.ts';
import { firstState } from '../../src/store/store.ts';
import { customerKey, withList, withWorkspace } from '../../src/store/workspace.ts';
import { searchFor } from '../../src/subjects/find/asked.ts';
import { loadedHits } from '../../src/subjects/find/asking.ts';
import { collectGarbage } from '../../src/system/garbage.ts';
import { type Figures, figures } from './figures.ts';

const ACCOUNTS = 20;
const ROWS = 5_000;
const PAGE = 100;
const ROUNDS = 20;
const CUSTOMER = { userId: 'acct_bench', name: undefined };

export interface FindFigures {
  readonly rows: number;
  /** The milliseconds of one search, for any text. */
  readonly search: Figures;
  /** The milliseconds to add a new page to its list. */
  readonly page: Figures;
}

type Searched = 'account.list' | 'account.transactions';

/** Fills the list with these records, page by page. `times` has the milliseconds that each page took. */
function filled(state: State, operation: Searched, of: string | undefined, raws: readonly Json[]) {
  const list = customerLists()(state).find(
    ({ query, view }) => query.operation === operation && view.subject === of,
  );
  if (!list) throw new Error(`there is no such list of ${operation}`);
  const times: number[] = [];
  let pages = noPages();
  for (let at = 0; at < raws.length; at += PAGE) {
    const raw = raws.slice(at, at + PAGE);
    const { paging, result } = operations[operation];
    const decoded = decode(result, raw);
    const page = 'value' in decoded ? readPage(paging, decoded.value, raw) : undefined;
    if (!page) throw new Error('the page can’t be read');
    const arrived = arrivals(list.query, page).map(one => ({ ...one, text: searchText(one.raw) }));
    const from = performance.now();
    const records = arrived.map(one => ({ ...one, marks: marksOf(one.text) }));
    pages = join(pages, records, true, {}, true);
    times.push(performance.now() - from);
  }
  const next = withWorkspace(state, customerKey(CUSTOMER), workspace =>
    withList(workspace, list.key, { ...emptyList(), pages }),
  );
  return { next, times };
}

/** Measures typical searches: amounts, IDs, numbers, last four digits, names, frequent and unknown words. */
export function measureFind(): FindFigures {
  const ids = Array.from({ length: ACCOUNTS }, (_, n) => `account-${n}`);
  let state = firstState({
    reach: {
      ...{ profile: t`bench`, environment: 'demo', baseUrl: '', clientId: '', programId: '' },
      ...{ readOnly: undefined, zone: 'UTC' },
    },
    size: { columns: 200, rows: 60 },
    now: 0,
    tick: 0,
    customer: CUSTOMER,
  });
  const accounts = ids.map(id => ({ id, label: id }));
  state = filled(state, 'account.list', undefined, accounts).next;
  const pages: number[] = [];
  const texts = ['0148', '2026', 'höß', 'ref ash', 'gbp', 'zzzz'];
  let sure = '';
  for (const [n, id] of ids.entries()) {
    const { row } = transactionList({
      ...{ seed: n, name: id, count: ROWS, anchor: Date.parse('2026-11-20T09:00:00Z') },
      ...{ currencies: ['GBP', 'EUR'], counterparties: ['Ashdown & Vale Ltd', 'Höß & Söhne GmbH'] },
    });
    const rows = Array.from({ length: ROWS }, (_, i) => row(i));
    const { next, times } = filled(state, 'account.transactions', id, rows);
    state = next;
    pages.push(...times);
    const { amount, description, id: one } = row(n * 200);
    if (n % 7 === 0)
      texts.push(amount.source, `-${amount.source} gbp`, /\d{6}/.exec(description)?.[0] ?? '', one);
    sure = one;
  }
  const lists = customerLists()(state);
  if (loadedHits(searchFor(sure), lists, state).length !== 1) throw new Error('the ID is not found');
  const search = (text: string): number => {
    const from = performance.now();
    loadedHits(searchFor(text), lists, state);
    return performance.now() - from;
  };
  // A console has compiled its code and collected garbage before a person searches, so the measurement does both first.
  for (const text of texts) search(text);
  collectGarbage();
  const times = Array.from({ length: ROUNDS }, () => texts.map(search)).flat();
  return { rows: ACCOUNTS * ROWS, search: figures(times), page: figures(pages) };
}
