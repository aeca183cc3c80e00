// A place that could hold what is looked for: how it is asked, and what it answered so far; pure.

import { explain } from '../../api/client/explain.ts';
import type { Failure } from '../../api/client/failure.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { Need } from '../../effects/needs.ts';
import {
  type DocumentOperation,
  type DocumentQuery,
  type ListOperation,
  type ListQuery,
  queryKey,
  type RowOf,
} from '../../effects/query.ts';
import { countText } from '../../lib/decimal.ts';
import type { Json } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { List } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace, listIn } from '../../store/workspace.ts';
import { documentOf } from '../../ui/screens/joined.ts';
import type { Asked, Shape } from './asked.ts';

export interface Hit {
  /** Unique in its source. */
  readonly key: string;
  readonly what: Visible;
  readonly raw: Json;
  /** It is what was looked for, not something that mentions it. */
  readonly exact: boolean;
  go(state: State): State;
}

export type Look =
  | { readonly kind: 'found'; readonly hits: readonly Hit[] }
  /** `how`: what was searched, as a sentence. */
  | { readonly kind: 'absent'; readonly how: Visible }
  /** Not in what was looked through, which isn't all. `word`: where it isn't, in two or three words. */
  | { readonly kind: 'part'; readonly word: Visible; readonly how: Visible }
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly why: Visible }
  /** The interface has no way to ask for it. `go`: where somebody who knows what it is can go on. */
  | { readonly kind: 'unsearchable'; readonly why: Visible; go?(state: State): State };

export interface Source {
  readonly id: string;
  readonly title: Visible;
  /** One question by the ID comes first; what takes lists to be read waits until no such question found it. */
  readonly stage: 'direct' | 'lists';
  readonly shapes: readonly Shape[];
  needs(asked: Asked, state: State): readonly Need[];
  look(asked: Asked, state: State): Look;
}

/** INTERFACE.md shows 400 for what isn't there or isn't theirs; 404 says it by itself. */
export const saysNo = (failure: Failure): boolean =>
  failure.kind === 'refused' && (failure.status === 400 || failure.status === 404);

export const failedLook = (failure: Failure, title: Visible): Look => ({
  kind: 'failed',
  why: failure.kind === 'abandoned' ? t`It was stopped: r asks again.` : explain(failure, title).what,
});

interface ById<Id extends DocumentOperation> {
  readonly id: string;
  readonly title: Visible;
  readonly shapes: readonly Shape[];
  query(id: string): DocumentQuery<Id>;
  /** The ID that the answer gives itself. */
  idOf(value: Result<Id>): string | undefined;
  what(value: Result<Id>): Visible;
  go(id: string, state: State): State;
}

/** What is read by its ID. */
export const byId = <Id extends DocumentOperation>(of: ById<Id>): Source => ({
  id: of.id,
  title: of.title,
  stage: 'direct',
  shapes: of.shapes,
  needs: ({ text }) => [{ kind: 'document', query: of.query(text) }],
  look({ text }, state) {
    const { value, raw, failure } = documentOf(state, of.query(text));
    if (value !== undefined) {
      if (of.idOf(value) !== text)
        return { kind: 'absent', how: t`Asked by its ID; what came is another one.` };
      const go = (now: State): State => of.go(text, now);
      return {
        kind: 'found',
        hits: [{ key: text, what: of.what(value), raw: raw ?? null, exact: true, go }],
      };
    }
    if (failure === undefined) return { kind: 'reading' };
    return saysNo(failure)
      ? { kind: 'absent', how: t`Asked by its ID; ${explain(failure, of.title).what}` }
      : failedLook(failure, of.title);
  },
});

/** The lists that are looked through; `ready` is false while it isn't known yet which. */
interface Among<Id extends ListOperation> {
  readonly queries: readonly ListQuery<Id>[];
  readonly ready: boolean;
  /** Why it isn't known which. */
  readonly failure?: Failure | undefined;
  /** Where there are more than these: " under the first 12 of 45 cards". */
  readonly under?: Visible;
}

/** What lies under each of some records, of which no more than `most` are asked; once they are read. */
export function underEach<Id extends ListOperation>(
  state: State,
  {
    query,
    idOf,
    most,
    many,
  }: {
    readonly query: ListQuery<Id>;
    readonly idOf: (row: RowOf<Id>) => string | undefined;
    readonly most: number;
    /** What they are called: "cards". */
    readonly many: Visible;
  },
) {
  const { pages, failure } = listOf(state, query);
  const ids = pages.items.flatMap(({ row }) => idOf(row) ?? []);
  const asked = ids.slice(0, most);
  const all = pages.items.length;
  const whole = pages.end !== undefined;
  const under =
    asked.length === all && whole
      ? t``
      : t` under the first ${asked.length} of ${whole ? t`` : t`more than `}${all} ${many}`;
  return { ids: asked, ready: pages.taken > 0 || failure !== undefined, failure, under };
}

interface InRows<Id extends ListOperation> {
  readonly id: string;
  readonly title: Visible;
  readonly stage?: Source['stage'];
  readonly shapes: readonly Shape[];
  /** Rows of each list that are looked through, at most. */
  readonly through: number;
  /** Where even the whole list is a part only: in two or three words, and as the end of a sentence. */
  readonly within?: { readonly word: Visible; readonly how: Visible };
  /** What has to be read to know the lists. */
  readonly first?: readonly Need[];
  among(asked: Asked, state: State): Among<Id>;
  hit(item: Item<RowOf<Id>>, asked: Asked, query: ListQuery<Id>): Hit | undefined;
}

/** What is looked for in lists. */
export const inRows = <Id extends ListOperation>(of: InRows<Id>): Source => ({
  id: of.id,
  title: of.title,
  stage: of.stage ?? 'lists',
  shapes: of.shapes,
  needs: (asked, state) => [
    ...(of.first ?? []),
    ...of.among(asked, state).queries.map(query => ({ kind: 'list', query, through: of.through }) as const),
  ],
  look(asked, state) {
    const { queries, ready, failure: unknown, under = t`` } = of.among(asked, state);
    const read = queries.map(query => ({ query, list: listOf(state, query) }));
    const hits = read.flatMap(({ query, list }) =>
      list.pages.items.slice(0, of.through).flatMap(item => of.hit(item, asked, query) ?? []),
    );
    if (hits.length > 0) return { kind: 'found', hits };
    const failure = unknown ?? read.flatMap(({ list }) => list.failure ?? [])[0];
    if (failure) return failedLook(failure, of.title);
    if (!ready || !read.every(({ list }) => isRead(list, of.through))) return { kind: 'reading' };
    const whole = under === '' && read.every(({ list }) => isWhole(list, of.through));
    const rows = read.reduce((count, { list }) => count + Math.min(of.through, list.pages.items.length), 0);
    const number = countText(rows);
    if (!whole)
      return {
        kind: 'part',
        word: t`not in first ${number}`,
        how: t`Looked through the first ${number}${under}; there are more, and it may be among them.`,
      };
    const { within } = of;
    if (within)
      return { kind: 'part', word: within.word, how: t`Looked through all ${number} ${within.how}` };
    if (rows === 0) return { kind: 'absent', how: t`Asked for; there is none.` };
    return { kind: 'absent', how: t`Looked through all ${number}.` };
  },
});

const listOf = <Id extends ListOperation>(state: State, query: ListQuery<Id>): List<RowOf<Id>> =>
  // Cached under the operation that filled it.
  listIn(currentWorkspace(state), queryKey(query)) as List<RowOf<Id>>;

const isRead = ({ pages, loading }: List<unknown>, through: number): boolean =>
  loading === undefined && pages.taken > 0 && (pages.end !== undefined || pages.items.length >= through);

const isWhole = ({ pages: { end, items } }: List<unknown>, through: number): boolean =>
  end !== undefined && end !== 'repeated-page' && end !== 'none-sent' && items.length <= through;

const RANK: readonly Look['kind'][] = ['found', 'reading', 'failed', 'part', 'absent', 'unsearchable'];

/** Asked in each form of what was typed: what it says of the one that says most. */
export const inEachForm = (source: Source): Source => ({
  ...source,
  needs: (asked, state) => asked.forms.flatMap(text => source.needs({ ...asked, text }, state)),
  look(asked, state) {
    const looks = asked.forms.map(text => source.look({ ...asked, text }, state));
    return (
      looks.toSorted((a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind))[0] ?? source.look(asked, state)
    );
  },
});
