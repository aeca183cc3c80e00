// A place to search: the reads that the search needs, and the result so far. Pure.

import { explain } from '../../api/client/explain.ts';
import type { Failure } from '../../api/client/failure.ts';
import type { Need } from '../../effects/needs.ts';
import { type Cell, cellText } from '../../format/entry.ts';
import { documentOf, listOf } from '../../format/joined.ts';
import { inWords, type RecordWords, recordWords } from '../../format/record-words.ts';
import { countText } from '../../lib/decimal.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { idOf, idsOf, kindOf, numberOf, whenOf } from '../../records/facts.ts';
import { KINDS, type RecordKind } from '../../records/kinds.ts';
import type { DocumentQuery, ListOperation, ListQuery, RowOf } from '../../records/query.ts';
import { type List, saysNo } from '../../store/list.ts';
import { extentOf } from '../../store/paging.ts';
import type { KnownCustomer, State } from '../../store/state.ts';
import type { Search, Shape } from './asked.ts';

export interface Hit {
  readonly key: string;
  readonly what: RecordWords;
  /** Epoch ms of the record. */
  readonly at?: number | undefined;
  readonly id: string | undefined;
  readonly raw: Json;
  /** False for a record that only mentions the ID. */
  readonly exact: boolean;
  go(state: State): State;
}

export type SearchResult =
  | { readonly kind: 'found'; readonly hits: readonly Hit[] }
  /** `how`: a sentence about the search. */
  | { readonly kind: 'absent'; readonly how: Visible }
  /** In the searched part of the rows. */
  | { readonly kind: 'part'; readonly word: Visible; readonly how: Visible }
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly how: Visible }
  /** `go` opens a form with the searched text as its ID. */
  | { readonly kind: 'unsearchable'; readonly how: Visible; go?(state: State): State };

export interface SearchSource {
  readonly id: string;
  readonly title: Visible;
  /** `lists` come after `direct`, one by one until there is an exact match. */
  readonly stage: 'direct' | 'lists';
  readonly shapes: readonly Shape[];
  needs?(asked: Search, state: State): readonly Need[];
  look(asked: Search, state: State): SearchResult;
}

export const failedLook = (failure: Failure, title: Visible): SearchResult => ({
  kind: 'failed',
  how:
    failure.kind === 'abandoned'
      ? t`The search was stopped. Press r to search again.`
      : explain(failure, title).what,
});

interface ById {
  readonly kind: RecordKind;
  /** Apart from `any`. */
  readonly shape?: Shape;
  query(id: string): DocumentQuery;
  go(id: string, state: State): State;
}

const anyAnd = (shape: Shape | undefined): readonly Shape[] => (shape ? ['any', shape] : ['any']);

export const byId = ({ kind, shape, query, go }: ById): SearchSource => ({
  id: kind,
  title: KINDS[kind].one,
  stage: 'direct',
  shapes: anyAnd(shape),
  needs: ({ text }) => [{ kind: 'document', query: query(text) }],
  look({ text }, state) {
    const { value, raw, failure } = documentOf(state, query(text));
    if (value !== undefined) {
      const id = idOf(kind, value);
      if (id !== text)
        return { kind: 'absent', how: t`Not found: the service returned a record with another ID.` };
      const [what, at] = [inWords(recordWords(kind, value)), whenOf(kind, value)];
      const hit = { key: text, what, at, id, raw: raw ?? null, exact: true };
      return { kind: 'found', hits: [{ ...hit, go: now => go(text, now) }] };
    }
    if (failure === undefined) return { kind: 'reading' };
    const { one } = KINDS[kind];
    return saysNo(failure)
      ? { kind: 'absent', how: t`Not found by ID. ${explain(failure, one).what}` }
      : failedLook(failure, one);
  },
});

/** `ready`: all lists to search are known. */
interface Among<Id extends ListOperation> {
  readonly queries: readonly ListQuery<Id>[];
  readonly ready: boolean;
  readonly failure?: Failure | undefined;
  /** If not all are searched: " under the first 12 of 45 cards". */
  readonly under?: Visible;
}

export const MOST_UNDER = 12;

/** For a search of the records under the first rows. */
export function underEach(state: State, query: ListQuery, many: Visible) {
  const { pages, failure } = listOf(state, query);
  const ids = pages.items.flatMap(({ row }) => idOf(kindOf(query.operation), row) ?? []);
  const asked = ids.slice(0, MOST_UNDER);
  const all = pages.items.length;
  const extent = extentOf(pages);
  const count = { all: t`${all}`, part: t`more than ${all}`, unsure: t`at least ${all}` }[extent];
  const under =
    asked.length === all && extent === 'all' ? t`` : t` under the first ${asked.length} of ${count} ${many}`;
  return { ids: asked, ready: pages.taken > 0 || failure !== undefined, failure, under };
}

interface InRows<Id extends ListOperation> {
  readonly kind: RecordKind;
  /** Default: the kind's. */
  readonly title?: Visible;
  readonly stage?: SearchSource['stage'];
  readonly shapes?: readonly Shape[];
  readonly through: number;
  /** If the list never has all records. `how` follows "Not found in any of the 12 rows". */
  readonly within?: { readonly word: Visible; readonly how: Visible };
  readonly first?: readonly Need[];
  among(asked: Search, state: State): Among<Id>;
  /** Default: by an ID, or by the last four digits of the number. */
  fits?(row: RowOf<Id>, asked: Search): boolean;
  /** Records that only mention the ID. */
  mentions?(row: RowOf<Id>, asked: Search): boolean;
  /** Default: the list's. */
  readonly amount?: (row: RowOf<Id>) => Cell;
  /** Default: the row's. */
  keyOf?(row: RowOf<Id>, query: ListQuery<Id>): string;
  go(state: State, row: RowOf<Id>, asked: Search, query: ListQuery<Id>): State;
}

const hasName = (kind: RecordKind, row: unknown, { text, shape }: Search): boolean =>
  shape === 'last four' ? numberOf(kind, row)?.endsWith(text) === true : idsOf(kind, row).includes(text);

export const inRows = <Id extends ListOperation>({
  kind,
  title = KINDS[kind].one,
  ...of
}: InRows<Id>): SearchSource => ({
  id: title,
  title,
  stage: of.stage ?? 'lists',
  shapes: of.shapes ?? ['any'],
  needs: (asked, state) => [
    ...(of.first ?? []),
    ...of.among(asked, state).queries.map(query => ({ kind: 'list', query, through: of.through }) as const),
  ],
  look(asked, state) {
    const { queries, ready, failure: listsFailure, under = t`` } = of.among(asked, state);
    const read = queries.map(query => ({ query, list: listOf(state, query) }));
    const hits = read.flatMap(({ query, list }) =>
      list.pages.items.slice(0, of.through).flatMap(({ key, row, raw }): readonly Hit[] => {
        const exact = of.fits ? of.fits(row, asked) : hasName(kind, row, asked);
        if (!exact && !of.mentions?.(row, asked)) return [];
        const said = inWords(recordWords(kind, row));
        const what = of.amount ? { ...said, amount: of.amount(row) } : said;
        const hit = { key: of.keyOf?.(row, query) ?? key, what, at: whenOf(kind, row), raw, exact };
        return [{ ...hit, id: idOf(kind, row), go: now => of.go(now, row, asked, query) }];
      }),
    );
    if (hits.length > 0) return { kind: 'found', hits };
    const failure = listsFailure ?? read.flatMap(({ list }) => list.failure ?? [])[0];
    if (failure) return failedLook(failure, title);
    if (!ready || !read.every(({ list }) => isRead(list, of.through))) return { kind: 'reading' };
    const whole = under === '' && read.every(({ list }) => isWhole(list, of.through));
    const rows = read.reduce((count, { list }) => count + Math.min(of.through, list.pages.items.length), 0);
    const number = countText(rows);
    if (!whole)
      return {
        kind: 'part',
        word: t`partly searched`,
        how: t`Not found in the first ${number} rows${under}. Purser has not searched the rest.`,
      };
    if (of.within) {
      const { word, how } = of.within;
      return { kind: 'part', word, how: t`Not found in any of the ${number} rows ${how}` };
    }
    if (rows === 0) return { kind: 'absent', how: t`Not found: the list is empty.` };
    return { kind: 'absent', how: t`Not found in any of the ${number} rows.` };
  },
});

const isRead = ({ pages, loading }: List<unknown>, through: number): boolean =>
  loading === undefined && pages.taken > 0 && (extentOf(pages) !== 'part' || pages.items.length >= through);

const isWhole = ({ pages }: List<unknown>, through: number): boolean =>
  extentOf(pages) === 'all' && pages.items.length <= through;

const RANK: readonly SearchResult['kind'][] = [
  'found',
  'reading',
  'failed',
  'part',
  'absent',
  'unsearchable',
];

export const inEachForm = (source: SearchSource): SearchSource => ({
  ...source,
  needs: (asked, state) => asked.forms.flatMap(text => source.needs?.({ ...asked, text }, state) ?? []),
  look(asked, state) {
    const looks = asked.forms.map(text => source.look({ ...asked, text }, state));
    return (
      looks.toSorted((a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind))[0] ?? source.look(asked, state)
    );
  },
});

/** A match, how far the search came, or a suggested customer or screen. */
export interface PlaceFinding {
  readonly place: Visible;
  readonly kind: SearchResult['kind'] | 'screen' | 'stopped' | 'customer';
  /** The whole text. */
  readonly what: Visible;
  readonly word?: Visible;
  /** The places without a match. */
  readonly places?: readonly PlaceFinding[];
  /** Of a match. */
  readonly said?: RecordWords;
  readonly at?: number | undefined;
  /** On the first match of each kind: how many there are. */
  readonly count?: number;
  go?(state: State): State;
  /** Of the record. */
  readonly id?: string | undefined;
  /** The record, or one that mentions the text. */
  readonly raw?: Json;
  /** Enter switches here. `searches`: and searches the same text. */
  readonly customer?: KnownCustomer;
  readonly searches?: boolean;
}

export function saidText({ words, amount }: RecordWords): Visible {
  return amount ? t`${cellText(amount)} · ${words}` : words;
}
