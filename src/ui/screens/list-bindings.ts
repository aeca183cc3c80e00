// The keys of every list with details.

import { type Binding, bindingsIn } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { showOverlay } from '../../store/open-overlays.ts';
import { extentOf } from '../../store/paging.ts';
import { type PlaceId, places } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import { type Sort, scrollTo, type View } from '../../store/view.ts';
import { detailsWider, pushView, updateView } from '../../store/workspace.ts';
import { UNPAINTED } from '../kit/theme.ts';
import { detailsRows, layoutOf } from './layout.ts';
import { detailsLines } from './list-details.ts';
import { hiddenReason, isComing, isLoadingToEnd, noRowReason, rowProblem } from './list-empty.ts';
import type { ListModel } from './list-model.ts';
import { relatedBinding } from './related-entries.ts';
import type { Listing } from './resource.ts';
import { actionBindings, relationsIn } from './row-actions.ts';
import { filterForm } from './server-filter.ts';

const GROUP = t`list`;
const bind = bindingsIn<App>(GROUP);

const change = (app: App, view: Partial<View>): void => app.store.setState(state => updateView(state, view));

function viewBindings<Row>(
  listing: Listing<Row>,
  model: (state: State) => ListModel<Row>,
  moveTo: (app: App, index: number) => void,
): readonly Binding<App>[] {
  const now = (app: App) => model(app.store.getState());
  const onRecord = (app: App): true | Visible => rowProblem(now(app)) ?? true;

  /** The first or last one if none is selected. */
  const column = (id: string, title: Visible, keys: readonly Key[], by: 1 | -1): Binding<App> =>
    bind(id, title, keys, {
      enabled: app =>
        now(app).view.panel === 'list' ? true : t`Columns belong to the list. Press Tab to go to the list.`,
      run(app) {
        const { columns, column: on } = now(app);
        const at = on ? columns.indexOf(on) + by : by === 1 ? 0 : columns.length - 1;
        change(app, { column: columns[Math.max(0, Math.min(at, columns.length - 1))]?.id });
      },
    });

  const resize = (id: string, title: Visible, key: Key, by: number): Binding<App> =>
    bind(id, title, [key], {
      enabled: app =>
        now(app).layout.kind === 'side-by-side'
          ? true
          : t`The panels are not side by side, so there is nothing to resize.`,
      run(app) {
        const state = app.store.getState();
        const from = model(state).layout.details.width;
        const moved = resized(state, listing.place, by);
        // At the limit the remembered width must not change either.
        if (model(moved).layout.details.width !== from) app.store.setState(moved);
      },
    });

  return [
    column('list.column-next', t`next column`, ['l', 'right'], 1),
    column('list.column-previous', t`previous column`, ['h', 'left'], -1),
    bind('list.sort', t`sort: up, down, as sent`, ['O'], {
      enabled: app =>
        hiddenReason(now(app)) ?? (now(app).column ? true : t`To sort, choose a column with ← and → first.`),
      run(app) {
        const { column: on, view } = now(app);
        if (on) change(app, sortedBy(view.sort, on.id));
      },
    }),
    bind('list.columns', t`columns`, ['C'], {
      enabled: app => hiddenReason(now(app)) ?? true,
      run: app => showOverlay(app.store, { kind: 'columns', cursor: 0 }),
    }),
    bind('list.views', t`saved views`, ['V'], {
      run(app) {
        app.views.load();
        showOverlay(app.store, { kind: 'views', filter: '', cursor: 0 });
      },
    }),
    resize('list.details-wider', t`wider details`, '<', STEP),
    resize('list.details-narrower', t`narrower details`, '>', -STEP),
    bind('list.zoom', t`zoom panel`, ['+'], {
      enabled: app =>
        layoutOf(app.store.getState().size).kind === 'one-panel'
          ? t`There is room for one panel only.`
          : true,
      run: app => change(app, { whole: now(app).view.whole !== true }),
    }),
    bind('list.mark', t`mark, and down`, ['space'], {
      enabled: app => hiddenReason(now(app)) ?? onRecord(app),
      run(app) {
        const { current, cursor, view } = now(app);
        if (!current) return;
        const marks = new Set(view.marks);
        if (!marks.delete(current.key)) marks.add(current.key);
        change(app, { marks });
        if (view.panel === 'list') moveTo(app, cursor + 1);
      },
    }),
    relatedBinding('list.related', GROUP, state => {
      const shown = model(state);
      return relationsIn(listing, shown, state) ?? noRowReason(shown);
    }),
    bind('list.record', t`raw JSON`, ['d'], {
      enabled(app) {
        const { current } = now(app);
        if (!current) return noRowReason(now(app));
        const record = listing.linkedRecord?.record(current.row);
        return record && 'why' in record ? record.why : true;
      },
      run(app) {
        const { current } = now(app);
        if (current) showOverlay(app.store, { kind: 'record', key: current.key, top: 0 });
      },
    }),
  ];
}

/** In cells. */
const STEP = 4;

const resized = (state: State, place: PlaceId, by: number): State => ({
  ...state,
  wider: { ...state.wider, [place]: detailsWider(state, place) + by },
});

/** A new order begins with other rows. */
const FIRST_ROW = {
  cursorIndex: 0,
  cursorKey: undefined,
  fromEnd: undefined,
  top: 0,
  detailsTop: 0,
} as const;

/** The next order by this column, from the first row on. */
export const sortedBy = (sort: Sort | undefined, column: string): Partial<View> => ({
  sort: nextSort(sort, column),
  ...FIRST_ROW,
});

/** Up, down, then none. */
function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, direction: 'up' };
  return sort.direction === 'up' ? { column, direction: 'down' } : undefined;
}

export function listBindings<Row>(
  listing: Listing<Row>,
  model: (state: State) => ListModel<Row>,
): readonly Binding<App>[] {
  const now = (app: App) => model(app.store.getState());

  function moveTo(app: App, index: number, fromEnd?: number): void {
    const shown = now(app);
    const { items, top, height } = shown;
    if (items.length === 0) {
      // The moves act on the rows when they arrive.
      if (isComing(shown)) change(app, { cursorIndex: Math.max(0, index), cursorKey: undefined, fromEnd });
      return;
    }
    const to = Math.max(0, Math.min(index, items.length - 1));
    change(app, {
      cursorIndex: to,
      cursorKey: items[to]?.key,
      fromEnd,
      lost: false,
      top: scrollTo(top, to, height, items.length),
      detailsTop: 0,
    });
  }

  function scrollDetails(app: App, to: number): void {
    const state = app.store.getState();
    const shown = model(state);
    const last = detailsLines(listing, shown, state, UNPAINTED).length - detailsRows(shown.layout.details);
    change(app, { detailsTop: Math.max(0, Math.min(to, last)) });
  }

  const move = (
    id: string,
    title: Visible,
    keys: readonly Key[],
    to: (at: number, page: number) => number,
  ): Binding<App> =>
    bind(`list.${id}`, title, keys, {
      run(app) {
        const shown = now(app);
        const { view, cursor, height, layout, items } = shown;
        if (view.panel === 'details')
          return scrollDetails(app, to(view.detailsTop, detailsRows(layout.details)));
        if (!isLoadingToEnd(shown))
          return moveTo(app, to(items.length === 0 ? view.cursorIndex : cursor, height));
        const fromEnd = Math.max(0, -to(-(view.fromEnd ?? 0), height));
        if (fromEnd === Number.POSITIVE_INFINITY) moveTo(app, 0);
        else moveTo(app, items.length - 1 - fromEnd, fromEnd);
      },
    });

  const detailsTab = (id: string, title: Visible, key: Key, by: number): Binding<App> =>
    bind(`list.${id}`, title, [key], {
      // While the details fill the screen.
      ...(by > 0 && { footer: 5.5 }),
      run(app) {
        const count = listing.details.length + RAW_TAB;
        change(app, { detailsTab: (now(app).view.detailsTab + by + count) % count, detailsTop: 0 });
      },
    });

  return [
    bind(
      'list.open',
      listing.open || listing.enterGoesTo || listing.enterRuns ? t`open` : t`details in full`,
      ['enter'],
      {
        footer: 1,
        enabled(app) {
          const { current, view } = now(app);
          if (view.whole && view.panel === 'details') return t`These are the full details. Esc goes back.`;
          return current ? (rowProblem(now(app)) ?? true) : t`Nothing to open: select a row first.`;
        },
        run(app) {
          change(app, { lost: false });
          const { current, view } = now(app);
          const does = current && view.panel === 'list' ? listing.enterRuns?.(current.row) : undefined;
          if (does) return does(app);
          if (current && view.panel === 'list' && listing.enterGoesTo) {
            const { row } = current;
            return app.store.setState(state => listing.enterGoesTo?.(row, state) ?? state);
          }
          const opened = current && view.panel === 'list' ? listing.open?.(current.row) : undefined;
          if (opened) app.store.setState(state => pushView(state, opened));
          else change(app, { panel: 'details', whole: true });
        },
      },
    ),
    {
      ...(listing.filtered
        ? {
            id: `${listing.place}.filter`,
            title: t`filter ${listing.filtered}`,
            group: places[listing.place].title,
          }
        : { id: 'list.server-filter', title: t`search service`, group: GROUP }),
      keys: ['f'],
      footer: 3,
      enabled(app) {
        if (!listing.filters) return t`The service has no filter for this list. / filters the loaded rows.`;
        return now(app).query || listing.filtered
          ? (hiddenReason(now(app)) ?? true)
          : t`This list has no rows from the service. / filters the loaded rows.`;
      },
      run: app =>
        showOverlay(app.store, {
          kind: 'server-filter',
          form: filterForm(listing.filters ?? [], now(app).view),
        }),
    },
    move('down', t`down`, ['j', 'down'], at => at + 1),
    move('up', t`up`, ['k', 'up'], at => at - 1),
    move('page-down', t`a page down`, ['pgdn'], (at, page) => at + page),
    move('page-up', t`a page up`, ['pgup'], (at, page) => at - page),
    move('half-down', t`half a page down`, ['ctrl-d'], (at, page) => at + Math.ceil(page / 2)),
    move('half-up', t`half a page up`, ['ctrl-u'], (at, page) => at - Math.ceil(page / 2)),
    move('top', t`first`, ['g', 'home'], () => Number.NEGATIVE_INFINITY),
    {
      ...move('bottom', t`last; loads the rest`, ['G', 'end'], () => Number.MAX_SAFE_INTEGER),
      run(app) {
        const { list, query, items, view } = now(app);
        if (view.panel === 'details') return scrollDetails(app, Number.MAX_SAFE_INTEGER);
        if (!query) listing.older?.(app);
        const rest = query && extentOf(list.pages) === 'part' ? query : undefined;
        if (rest && list.loading?.purpose !== 'all') void app.lists.load(rest, 'all');
        moveTo(app, items.length - 1, rest && 0);
      },
    },
    bind('list.panel', t`other panel`, ['tab', 'shift-tab'], {
      footer: 5,
      run: app => change(app, { panel: now(app).view.panel === 'list' ? 'details' : 'list', whole: false }),
    }),
    detailsTab('details-next', t`next details tab`, ']', 1),
    detailsTab('details-previous', t`previous details tab`, '[', -1),
    ...viewBindings(listing, model, moveTo),
    ...actionBindings(listing, model),
  ];
}

/** Each record has one more tab: its raw JSON. */
const RAW_TAB = 1;
