// Makes a screen from the declaration of a list: the list and its details.

import { explain } from '../../api/client/explain.ts';
import { type Moment, momentOf } from '../../format/cells.ts';
import { folded } from '../../lib/fold.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { ListOperation, RowOf } from '../../records/query.ts';
import { warning } from '../../store/notices.ts';
import type { Item } from '../../store/paging.ts';
import { places } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { underOf } from '../../store/view.ts';
import { NOT_WATCHED } from '../../store/watches.ts';
import { updateView } from '../../store/workspace.ts';
import type { Column } from '../kit/column-widths.ts';
import { Area } from '../kit/Line.tsx';
import { isDash, type Spoken, spokenValue } from '../kit/spoken.ts';
import { columnsNamed, type FilterColumn, termParts, tokensOf } from './filter.ts';
import { listBindings } from './list-bindings.ts';
import { listClicks } from './list-clicks.ts';
import { detailsEntries, detailsTitles } from './list-details.ts';
import { emptyEntries, hiddenReason, isComing, isLoadingToEnd, rowProblem } from './list-empty.ts';
import { createListModel, type ListModel } from './list-model.ts';
import { asSent, isGone, listNeeds } from './list-needs.ts';
import { AbovePanel, DetailsPanel, ListPanel } from './list-panels.tsx';
import { listStatus } from './list-status.ts';
import type { Listing, Resource } from './resource.ts';
import { offeredActions, recordName, relationsIn } from './row-actions.ts';
import type { ListScreen, ScreenProps } from './screen.ts';
import { hasTwin, strayReason } from './stray.ts';
import { recordOf, takingBindings, takingOf } from './taking.ts';

function listSpoken<Row>(listing: Listing<Row>, shown: ListModel<Row>, state: State): Spoken {
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
      : { entries: isComing(shown) ? [] : emptyEntries(listing, withoutLoading(shown), state) }),
    aside: { key: `${view.detailsTab}`, of, title: about, entries },
  };
}

const withoutLoading = <Row,>(shown: ListModel<Row>): ListModel<Row> => ({
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
    ...(strayReason(shown, item) === undefined
      ? []
      : [hasTwin(list, key) ? t`same ID as another row` : t`does not match the request`]),
  ];
  return join([...order.flatMap(column => cellText(column, several, row, moment)), ...signs]);
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

const MOST = 50;

/** Of its last term. `wordsOf`: a column's words in the loaded rows. */
export function completions(
  typed: string,
  columns: readonly FilterColumn[],
  wordsOf: (columnId: string) => readonly Visible[],
): readonly string[] {
  const last = tokensOf(typed).at(-1) ?? '';
  const token = typed.endsWith(last) ? last : '';
  const before = typed.slice(0, typed.length - token.length);
  const not = token.startsWith('!') ? '!' : '';
  const term = token.slice(not.length);
  return endings(term, columns, wordsOf).map(ending => `${before}${not}${ending}`);
}

function endings(
  term: string,
  columns: readonly FilterColumn[],
  wordsOf: (columnId: string) => readonly Visible[],
): readonly string[] {
  const { name, sign, value } = termParts(term);
  if (sign === '') {
    const begun = folded(term);
    return columns
      .filter(({ id, title }) => folded(title).startsWith(begun) || folded(id).startsWith(begun))
      .map(column => `${nameOf(column)}${column.align === 'decimal' ? '>' : ':'}`);
  }
  const [column] = columnsNamed(name, columns);
  if (!column || name === '' || (sign !== ':' && sign !== '=')) return [];
  const [, earlier = '', begun = ''] = /^(.*\|)?"?([^|"]*)$/s.exec(value) ?? [];
  const words = [...new Set(wordsOf(column.id))].filter(word => folded(word).startsWith(folded(begun)));
  return words
    .toSorted()
    .slice(0, MOST)
    .map(word => `${name}${sign}${earlier}${quoted(word)}`);
}

const nameOf = ({ id, title }: FilterColumn): string => (/\s/.test(title) ? id : title.toLowerCase());

const quoted = (word: string): string => (/[\s|]/.test(word) ? `"${word}"` : word);

const LOST = warning(t`The selected row is not in the list any more. The selection moved to another row.`);

export function listScreen<Id extends ListOperation, Local>(resource: Resource<Id, Local>): ListScreen {
  return screenOf<RowOf<Id> | Local>(resource);
}

function screenOf<Row>(listing: Listing<Row>): ListScreen {
  const model = createListModel(listing);
  const taking = takingOf(listing, model);
  const clicks = listClicks(listing, model);
  const { joinsOf, needs } = listNeeds(listing, model);

  function settle(state: State): State {
    const { current, cursor, view, query, list, items } = model(state);
    if (view.fromEnd !== undefined && !isLoadingToEnd({ list, view })) {
      const { fromEnd } = view;
      return settle(
        updateView(state, {
          fromEnd: undefined,
          cursorIndex: Math.max(0, items.length - 1 - fromEnd),
          cursorKey: undefined,
          detailsTop: 0,
        }),
      );
    }
    if (!current || (view.cursorKey === current.key && view.cursorIndex === cursor)) return state;
    // A different `current` means that the record is gone.
    const lost = view.cursorKey !== undefined && view.cursorKey !== current.key;
    // The record may be among the service's rows.
    if (lost && query && list.pages.taken === 0) return state;
    const moved = updateView(state, {
      cursorKey: current.key,
      cursorIndex: cursor,
      // Full details would show a different record. The list may have been dropped, so the record may still exist.
      ...(lost && { lost, whole: false, panel: 'list' as const }),
    });
    return lost ? { ...moved, notice: state.notice ?? LOST } : moved;
  }

  /** A list without rows shows the sentence itself. */
  function problem(state: State): Visible | undefined {
    const { list, count } = model(state);
    const { failure } = list;
    if (!failure || failure.kind === 'abandoned' || count === 0) return undefined;
    const { what, todo } = explain(failure, places[listing.place].title);
    return t`${what} ${todo}`;
  }

  function reload(app: App): void {
    const state = app.store.getState();
    const { query, list, local, cursor, top, height, view, outside } = model(state);
    const seen = Math.max(0, Math.max(cursor, top + height) - local.length);
    // The selected row may be on the last page.
    const through = outside + (asSent(view) ? seen : list.pages.items.length);
    if (query) void app.lists.load(query, list.pages.taken === 0 ? 'first' : 'again', through);
    if (listing.document) void app.documents.load(listing.document.query);
    listing.reload?.(app);
    for (const join of joinsOf(state)) void app.documents.load(join);
  }

  function abandon(app: App): boolean {
    const state = app.store.getState();
    const { query, view } = model(state);
    const list = query !== undefined && app.lists.abandon(query);
    const whole = listing.document ? [listing.document.query] : [];
    // In the list, Esc goes back at once, even while the record is read.
    const joins = view.panel === 'details' ? joinsOf(state) : [];
    const documents = [...whole, ...joins].map(one => app.documents.abandon(one));
    return list || documents.includes(true);
  }

  const View = ({ state, title, theme }: ScreenProps) => {
    const shown = model(state);
    const { layout } = shown;
    const { width } = layout.outer;
    const parts = { listing, shown, state, title, theme };
    const list = layout.list.height > 0 && <ListPanel key="list" {...parts} drawn={clicks.drawn} />;
    const details = layout.details.height > 0 && (
      <DetailsPanel key="details" {...parts} drawn={clicks.drawnTabs} />
    );
    const above = listing.above?.(state, layout.body.width, theme);
    return (
      <Area width={width}>
        {above && <AbovePanel {...above} layout={layout} theme={theme} />}
        <Area width={width} direction={layout.kind === 'side-by-side' ? 'row' : 'column'}>
          {list}
          {details}
        </Area>
      </Area>
    );
  };

  return {
    place: listing.place,
    bindings: [...listBindings(listing, model), ...takingBindings(listing, model, taking)],
    taking,
    filters: listing.filters,
    filtered: listing.filtered,
    filterable: true,
    hiddenReason: state => hiddenReason(model(state)),
    views: listing.views ?? [],
    clicked: clicks.clicked,
    rest: {
      offered(state) {
        const { query, list, items, view } = model(state);
        const { end } = list.pages;
        const more = query !== undefined && end === undefined && list.loading?.purpose !== 'all';
        return more && view.filter !== '' && items.length < FEW;
      },
      load(app) {
        const { query } = model(app.store.getState());
        if (query) void app.lists.load(query, 'all');
      },
    },
    settle,
    problem,
    needs,
    about(view, state) {
      const under = underOf(view);
      const said = listing.about?.(view, state);
      if (!under) return said;
      return said ? t`${said}, under ${under.name}` : t`under ${under.name}`;
    },
    reload,
    actions: state => offeredActions(listing, model, state),
    abandon,
    framesItself: true,
    columns: listing.columns,
    isDrawn: clicks.isDrawn,
    ...(listing.absent && { absent: listing.absent }),
    wrongFilter: state => model(state).wrong[0],
    filterCompletions: (state, typed) =>
      completions(typed, listing.columns, id => wordsIn(listing, id, model(state).all, state)),
    record(state) {
      const shown = model(state);
      const { current } = shown;
      if (!current || isLoadingToEnd(shown)) return undefined;
      return {
        key: current.key,
        name: recordName(listing, current.row, state),
        raw: recordOf(listing, current),
      };
    },
    watchable(state) {
      const shown = model(state);
      const { current } = shown;
      const notHere = rowProblem(shown);
      if (notHere || !current) return notHere ?? NOT_WATCHED;
      return strayReason(shown, current) ?? listing.watch?.(current.row, state) ?? NOT_WATCHED;
    },
    related: state => relationsIn(listing, model(state), state),
    View,
    spoken: state => listSpoken(listing, model(state), state),
  };
}

/** With fewer matches Purser offers to load the rest. */
const FEW = 10;

const LOOKED_AT = 5000;

const wordsIn = <Row,>(
  { columns }: Listing<Row>,
  id: string,
  items: ListModel<Row>['all'],
  state: State,
): readonly Visible[] => {
  const column = columns.find(one => one.id === id);
  const moment = momentOf(state);
  return column ? items.slice(0, LOOKED_AT).map(({ row }) => column.cell(row, moment).text) : [];
};
