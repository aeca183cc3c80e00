// Which of a list's records the local filter leaves, and where the cursor is among them: pure, remembered for the last answer.

import { groupDigits } from '../../lib/decimal.ts';
import { type Json, JsonNumber } from '../../lib/json.ts';
import type { Item } from '../../store/paging.ts';
import type { View } from '../../store/view.ts';

/** Every value of a record as one lower-case text, numbers as sent and as shown. */
function searchable(raw: Json): string {
  if (raw instanceof JsonNumber) return `${raw.source} ${groupDigits(raw.source)}`.toLowerCase();
  if (typeof raw === 'string') return raw.toLowerCase();
  if (raw === null || typeof raw !== 'object') return String(raw);
  return Object.values(raw).map(searchable).join('\n');
}

export interface Rows<Row> {
  readonly items: readonly Item<Row>[];
  /** Index of the cursor in `items`; -1 when there is none to point at. */
  readonly cursor: number;
}

/**
 * Finds rows for one screen. Typing in the filter looks at every record loaded, so each record's text is made once
 * and the last answer is kept for as long as nothing changed.
 */
export function createRowFinder() {
  const texts = new WeakMap<Item<unknown>, string>();
  let last: { items: readonly Item<unknown>[]; filter: string; found: readonly Item<unknown>[] } | undefined;
  let places: { items: readonly Item<unknown>[]; index: Map<string, number> } | undefined;

  function textOf(item: Item<unknown>): string {
    const known = texts.get(item);
    if (known !== undefined) return known;
    const text = searchable(item.raw);
    texts.set(item, text);
    return text;
  }

  function filtered<Row>(items: readonly Item<Row>[], filter: string): readonly Item<Row>[] {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return items;
    if (last?.items === items && last.filter === filter) return last.found as readonly Item<Row>[];
    const found = items.filter(item => words.every(word => textOf(item).includes(word)));
    last = { items, filter, found };
    return found;
  }

  function indexOf(items: readonly Item<unknown>[], view: View): number {
    const { cursorKey, cursorIndex } = view;
    if (items.length === 0) return -1;
    const clamped = Math.min(cursorIndex, items.length - 1);
    if (cursorKey === undefined || items[clamped]?.key === cursorKey) return clamped;
    if (places?.items !== items) places = { items, index: new Map(items.map((item, i) => [item.key, i])) };
    return places.index.get(cursorKey) ?? clamped;
  }

  return <Row>(all: readonly Item<Row>[], view: View): Rows<Row> => {
    const items = filtered(all, view.filter);
    return { items, cursor: indexOf(items, view) };
  };
}
