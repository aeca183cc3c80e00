// What a list says to a screen reader: how many rows, the selected row as a sentence, its details on request.

import type { Moment } from '../../format/cells.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import type { Column } from '../kit/columns.ts';
import { isDash, type Spoken, spokenValue } from '../kit/spoken.ts';
import { detailsEntries, detailsTitles } from './list-details.ts';
import { emptyEntries } from './list-empty.ts';
import type { ListModel } from './list-model.ts';
import { isGone } from './list-needs.ts';
import { listStatus } from './list-status.ts';
import type { Listing } from './resource.ts';
import { whyStray } from './stray.ts';

export function listSpoken<Row>(listing: Listing<Row>, shown: ListModel<Row>, state: State): Spoken {
  const { view, items, cursor, current } = shown;
  const titles = detailsTitles(listing);
  const title = titles[view.detailsTab] ?? t`Raw`;
  const about = t`${title}, details ${view.detailsTab + 1} of ${titles.length}`;
  const entries = () => (current ? detailsEntries(listing, current, shown, state) : []);
  const of = `${current?.key} ${view.detailsTab}`;
  if (view.panel === 'details')
    return { part: `details ${view.detailsTab}`, status: about, entries: entries(), of };
  return {
    part: 'list',
    status: statusText(listing, shown, state),
    ...(current
      ? {
          selected: {
            key: current.key,
            text: t`${cursor + 1} of ${items.length}: ${rowText(listing, shown, current, state)}`,
            brief: rowText(listing, shown, current, state),
          },
        }
      : { entries: isComing(shown) ? [] : emptyEntries(listing, withoutLoading(shown)) }),
    aside: { key: `${view.detailsTab}`, of, title: about, entries },
  };
}

/** Or about to be. */
const isComing = <Row>({ list, served }: ListModel<Row>): boolean =>
  served && list.pages.taken === 0 && (list.loading !== undefined || list.failure === undefined);

const withoutLoading = <Row>(shown: ListModel<Row>): ListModel<Row> => ({
  ...shown,
  list: { ...shown.list, loading: undefined },
});

function statusText<Row>(listing: Listing<Row>, shown: ListModel<Row>, state: State): Visible {
  const { list, view, column } = shown;
  const { loading, pages } = list;
  // A reload on a timer is not spoken.
  const silent = listing.rereadsList !== undefined || listing.rereadsDocuments !== undefined;
  if (isComing(shown)) return t`Loading …`;
  if (loading && loading.purpose !== 'again' && pages.taken > 0) return t`Loading more …`;
  if (loading && !silent) return t`Reloading …`;
  const { text } = listStatus(withoutLoading(shown), state, listing);
  return view.column === undefined || !column ? text : t`${text} · column ${column.title}`;
}

/** A higher `drop` is spoken only with the details. */
const HIGHEST_DROP = 3.5;
/** A value that needs its column's title. */
const BARE = /^(?:yes|no|\d{1,4})$/;

function rowText<Row>(listing: Listing<Row>, shown: ListModel<Row>, item: Item<Row>, state: State): Visible {
  const { list, view, moment } = shown;
  const { key, row } = item;
  const read = shown.columns.filter(({ isId, main, drop }) => main || (!isId && drop <= HIGHEST_DROP));
  const order = [...read.filter(({ main }) => main), ...read.filter(({ main }) => !main)];
  // Each is then spoken with its column's title.
  const several = read.filter(({ align }) => align === 'decimal').length > 1;
  const signs = [
    ...(view.marks.has(key) ? [t`marked`] : []),
    ...(list.changed.has(key) || listing.changed?.(row, state) === true ? [t`changed`] : []),
    ...(isGone(listing.itself?.(row), state) ? [t`gone`] : []),
    ...(whyStray(shown, item) === undefined ? [] : [t`does not match the request`]),
  ];
  return join([...order.flatMap(column => cellText(column, several, row, moment)), ...signs], ', ');
}

function cellText<Row>(
  column: Column<Row, Moment>,
  several: boolean,
  row: Row,
  moment: Moment,
): readonly Visible[] {
  const cell = column.cell(row, moment);
  const value = spokenValue(cell);
  if (isDash(cell) || value.trim() === '') return [];
  const titled = BARE.test(value) || (several && column.align === 'decimal');
  return [titled ? t`${column.title} ${value}` : value];
}
