// A list beside its details: makes a screen of a resource's declaration.

import { Box } from 'ink';
import { explain } from '../../api/client/explain.ts';
import type { App } from '../../effects/app.ts';
import type { ListOperation, RowOf } from '../../effects/query.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { toWidth } from '../../lib/width.ts';
import { places } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { updateView } from '../../store/workspace.ts';
import { composeDetails } from '../kit/details.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { Table } from '../kit/Table.tsx';
import { concat, type Theme } from '../kit/theme.ts';
import { completions } from './filter-completion.ts';
import { detailsRows } from './layout.ts';
import { listBindings } from './list-bindings.ts';
import { detailsLines, detailsTitles } from './list-details.ts';
import { emptyEntries } from './list-empty.ts';
import { createListModel, type ListModel } from './list-model.ts';
import { asSent, isGone, listNeeds } from './list-needs.ts';
import { listStatus } from './list-status.ts';
import { momentOf } from './moment.ts';
import type { Listing, Resource } from './resource.ts';
import { offeredActions, recordName } from './row-actions.ts';
import type { Screen, ScreenProps } from './screen.ts';
import { whyStray } from './stray.ts';
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
    // Had it been found, the cursor would be on it.
    const lost = view.cursorKey !== undefined && view.cursorKey !== current.key;
    const moved = updateView(state, v => ({
      ...v,
      cursorKey: current.key,
      cursorIndex: cursor,
      ...(lost && { lost }),
    }));
    return lost ? { ...moved, notice: state.notice ?? LOST } : moved;
  }

  /** With rows on screen there is no room for the whole sentence beside them. */
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
    // Through a filter or in another order, all that there was: the row under the cursor may be on the last page.
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

  const View = ({ state, theme }: ScreenProps) => {
    const shown = model(state);
    const { layout } = shown;
    const list = layout.list.height > 0 && (
      <ListPanel key="list" listing={listing} shown={shown} state={state} theme={theme} />
    );
    const details = layout.details.height > 0 && (
      <DetailsPanel key="details" listing={listing} shown={shown} state={state} theme={theme} />
    );
    const above = listing.above?.(state, state.size.columns, theme) ?? [];
    const panels =
      layout.kind === 'beside' ? (
        <Box>
          {list}
          <Box flexDirection="column" width={1}>
            <Lines
              lines={Array.from({ length: layout.body.height }, () => theme.paint('dim', t`│`))}
              height={layout.body.height}
            />
          </Box>
          {details}
        </Box>
      ) : (
        <Box flexDirection="column">
          {list}
          {details}
        </Box>
      );
    return above.length === 0 ? (
      panels
    ) : (
      <Box flexDirection="column">
        <Lines lines={above} height={above.length} />
        {panels}
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
    settle,
    problem,
    needs,
    about: (view, state) => listing.about?.(view, state),
    reload,
    actions: state => offeredActions(listing, model, state),
    abandon,
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
  };
}

/** Of so many rows, for an ending that Tab offers. */
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

interface PanelProps<Row> {
  readonly listing: Listing<Row>;
  readonly shown: ListModel<Row>;
  readonly state: State;
  readonly theme: Theme;
}

function ListPanel<Row>({ listing, shown, state, theme }: PanelProps<Row>) {
  const { items, list, view, cursor, top, height, layout } = shown;
  // A blank column before the line between the panels.
  const width = layout.list.width - (layout.kind === 'beside' ? 1 : 0);
  const focused = view.panel === 'list';
  const status = listStatus(shown, state, listing);
  const window = items.slice(top, top + height).map((item, i) => ({
    key: item.key,
    row: item.row,
    cursor: top + i === cursor,
    changed: list.changed.has(item.key) || listing.changed?.(item.row, state) === true,
    gone: isGone(listing.itself?.(item.row), state),
    stray: whyStray(shown, item) !== undefined,
    marked: view.marks.has(item.key),
  }));
  return (
    <Box flexDirection="column" width={layout.list.width}>
      {items.length > 0 ? (
        <Table
          columns={shown.columns}
          column={shown.column?.id}
          sort={view.sort}
          rows={window}
          context={shown.moment}
          theme={theme}
          width={width}
          height={height + 1}
          focused={focused}
          subject={`${listing.place} ${view.subject ?? ''} ${state.customer?.userId ?? ''}`}
        />
      ) : (
        <Lines lines={composeDetails(emptyEntries(listing, shown), width - 1, theme)} height={height + 1} />
      )}
      <Line text={theme.paint(status.tone, toWidth(status.text, width))} />
    </Box>
  );
}

function DetailsPanel<Row>({ listing, shown, state, theme }: PanelProps<Row>) {
  const { view, layout } = shown;
  const { width } = layout.details;
  const focused = view.panel === 'details';
  const titles = detailsTitles(listing);
  const lines = detailsLines(listing, shown, state, theme);
  const height = detailsRows(layout.details);
  const top = Math.max(0, Math.min(view.detailsTop, lines.length - height));
  const below = lines.length - top - height;
  const tabs = titles.map((title, i) =>
    theme.paint(i === view.detailsTab ? (focused ? 'heading' : 'strong') : 'dim', title),
  );
  const more = below > 0 ? theme.paint('dim', t`  ↓ ${below} more`) : theme.paint('plain', t``);
  const heading = concat(
    theme.paint('plain', t` `),
    ...tabs.flatMap(tab => [tab, theme.paint('plain', t`  `)]),
    more,
  );
  return (
    <Box flexDirection="column" width={width}>
      <Line text={heading} />
      <Lines
        lines={lines.slice(top, top + height).map(line => concat(theme.paint('plain', t` `), line))}
        height={height}
      />
    </Box>
  );
}
