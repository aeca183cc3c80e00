// What is found in the loaded rows of this customer, by the letters and digits of their texts.

import { t, type Visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import { rowsWith } from '../../store/row-search.ts';
import type { State } from '../../store/state.ts';
import { visitAnew } from '../../store/workspace.ts';
import { fitsSign, type Search, soughtFor } from './asked.ts';
import { listOf, type SearchedLists } from './lists.ts';
import type { Hit } from './source.ts';

/** More matches than these are no help: a longer text finds fewer. */
const MOST_HITS = 100;

export interface LoadedHit {
  readonly place: Visible;
  readonly hit: Hit;
}

/** The moment that a row has, whatever it is called there; a row without one counts as new. */
export function momentOfRow(row: unknown): number {
  const fields = (row ?? {}) as Readonly<Record<string, unknown>>;
  for (const name in fields) {
    const value = fields[name];
    if (typeof value !== 'object' || value === null || !('epochMs' in value)) continue;
    if (typeof value.epochMs === 'number') return value.epochMs;
  }
  return Number.POSITIVE_INFINITY;
}

/** Matches in the rows that are loaded, the newest first. */
export function loadedHits(
  asked: Search,
  lists: readonly SearchedLists[],
  state: State,
): readonly LoadedHit[] {
  const sought = soughtFor(asked);
  const fits = fitsSign(asked);
  const digits = sought.find(({ amount }) => amount !== undefined)?.amount;
  const found: { list: SearchedLists; item: Item<unknown>; at: number; moment: number }[] = [];
  for (const list of lists) {
    const { pages } = listOf(state, list);
    for (const at of new Set(sought.flatMap(one => rowsWith(pages, one, MOST_HITS)))) {
      const item = pages.items[at];
      if (item && fits(item.text ?? '')) found.push({ list, item, at, moment: momentOfRow(item.row) });
    }
  }
  return found
    .sort((a, b) => b.moment - a.moment)
    .slice(0, MOST_HITS)
    .map(({ list, item, at }) => {
      const what = list.what(item.row, digits);
      const hit: Hit = {
        key: `${list.key} ${item.key}`,
        what: list.of === undefined ? what : t`${what} · ${list.of}`,
        raw: item.raw,
        exact: false,
        go: now => visitAnew(now, { ...list.view, cursorKey: item.key, cursorIndex: at }),
      };
      return { place: list.one, hit };
    });
}
