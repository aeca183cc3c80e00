// Menus of a list: its columns, and its saved views, which keep its filters, order and columns.

import { momentOf } from '../../format/cells.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { counted } from '../../lib/counted.ts';
import { folded } from '../../lib/fold.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { tell } from '../../store/notices.ts';
import { type OverlayOf, openOverlay } from '../../store/open-overlays.ts';
import { applied, viewNow, withoutView, withView } from '../../store/saved-views.ts';
import type { SavedView, State, TeamView } from '../../store/state.ts';
import { personText } from '../../store/together-view.ts';
import { currentView, hiddenColumns, hideColumns } from '../../store/workspace.ts';
import type { Screen } from '../screens/screen.ts';
import { menuOverlay } from './menu.tsx';
import type { OverlayKind } from './overlay.ts';

const COLUMNS = t`columns`;
const columnsBind = bindingsIn<App>(COLUMNS);

interface ColumnChoice {
  readonly id: string;
  readonly title: Visible;
  readonly shown: boolean;
  /** Of a shown column that is not drawn. */
  readonly note: Visible;
}

export function columnsOverlay(screenOf: (state: State) => Screen): OverlayKind<OverlayOf<'columns'>> {
  const choices = (state: State): readonly ColumnChoice[] => {
    const { place, columns = [], absent, isDrawn } = screenOf(state);
    const hidden = hiddenColumns(state, place);
    const none = absent?.(state) ?? [];
    return columns
      .filter(({ id }) => !none.includes(id))
      .map(({ id, title, heading }) => ({
        id,
        title: heading?.(momentOf(state)) ?? title,
        shown: !hidden.includes(id),
        note: hidden.includes(id) || isDrawn?.(id) !== false ? t`` : t`: no room, or the same in all rows`,
      }));
  };
  const hide = (app: App, ids: (state: State) => readonly string[]): void =>
    app.store.setState(state => hideColumns(state, screenOf(state).place, ids(state)));

  return menuOverlay({
    kind: 'columns',
    group: COLUMNS,
    title: t`Columns`,
    closes: ['enter', 'esc', 'C'],
    choices,
    about: () => ({ text: t`A narrow list leaves out the selected column last.`, tone: 'dim' }),
    rows: all =>
      all.map(({ title, shown, note }) => ({
        text: t`${shown ? t`[x]` : t`[ ]`} ${title}${note}`,
        spoken: t`${title}, ${shown ? t`shown` : t`hidden`}${note}`,
        tone: shown ? 'plain' : 'dim',
      })),
    also: chosen => [
      columnsBind('columns.toggle', t`show or hide`, ['space'], {
        footer: 1,
        enabled(app) {
          const others = choices(app.store.getState()).filter(
            ({ id, shown }) => shown && id !== chosen(app)?.id,
          );
          return others.length > 0 ? true : t`At least one column must stay. Show another column first.`;
        },
        run(app) {
          const id = chosen(app)?.id;
          hide(app, state =>
            choices(state)
              .filter(choice => (choice.id === id ? choice.shown : !choice.shown))
              .map(choice => choice.id),
          );
        },
      }),
      columnsBind('columns.all', t`show all`, ['r'], { footer: 4, run: app => hide(app, () => []) }),
    ],
  });
}

const VIEWS = t`views`;
const viewsBind = bindingsIn<App>(VIEWS);

/** Only own views are in the views file. */
type ViewChoice =
  | { readonly kind: 'view'; readonly view: SavedView; readonly of: 'purser' | 'own' | TeamView }
  | { readonly kind: 'save'; readonly name: string };

export function viewsOverlay(screenOf: (state: State) => Screen): OverlayKind<OverlayOf<'views'>> {
  function choices(state: State): readonly ViewChoice[] {
    const typed = openOverlay(state, 'views')?.filter.trim() ?? '';
    const { place, views = [] } = screenOf(state);
    const all: readonly ViewChoice[] = [
      ...views.map(view => ({ kind: 'view', view, of: 'purser' }) as const),
      ...(state.views?.[place] ?? []).map(view => ({ kind: 'view', view, of: 'own' }) as const),
      ...(state.teamViews ?? [])
        .filter(shared => shared.place === place)
        .map(shared => ({ kind: 'view', view: shared.view, of: shared }) as const),
    ];
    const isNamed = (choice: ViewChoice): boolean =>
      choice.kind === 'view' && folded(choice.view.name).includes(folded(typed));
    const isTaken = views.some(({ name }) => folded(name) === folded(typed));
    return [
      ...all.filter(isNamed),
      ...(typed === '' || isTaken ? [] : [{ kind: 'save', name: typed } as const]),
    ];
  }

  const placeIn = ({ store }: App) => currentView(store.getState()).place;

  function choose(app: App, choice: ViewChoice) {
    if (choice.kind === 'view') return app.store.setState(now => applied(now, choice.view));
    const view = viewNow(app.store.getState(), choice.name);
    app.views.keep(views => withView(views, placeIn(app), view));
    const text = t`Saved as “${visible(choice.name, 40)}”. Press V to open it.`;
    tell(app.store, text);
  }

  return menuOverlay({
    kind: 'views',
    group: VIEWS,
    title: t`Views`,
    choices,
    rows: all => all.map(choice => ({ text: choiceText(choice) })),
    field: {
      name: t`Name`,
      counts: t`choice`,
      none: t`No saved views. Type a name to save this list.`,
    },
    enter: { id: 'choose', title: t`open / save`, run: choose },
    also: chosen => [
      viewsBind('views.delete', t`delete view`, ['ctrl-x'], {
        footer: 2,
        enabled(app) {
          const choice = chosen(app);
          if (choice?.kind !== 'view' || choice.of === 'purser')
            return t`Only a view that you saved can be deleted.`;
          return choice.of === 'own' ? true : t`The team shares this view. Ctrl+O ends the sharing.`;
        },
        run(app) {
          const choice = chosen(app);
          if (choice?.kind === 'view')
            app.views.keep(views => withoutView(views, placeIn(app), choice.view.name));
        },
      }),
      viewsBind('views.share', t`share, end sharing`, ['ctrl-o'], {
        footer: 2.5,
        enabled(app) {
          const choice = chosen(app);
          if (!app.store.getState().together)
            return t`Views are shared in a team journal. This profile has none.`;
          return choice?.kind === 'view' && choice.of !== 'purser'
            ? true
            : t`Save the view first. Then Ctrl+O shares it with the team.`;
        },
        run(app) {
          const choice = chosen(app);
          if (choice?.kind !== 'view') return;
          if (choice.of === 'own') void app.views.share(placeIn(app), choice.view);
          else void app.views.unshare(placeIn(app), choice.view.name);
        },
      }),
    ],
  });
}

function choiceText(choice: ViewChoice): Visible {
  return choice.kind === 'save'
    ? t`Save this list as “${visible(choice.name, 40)}”`
    : t`${visible(choice.view.name, 40)}  ${aboutText(choice.view)}${ofText(choice)}`;
}

const ofText = ({ of }: Extract<ViewChoice, { kind: 'view' }>): Visible =>
  of === 'purser' || of === 'own' ? t`` : t`  shared by ${personText(of.person)}`;

function aboutText({ filter, server, sort, hidden }: SavedView): Visible {
  const parts = [
    ...(filter === '' ? [] : [visible(filter, 60)]),
    ...Object.entries(server).map(([name, value]) => t`${visible(name, 30)}=${visible(value, 30)}`),
    ...(sort ? [t`by ${visible(sort.column, 20)} ${sort.direction === 'up' ? t`↑` : t`↓`}`] : []),
    ...(hidden.length > 0 ? [t`${counted(hidden.length, t`column`)} hidden`] : []),
  ];
  return parts.length === 0 ? t`everything` : join(parts, ' · ');
}
