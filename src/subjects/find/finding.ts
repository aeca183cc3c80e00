// The rows of a search (matches, searched places, and offers), and its beginning.

import type { Need } from '../../effects/needs.ts';
import type { SearchPlan } from '../../effects/search.ts';
import { type CustomerList, customerLists, pagesOf } from '../../format/customer-lists.ts';
import { counted } from '../../lib/counted.ts';
import { folded } from '../../lib/fold.ts';
import { nearest } from '../../lib/nearest.ts';
import { byReads, forLast } from '../../lib/remembered.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { Item } from '../../store/paging.ts';
import { PLACES, places } from '../../store/places.ts';
import type { KnownCustomer, State } from '../../store/state.ts';
import {
  currentView,
  currentWorkspace,
  customerKey,
  goTo,
  stackOf,
  updateView,
} from '../../store/workspace.ts';
import { isAlsoAmount, type Search, searchFor } from './asked.ts';
import { loadedHits, MOST_HITS, nextRead, reaches, searchOf, unreadAmounts } from './asking.ts';
import { searchPlaces } from './search-places.ts';
import {
  type Hit,
  inEachForm,
  type PlaceFinding,
  type SearchResult,
  type SearchSource,
  saidText,
} from './source.ts';

const sources: readonly SearchSource[] = searchPlaces.map(inEachForm);

interface SearchStep {
  readonly source: SearchSource;
  readonly look: SearchResult | { readonly kind: 'waiting' };
}

const isExact = ({ look }: SearchStep): boolean =>
  look.kind === 'found' && look.hits.some(({ exact }) => exact);

/** `all`: each place with its result so far. `open`: the places that are searched now. */
function searchSteps(
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
  // Several records may have the same last four digits.
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

/** Computed once for each change of what it reads: the keys, the reads and the drawing of one frame all ask. */
const stepsFor = forLast((text: string) => byReads((state: State) => searchSteps(searchFor(text), state)));

const stepsOf = (text: string, state: State): ReturnType<typeof searchSteps> => stepsFor(text)(state);

const ORDER: readonly PlaceFinding['kind'][] = [
  ...(['screen', 'found', 'stopped', 'reading', 'absent'] as const),
  ...(['failed', 'part', 'customer', 'unsearchable'] as const),
];

/** A customer whose name or ID has the text is a match. An offered customer is not. */
const orderOf = ({ kind, searches }: PlaceFinding): number =>
  ORDER.indexOf(kind === 'customer' && !searches ? 'found' : kind);

const asksService = (asked: Search): boolean =>
  asked.shape === 'any' || asked.shape === 'amount' || asked.shape === 'words' || isAlsoAmount(asked);

/** Four digits that end an account or card number are probably no amount. */
const isFoundAsNumber = ({ shape }: Search, all: readonly SearchStep[]): boolean =>
  shape === 'last four' && all.some(({ look }) => look.kind === 'found');

function unread(asked: Search, lists: readonly CustomerList[], state: State): readonly PlaceFinding[] {
  const count = asked.shape === 'amount' ? unreadAmounts(lists, state) : 0;
  if (count === 0) return [];
  const what = t`${counted(count, t`row has`, t`rows have`)} an amount that Purser can't read and did not search. The list shows it after a ?.`;
  return [{ place: t`Amounts`, kind: 'part', word: t`partly searched`, what }];
}

const onlyLastFour = (text: string): PlaceFinding => ({
  place: t`Amount`,
  kind: 'part',
  word: t`partly searched`,
  what: t`Purser searched the last four digits, and the amount in loaded rows only. Type ${visible(text)}.00 to search for the amount.`,
});

const matchRow = (place: Visible, key: string, { what, at, id, raw, go }: Hit): Item<PlaceFinding> => ({
  key,
  row: { place, kind: 'found', what: saidText(what), said: what, at, id, go, raw },
  raw,
});

const hitsOf = ({ source: { id, title }, look }: SearchStep): readonly Item<PlaceFinding>[] =>
  look.kind === 'found' ? look.hits.map(hit => matchRow(title, `${id} ${hit.key}`, hit)) : [];

/** Of a place without a match, once it has answered. */
function reachedBy({ source: { title }, look }: SearchStep): readonly PlaceFinding[] {
  if (!('how' in look)) return [];
  const { how, ...answer } = look;
  return [{ place: title, what: how, ...answer }];
}

export const needsOf = (text: string, state: State): readonly Need[] => {
  const asked = searchFor(text);
  return stepsOf(text, state).open.flatMap(source => source.needs?.(asked, state) ?? []);
};

/** The match that no other can follow. A whole ID names one record. Four digits may name several. */
export function onlyHit(
  text: string,
  state: State,
): { readonly place: Visible; readonly hit: Hit } | undefined {
  const asked = searchFor(text);
  const { all } = stepsOf(text, state);
  const silent = all.findIndex(isOpen);
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

const isMatch = ({ row }: Item<PlaceFinding>): boolean => row.kind === 'found';

/** While lists are read again, earlier matches keep their places. */
function withKept(
  kept: readonly Item<PlaceFinding>[],
  fresh: readonly Item<PlaceFinding>[],
): readonly Item<PlaceFinding>[] {
  const byKey = new Map(fresh.map(item => [item.key, item]));
  const keys = new Set(kept.map(({ key }) => key));
  const added = fresh.filter(({ key }) => !keys.has(key)).slice(0, Math.max(0, MOST_HITS - kept.length));
  return [...kept.map(item => byKey.get(item.key) ?? item), ...added];
}

/** Before the other groups. Card purchases come last. */
const FIRST_GROUPS: readonly Visible[] = [t`Transaction`, t`Balance history`, t`Direct debit`];
const LAST_GROUP = t`Card transaction`;

function rankOf(place: Visible): number {
  const first = FIRST_GROUPS.indexOf(place);
  return first >= 0 ? first : place === LAST_GROUP ? Number.POSITIVE_INFINITY : FIRST_GROUPS.length;
}

/** By kind, each with its number of matches. */
function grouped(matches: readonly Item<PlaceFinding>[]): readonly Item<PlaceFinding>[] {
  const groups = Map.groupBy(matches, ({ row }) => row.place);
  return [...groups]
    .toSorted(([one], [other]) => Math.sign(rankOf(one) - rankOf(other)) || 0)
    .flatMap(([, items]) =>
      items.map((item, n) => (n === 0 ? { ...item, row: { ...item.row, count: items.length } } : item)),
    );
}

const isAnswer = ({ kind }: PlaceFinding): boolean => kind === 'absent' || kind === 'reading';

const ITSELF = t`Search`;

/** In place of a list of the places without a match. */
function noMatch(reached: readonly PlaceFinding[], searching: boolean): PlaceFinding {
  const isWhole = reached.every(({ kind }) => kind === 'absent' || kind === 'unsearchable');
  const first = searching ? t`No match yet.` : isWhole ? t`No match.` : t`No match so far.`;
  const kind = searching ? 'reading' : 'absent';
  return { place: ITSELF, kind, what: first, places: reached.filter(isAnswer) };
}

/** The function gives the same rows until the data changes. */
export function findings(): (state: State, text: string) => readonly Item<PlaceFinding>[] {
  let last: { readonly of: readonly unknown[]; readonly rows: readonly Item<PlaceFinding>[] } | undefined;
  const listsIn = customerLists();
  const asks = forLast(searchFor);
  return (state, text) => {
    const owner = state.customer && customerKey(state.customer);
    const of = [text, owner, state.journal, currentWorkspace(state), state.known, state.search];
    if (last && of.every((part, i) => part === last?.of[i])) return last.rows;
    const before = last?.of[0] === text && last.of[1] === owner ? last.rows : [];
    const asked = asks(text);
    const search = searchOf(state, text);
    const lists = listsIn(state);
    const { all } = stepsOf(text, state);
    const sources = all.flatMap(hitsOf);
    const known = new Set(sources.map(({ raw }) => raw));
    const loaded = loadedHits(asked, lists, state)
      .filter(({ hit }) => !known.has(hit.raw))
      .map(({ place, hit }) => matchRow(place, hit.key, hit));
    const fresh = [...sources, ...loaded];
    const matches = grouped(search?.again ? withKept(before.filter(isMatch), fresh) : fresh);
    const nothing = matches.length === 0;
    const reached = [
      ...all.flatMap(reachedBy),
      ...unread(asked, lists, state),
      ...(isFoundAsNumber(asked, all)
        ? isAlsoAmount(asked)
          ? [onlyLastFour(text)]
          : []
        : asksService(asked) && search
          ? reaches(lists, state, search, !nothing)
          : []),
    ];
    const searching = isSearching(text, state);
    const others = [
      ...reached.filter(row => !isAnswer(row) && (nothing || row.kind !== 'unsearchable')),
      ...(nothing ? [noMatch(reached, searching)] : []),
    ];
    const rows = [
      ...nearScreen(text),
      ...matches,
      ...others.map((row): Item<PlaceFinding> => ({ key: `searched ${row.place}`, row, raw: row.place })),
      ...customersFor(text, nothing && search !== undefined && search.phase !== 'searching', state),
    ].toSorted((a, b) => orderOf(a.row) - orderOf(b.row));
    last = { of, rows };
    return rows;
  };
}

/** Whether a place has not answered yet. */
export const isSearching = (text: string, state: State): boolean =>
  searchOf(state, text)?.phase === 'searching' || stepsOf(text, state).all.some(isOpen);

const isOpen = ({ look }: SearchStep): boolean => look.kind === 'reading' || look.kind === 'waiting';

/** Loaded rows that the search covers. */
export const searchedRows = (lists: readonly CustomerList[], state: State): number =>
  lists.reduce((sum, list) => sum + pagesOf(state, list).pages.items.length, 0);

/** In characters. One match for a whole ID is enough. */
const WHOLE_ID = 20;

function planFor(text: string): SearchPlan {
  const asked = searchFor(text);
  const listsIn = customerLists();
  return (state, failed) => {
    if (!asksService(asked)) return { kind: 'done' };
    const { all } = stepsOf(text, state);
    if (onlyHit(text, state)) return { kind: 'done' };
    if (all.some(isOpen)) return { kind: 'wait' };
    if (isFoundAsNumber(asked, all)) return { kind: 'done' };
    const lists = listsIn(state);
    const found =
      text.length >= WHOLE_ID && asked.shape === 'any' && loadedHits(asked, lists, state).length > 0;
    return found ? { kind: 'done' } : nextRead(lists, state, failed);
  };
}

const OFFERED = 5;

/** With the text in their name or ID. If there are none and `offers` is true: the recent ones. */
function customersFor(
  text: string,
  offers: boolean,
  { known, customer }: State,
): readonly Item<PlaceFinding>[] {
  const open = customer && customerKey(customer);
  const others = known.filter(other => customerKey(other) !== open);
  const sought = folded(text);
  const isCalled = ({ userId, onBehalfOf = '', name = t`` }: KnownCustomer): boolean =>
    sought.length > 2 && folded(`${name} ${userId} ${onBehalfOf}`).includes(sought);
  const called = others.filter(isCalled);
  if (!offers || called.length > 0) return called.map(other => customerRow(other, false));
  return others.slice(0, OFFERED).map(other => customerRow(other, true));
}

function customerRow(customer: KnownCustomer, searches: boolean): Item<PlaceFinding> {
  const { name, userId, onBehalfOf } = customer;
  const who = t`${name ?? t`–`} · ${visible(userId, 60)}${onBehalfOf === undefined ? t`` : t` · connected account ${visible(onBehalfOf, 60)}`}`;
  const what: Visible = searches
    ? t`${who}. Press Enter to switch and search there.`
    : t`${who}. Press Enter to switch.`;
  const place = searches ? t`Other customer` : t`Customer`;
  return {
    key: `customer ${customerKey(customer)}`,
    row: { place, kind: 'customer', what, customer, searches },
    raw: { place, name: name ?? null, customer: userId },
  };
}

/** If an ID follows the name: only a screen that takes an ID. */
function nearScreen(text: string): readonly Item<PlaceFinding>[] {
  const [, typed = '', subject] = /^([a-z-]{4,})(?:\/(.+))?$/i.exec(text) ?? [];
  const open = PLACES.filter(place => {
    const { tab, alone, takes } = places[place];
    return subject === undefined ? place === tab || alone : takes !== undefined && place !== 'find';
  });
  const screen = nearest(typed, open);
  if (screen === undefined) return [];
  const what = t`No screen “${visible(typed, 30)}”. Did you mean ${visible(screen)}? Press Enter to open it.`;
  return [
    {
      key: 'screen',
      row: { place: t`Screen`, kind: 'screen', what, go: state => goTo(state, screen, subject) },
      raw: screen,
    },
  ];
}

/** In ms: a new text uses data up to this age, a repeated search reads all data again. */
const FRESH = 30_000;

export function findText(app: App, text: string): void {
  app.store.setState(state => withFreshData(goTo(state, 'find', text), state));
  searchService(app, text);
}

/** Data from before `after` is read again. */
function withFreshData(there: State, before: State): State {
  const { subject } = currentView(there);
  const workspace = currentWorkspace(before);
  const same = stackOf(workspace, workspace.tab).some(
    view => view.place === 'find' && view.subject === subject,
  );
  return updateView(there, { after: there.now - (same ? 0 : FRESH) });
}

export function searchService(app: App, text: string): void {
  const isShown = (state: State): boolean => {
    const { place, subject } = currentView(state);
    return place === 'find' && subject === text;
  };
  void app.search.begin(text, planFor(text), isShown);
}
