// Loads lists: the first page, more pages, or all pages. A reload keeps the old rows until the new rows are complete.

import type { Drift } from '../api/contract/drift.ts';
import {
  nextPage,
  type PageAsked,
  type PageOfAnswer,
  type PagePlace,
  readPage,
} from '../api/contract/next-page.ts';
import { writeJson } from '../lib/json.ts';
import { later } from '../lib/later.ts';
import { searched } from '../lib/search-text.ts';
import { letKeysIn, type Steps, withPauses } from '../lib/steps.ts';
import { t } from '../lib/visible.ts';
import { idOf, kindOf } from '../records/facts.ts';
import type { ListQuery } from '../records/query.ts';
import { emptyList, type List, type Loading } from '../store/list.ts';
import { type ArrivedRecord, type Item, join, type Pages } from '../store/paging.ts';
import { marksOf } from '../store/row-search.ts';
import { listIn, withList, withWorkspace } from '../store/workspace.ts';
import { askForPage, pageSizesIn } from './page-sizes.ts';
import { widened } from './period.ts';
import type { ReadDeps } from './session.ts';
import { createSlots, slotOf } from './slots.ts';

// Not imported, because the first frame does not need the contract.
const contract = later(() => import('../api/contract/operations.ts'));

/**
 * While Purser loads all pages, the screen gets every page until the list has this many rows. Each update copies all
 * rows.
 */
const SHOWN_EACH = 5_000;
/** With more rows than `SHOWN_EACH`, the screen gets new rows at most once in this time, in ms. */
const SHOWN_EVERY = 100;

/** After this many rows of one load, Purser collects garbage, because the garbage takes more memory than the rows. */
const HEAVY = 50_000;

/** A reload reads at most this many of the loaded rows again, because a timer may reload the list often. */
const RELOADED = 1000;

/** The most rows of one load, so that an endless list does not fill the memory. G loads more. */
const MOST_AT_ONCE = 100_000;

interface ListsDeps extends ReadDeps {
  /** Collects garbage, to free memory. Blocks everything else for about 100 ms. */
  readonly collectGarbage?: (() => void) | undefined;
}

export type Lists = ReturnType<typeof createLists>;

export function createLists({ store, clock, client, collectGarbage }: ListsDeps) {
  const slots = createSlots(clock);
  const sizes = pageSizesIn(store);

  const patchList = ({ owner, key }: ReturnType<typeof slotOf>, change: Partial<List<unknown>>): void =>
    store.setState(state =>
      withWorkspace(state, owner, w => withList(w, key, { ...listIn(w, key), ...change })),
    );

  /**
   * Loads until the list has `through` rows or the service has no more. For `all`, loads up to `MOST_AT_ONCE` more
   * rows. Stops an older load.
   */
  async function load(query: ListQuery, purpose: Loading['purpose'], through = 0): Promise<void> {
    const { customer } = store.getState();
    const service = client();
    if (!customer || !service) return;
    const at = slotOf(query, customer);
    const { owner, key, slot } = at;
    const list = (): List<unknown> => {
      const workspace = store.getState().workspaces[owner];
      return workspace ? listIn(workspace, key) : emptyList();
    };
    const patch = (change: Partial<List<unknown>>): void => patchList(at, change);

    const { loading, signal } = slots.begin(slot, purpose);
    const current = (): boolean => list().loading?.sequence === loading.sequence;
    patch({ loading, failure: undefined });
    // If the list is dropped, its requests stop immediately.
    const unsubscribe = store.subscribe(() => {
      if (!current()) slots.end(slot, loading);
    });
    signal.addEventListener('abort', unsubscribe);

    const { operations } = await contract();
    const { paging } = operations[query.operation];
    const again = purpose === 'again';
    const fromStart = again || purpose === 'first';
    let { pages, drift, asOf } = fromStart ? emptyList() : list();
    const known = list().pages;
    // If the list is complete, a reload reads one more row than is loaded, so that it reaches the end again.
    const reloaded = Math.min(known.items.length + (known.end === undefined ? 0 : 1), RELOADED);
    const least = again ? Math.max(through, reloaded) : through;
    const enough = purpose === 'all' ? pages.items.length + MOST_AT_ONCE : least;
    const before = pages.items.length;
    let weighed = before;
    let published = pages;
    let publishedAt = Number.NEGATIVE_INFINITY;
    const publish = (change: Partial<List<unknown>> = {}): void => {
      patch({ pages, drift, asOf, ...change });
      published = pages;
      publishedAt = clock.monotonic();
    };
    // A stopped load gives its rows to the store at once: the next load shares the growing sets of keys, and would take
    // rows that are only in the sets for repeated rows.
    signal.addEventListener('abort', () => {
      if (pages !== published && list().pages === published) publish();
    });
    let length: number | undefined;
    let full = false;
    let goesOn = false;
    let next: { readonly place: PagePlace; readonly answer: ReturnType<typeof ask> } | undefined;
    const ask = async (place: PagePlace) => {
      // After a full page, or a page as long as the previous page, there is probably another. So Purser requests it
      // immediately.
      const arrived = (asked: PageAsked): void => {
        const rows = full ? asked.size : length;
        if (!goesOn || rows === undefined || signal.aborted || next) return;
        const position = place.position + rows - asked.overlap;
        const after = { taken: place.taken + 1, position, last: { ...asked, rows }, again: false };
        next = { place: after, answer: ask(after) };
      };
      const wanted = { query: widened(query), paging, place, customer, signal, arrived };
      const { asked, outcome } = await askForPage(service, wanted, sizes);
      const page = outcome.ok ? readPage(paging, outcome.value, outcome.raw) : undefined;
      const records = page ? await withPauses(searchable(arrivals(query, page)), letKeysIn) : [];
      return { asked, outcome, page, records };
    };
    // `abandonAll` stops the load, but does not remove it from the list.
    const stopped = (): void => {
      if (current()) patch({ loading: undefined });
    };
    if (signal.aborted) return stopped();
    let answer = ask(pages);
    while (current()) {
      const { asked, outcome, page, records } = await answer;
      if (signal.aborted) return stopped();
      if (!outcome.ok) {
        slots.end(slot, loading);
        // If the session ended, the load did not fail. The next session reads the list again.
        const ended = outcome.failure.kind === 'signed-out' || client() !== service;
        const failure = ended ? undefined : outcome.failure;
        if (pages !== published && !again) publish();
        return patch({ loading: undefined, failure });
      }
      if (!page) {
        slots.end(slot, loading);
        const detail = t`the response has no list`;
        if (pages !== published && !again) publish();
        return patch({ loading: undefined, failure: { kind: 'malformed', detail } });
      }
      const notice = { ...page, asked };
      pages = join(pages, records, paging.style !== 'none', notice, pages.items !== published.items);
      const ends = pages.end !== undefined || pages.items.length >= enough;
      if (pages.items.length - weighed >= HEAVY || (ends && pages.items.length - before >= HEAVY)) {
        weighed = pages.items.length;
        collectGarbage?.();
      }
      drift = mergeDrift(drift, outcome.drift);
      asOf ??= outcome.receivedAt;
      if (ends) {
        const changed = again ? changes(list().pages, pages) : new Set<string>();
        publish({ loading: undefined, ...(fromStart ? { changed } : {}) });
        return slots.end(slot, loading);
      }
      const room = pages.items.length + 2 * records.length <= enough;
      full = records.length === asked.size;
      goesOn = purpose === 'all' && paging.style === 'page' && room && (full || records.length === length);
      length = records.length;
      // The next page is requested before this page is drawn.
      const fields = (place: PagePlace): string => JSON.stringify(nextPage(paging, asked.size, place).fields);
      answer = next && fields(next.place) === fields(pages) ? next.answer : ask(pages);
      next = undefined;
      const cheap = purpose !== 'all' || pages.items.length <= SHOWN_EACH;
      if (!again && (cheap || clock.monotonic() - publishedAt >= SHOWN_EVERY)) publish();
    }
  }

  /** Stops this list's load and keeps its rows. False if no load was running. */
  function abandon(query: ListQuery): boolean {
    const { customer } = store.getState();
    const at = customer && slotOf(query, customer);
    if (!at || !slots.abort(at.slot)) return false;
    patchList(at, { loading: undefined, failure: { kind: 'abandoned' } });
    return true;
  }

  /** `abandonAll` stops all loads without a message, because their data is not needed any more. */
  return { load, abandon, abandonAll: slots.abortAll };
}

export const arrivals = ({ operation }: ListQuery, { rows, raws }: PageOfAnswer) =>
  rows.map((row, i) => ({ row, raw: raws[i] ?? null, id: idOf(kindOf(operation), row) }));

/** The number of characters that are folded without a pause. A page of usual records has fewer. */
const FOLDED_AT_ONCE = 64 * 1024;

/** Adds the search text to each record when its page arrives. So the first letter of a filter acts without a wait. */
function* searchable(records: ReturnType<typeof arrivals>): Steps<readonly ArrivedRecord<unknown>[]> {
  const ready: ArrivedRecord<unknown>[] = [];
  let sincePause = 0;
  for (const record of records) {
    const { text, folded } = searched(record.raw);
    ready.push({ ...record, text, marks: marksOf(text) });
    sincePause += folded;
    if (sincePause < FOLDED_AT_ONCE) continue;
    sincePause = 0;
    yield;
  }
  return ready;
}

function mergeDrift(known: readonly Drift[], found: readonly Drift[]): readonly Drift[] {
  const seen = new Set(known.map(d => `${d.kind} ${d.path}`));
  const fresh = found.filter(d => !seen.has(`${d.kind} ${d.path}`));
  return fresh.length > 0 ? [...known, ...fresh] : known;
}

/** The keys of records that are new or changed since the previous load. */
function changes(before: Pages<unknown>, after: Pages<unknown>): ReadonlySet<string> {
  if (before.items.length === 0) return new Set();
  const old = new Map(before.items.map(item => [item.key, item.raw]));
  const differs = ({ key, raw }: Item<unknown>): boolean => {
    const known = old.get(key);
    return known === undefined || writeJson(known) !== writeJson(raw);
  };
  return new Set(after.items.filter(differs).map(item => item.key));
}
