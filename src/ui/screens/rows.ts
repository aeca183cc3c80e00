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

interface Found<Row> {
  readonly items: readonly Item<Row>[];
  readonly filter: string;
  readonly found: readonly Item<Row>[];
}

/** Whether `longer` is `items` with more behind, as when a page was appended; a local row may have changed amid them. */
const continues = (items: readonly unknown[], longer: readonly unknown[]): boolean =>
  items.length > 0 && items.length <= longer.length && items.every((item, i) => item === longer[i]);

/**
 * Finds rows for one screen. Typing in the filter looks at every record loaded, so each record's text is made once
 * and the last answer is kept for as long as nothing changed.
 */
export function createRowFinder() {
  const texts = new WeakMap<Item<unknown>, string>();
  let last: Found<unknown> | undefined;
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
    // What was found last was found in a list of the same records, so it is of the same type.
    const before = last as Found<Row> | undefined;
    const fits = (item: Item<Row>): boolean => words.every(word => textOf(item).includes(word));
    let found: readonly Item<Row>[];
    if (before?.items === items && filter.startsWith(before.filter)) {
      // A letter more leaves only some of what was left.
      found = filter === before.filter ? before.found : before.found.filter(fits);
    } else if (before?.filter === filter && continues(before.items, items)) {
      found = before.found.concat(items.slice(before.items.length).filter(fits));
    } else found = items.filter(fits);
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
