// The line under a list: how much of it is loaded, what runs now, what went wrong, how old it is.

import type { Failure } from '../../api/client/failure.ts';
import { ageText } from '../../format/cells.ts';
import type { Tone } from '../../format/entry.ts';
import { counted } from '../../lib/counted.ts';
import { countText } from '../../lib/decimal.ts';
import { byReads } from '../../lib/remembered.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import { doubtOf, extentOf, type Total } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { ListModel } from './list-model.ts';
import type { Listing, Nouns } from './resource.ts';

export interface ListStatus {
  readonly text: Visible;
  /** For narrow panels: without the noun, and with fewer sums. */
  readonly briefer: readonly Visible[];
  readonly tone: Tone;
  /** `240`, `3/240`, `100+` */
  readonly count: Visible;
  readonly age: Visible | undefined;
}

interface Counted
  extends Pick<ListModel<unknown>, 'served' | 'list' | 'count' | 'view' | 'wrong' | 'unread' | 'sums'>,
    Readonly<Record<'local' | 'items' | 'marked', readonly unknown[]>> {
  readonly sortedBy: { readonly column: { readonly title: Visible }; readonly mixed: boolean } | undefined;
}

type RowNouns = Pick<Listing<never>, 'nouns' | 'localNouns' | 'limit'>;

/** None changes when only the cursor moves. */
interface StatusParts
  extends Omit<Counted, 'view' | 'sortedBy'>,
    Pick<View, 'filter' | 'server' | 'marks' | 'sort'>,
    Pick<State, 'prompt' | 'tick' | 'now'>,
    Required<Pick<RowNouns, 'nouns' | 'localNouns'>> {
  readonly limit: ReturnType<NonNullable<RowNouns['limit']>> | undefined;
  readonly sortedColumn: { readonly title: Visible } | undefined;
  readonly mixed: boolean | undefined;
}

export const listStatus = (counts: Counted, state: State, named: RowNouns): ListStatus =>
  statusOf(partsOf(counts, state, named));

export function createListStatus(): typeof listStatus {
  const status = byReads(statusOf);
  return (counts, state, named) => status(partsOf(counts, state, named));
}

function partsOf(
  { served, list, local, count, items, wrong, unread, sums, marked, sortedBy, view }: Counted,
  state: State,
  { nouns, localNouns = nouns, limit }: RowNouns,
): StatusParts {
  const { prompt, tick, now } = state;
  const { filter, server, marks, sort } = view;
  return {
    served,
    list,
    local,
    count,
    items,
    wrong,
    unread,
    sums,
    marked,
    filter,
    server,
    marks,
    sort,
    prompt,
    tick,
    now,
    nouns,
    localNouns,
    sortedColumn: sortedBy?.column,
    mixed: sortedBy?.mixed,
    limit: limit?.(state),
  };
}

function statusOf(parts: StatusParts): ListStatus {
  const { list, sums, now } = parts;
  const { pages, loading, failure, asOf } = list;
  const text = statusText(parts, { brief: false, sum: sums[0] });
  const tone = loading ? 'accent' : failure || doubtOf(pages) ? 'warn' : 'dim';
  return {
    text,
    // A sum is shown whole or not at all.
    get briefer() {
      return [...sums, undefined].map(fewer => statusText(parts, { brief: true, sum: fewer }));
    },
    tone,
    count: countIn(parts),
    age: ageText(asOf, now),
  };
}

function statusText(
  parts: StatusParts,
  { brief, sum }: { readonly brief: boolean; readonly sum: Visible | undefined },
): Visible {
  const {
    served,
    list,
    local,
    count,
    items,
    marked,
    wrong,
    unread,
    filter,
    marks,
    nouns,
    localNouns,
    limit,
  } = parts;
  const { pages, loading, failure } = list;
  // First, because a long line is cut at its end.
  const broken = doubtOf(pages)?.brief;
  const extent = extentOf(pages);
  const said: Visible[] = [
    ...(list.other ? [t`about another record`] : []),
    ...(broken ? [broken] : []),
    ...(limit ? [brief ? limit.brief : limit.text] : []),
  ];
  const some = extent === 'part' ? t` · G loads more` : t``;
  // The prompt shows it while the filter is typed.
  if (wrong[0] && parts.prompt?.kind !== 'filter') said.push(t`not understood: ${wrong[0]}`);
  if (filter !== '') {
    const all = brief ? countText(count) : t`${countText(count)} loaded`;
    said.push(t`${countText(items.length)} of ${all}${brief ? t`` : t` match`}${some}`);
    if (unread > 0) said.push(t`${counted(unread, t`row`)} not compared: amount not readable`);
  } else {
    if (local.length > 0 || !served) {
      const { one, many } = served ? localNouns : nouns;
      said.push(counted(local.length, one, many));
    }
    const fromService = served ? servedText(parts, nouns, brief) : undefined;
    if (fromService) said.push(fromService);
  }
  const left = pages.items.length + local.length - count;
  if (left > 0) said.push(t`${counted(left, t`row`)} hidden (not as requested)`);
  if (marks.size > 0) {
    const text = marksText(marked.length, marks.size);
    said.push(sum === undefined ? text : t`${text}, their ${sum}`);
  }
  const order = orderText(parts, brief);
  if (order) said.push(order);
  if (sum !== undefined && marks.size === 0) said.push(sum);
  // The rows have the sign too.
  if (list.changed.size > 0) said.push(t`• ${countText(list.changed.size)} changed or new`);
  if (pages.shifted > 0) said.push(t`list changed while loading: ${pages.shifted} seen twice`);
  if (pages.sameId > 0) said.push(t`${pages.sameId} with a duplicate ID`);
  if (list.drift.length > 0) said.push(t`API differences: ${list.drift.length} (@)`);
  if (loading) {
    const doing = loading.purpose === 'again' ? t`reloading` : t`loading page ${pages.taken + 1}`;
    const seconds = Math.floor(Math.max(0, parts.tick - loading.since) / 1000);
    return join([t`${doing}, ${seconds} s, Esc stops`, ...said], ' · ');
  }
  if (failure) said.unshift(failureText(failure, pages.items.length, extent === 'part'));
  return join(said, ' · ');
}

/** `+`: the service has more rows. */
function countIn({ served, list, count, items }: StatusParts): Visible {
  if (served && list.pages.taken === 0 && count === 0) return t``;
  const all = t`${countText(count)}${served && extentOf(list.pages) !== 'all' ? t`+` : t``}`;
  return items.length === count ? all : t`${countText(items.length)}/${all}`;
}

/** With the service's total, if it sends one. */
function servedText({ list, server }: StatusParts, nouns: Nouns, short: boolean): Visible | undefined {
  const { items, total } = list.pages;
  const count = items.length;
  const extent = extentOf(list.pages);
  const more = extent === 'part';
  if (more && count === 0) return undefined;
  const brief = short && more;
  if (total && (more || doubtful(count, more, total))) {
    const doubt = doubtful(count, more, total) ? t`?` : t``;
    const rest = more ? t` loaded · G loads more` : t``;
    const name = brief ? t`` : t` ${nouns.many}`;
    return t`${countText(count)} of ${countText(total.count)}${doubt}${name}${rest}`;
  }
  const here = brief ? countText(count) : counted(count, nouns.one, nouns.many);
  if (more) return t`${here} loaded · G loads more`;
  if (extent === 'unsure') return t`${here}, perhaps more`;
  const filtered = Object.keys(server).length > 0;
  return t`${here}, ${filtered ? t`all that match` : t`all`}`;
}

/** FAULTS D4. */
const doubtful = (count: number, more: boolean, { count: all, shrank }: Total): boolean =>
  shrank || count > all || (!more && count !== all);

/** The whole sentence is elsewhere. */
function failureText(failure: Failure, count: number, more: boolean): Visible {
  if (failure.kind === 'abandoned') return count > 0 && more ? t`stopped` : t`stopped; r loads again`;
  return t`failed; r loads again`;
}

/** "loaded rows": the service has more, not sorted yet. */
function orderText(
  { served, list, sort, sortedColumn, mixed }: StatusParts,
  brief: boolean,
): Visible | undefined {
  if (!sortedColumn || !sort) return undefined;
  const whole = !served || extentOf(list.pages) === 'all';
  const by = t`${sortedColumn.title} ${sort.direction === 'up' ? t`↑` : t`↓`}`;
  const what = whole ? t`sorted` : brief ? t`loaded rows` : t`loaded rows sorted`;
  return t`${what} by ${mixed ? t`currency, then ` : t``}${by}`;
}

/** Esc removes marks of another service filter too. */
const marksText = (here: number, all: number): Visible =>
  all > here
    ? t`${countText(all)} marked, ${countText(all - here)} not in this list`
    : t`${countText(all)} marked`;
