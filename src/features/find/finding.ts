// The results of a search as rows: each place in the order of the search; pure.

import type { Need } from '../../effects/needs.ts';
import type { SearchPlan } from '../../effects/search.ts';
import { folded } from '../../lib/fold.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import type { KnownCustomer, State } from '../../store/state.ts';
import { currentWorkspace, customerKey } from '../../store/workspace.ts';
import { accountSources } from './accounts.ts';
import { askedFor, type Search } from './asked.ts';
import { nextRead, reaches, type SearchReach, searchOf } from './asking.ts';
import { cardSources } from './cards.ts';
import { searchedLists } from './lists.ts';
import { loadedHits } from './loaded.ts';
import { recordSources } from './records.ts';
import { type Hit, inEachForm, type SearchResult, type SearchSource } from './source.ts';
import { transferSources } from './transfers.ts';

const sources: readonly SearchSource[] = [
  ...recordSources,
  ...accountSources,
  ...transferSources,
  ...cardSources,
].map(inEachForm);

/** `waiting`: Purser searches this place only if the earlier ones have no match. */
type PlaceAnswer = Exclude<SearchResult, { kind: 'found' }> | { readonly kind: 'waiting' };

/** A customer to look for the same text at, or one that is called so. */
interface OtherCustomer {
  readonly place: Visible;
  readonly kind: 'customer';
  readonly customer: KnownCustomer;
  readonly called: boolean;
}

export type PlaceFinding =
  | SearchReach
  | OtherCustomer
  | { readonly place: Visible; readonly kind: 'found'; readonly hit: Hit }
  | { readonly place: Visible; readonly kind: PlaceAnswer['kind']; readonly answer: PlaceAnswer };

interface SearchStep {
  readonly source: SearchSource;
  readonly look: SearchResult | { readonly kind: 'waiting' };
}

const isExact = ({ look }: SearchStep): boolean =>
  look.kind === 'found' && look.hits.some(({ exact }) => exact);

/** Each place's result so far, and the places that Purser searches now: lists one after the other. */
function askings(
  asked: Search,
  state: State,
): { readonly all: readonly SearchStep[]; readonly open: readonly SearchSource[] } {
  const fitting = sources.filter(({ shapes }) => shapes.includes(asked.shape));
  const direct = fitting.filter(({ stage }) => stage === 'direct');
  const lists = fitting.filter(({ stage }) => stage === 'lists');
  const first = direct.map((source): SearchStep => ({ source, look: source.look(asked, state) }));
  const settled = first.every(({ look }) => look.kind !== 'reading');
  const all: SearchStep[] = [...first];
  const open = [...direct];
  // Several things may have the same last four, so Purser searches all places.
  let goesOn = settled && (asked.shape === 'last four' || !first.some(isExact));
  for (const source of lists) {
    const look = goesOn ? source.look(asked, state) : ({ kind: 'waiting' } as const);
    all.push({ source, look });
    if (!goesOn) continue;
    open.push(source);
    goesOn = look.kind !== 'reading' && (asked.shape === 'last four' || !isExact({ source, look }));
  }
  return { all, open };
}

const RANK: Readonly<Record<PlaceFinding['kind'], number>> = {
  found: 0,
  failed: 1,
  reading: 2,
  waiting: 3,
  part: 4,
  absent: 5,
  customer: 6,
  unsearchable: 7,
};

/** A text that is not only an ID is searched in lists. */
const asksService = ({ shape }: Search): boolean =>
  shape === 'any' || shape === 'amount' || shape === 'words';

/** The most recent customers that are offered. */
const OFFERED = 5;

function customersFor(
  { text }: Search,
  offers: boolean,
  { known, customer }: State,
): readonly OtherCustomer[] {
  const open = customer && customerKey(customer);
  const others = known.filter(other => customerKey(other) !== open);
  const sought = folded(text);
  const isCalled = ({ userId, onBehalfOf = '', name = t`` }: KnownCustomer): boolean =>
    sought.length > 2 && folded(`${name} ${userId} ${onBehalfOf}`).includes(sought);
  const called = others.filter(isCalled).map(other => customerRow(other, true));
  if (!offers || called.length > 0) return called;
  return others.slice(0, OFFERED).map(other => customerRow(other, false));
}

const customerRow = (customer: KnownCustomer, called: boolean): OtherCustomer => ({
  place: called ? t`Customer` : t`Other customer`,
  kind: 'customer',
  customer,
  called,
});

const rowsOf = ({ source, look }: SearchStep): readonly Item<PlaceFinding>[] =>
  look.kind === 'found'
    ? look.hits.map(hit => ({
        key: `${source.id} ${hit.key}`,
        row: { place: source.title, kind: 'found', hit },
        raw: hit.raw,
      }))
    : [{ key: source.id, row: { place: source.title, kind: look.kind, answer: look }, raw: source.title }];

/** The reads that the current places need. */
export const needsOf = (text: string, state: State): readonly Need[] => {
  const asked = askedFor(text);
  return askings(asked, state).open.flatMap(source => source.needs(asked, state));
};

/**
 * The only possible match, once that is certain. A full ID names one record: the first place in order wins. The last four
 * digits may name several, so every place must have a result.
 */
export function onlyHit(
  text: string,
  state: State,
): { readonly place: Visible; readonly hit: Hit } | undefined {
  const asked = askedFor(text);
  const { all } = askings(asked, state);
  const silent = all.findIndex(({ look }) => look.kind === 'reading' || look.kind === 'waiting');
  const answered = silent < 0 ? all : all.slice(0, silent);
  const exact = answered.flatMap(({ source, look }) =>
    look.kind === 'found'
      ? look.hits.filter(hit => hit.exact).map(hit => ({ place: source.title, hit }))
      : [],
  );
  const [first, ...others] = exact;
  if (asked.shape !== 'last four') return first;
  return silent < 0 && others.length === 0 ? first : undefined;
}

/** One for each console: it keeps the rows that it made last. */
export function findings(): (state: State, text: string) => readonly Item<PlaceFinding>[] {
  let last: { readonly of: readonly unknown[]; readonly rows: readonly Item<PlaceFinding>[] } | undefined;
  const listsIn = searchedLists();
  return (state, text) => {
    const of = [text, state.journal, currentWorkspace(state), state.customer, state.known, state.search];
    if (last && of.every((part, i) => part === last?.of[i])) return last.rows;
    const asked = askedFor(text);
    const search = searchOf(state, text);
    const lists = listsIn(state);
    const sources = askings(asked, state).all.flatMap(rowsOf);
    const known = new Set(sources.map(({ raw }) => raw));
    const loaded = loadedHits(asked, lists, state).filter(({ hit }) => !known.has(hit.raw));
    const searched = asksService(asked) && search ? reaches(lists, state, search) : [];
    const nothing = loaded.length === 0 && !sources.some(({ row }) => row.kind === 'found');
    const others = customersFor(
      asked,
      nothing && search !== undefined && search.phase !== 'searching',
      state,
    );
    const rows = [
      ...sources,
      ...loaded.map(
        ({ place, hit }): Item<PlaceFinding> => ({
          key: hit.key,
          row: { place, kind: 'found', hit },
          raw: hit.raw,
        }),
      ),
      ...searched.map((row): Item<PlaceFinding> => ({ key: `searched ${row.place}`, row, raw: row.place })),
      ...others.map(
        (row): Item<PlaceFinding> => ({
          key: `customer ${customerKey(row.customer)}`,
          row,
          raw: { place: row.place, name: row.customer.name ?? null, customer: row.customer.userId },
        }),
      ),
    ].toSorted((a, b) => RANK[a.row.kind] - RANK[b.row.kind]);
    last = { of, rows };
    return rows;
  };
}

/** A text of this length is a whole ID, which has one record. */
const WHOLE_ID = 20;

/** How the service is searched for a text: first every place that reads an ID, then list by list. */
export function planFor(text: string): SearchPlan {
  const asked = askedFor(text);
  const listsIn = searchedLists();
  return (state, failed) => {
    if (!asksService(asked)) return { kind: 'done' };
    const { all } = askings(asked, state);
    if (onlyHit(text, state)) return { kind: 'done' };
    if (all.some(({ look }) => look.kind === 'reading' || look.kind === 'waiting')) return { kind: 'wait' };
    const lists = listsIn(state);
    const found =
      text.length >= WHOLE_ID && asked.shape === 'any' && loadedHits(asked, lists, state).length > 0;
    return found ? { kind: 'done' } : nextRead(lists, state, failed);
  };
}

export const saidOf = (row: PlaceFinding): Visible => {
  if ('hit' in row) return row.hit.what;
  if ('how' in row) return row.how;
  if ('customer' in row) return customerText(row);
  const { answer } = row;
  switch (answer.kind) {
    case 'absent':
    case 'part':
      return answer.how;
    case 'failed':
    case 'unsearchable':
      return answer.why;
    case 'reading':
      return t`searching; no result yet`;
    case 'waiting':
      return t`searched only if the other places have no match`;
  }
};

function customerText({ customer: { name, userId, onBehalfOf }, called }: OtherCustomer): Visible {
  const who = t`${name ?? t`–`} · ${visible(userId, 60)}${onBehalfOf === undefined ? t`` : t` · for ${visible(onBehalfOf, 60)}`}`;
  return called ? t`${who}. Press Enter to switch.` : t`${who}. Press Enter to switch and search there.`;
}
