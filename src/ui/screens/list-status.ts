// The line under a list: how much of it is loaded, what runs now, what went wrong, how old it is.

import type { Failure } from '../../api/client/failure.ts';
import { countText } from '../../lib/decimal.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import type { List } from '../../store/list.ts';
import type { Pages, Total } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import type { Tone } from '../kit/theme.ts';
import type { Sums } from './sums.ts';

/** What a row is called, and several of them. */
export interface Nouns {
  readonly one: Visible;
  readonly many: Visible;
}

interface ListStatus {
  readonly text: Visible;
  /** The same in fewer and fewer words, for narrow panels: the title has the rows' name, and the edge their count. */
  readonly briefer: readonly Visible[];
  readonly tone: Tone;
  /** How many rows the filter leaves, and of how many: `240`, `3/240`, `100+`. */
  readonly count: Visible;
  readonly age: Visible | undefined;
}

/** Epoch ms to "12 s ago"; an answer is told apart from a fresh one from the first second on. */
export function ageText(asOf: number | undefined, now: number): Visible | undefined {
  if (asOf === undefined) return undefined;
  const seconds = Math.max(0, Math.floor((now - asOf) / 1000));
  if (seconds < 60) return t`${seconds} s ago`;
  return seconds < 3600 ? t`${Math.floor(seconds / 60)} min ago` : t`${Math.floor(seconds / 3600)} h ago`;
}

/** What of a list is counted here; the names are the list model's. */
interface Counted {
  /** Whether any of them come from the service. */
  readonly served: boolean;
  readonly list: List<unknown>;
  readonly local: readonly unknown[];
  readonly count: number;
  readonly items: readonly unknown[];
  readonly view: View;
  readonly wrong: readonly Visible[];
  readonly sums: Sums;
  readonly marked: readonly unknown[];
  readonly sortedBy: { readonly column: { readonly title: Visible }; readonly mixed: boolean } | undefined;
}

interface RowNouns {
  readonly nouns: Nouns;
  readonly localNouns?: Nouns;
}

export function listStatus(counts: Counted, state: State, named: RowNouns): ListStatus {
  const { pages, loading, failure, asOf } = counts.list;
  const [sum] = counts.sums;
  const text = statusText(counts, state, named, { brief: false, sum });
  // An amount is whole or not there.
  const briefer = [...counts.sums, undefined].map(fewer =>
    statusText(counts, state, named, { brief: true, sum: fewer }),
  );
  const tone = loading ? 'accent' : failure || brokenText(pages.end) ? 'warn' : 'dim';
  return { text, briefer, tone, count: countIn(counts), age: ageText(asOf, state.now) };
}

function statusText(
  counts: Counted,
  state: State,
  { nouns, localNouns = nouns }: RowNouns,
  { brief, sum }: { readonly brief: boolean; readonly sum: Visible | undefined },
): Visible {
  const { served: asked, list, local, count, items, view, marked, wrong } = counts;
  const { pages, loading, failure } = list;
  // If this line is cut, a paging error comes before the counts.
  const broken = brokenText(pages.end);
  const parts: Visible[] = broken ? [broken] : [];
  const some = pages.end === undefined ? t` · G loads more` : t``;
  // While the filter is typed, its prompt says this.
  if (wrong[0] && state.prompt?.kind !== 'filter') parts.push(t`not understood: ${wrong[0]}`);
  if (view.filter !== '') {
    const all = brief ? countText(count) : t`${countText(count)} loaded`;
    // A term that wasn't understood filters nothing, so the remaining rows aren't the requested ones.
    if (!wrong[0]) parts.push(t`${countText(items.length)} of ${all}${brief ? t`` : t` match`}${some}`);
    else
      parts.push(
        items.length === count
          ? t`${all}${some}`
          : t`${countText(items.length)} of ${all} match the rest${some}`,
      );
  } else {
    if (local.length > 0 || !asked) parts.push(counted(local.length, asked ? localNouns : nouns));
    const served = asked ? servedText(pages, view, nouns, brief) : undefined;
    if (served) parts.push(served);
  }
  const left = pages.items.length + local.length - count;
  if (left > 0) parts.push(t`${countText(left)} hidden: not requested`);
  if (view.marks.size > 0) parts.push(marksText(marked.length, view.marks.size));
  const order = orderText(counts);
  if (order) parts.push(order);
  if (sum !== undefined) parts.push(sum);
  // The sign before their rows.
  if (list.changed.size > 0) parts.push(t`• ${countText(list.changed.size)} changed or new`);
  if (pages.shifted > 0) parts.push(t`list changed while loading: ${pages.shifted} seen twice`);
  if (pages.sameId > 0) parts.push(t`${pages.sameId} with a duplicate ID`);
  if (list.drift.length > 0) parts.push(t`${list.drift.length} not in the API: @`);
  if (loading) {
    const doing = loading.purpose === 'again' ? t`reloading` : t`loading page ${pages.taken + 1}`;
    const seconds = Math.floor(Math.max(0, state.tick - loading.since) / 1000);
    return join([t`${doing}, ${seconds} s, Esc stops`, ...parts], ' · ');
  }
  if (failure) parts.unshift(failureText(failure, pages.items.length, pages.end === undefined));
  return join(parts, ' · ');
}

/** Of the loaded rows; `+` where the service has more. */
function countIn({ served, list, count, items }: Counted): Visible {
  const { end, taken } = list.pages;
  if (served && taken === 0 && count === 0) return t``;
  const all = t`${countText(count)}${served && end === undefined ? t`+` : t``}`;
  return items.length === count ? all : t`${countText(items.length)}/${all}`;
}

function brokenText(end: Pages<unknown>['end']): Visible | undefined {
  if (end === 'none-sent') return t`the service says more, but sent none`;
  return end === 'repeated-page' ? t`the service repeated a page: stopped` : undefined;
}

const counted = (n: number, { one, many }: Nouns): Visible => t`${countText(n)} ${n === 1 ? one : many}`;

/**
 * How many of the service's rows are loaded, and whether that is all: also by the service's own count, if it gives one.
 */
function servedText(
  { items, end, total }: Pages<unknown>,
  view: View,
  nouns: Nouns,
  short: boolean,
): Visible | undefined {
  const count = items.length;
  if (end === undefined && count === 0) return undefined;
  const brief = short && end === undefined;
  if (total && (end === undefined || doubtful(items.length, end, total))) {
    const doubt = doubtful(count, end, total) ? t`?` : t``;
    const rest = end === undefined ? t` loaded · G loads more` : t``;
    const name = brief ? t`` : t` ${nouns.many}`;
    return t`${countText(count)} of ${countText(total.count)}${doubt}${name}${rest}`;
  }
  const here = brief ? countText(count) : counted(count, nouns);
  if (end === undefined) return t`${here} loaded · G loads more`;
  if (end === 'repeated-page' || end === 'none-sent') return t`${here}, perhaps more`;
  const filtered = Object.keys(view.server).length > 0;
  return t`${here}, ${filtered ? t`all that match` : t`all`}`;
}

/** Whether the rows and the service's own count contradict each other (FAULTS D4). */
const doubtful = (count: number, end: Pages<unknown>['end'], { count: all, shrank }: Total): boolean =>
  shrank || count > all || (end !== undefined && count !== all);

/** The whole sentence is where the rows would be, or on the message line; this is only a word about it. */
function failureText(failure: Failure, count: number, more: boolean): Visible {
  if (failure.kind === 'abandoned') return count > 0 && more ? t`stopped` : t`stopped; r loads again`;
  return t`failed; r loads again`;
}

/** The sort order; if more rows may follow, it covers only these. */
function orderText({ served, list, view, sortedBy }: Counted): Visible | undefined {
  if (!sortedBy || !view.sort) return undefined;
  const { end } = list.pages;
  const whole = !served || (end !== undefined && end !== 'repeated-page' && end !== 'none-sent');
  const by = t`${sortedBy.column.title} ${view.sort.direction === 'up' ? t`↑` : t`↓`}`;
  return t`${whole ? t`` : t`these `}sorted by ${sortedBy.mixed ? t`currency, then ` : t``}${by}`;
}

/** Marks from another service filter are kept. The line says that they are not here, because Esc removes them too. */
const marksText = (here: number, all: number): Visible =>
  all > here
    ? t`${countText(all)} marked, ${countText(all - here)} not in this list`
    : t`${countText(all)} marked`;
