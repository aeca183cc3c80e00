// Finds matches in the loaded rows of the current customer.

import { t, type Visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import { rowsWith } from '../../store/row-search.ts';
import type { State } from '../../store/state.ts';
import { visitOnTop } from '../../store/workspace.ts';
import { fitsSign, type Search, soughtFor } from './asked.ts';
import { listOf, type SearchedLists } from './lists.ts';
import type { Hit } from './source.ts';

/** With more matches, staff should type a longer text. */
export const MOST_HITS = 100;

export interface LoadedHit {
  readonly place: Visible;
  readonly hit: Hit;
}

/** Epoch ms of the first time. A row without a time counts as the newest. */
export function momentOfRow(row: unknown): number {
  const fields = (row ?? {}) as Readonly<Record<string, unknown>>;
  for (const name in fields) {
    const value = fields[name];
    if (typeof value !== 'object' || value === null || !('epochMs' in value)) continue;
    if (typeof value.epochMs === 'number') return value.epochMs;
  }
  return Number.POSITIVE_INFINITY;
}

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
    for (const at of rowsWith(pages.items, sought, MOST_HITS)) {
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
        go: now => visitOnTop(now, { ...list.view, cursorKey: item.key, cursorIndex: at }),
      };
      return { place: list.one, hit };
    });
}
