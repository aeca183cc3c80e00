// The lists of a search: matches in loaded rows, which list Purser reads next, and how far each was searched.

import { explain } from '../../api/client/explain.ts';
import { Odd } from '../../api/contract/odd.ts';
import type { NextRead } from '../../effects/search.ts';
import { type CustomerList, FIRST, pagesOf } from '../../format/customer-lists.ts';
import { inWords, searchedWords } from '../../format/record-words.ts';
import { counted } from '../../lib/counted.ts';
import { countText } from '../../lib/decimal.ts';
import { isAmountName } from '../../lib/redact.ts';
import { remembered } from '../../lib/remembered.ts';
import { showDate, todayIn } from '../../lib/time.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import { idOf, whenOf } from '../../records/facts.ts';
import { KINDS } from '../../records/kinds.ts';
import type { List } from '../../store/list.ts';
import { doubtOf, extentOf, type Item } from '../../store/paging.ts';
import { rowsWith } from '../../store/row-search.ts';
import type { ServiceSearch, State } from '../../store/state.ts';
import { customerKey, visitOnTop } from '../../store/workspace.ts';
import { fitsSign, type Search, soughtFor } from './asked.ts';
import type { Hit, PlaceFinding } from './source.ts';

/** Rows stay in memory. 20 accounts with 5,000 rows each have 100,000 rows. */
const MOST_ROWS = 150_000;

/** Accounts and cards first, then unread lists, then the list whose last loaded row is the newest. */
export function nextRead(lists: readonly CustomerList[], state: State, failed: readonly string[]): NextRead {
  let rows = 0;
  let newest: { readonly list: CustomerList; readonly at: number } | undefined;
  for (const list of lists) {
    const { pages, loading } = pagesOf(state, list);
    rows += pages.items.length;
    if (loading) return { kind: 'wait' };
    if (extentOf(pages) !== 'part' || failed.includes(list.key)) continue;
    const at = FIRST.some(({ key }) => key === list.key)
      ? Number.POSITIVE_INFINITY
      : pages.taken === 0
        ? Number.MAX_VALUE
        : newestFirst(list, pages.items.at(-1)?.row);
    if (newest === undefined || at > newest.at) newest = { list, at };
  }
  if (!newest) return { kind: 'done' };
  return rows >= MOST_ROWS ? { kind: 'full' } : { kind: 'read', query: newest.list.query };
}

export function searchOf(state: State, text: string): ServiceSearch | undefined {
  const { search, customer } = state;
  return search?.text === text && customer !== undefined && search.owner === customerKey(customer)
    ? search
    : undefined;
}

export function reaches(
  lists: readonly CustomerList[],
  state: State,
  search: ServiceSearch,
  hasMatch: boolean,
): readonly PlaceFinding[] {
  const kinds = [...new Set(lists.map(({ kind }) => kind))];
  return [
    ...stopped(search, hasMatch),
    ...kinds.map(kind =>
      reachOf(
        KINDS[kind].many,
        lists.filter(list => list.kind === kind),
        state,
        search,
      ),
    ),
  ];
}

/** A search that ended early must not look complete. */
function stopped({ phase }: ServiceSearch, hasMatch: boolean): readonly PlaceFinding[] {
  if (phase !== 'stopped' && phase !== 'full') return [];
  const found = hasMatch ? t`There may be more matches.` : t`No match so far.`;
  const what =
    phase === 'stopped'
      ? t`The search was stopped. ${found} Press r to go on.`
      : t`The search stops at ${countText(MOST_ROWS)} rows. ${found} Open a list and press f to search the service.`;
  return [{ place: t`Search`, kind: 'stopped', what }];
}

function reachOf(
  place: Visible,
  lists: readonly CustomerList[],
  state: State,
  { phase, failed }: ServiceSearch,
): PlaceFinding {
  const read = lists.map(list => ({ list, ...pagesOf(state, list) }));
  const rows = read.reduce((sum, { pages }) => sum + pages.items.length, 0);
  const parts = read.filter(({ pages }) => extentOf(pages) === 'part');
  const open = parts.filter(({ list }) => !failed.includes(list.key));
  const broken = parts.filter(({ list }) => failed.includes(list.key));
  const [doubt] = read.flatMap(({ pages }) => doubtOf(pages)?.brief ?? []);
  const many = lists.length > 1 ? t` in ${lists.length} lists` : t``;
  const searched = t`${counted(rows, t`row`)} searched${many}`;
  const back = parts.length === 0 ? undefined : backTo(read, state);
  const far = back === undefined ? searched : t`${searched}, ${back}`;
  const [first] = broken;
  if (first) {
    const why = first.failure ? explain(first.failure, place).what : t`The service sent no more rows.`;
    const which = broken.flatMap(({ list }) => list.of ?? []).slice(0, 3);
    const of = which.length === 0 ? t`` : t` (${join(which)})`;
    return {
      place,
      kind: 'failed',
      word: t`partly searched`,
      what: t`${far}. The search failed in ${counted(broken.length, t`list`)}${of}. ${why} Press r to search again.`,
    };
  }
  if (open.length === 0 && doubt !== undefined)
    return { place, kind: 'part', word: t`partly searched`, what: t`${far}, perhaps more: ${doubt}.` };
  if (open.length === 0) return { place, kind: 'absent', word: t`searched`, what: t`${far}: all rows.` };
  if (phase === 'searching') return { place, kind: 'reading', word: t`searching …`, what: t`${far} so far.` };
  const rest = t`${open.length} of ${counted(lists.length, t`list`)} not read to the end`;
  return { place, kind: 'part', word: t`partly searched`, what: t`${far}; ${rest}.` };
}

type ReadList = Pick<List<unknown>, 'pages'> & { readonly list: CustomerList };

/** A part of a sentence: all lists are loaded to this day. Undefined if a last row has no time. */
function backTo(read: readonly ReadList[], { reach }: State): Visible | undefined {
  const open = read.filter(({ pages }) => extentOf(pages) === 'part');
  if (open.some(({ pages }) => pages.items.length === 0)) return t`no rows from some lists`;
  const newest = Math.max(...open.map(({ list, pages }) => newestFirst(list, pages.items.at(-1)?.row)));
  if (!Number.isFinite(newest)) return undefined;
  return t`back to ${showDate(todayIn(reach.zone, newest))}`;
}

/** With more matches, staff should type a longer text. */
export const MOST_HITS = 100;

/** Rows whose amount the service sent in a form without one meaning, so that no amount finds them. */
const unreadIn = remembered((items: readonly Item<unknown>[]): number => {
  let count = 0;
  for (const { row } of items) if (hasUnread((row ?? {}) as Readonly<Record<string, unknown>>)) count++;
  return count;
});

function hasUnread(row: Readonly<Record<string, unknown>>): boolean {
  for (const name in row) if (row[name] instanceof Odd && isAmountName(name)) return true;
  return false;
}

export const unreadAmounts = (lists: readonly CustomerList[], state: State): number =>
  lists.reduce((sum, list) => sum + unreadIn(pagesOf(state, list).pages.items), 0);

export interface LoadedHit {
  readonly place: Visible;
  readonly hit: Hit;
}

/** A row without a time counts as the newest. */
const newestFirst = ({ kind }: CustomerList, row: unknown): number =>
  (row === undefined ? undefined : whenOf(kind, row)) ?? Number.POSITIVE_INFINITY;

/** Many card purchases must not crowd out bank transactions. */
const comesLast = ({ kind }: CustomerList): boolean => kind === 'card-transaction';

/** A page of one list does not change the matches in the other lists, and there may be 100,000 loaded rows. */
const matchesOf = remembered((asked: Search) => {
  const sought = soughtFor(asked);
  return remembered((items: readonly Item<unknown>[]) => rowsWith(items, sought, MOST_HITS));
});

export function loadedHits(
  asked: Search,
  lists: readonly CustomerList[],
  state: State,
): readonly LoadedHit[] {
  const fits = fitsSign(asked);
  const digits = soughtFor(asked).flatMap(({ amount, units }) => amount ?? units ?? [])[0];
  const found: { list: CustomerList; item: Item<unknown>; at: number; moment: number }[] = [];
  for (const list of lists) {
    const { pages } = pagesOf(state, list);
    for (const at of matchesOf(asked)(pages.items)) {
      const item = pages.items[at];
      if (item && fits(item.text ?? '')) found.push({ list, item, at, moment: newestFirst(list, item.row) });
    }
  }
  return found
    .sort((a, b) => Number(comesLast(a.list)) - Number(comesLast(b.list)) || b.moment - a.moment)
    .slice(0, MOST_HITS)
    .map(({ list, item, at }) => {
      const what = inWords(searchedWords(list.kind, item.row, digits));
      const hit: Hit = {
        key: `${list.key} ${item.key}`,
        what: list.of === undefined ? what : { ...what, words: t`${what.words} · ${list.of}` },
        at: whenOf(list.kind, item.row),
        id: idOf(list.kind, item.row),
        raw: item.raw,
        exact: false,
        go: now => visitOnTop(now, { ...list.view, cursorKey: item.key, cursorIndex: at }),
      };
      return { place: KINDS[list.kind].one, hit };
    });
}
