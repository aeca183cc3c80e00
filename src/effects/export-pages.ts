// Fetches a whole list for an export. Two pages are in memory at a time, because a page may have a later reading of a row
// of the page before. Of earlier pages Purser remembers only hashes.

import type { Customer } from '../api/client/call-context.ts';
import type { Client } from '../api/client/client.ts';
import type { Failure } from '../api/client/failure.ts';
import { readPage } from '../api/contract/next-page.ts';
import { countText } from '../lib/decimal.ts';
import type { Json } from '../lib/json.ts';
import { later } from '../lib/later.ts';
import { t, type Visible } from '../lib/visible.ts';
import type { ListOperation, ListQuery, RowOf } from '../records/query.ts';
import { doubtOf, extentOf, type Item, join, noPages, type Pages } from '../store/paging.ts';
import { arrivals } from './lists.ts';
import { askForPage, type PageSizes } from './page-sizes.ts';
import { itemsWithin, widened } from './period.ts';

interface ExportPagesDeps {
  readonly query: ListQuery;
  readonly service: Client;
  readonly customer: Customer | undefined;
  readonly signal: AbortSignal;
  readonly sizes: PageSizes;
}

/** Or why the export ended, or why rows may be missing. */
type Fetched =
  | { readonly page: readonly Item<unknown>[]; readonly total: number | undefined }
  | { readonly failure: Failure }
  | { readonly doubt: Visible };

/** So that an endless list does not fill the disk. */
const MOST_ROWS = 1_000_000;
// Not imported, because the first frame does not need the contract.
const contract = later(() => import('../api/contract/operations.ts'));

/** Pages in a row without a new record: the service probably repeats itself. */
const BARREN_PAGES = 3;

export async function* fetchPages({
  query,
  service,
  customer,
  signal,
  sizes,
}: ExportPagesDeps): AsyncGenerator<Fetched, void> {
  const { operations } = await contract();
  const { paging } = operations[query.operation];
  let pages: Pages<unknown> = noPages();
  let rows = 0;
  for (let barren = 0; barren < BARREN_PAGES && rows < MOST_ROWS; ) {
    const wanted = { query, paging, place: pages, customer, signal };
    const { asked, outcome } = await askForPage(service, wanted, sizes);
    if (signal.aborted) return;
    const page = outcome.ok ? readPage(paging, outcome.value, outcome.raw) : undefined;
    if (!outcome.ok || !page) {
      if (pages.items.length > 0) yield { page: pages.items, total: pages.total?.count };
      const detail = t`the response has no list`;
      return yield { failure: outcome.ok ? { kind: 'malformed', detail } : outcome.failure };
    }
    const held = pages.items.length;
    const joined = join(pages, arrivals(query, page), paging.style !== 'none', { ...page, asked });
    const fresh = joined.items.length - held;
    barren = fresh === 0 ? barren + 1 : 0;
    rows += fresh;
    const total = joined.total?.count;
    if (held > 0) yield { page: joined.items.slice(0, held), total };
    pages = withoutFirst(joined, held);
    if (extentOf(pages) === 'part') continue;
    if (fresh > 0 || pages.taken === 1) yield { page: pages.items, total };
    const doubt = doubtOf(pages)?.sentence;
    if (doubt !== undefined) yield { doubt };
    return;
  }
  yield { page: pages.items, total: pages.total?.count };
  yield {
    doubt:
      rows < MOST_ROWS
        ? t`The service sent no new rows: there may be more.`
        : t`Purser stopped at ${countText(MOST_ROWS)} rows: there may be more.`,
  };
}

/** Why a part can't be read, or may be incomplete. */
export type UnreadPart = { readonly failure: Failure; readonly title: Visible } | { readonly doubt: Visible };

interface RowsReader<Row> {
  readonly title: Visible;
  /** Or why the list is doubtful. */
  take(row: Row, raw: Json): Visible | undefined;
  /** After each page. */
  readonly loaded?: () => void;
}

/** All rows of a list. Undefined if all were read, or after `signal`. */
export async function readRows<Id extends ListOperation>(
  deps: Omit<ExportPagesDeps, 'query'>,
  query: ListQuery<Id>,
  { title, take, loaded }: RowsReader<RowOf<Id>>,
): Promise<UnreadPart | undefined> {
  const { service, customer, signal, sizes } = deps;
  if (signal.aborted) return undefined;
  // Casts: `fetchPages` does not know which list it reads.
  const list = query as ListQuery;
  for await (const fetched of fetchPages({ query: widened(list), service, customer, signal, sizes })) {
    if ('failure' in fetched) return { failure: fetched.failure, title };
    if ('doubt' in fetched) return fetched;
    for (const { row, raw } of itemsWithin(fetched.page as readonly Item<RowOf<Id>>[], list)) {
      const doubt = take(row, raw);
      if (doubt !== undefined) return { doubt };
    }
    loaded?.();
  }
  return undefined;
}

/** The places of the dropped records stay. */
function withoutFirst(pages: Pages<unknown>, held: number): Pages<unknown> {
  const contents = [...pages.contents];
  return {
    ...pages,
    items: pages.items.slice(held),
    dropped: pages.dropped + held,
    keys: new Set(),
    namesakes: new Map(),
    // Compared only with the first page and the previous page.
    contents: new Set(contents.length > 2 ? [...contents.slice(0, 1), ...contents.slice(-1)] : contents),
  };
}
