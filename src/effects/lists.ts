// Loads lists: the first page, further ones, all of them, and the same ones again while the old rows stay.

import type { Client } from '../api/client/client.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Drift } from '../api/contract/drift.ts';
import { type PageOfAnswer, readPage } from '../api/contract/paging.ts';
import type { Clock } from '../lib/clock.ts';
import { writeJson } from '../lib/json.ts';
import { LetterIndex } from '../lib/letter-index.ts';
import { searched } from '../lib/search-text.ts';
import { letKeysIn, type Steps, withPauses } from '../lib/steps.ts';
import { t } from '../lib/visible.ts';
import { emptyList, type List, type Loading } from '../store/list.ts';
import { type ArrivedRecord, type Item, join, type Pages, received } from '../store/paging.ts';
import type { Store } from '../store/store.ts';
import { customerKey, listIn, withList, withWorkspace } from '../store/workspace.ts';
import { askForPage, pageSizesIn } from './page-sizes.ts';
import { type ListQuery, queryKey } from './query.ts';
import { createSlots } from './slots.ts';

/**
 * A list that is loaded whole shows each page at once, up to this many rows; after that in these intervals (ms),
 * because each update copies all rows.
 */
const SHOWN_EACH = 5_000;
const SHOWN_EVERY = 100;

/** After this many rows of one load, the garbage is a burden: more than the rows themselves. */
const HEAVY = 25_000;

/** An endless list must not fill the memory unseen: G continues from this many rows. */
const MOST_AT_ONCE = 100_000;

interface ListsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly client: () => Client | undefined;
  readonly signedOut: (failure: Failure) => void;
  /** Frees memory, in some 100 ms during which nothing else runs. */
  readonly collectGarbage?: (() => void) | undefined;
}

export interface Lists {
  /** Loads until `through` rows are loaded or, for `all`, until the service has no more. The newest load wins. */
  load(query: ListQuery, purpose: Loading['purpose'], through?: number): Promise<void>;
  /** Stops this list's load; its rows stay. True if there was one. */
  abandon(query: ListQuery): boolean;
  /** Stops all loads without a message: their purpose is gone. */
  abandonAll(): void;
}

export function createLists({ store, clock, client, signedOut, collectGarbage }: ListsDeps): Lists {
  const slots = createSlots(clock);
  const sizes = pageSizesIn(store);

  async function load(query: ListQuery, purpose: Loading['purpose'], through = 0): Promise<void> {
    const { customer } = store.getState();
    const service = client();
    if (!customer || !service) return;
    const owner = customerKey(customer);
    const key = queryKey(query);
    const slot = `${owner} ${key}`;
    const list = (): List<unknown> => {
      const workspace = store.getState().workspaces[owner];
      return workspace ? listIn(workspace, key) : emptyList();
    };
    const patch = (change: Partial<List<unknown>>): void =>
      store.setState(state =>
        withWorkspace(state, owner, w => withList(w, key, { ...listIn(w, key), ...change })),
      );

    const { loading, signal } = slots.begin(slot, purpose);
    const current = (): boolean => list().loading?.sequence === loading.sequence;
    patch({ loading, failure: undefined });

    // Not imported at the top: the first frame needs no contract.
    const { operations } = await import('../api/contract/operations.ts');
    const { paging } = operations[query.operation];
    const again = purpose === 'again';
    const anew = again || purpose === 'first';
    let { pages, drift, asOf } = anew ? emptyList() : list();
    const enough = purpose === 'all' ? pages.items.length + MOST_AT_ONCE : through;
    if (pages.items.length === 0) pages = { ...pages, letters: new LetterIndex() };
    const before = pages.items.length;
    let weighed = before;
    let published = pages;
    let publishedAt = Number.NEGATIVE_INFINITY;
    const publish = (change: Partial<List<unknown>> = {}): void => {
      patch({ pages, drift, asOf, ...change });
      published = pages;
      publishedAt = clock.monotonic();
    };
    let length: number | undefined;
    let goesOn = false;
    let next: ReturnType<typeof ask> | undefined;
    const ask = async (taken: number) => {
      const place = { taken, received: received(pages) };
      // A page as long as the one before is probably not the last: the next is on its way while this one is read.
      const arrived = (): void => {
        if (goesOn) next ??= ask(taken + 1);
      };
      const wanted = { query, paging, place, customer, signal, arrived };
      const outcome = await askForPage(service, wanted, sizes);
      const page = outcome.ok ? readPage(paging, outcome.value, outcome.raw) : undefined;
      const records = page ? await withPauses(searchable(arrivals(query, page)), letKeysIn) : [];
      return { outcome, page, records };
    };
    if (!current()) return;
    let asked = ask(pages.taken);
    while (current()) {
      const { outcome, page, records } = await asked;
      if (!current()) {
        // Abandoned: loaded rows stay, or the next load would take these pages for repeated ones.
        if (pages !== published && list().pages === published) publish();
        return;
      }
      if (!outcome.ok) {
        slots.end(slot, loading);
        const ended = outcome.failure.kind === 'signed-out';
        // Ignore sign-outs from a previous session.
        if (ended && client() === service) signedOut(outcome.failure);
        // A session that ended is not a failed load: the list is read once there is a new session.
        const failure = ended || client() !== service ? undefined : outcome.failure;
        if (pages !== published && !again) publish();
        return patch({ loading: undefined, failure });
      }
      if (!page) {
        slots.end(slot, loading);
        const detail = t`the response has no list`;
        if (pages !== published && !again) publish();
        return patch({ loading: undefined, failure: { kind: 'malformed', detail } });
      }
      pages = join(pages, records, paging.style !== 'none', page, pages.items !== published.items);
      const ends = pages.end !== undefined || pages.items.length >= enough;
      if (pages.items.length - weighed >= HEAVY || (ends && pages.items.length - before >= HEAVY)) {
        weighed = pages.items.length;
        collectGarbage?.();
      }
      drift = mergeDrift(drift, outcome.drift);
      asOf ??= outcome.receivedAt;
      if (ends) {
        slots.end(slot, loading);
        const changed = again ? changes(list().pages, pages) : new Set<string>();
        return publish({ loading: undefined, ...(anew ? { changed } : {}) });
      }
      const room = pages.items.length + 2 * records.length <= enough;
      goesOn = purpose === 'all' && paging.style === 'page' && records.length === length && room;
      length = records.length;
      // The next page is on its way while this one is drawn.
      asked = next ?? ask(pages.taken);
      next = undefined;
      const cheap = purpose !== 'all' || pages.items.length <= SHOWN_EACH;
      if (!again && (cheap || clock.monotonic() - publishedAt >= SHOWN_EVERY)) publish();
    }
  }

  function abandon(query: ListQuery): boolean {
    const { customer } = store.getState();
    if (!customer) return false;
    const owner = customerKey(customer);
    const key = queryKey(query);
    if (!slots.abort(`${owner} ${key}`)) return false;
    store.setState(state =>
      withWorkspace(state, owner, w =>
        withList(w, key, { ...listIn(w, key), loading: undefined, failure: { kind: 'abandoned' } }),
      ),
    );
    return true;
  }

  return { load, abandon, abandonAll: slots.abortAll };
}

export const arrivals = ({ idField }: ListQuery, { rows, raws }: PageOfAnswer) =>
  rows.map((row, i) => {
    const id = row[idField];
    return { row, raw: raws[i] ?? null, id: typeof id === 'string' && id !== '' ? id : undefined };
  });

/** This many characters are folded without a pause: a page of usual records has fewer. */
const FOLDED_AT_ONCE = 64 * 1024;

/** The records with their texts, made page by page, so that the first letter of a filter finds all texts ready. */
function* searchable(records: ReturnType<typeof arrivals>): Steps<readonly ArrivedRecord<unknown>[]> {
  const ready: ArrivedRecord<unknown>[] = [];
  let sincePause = 0;
  for (const record of records) {
    const { text, folded } = searched(record.raw);
    ready.push({ ...record, text });
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

/** The keys whose record is new or changed. Costs as much as the new page, not as the whole list. */
function changes(before: Pages<unknown>, after: Pages<unknown>): ReadonlySet<string> {
  if (before.items.length === 0) return new Set();
  const old = new Map(before.items.map(item => [item.key, item.raw]));
  const differs = ({ key, raw }: Item<unknown>): boolean => {
    const known = old.get(key);
    return known === undefined || writeJson(known) !== writeJson(raw);
  };
  return new Set(after.items.filter(differs).map(item => item.key));
}
