// The results of a search as rows: each place in the order of the search; pure.

import type { Need } from '../../effects/needs.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace } from '../../store/workspace.ts';
import { accountSources } from './accounts.ts';
import { askedFor, type Search } from './asked.ts';
import { cardSources } from './cards.ts';
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

export type PlaceFinding =
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
  unsearchable: 6,
};

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
  return (state, text) => {
    const of = [text, state.journal, currentWorkspace(state), state.customer];
    if (last && of.every((part, i) => part === last?.of[i])) return last.rows;
    const rows = askings(askedFor(text), state)
      .all.flatMap(rowsOf)
      .toSorted((a, b) => RANK[a.row.kind] - RANK[b.row.kind]);
    last = { of, rows };
    return rows;
  };
}

export const saidOf = (row: PlaceFinding): Visible => {
  if (row.kind === 'found') return row.hit.what;
  if (!('answer' in row)) return t``;
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
