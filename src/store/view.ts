// A view: one place on a tab's stack, with its cursor, scroll and filters. Pure.

import type { Visible } from '../lib/visible.ts';
import type { PlaceId, TabId } from './places.ts';

export type Panel = 'list' | 'details';

/** The order of the rows, by a column's ID. */
export interface Sort {
  readonly column: string;
  readonly direction: 'up' | 'down';
}

export interface View {
  readonly place: PlaceId;
  /** The ID that the place is about, such as the account of a transaction list. */
  readonly subject: string | undefined;
  /**
   * The record that a form was opened from, by its list key, if no ID names it. Typed text belongs to this record
   * only.
   */
  readonly record?: string;
  /** The tab it was opened from, if another one. Going back once leads there. */
  readonly from?: TabId;
  /** Opened from a record, on the list that belongs to it, by this filter. */
  readonly under?: { readonly filter: string; readonly name: Visible };
  /** The selected record, by key. `index` is its last position, in case it is gone. */
  readonly cursorKey: string | undefined;
  readonly cursorIndex: number;
  /** The selected record is gone from the list, so nobody chose the present one. */
  readonly lost?: boolean;
  readonly top: number;
  /** Epoch ms. Data from before this moment is read again. */
  readonly after?: number;
  /** The local filter, on the loaded rows. */
  readonly filter: string;
  /** The service filters as typed, by the request's field name. Absent means unfiltered. */
  readonly server: Readonly<Record<string, string>>;
  readonly detailsTab: number;
  readonly detailsTop: number;
  readonly panel: Panel;
  /** The details fill the whole body. */
  readonly whole?: boolean;
  /** The selected column, by ID; undefined before the first column key. */
  readonly column: string | undefined;
  /** Without it, the service's own order. */
  readonly sort: Sort | undefined;
  /** A form was opened in this view. `kept`: with earlier text, last typed at this epoch ms. */
  readonly entered?: { readonly kept: number | undefined };
  /** Records marked for copying and export, by key. */
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

/** Opens a list of what belongs to the record `name`. */
export const viewUnder = (place: PlaceId, filter: string, name: Visible): View => ({
  ...openView(place),
  filter,
  under: { filter, name },
});

/** The person's own filter, apart from the view's subject. */
export const ownFilter = ({ filter, under }: View): string => (filter === under?.filter ? '' : filter);

/** The subject of the view, until somebody removes its filter. */
export const underOf = ({ filter, under }: View): View['under'] =>
  under && filter.startsWith(under.filter) ? under : undefined;

/** The first row to draw so that the cursor is in the window and the window moves least. */
export function scrollTo(top: number, cursor: number, height: number, count: number): number {
  const last = Math.max(0, count - height);
  const moved = cursor < top ? cursor : cursor >= top + height ? cursor - height + 1 : top;
  return Math.max(0, Math.min(moved, last));
}
