// The keys for the view of a list: its order, its columns, its marks, and the raw JSON.

import { type Binding, bindingsIn } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import type { PlaceId } from '../../store/places.ts';
import type { State } from '../../store/state.ts';
import type { Sort, View } from '../../store/view.ts';
import { detailsWider, updateView } from '../../store/workspace.ts';
import { layoutOf } from './layout.ts';
import { whyHidden, whyNoRow } from './list-empty.ts';
import type { ListModel } from './list-model.ts';
import type { Listing } from './resource.ts';

const GROUP = t`list`;
const bind = bindingsIn<App>(GROUP);

export function viewBindings<Row>(
  listing: Listing<Row>,
  model: (state: State) => ListModel<Row>,
  moveTo: (app: App, index: number) => void,
): readonly Binding<App>[] {
  const now = (app: App) => model(app.store.getState());
  const change = (app: App, view: Partial<View>): void =>
    app.store.setState(state => updateView(state, v => ({ ...v, ...view })));
  const onRecord = (app: App): true | Visible => (now(app).current ? true : whyNoRow(now(app)));

  /** The first or last one if none is selected. */
  const column = (id: string, title: Visible, keys: readonly Key[], by: 1 | -1): Binding<App> => ({
    id: `list.${id}`,
    title,
    keys,
    group: GROUP,
    enabled: app =>
      now(app).view.panel === 'list' ? true : t`Columns belong to the list. Press Tab to go to the list.`,
    run(app) {
      const { columns, column: on } = now(app);
      const at = on ? columns.indexOf(on) + by : by === 1 ? 0 : columns.length - 1;
      change(app, { column: columns[Math.max(0, Math.min(at, columns.length - 1))]?.id });
    },
  });

  /** As far as the layout allows. */
  const resize = (id: string, title: Visible, key: Key, by: number): Binding<App> => ({
    id: `list.${id}`,
    title,
    keys: [key],
    group: GROUP,
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
    column('column-next', t`next column`, ['l', 'right'], 1),
    column('column-previous', t`previous column`, ['h', 'left'], -1),
    bind('list.sort', t`sort: up, down, as sent`, ['O'], {
      enabled: app =>
        whyHidden(now(app)) ?? (now(app).column ? true : t`To sort, choose a column with ← and → first.`),
      run(app) {
        const { column: on, view } = now(app);
        if (on) change(app, { sort: nextSort(view.sort, on.id), ...FIRST_ROW });
      },
    }),
    bind('list.columns', t`columns`, ['C'], {
      enabled: app => whyHidden(now(app)) ?? true,
      run: app => app.store.setState({ overlay: { kind: 'columns', cursor: 0 } }),
    }),
    bind('list.views', t`saved views`, ['V'], {
      run(app) {
        app.views.load();
        app.store.setState({ overlay: { kind: 'views', typed: '', cursor: 0 } });
      },
    }),
    resize('details-wider', t`wider details`, '<', STEP),
    resize('details-narrower', t`narrower details`, '>', -STEP),
    bind('list.zoom', t`zoom panel`, ['+'], {
      enabled: app =>
        layoutOf(app.store.getState().size).kind === 'one-panel'
          ? t`There is room for one panel only.`
          : true,
      run: app => change(app, { whole: now(app).view.whole !== true }),
    }),
    bind('list.mark', t`mark, and down`, ['space'], {
      enabled: app => whyHidden(now(app)) ?? onRecord(app),
      run(app) {
        const { current, cursor, view } = now(app);
        if (!current) return;
        const marks = new Set(view.marks);
        if (!marks.delete(current.key)) marks.add(current.key);
        change(app, { marks });
        if (view.panel === 'list') moveTo(app, cursor + 1);
      },
    }),
    bind('list.record', t`raw JSON`, ['d'], {
      enabled(app) {
        const { current } = now(app);
        if (!current) return whyNoRow(now(app));
        const record = listing.linkedRecord?.record(current.row);
        return record && 'why' in record ? record.why : true;
      },
      run(app) {
        const { current } = now(app);
        if (current) app.store.setState({ overlay: { kind: 'record', key: current.key, top: 0 } });
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
const FIRST_ROW = { cursorIndex: 0, cursorKey: undefined, top: 0, detailsTop: 0 } as const;

/** Up, down, then none. */
function nextSort(sort: Sort | undefined, column: string): Sort | undefined {
  if (sort?.column !== column) return { column, direction: 'up' };
  return sort.direction === 'up' ? { column, direction: 'down' } : undefined;
}
