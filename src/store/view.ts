// A view: one place on a tab's stack, with cursor, scroll position and filters.

import type { Visible } from '../lib/visible.ts';
import type { PlaceId, TabId } from './places.ts';

export type Panel = 'list' | 'details';

export interface Sort {
  readonly column: string;
  readonly direction: 'up' | 'down';
}

export interface View {
  readonly place: PlaceId;
  /** The ID that the place shows, such as the account of a transaction list. */
  readonly subject: string | undefined;
  /** The list key of the record that opened this form, if it has no ID. Typed text belongs only to it. */
  readonly record?: string;
  /** Set if the view belongs to another tab than the one it was opened from. Going back leads there. */
  readonly from?: TabId;
  /** The rows belong to the record `name`, by this filter. */
  readonly under?: { readonly filter: string; readonly name: Visible };
  /** `cursorIndex`: its last position, in case the record is gone. */
  readonly cursorKey: string | undefined;
  readonly cursorIndex: number;
  /** The cursor's distance from the last row, after G, until all rows are loaded. */
  readonly fromEnd?: number | undefined;
  /** The selected record is gone, and nobody chose the row now under the cursor. */
  readonly lost?: boolean;
  readonly top: number;
  /** Data read before this time is read again. Epoch ms. */
  readonly after?: number;
  readonly filter: string;
  /** The service filters as typed, by the request's field name. */
  readonly server: Readonly<Record<string, string>>;
  /** The service filters with which the view was opened: Esc goes back at once. */
  readonly opened?: View['server'];
  readonly detailsTab: number;
  readonly detailsTop: number;
  readonly panel: Panel;
  readonly whole?: boolean;
  readonly column: string | undefined;
  readonly sort: Sort | undefined;
  /** Set once the form was opened. `kept`: when its earlier text was typed, in epoch ms. */
  readonly entered?: { readonly kept: number | undefined };
  /** Keys of records. */
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

export const viewUnder = (place: PlaceId, filter: string, name: Visible): View => ({
  ...openView(place),
  filter,
  under: { filter, name },
});

/** Without the filter of `under`. */
export const ownFilter = ({ filter, under }: View): string => (filter === under?.filter ? '' : filter);

/** Undefined after the person removed the record's filter. */
export const underOf = ({ filter, under }: View): View['under'] =>
  under && filter.startsWith(under.filter) ? under : undefined;

/** Scrolls no more than needed to show the cursor. */
export function scrollTo(top: number, cursor: number, height: number, count: number): number {
  const last = Math.max(0, count - height);
  const moved = cursor < top ? cursor : cursor >= top + height ? cursor - height + 1 : top;
  return Math.max(0, Math.min(moved, last));
}
