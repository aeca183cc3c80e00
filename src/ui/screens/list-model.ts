// What a list screen shows now, derived from the state. Its drawing and its keys read the same model.

import { itemsWithin } from '../../effects/period.ts';
import { type Moment, momentOf } from '../../format/cells.ts';
import { counted } from '../../lib/counted.ts';
import { add, type Decimal, groupDigits, parseShown, ZERO } from '../../lib/decimal.ts';
import { byReads, forLast } from '../../lib/remembered.ts';
import { MINUTE } from '../../lib/time.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import { type ListQuery, queryKey } from '../../records/query.ts';
import { emptyList, type List } from '../../store/list.ts';
import { freeKey, type Item, noPages } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { scrollTo, type View } from '../../store/view.ts';
import { currentView, currentWorkspace, detailsWider, hiddenColumns, listIn } from '../../store/workspace.ts';
import { type Column, shownText } from '../kit/column-widths.ts';
import type { FoundTexts } from '../kit/found.ts';
import { UNPAINTED } from '../kit/theme.ts';
import { createRowFinder } from './filtered-rows.ts';
import { type Layout, layoutOf, listRows } from './layout.ts';
import type { Listing } from './resource.ts';
import { createSorter } from './sorting.ts';

export interface ListModel<Row> {
  readonly view: View;
  /** Undefined if all rows are local or from one document. */
  readonly query: ListQuery | undefined;
  readonly served: boolean;
  readonly list: List<Row>;
  /** Loaded rows of the day after the asked period. */
  readonly outside: number;
  /** Before the rows of `list`. */
  readonly local: readonly Item<Row>[];
  /** Before the local filter. */
  readonly count: number;
  readonly all: readonly Item<Row>[];
  readonly items: readonly Item<Row>[];
  readonly sums: Sums;
  readonly wrong: readonly Visible[];
  readonly unread: number;
  readonly found: FoundTexts | undefined;
  /** `mixed`: amounts of several currencies. */
  readonly sortedBy: { readonly column: Column<Row, Moment>; readonly mixed: boolean } | undefined;
  /** Whether or not they match the filter. */
  readonly marked: readonly Item<Row>[];
  readonly columns: readonly Column<Row, Moment>[];
  readonly column: Column<Row, Moment> | undefined;
  /** In `items`; -1 in an empty list. */
  readonly cursor: number;
  readonly current: Item<Row> | undefined;
  /** The first visible row, and how many fit. */
  readonly top: number;
  readonly height: number;
  readonly layout: Layout;
  /** The same object until a cell would show a new time. */
  readonly moment: Moment;
}

export function createListModel<Row>(listing: Listing<Row>) {
  const sorted = createSorter(listing.columns);
  const find = createRowFinder(listing.columns);
  const nothing: readonly Item<Row>[] = [];
  const picked = forLast((items: readonly Item<Row>[], marks: ReadonlySet<string>) =>
    marks.size === 0 ? nothing : items.filter(({ key }) => marks.has(key)),
  );
  const joined = forLast(joinedItems<Row>);
  const withoutQuery: List<Row> = {
    ...emptyList<Row>(),
    pages: { ...noPages<Row>(), taken: 1, end: 'unpaged' },
  };
  const sums = createSums(listing.columns, listing.summedBy);
  /** A sum of some of the marked rows would look like the sum of all. */
  const summed = ({ marks, filter }: View, items: readonly Item<Row>[], marked: readonly Item<Row>[]) => {
    if (marks.size > 0) return marked.length === marks.size ? marked : nothing;
    return filter === '' ? nothing : items;
  };
  /** All columns if none would be left. The same array until an input changes. */
  const shownColumns = forLast((hidden: readonly string[], absent: readonly string[] = []) => {
    const { columns } = listing;
    const shown = columns.filter(({ id }) => !hidden.includes(id) && !absent.includes(id));
    return shown.length > 0 && shown.length < columns.length ? shown : columns;
  });
  // The same object while the filters stay: keys and requests are remembered for it.
  const queryOf = listing.query && byReads(listing.query);
  const asked = forLast((loaded: List<Row>, query: ListQuery | undefined): List<Row> => {
    const items = itemsWithin(loaded.pages.items, query);
    return items === loaded.pages.items ? loaded : { ...loaded, pages: { ...loaded.pages, items } };
  });
  const steady = createSteadyMoment();

  /** With its edges. */
  function aboveRows(state: State): number {
    const { framed, body } = layoutOf(state.size);
    const above = listing.above?.(state, body.width, UNPAINTED);
    return above ? above.lines.length + (framed ? 2 : 1) : 0;
  }

  // The drawing and each key use it several times.
  const modelOf = forLast((state: State, local: readonly Item<Row>[]): ListModel<Row> => {
    const view = currentView(state);
    const query = queryOf?.(view);
    // Lists are cached under their operation.
    const loaded = query
      ? (listIn(currentWorkspace(state), queryKey(query)) as List<Row>)
      : (listing.document?.listIn(state) ?? { ...withoutQuery, asOf: listing.readAt?.(state) });
    const list = asked(loaded, query);
    const answered = listing.adaptRows?.(list.pages.items, state) ?? list.pages.items;
    const all = joined(local, answered, list.pages.keys);
    const moment = steady(state);
    const { items: ordered, mixed } = sorted(all, view.sort, moment);
    const { items, cursor, wrong, unread, found } = find(ordered, view, moment);
    const sortColumn = listing.columns.find(({ id }) => id === view.sort?.column);
    const columns = shownColumns(hiddenColumns(state, listing.place), listing.absent?.(state));
    const layout = layoutOf(state.size, {
      panel: view.panel,
      zoomed: view.whole === true,
      above: aboveRows(state),
      wider: detailsWider(state, listing.place),
    });
    const height = listRows(layout.list.height > 0 ? layout.list : layout.body);
    const top = scrollTo(view.top, Math.max(0, cursor), height, items.length);
    const current = items[cursor];
    const marked = picked(ordered, view.marks);
    return {
      view,
      query,
      served: query !== undefined || listing.document !== undefined,
      list,
      outside: loaded.pages.items.length - list.pages.items.length,
      local,
      count: all.length,
      all: ordered,
      items,
      // Each typed key changes the rows.
      sums: state.prompt ? NO_SUMS : sums(summed(view, items, marked), moment),
      wrong,
      unread,
      found,
      sortedBy: sortColumn && { column: sortColumn, mixed },
      marked,
      columns,
      column: columns.find(({ id }) => id === view.column),
      cursor,
      current,
      top,
      height,
      layout,
      moment,
    };
  });
  return (state: State): ListModel<Row> =>
    modelOf(state, listing.local?.(state, currentView(state)) ?? nothing);
}

function createSteadyMoment(): (state: State) => Moment {
  const steady = forLast((mode: Moment['mode'], now: number, zone: string): Moment => ({ mode, now, zone }));
  return state => {
    const { mode, now, zone } = momentOf(state);
    return steady(mode, mode === 'relative' ? now : Math.floor(now / MINUTE) * MINUTE, zone);
  };
}

/** Local rows come first, with new keys where they clash. */
const joinedItems = <Row>(
  local: readonly Item<Row>[],
  served: readonly Item<Row>[],
  keys: ReadonlySet<string>,
): readonly Item<Row>[] =>
  local.length === 0
    ? served
    : [
        ...local.map(item => (keys.has(item.key) ? { ...item, key: freeKey(keys, item.key) } : item)),
        ...served,
      ];

/** Adding up more rows would slow down the keys. */
const MOST_SUMMED = 20_000;
const CURRENCIES = 3;

/** The exact sums of the marked or filtered rows for each currency, with the signs that the rows show. Each text has fewer currencies. */
export type Sums = readonly Visible[];

const NO_SUMS: Sums = [];

/** The same texts as long as the rows are the same. */
export function createSums<Row>(
  columns: readonly Column<Row, Moment>[],
  summedBy?: Listing<Row>['summedBy'],
) {
  const column = columns.find(({ id, align }) => id === 'amount' && align === 'decimal');
  let last: { readonly items: readonly Item<Row>[]; readonly texts: Sums } | undefined;
  return (items: readonly Item<Row>[], moment: Moment): Sums => {
    if (!column || items.length === 0 || items.length > MOST_SUMMED) return NO_SUMS;
    if (last?.items !== items)
      last = {
        items,
        texts: summedBy && !isOneKind(items, summedBy) ? SEVERAL : sumTexts(items, column, moment),
      };
    return last.texts;
  };
}

/** Several sources may have the same payment. */
const SEVERAL: Sums = [t`sum – (several sources)`];

function isOneKind<Row>([first, ...rest]: readonly Item<Row>[], kindOf: (row: Row) => string): boolean {
  const kind = first && kindOf(first.row);
  return rest.every(({ row }) => kindOf(row) === kind);
}

function sumTexts<Row>(items: readonly Item<Row>[], column: Column<Row, Moment>, moment: Moment): Sums {
  const sums = new Map<Visible, Decimal>();
  let without = 0;
  for (const { row } of items) {
    const cell = column.cell(row, moment);
    const amount = parseShown(shownText(cell));
    if (amount === undefined || cell.unit === undefined) {
      without += 1;
      continue;
    }
    sums.set(cell.unit, add(sums.get(cell.unit) ?? ZERO, amount));
  }
  const texts = [...sums].map(([unit, sum]) => t`${groupDigits(sum)} ${unit}`);
  const gaps = without === 0 ? [] : [t`${without} without an amount`];
  return Array.from({ length: Math.min(CURRENCIES, texts.length) }, (_, fewer) => {
    const said = texts.slice(0, CURRENCIES - fewer);
    const left = texts.length - said.length;
    const more = left === 0 ? [] : [counted(left, t`more currency`, t`more currencies`)];
    return t`sum ${join([...said, ...more, ...gaps])}`;
  });
}
