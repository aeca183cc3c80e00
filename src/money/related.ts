// The records that belong to a record: joined by IDs and references, in the loaded data of one customer.

import { type Cell, cellText } from '../format/entry.ts';
import type { Row } from '../journal/intent.ts';
import { isFor, isWith } from '../journal/possible-duplicates.ts';
import { forLast, remembered } from '../lib/remembered.ts';
import { showDate, todayIn } from '../lib/time.ts';
import { join, t, type Visible, visible } from '../lib/visible.ts';
import { epochOf, idText } from '../records/facts.ts';
import type { ListOperation, RowOf } from '../records/query.ts';
import { nameKey } from '../records/record-names.ts';
import { journalRows } from '../store/journal-view.ts';
import type { Item } from '../store/paging.ts';
import type { PlaceId } from '../store/places.ts';
import type { KnownCustomer, State, Workspace } from '../store/state.ts';
import { openView, type View } from '../store/view.ts';
import { currentWorkspace } from '../store/workspace.ts';

export interface Related {
  /** One or two words. */
  readonly kind: Visible;
  readonly text: Visible;
  readonly view: View;
  /** What agrees and what differs, if no ID or reference joins the records. */
  readonly possibly?: Visible;
}

/** What relations are made from. */
export interface Loaded {
  readonly customer: KnownCustomer | undefined;
  readonly lists: Workspace['lists'];
  /** Of this customer at this service, newest first. */
  readonly writes: readonly Row[];
  readonly zone: string;
}

// For each object of a store, so that two consoles in one process do not take turns.
const ownWrites = remembered((rows: readonly Row[]) =>
  forLast((reach: State['reach'], customer: KnownCustomer | undefined) =>
    rows.filter(({ intent }) => customer && isWith(intent, reach) && isFor(intent, customer)),
  ),
);

const loadedFor = remembered((lists: Workspace['lists']) =>
  forLast(
    (customer: KnownCustomer | undefined, writes: readonly Row[], zone: string): Loaded => ({
      customer,
      lists,
      writes,
      zone,
    }),
  ),
);

/** The same object until the data changes: a key changes none. */
export function loadedIn(state: State): Loaded {
  const { customer, reach } = state;
  const writes = ownWrites(journalRows(state))(reach, customer);
  return loadedFor(currentWorkspace(state).lists)(customer, writes, reach.zone);
}

interface Indexed<Row> {
  readonly items: readonly Item<Row>[];
  readonly length: number;
  /** Most keys have one row, and arrays take memory. */
  readonly found: Map<string, Item<Row> | Item<Row>[]>;
}

/** Finds rows by a key without a search: a list may have 100,000 rows. More pages only add to an index. */
export function indexOf<Id extends ListOperation>(
  operation: Id,
  keysOf: (row: RowOf<Id>) => readonly string[],
) {
  // By the first row, which stays when pages are added.
  const made = new WeakMap<object, Indexed<RowOf<Id>>>();

  function found(items: readonly Item<RowOf<Id>>[]): Indexed<RowOf<Id>>['found'] {
    const [first] = items;
    if (!first) return new Map();
    const known = made.get(first);
    if (known?.items === items && known.length === items.length) return known.found;
    const kept = known && continues(known, items) ? known : { length: 0, found: new Map() };
    for (let at = kept.length; at < items.length; at++) {
      const item = items[at];
      if (item) for (const key of keysOf(item.row)) addTo(kept.found, key, item);
    }
    made.set(first, { items, length: items.length, found: kept.found });
    return kept.found;
  }

  /** `within`: a text in the key of the list, such as the account's ID. */
  return ({ lists }: Loaded, keys: readonly string[], within = ''): readonly Item<RowOf<Id>>[] => {
    if (keys.length === 0) return [];
    const all = new Map<string, Item<RowOf<Id>>>();
    for (const [name, { pages }] of Object.entries(lists)) {
      if (!name.startsWith(`${operation} `) || !name.includes(within)) continue;
      // Lists are cached under their operation.
      const index = found(pages.items as readonly Item<RowOf<Id>>[]);
      for (const item of keys.flatMap(key => index.get(key) ?? [])) all.set(item.key, item);
    }
    return [...all.values()];
  };
}

function continues<Row>({ items, length }: Indexed<Row>, longer: readonly Item<Row>[]): boolean {
  if (longer.length < length) return false;
  for (let at = 0; at < length; at++) if (items[at] !== longer[at]) return false;
  return true;
}

function addTo<Row>(found: Indexed<Row>['found'], key: string, item: Item<Row>): void {
  const known = found.get(key);
  if (Array.isArray(known)) known.push(item);
  else found.set(key, known ? [known, item] : item);
}

/** The key of an ID in an index. */
export const idKeys = (...values: readonly Parameters<typeof idText>[0][]): readonly string[] =>
  values.map(idText).flatMap(id => (id === undefined ? [] : [nameKey(id)]));

/** Case, accents and spaces do not make two names. */
export const personKey = (value: Parameters<typeof idText>[0]): readonly string[] => {
  const name = idText(value)?.slice(0, 200).normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return name ? [name] : [];
};

/** As a term of the local filter. Undefined if the filter can't name the text. */
export function wordFor(text: string): string | undefined {
  if (text.length > 200 || /["\p{Cc}]/u.test(text)) return undefined;
  return /^[\w-]+$/.test(text) ? text : `"${text}"`;
}

const NAME_CELLS = 40;

/** The rows of a place with any of the texts, or in a column. Esc goes back at once. */
export function rowsView(
  place: PlaceId,
  texts: readonly string[],
  name: Visible,
  { column, subject }: { readonly column?: string; readonly subject?: string } = {},
): View | undefined {
  const words = texts.flatMap(text => wordFor(text) ?? []);
  if (words.length === 0) return undefined;
  const filter = `${column === undefined ? '' : `${column}:`}${words.join('|')}`;
  return { ...openView(place, subject), filter, under: { filter, name } };
}

/** Undefined if the filter can't name the record. */
export const byWord = (
  kind: Visible,
  place: PlaceId,
  id: string | undefined,
  text?: Visible,
  in_: Parameters<typeof rowsView>[3] = {},
): Related | undefined => {
  const view = id === undefined ? undefined : rowsView(place, [id], shortName(id), in_);
  return view && id !== undefined ? { kind, text: text ?? shortName(id), view } : undefined;
};

export const shortName = (id: string): Visible => visible(id, NAME_CELLS);

export const dayOf = (at: number | undefined, { zone }: Loaded): Visible | undefined =>
  at === undefined ? undefined : showDate(todayIn(zone, at));

/** "12.50 GBP, 21 Nov 2026" */
export const movedText = (amount: Cell, time: Parameters<typeof epochOf>[0], loaded: Loaded): Visible =>
  parts(cellText(amount), dayOf(epochOf(time), loaded));

/** "2 loaded, newest 12.50 GBP, 21 Nov 2026" */
export const loadedText = (count: number, newest: Visible | undefined, name: Visible): Visible =>
  count === 0
    ? t`with ${name}, none loaded yet`
    : newest === undefined
      ? t`${count} loaded`
      : count === 1
        ? newest
        : t`${count} loaded, newest ${newest}`;

export const parts = (...all: readonly (Visible | undefined)[]): Visible =>
  join(all.flatMap(part => (part === undefined || part === '' ? [] : [part])));
