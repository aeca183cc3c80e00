// A list next to its details: makes a screen of a resource's declaration.

import { Box } from 'ink';
import { useState } from 'react';
import { explain } from '../../api/client/explain.ts';
import type { App } from '../../effects/app.ts';
import type { ListOperation, RowOf } from '../../effects/query.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth } from '../../lib/width.ts';
import { places } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { updateView } from '../../store/workspace.ts';
import { composeDetails } from '../kit/details.ts';
import { Panel } from '../kit/Panel.tsx';
import { linesBelow, windowAt } from '../kit/scroll.ts';
import { createTableLines } from '../kit/table-lines.ts';
import { concat, createTheme, type Theme } from '../kit/theme.ts';
import { AbovePanel } from './above-panel.tsx';
import type { Moment } from './cells.ts';
import { completions } from './filter-completion.ts';
import { detailsRows } from './layout.ts';
import { listBindings } from './list-bindings.ts';
import { detailsLines, detailsTitles } from './list-details.ts';
import { emptyEntries } from './list-empty.ts';
import { createListModel, type ListModel } from './list-model.ts';
import { asSent, isGone, listNeeds } from './list-needs.ts';
import { listSpoken } from './list-spoken.ts';
import { listStatus } from './list-status.ts';
import { momentOf } from './moment.ts';
import type { Listing, Resource } from './resource.ts';
import { offeredActions, recordName } from './row-actions.ts';
import type { Screen, ScreenProps } from './screen.ts';
import { whyStray } from './stray.ts';
import { tabSpans } from './tab-spans.ts';
import { takingOf } from './taking.ts';
import { takingBindings } from './taking-bindings.ts';

const LOST = {
  text: t`That row is gone. The selection moved to another row.`,
  tone: 'warning',
} as const;
export function listScreen<Id extends ListOperation, Local>(resource: Resource<Id, Local>): Screen {
  return screenOf<RowOf<Id> | Local>(resource);
}

function screenOf<Row>(listing: Listing<Row>): Screen {
  const model = createListModel(listing);
  const taking = takingOf(listing, model);
  const { joinsOf, needs } = listNeeds(listing, model);

  function settle(state: State): State {
    const { current, cursor, view } = model(state);
    if (!current || (view.cursorKey === current.key && view.cursorIndex === cursor)) return state;
    // If it had been found, it would be selected.
    const lost = view.cursorKey !== undefined && view.cursorKey !== current.key;
    const moved = updateView(state, v => ({
      ...v,
      cursorKey: current.key,
      cursorIndex: cursor,
      ...(lost && { lost }),
    }));
    return lost ? { ...moved, notice: state.notice ?? LOST } : moved;
  }

  /** With rows on screen there is no room for the whole sentence next to them. */
  function problem(state: State): Visible | undefined {
    const { list, count } = model(state);
    const { failure } = list;
    if (!failure || failure.kind === 'abandoned' || count === 0) return undefined;
    const { what, todo } = explain(failure, places[listing.place].title);
    return t`${what} ${todo}`;
  }

  function reload(app: App): void {
    const state = app.store.getState();
    const { query, list, local, cursor, top, height, view } = model(state);
    const seen = Math.max(0, Math.max(cursor, top + height) - local.length);
    // With a filter or another order, all of them: the selected row may be on the last page.
    const through = asSent(view) ? seen : list.pages.items.length;
    if (query) void app.lists.load(query, list.pages.taken === 0 ? 'first' : 'again', through);
    if (listing.document) void app.documents.load(listing.document.query);
    listing.reload?.(app);
    for (const join of joinsOf(state)) void app.documents.load(join);
  }

  function abandon(app: App): boolean {
    const state = app.store.getState();
    const { query } = model(state);
    const list = query !== undefined && app.lists.abandon(query);
    const whole = listing.document ? [listing.document.query] : [];
    const documents = [...whole, ...joinsOf(state)].map(one => app.documents.abandon(one));
    return list || documents.includes(true);
  }

  const View = ({ state, title, theme }: ScreenProps) => {
    const shown = model(state);
    const { layout } = shown;
    const parts = { listing, shown, state, title, theme };
    const list = layout.list.height > 0 && <ListPanel key="list" {...parts} />;
    const details = layout.details.height > 0 && <DetailsPanel key="details" {...parts} />;
    const above = listing.above?.(state, layout.body.width, theme);
    return (
      <Box flexDirection="column">
        {above && <AbovePanel above={above} layout={layout} theme={theme} />}
        <Box flexDirection={layout.kind === 'beside' ? 'row' : 'column'}>
          {list}
          {details}
        </Box>
      </Box>
    );
  };

  return {
    place: listing.place,
    bindings: [...listBindings(listing, model), ...takingBindings(listing, model, taking)],
    taking,
    filters: listing.filters,
    ...(listing.filtered !== undefined && { filtered: listing.filtered }),
    filterable: true,
    views: listing.views ?? [],
    clicked(state, { x, y }) {
      const { items, top, height, layout } = model(state);
      const above = listing.above?.(state, layout.body.width, UNPAINTED).lines.length;
      const framed = layout.framed ? 2 : 0;
      const first = ROWS_ABOVE + (above === undefined ? 0 : above + (layout.framed ? 2 : 1));
      const row = y - first;
      const item = row >= 0 && row < height ? items[top + row] : undefined;
      if (!item || x >= layout.list.width + framed || layout.list.height === 0) return state;
      return updateView(state, view => ({
        ...view,
        panel: 'list',
        cursorKey: item.key,
        cursorIndex: top + row,
        lost: false,
        detailsTop: 0,
      }));
    },
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
    about: (view, state) => listing.about?.(view, state),
    reload,
    actions: state => offeredActions(listing, model, state),
    abandon,
    framesItself: true,
    columns: listing.columns,
    wrongFilter: state => model(state).wrong[0],
    filterCompletions: (state, typed) =>
      completions(typed, listing.columns, id => wordsIn(listing, id, model(state).all, state)),
    record(state) {
      const { current } = model(state);
      if (!current) return undefined;
      const other = listing.standsFor?.record(current.row);
      const raw = other && 'raw' in other ? other.raw : current.raw;
      return { key: current.key, name: recordName(listing, current.row, state), raw };
    },
    View,
    spoken: state => listSpoken(listing, model(state), state),
  };
}

/** Header, tabs, the list's edge, its headings. */
const ROWS_ABOVE = 4;
const UNPAINTED = createTheme('mono');

/** So few matches may be too few: the rest may have more. */
const FEW = 10;

/** From this many rows; Tab completes words. */
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

interface ListPanelProps<Row> {
  readonly listing: Listing<Row>;
  readonly shown: ListModel<Row>;
  readonly state: State;
  readonly title: ScreenProps['title'];
  readonly theme: Theme;
}

function ListPanel<Row>({ listing, shown, state, title, theme }: ListPanelProps<Row>) {
  const { items, list, view, cursor, top, height, layout } = shown;
  const { width } = layout.list;
  const [compose] = useState(() => createTableLines<Row, Moment>());
  const focused = view.panel === 'list' && !state.overlay;
  const { text, briefer, tone, count, age } = listStatus(shown, state, listing);
  const window = items.slice(top, top + height).map((item, i) => ({
    key: item.key,
    row: item.row,
    cursor: top + i === cursor,
    changed: list.changed.has(item.key) || listing.changed?.(item.row, state) === true,
    gone: isGone(listing.itself?.(item.row), state),
    stray: whyStray(shown, item) !== undefined,
    marked: view.marks.has(item.key),
  }));
  const { heading, rows, constants } = compose({
    columns: shown.columns,
    column: shown.column?.id,
    sort: view.sort,
    rows: window,
    context: shown.moment,
    found: shown.found,
    theme,
    width,
    focused,
    subject: `${listing.place} ${view.subject ?? ''} ${state.customer?.userId ?? ''}`,
  });
  return (
    <Panel
      width={width}
      height={height + 1}
      framed={layout.framed}
      focused={focused}
      top={{ left: title, facts: constants, right: { text: count, tone: 'strong' } }}
      bottom={{
        left: room => [
          { text: [text, ...briefer].find(one => cellWidth(one) <= room) ?? briefer.at(-1) ?? text, tone },
        ],
        ...(age && { right: { text: age, tone } }),
      }}
      theme={theme}
      lines={
        items.length > 0
          ? [heading, ...rows]
          : composeDetails(emptyEntries(listing, shown), width - 2, theme).map(line =>
              concat(theme.paint('plain', t` `), line),
            )
      }
    />
  );
}

function DetailsPanel<Row>({ listing, shown, state, theme }: ListPanelProps<Row>) {
  const { view, layout } = shown;
  const { width } = layout.details;
  const focused = view.panel === 'details' && !state.overlay;
  const titles = detailsTitles(listing);
  const lines = detailsLines(listing, shown, state, theme);
  const height = detailsRows(layout.details);
  const { top, room, count } = windowAt(view.detailsTop, height, lines.length);
  const below = linesBelow({ top, room, count });
  return (
    <Panel
      width={width}
      height={height}
      framed={layout.framed}
      focused={focused}
      top={{
        left: () => tabSpans(titles, view.detailsTab),
        ...(below > 0 && { right: { text: t`↓ ${below} more`, tone: 'dim' as const } }),
      }}
      theme={theme}
      lines={lines.slice(top, top + height).map(line => concat(theme.paint('plain', t` `), line))}
    />
  );
}
