// A view: one place on a tab's stack, with the cursor, scroll and filters that a person left there; pure.

import type { Visible } from '../lib/visible.ts';
import type { PlaceId, TabId } from './places.ts';

export type Panel = 'list' | 'details';

/** In which order rows stand: by a column, by its ID. */
export interface Sort {
  readonly column: string;
  readonly direction: 'up' | 'down';
}

export interface View {
  readonly place: PlaceId;
  /** The ID of the thing the place is about: the account of a list of transactions. */
  readonly subject: string | undefined;
  /** A form that no ID names was opened from this record, by its key in the list: what is typed belongs to that alone. */
  readonly record?: string;
  /** The tab that it was opened from, where that is another one: one step back leads there. */
  readonly from?: TabId;
  /** It was opened from a record, on what belongs to that: by this filter, without which it would be another list. */
  readonly under?: { readonly filter: string; readonly name: Visible };
  /** The record under the cursor, by key; `index` is where it was, for when it is gone. */
  readonly cursorKey: string | undefined;
  readonly cursorIndex: number;
  /** The record that the cursor was on is gone from the list: whatever it is on now, nobody chose it. */
  readonly lost?: boolean;
  readonly top: number;
  /** Epoch ms: what was read before then is read again for it. */
  readonly after?: number;
  /** The local filter, over what is loaded. */
  readonly filter: string;
  /** The server's filters as typed, by the request's field name; absent = not filtered. */
  readonly server: Readonly<Record<string, string>>;
  readonly detailsTab: number;
  readonly detailsTop: number;
  readonly panel: Panel;
  /** The details have the whole of the body. */
  readonly whole?: boolean;
  /** The column that the column keys are on, by its ID; none before the first of them. */
  readonly column: string | undefined;
  /** Without it, as the service sent them. */
  readonly sort: Sort | undefined;
  /** A form was begun in this view, its focus where it begins; `kept`: with what had been typed before, last at this epoch ms. */
  readonly entered?: { readonly kept: number | undefined };
  /** Records picked out for copying and export, by key. */
  readonly marks: ReadonlySet<string>;
}

export const openView = (place: PlaceId, subject?: string): View => ({
  place,
  subject,
  cursorKey: undefined,
  cursorIndex: 0,
  top: 0,
  filter: '',
  server: {},
  detailsTab: 0,
  detailsTop: 0,
  panel: 'list',
  column: undefined,
  sort: undefined,
  marks: new Set(),
});

/** Opens a list on what belongs to a record, which is called `name`. */
export const viewUnder = (place: PlaceId, filter: string, name: Visible): View => ({
  ...openView(place),
  filter,
  under: { filter, name },
});

/** The filter that a person set beyond what the view is about. */
export const ownFilter = ({ filter, under }: View): string => (filter === under?.filter ? '' : filter);

/** What the view is about, for as long as nobody took its filter away. */
export const underOf = ({ filter, under }: View): View['under'] =>
  under && filter.startsWith(under.filter) ? under : undefined;

/** The first row to draw so that the cursor is in the window, moving the window as little as can be. */
export function scrollTo(top: number, cursor: number, height: number, count: number): number {
  const last = Math.max(0, count - height);
  const moved = cursor < top ? cursor : cursor >= top + height ? cursor - height + 1 : top;
  return Math.max(0, Math.min(moved, last));
}
