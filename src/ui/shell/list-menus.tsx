// Menus of a list: its columns, and its saved views, which keep its filters, order and columns.

import { momentOf } from '../../format/cells.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { counted } from '../../lib/counted.ts';
import { folded } from '../../lib/fold.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { applied, viewNow, withoutView, withView } from '../../store/saved-views.ts';
import type { SavedView, State, TeamView } from '../../store/state.ts';
import { personText } from '../../store/together-view.ts';
import { currentView, hiddenColumns, hideColumns } from '../../store/workspace.ts';
import { Lines } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import type { Screen } from '../screens/screen.ts';
import { MenuField, MenuPopUp, menuBindings, menuLines } from './menu.tsx';
import {
  closeOverlay,
  menuRows,
  type OverlayKind,
  type OverlayOf,
  type OverlayProps,
  openOverlay,
} from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const COLUMNS = t`columns`;
const columnsBind = bindingsIn<App>(COLUMNS);

interface Choice {
  readonly id: string;
  readonly title: Visible;
  readonly shown: boolean;
  /** Of a shown column that is not drawn. */
  readonly note: Visible;
}

export function columnsOverlay(screenOf: (state: State) => Screen): OverlayKind<OverlayOf<'columns'>> {
  const choices = (state: State): readonly Choice[] => {
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
  const chosen = (state: State): Choice | undefined =>
    choices(state)[openOverlay(state, 'columns')?.cursor ?? 0];
  const hide = (app: App, ids: (state: State) => readonly string[]): void =>
    app.store.setState(state => hideColumns(state, screenOf(state).place, ids(state)));

  return {
    bindings: [
      columnsBind('columns.toggle', t`show or hide`, ['space'], {
        footer: 1,
        enabled(app) {
          const state = app.store.getState();
          const others = choices(state).filter(({ id, shown }) => shown && id !== chosen(state)?.id);
          return others.length > 0 ? true : t`At least one column must stay. Show another column first.`;
        },
        run: app =>
          hide(app, state =>
            choices(state)
              .filter(choice => (choice.id === chosen(state)?.id ? choice.shown : !choice.shown))
              .map(({ id }) => id),
          ),
      }),
      columnsBind('columns.close', t`close`, ['enter', 'esc', 'C'], { footer: 2, run: closeOverlay }),
      columnsBind('columns.all', t`show all`, ['r'], { footer: 3, run: app => hide(app, () => []) }),
      ...menuBindings({ kind: 'columns', group: COLUMNS, count: state => choices(state).length }),
    ],
    over: 'dimmed',
    spoken({ cursor }, state) {
      const texts = choices(state).map(
        ({ title, shown, note }) => t`${title}, ${shown ? t`shown` : t`hidden`}${note}`,
      );
      return { title: t`Columns`, ...choiceSpoken(cursor, texts) };
    },
    View(props) {
      const lines = choices(props.state).map(({ title, shown, note }) => ({
        text: t`${shown ? t`[x]` : t`[ ]`} ${title}${note}`,
        tone: shown ? ('plain' as const) : ('dim' as const),
      }));
      const about = t`A narrow list leaves out the selected column last.`;
      return <MenuPopUp {...props} title={t`Columns`} about={about} choices={lines} />;
    },
  };
}

const VIEWS = t`views`;
const viewsBind = bindingsIn<App>(VIEWS);

/** Only own views are in the views file. */
type ViewChoice =
  | { readonly kind: 'view'; readonly view: SavedView; readonly of: 'purser' | 'own' | TeamView }
  | { readonly kind: 'save'; readonly name: string };

export function viewsOverlay(screenOf: (state: State) => Screen): OverlayKind<OverlayOf<'views'>> {
  function choices(state: State): readonly ViewChoice[] {
    const typed = openOverlay(state, 'views')?.typed.trim() ?? '';
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

  const chosen = (state: State): ViewChoice | undefined => {
    const all = choices(state);
    return all[Math.min(openOverlay(state, 'views')?.cursor ?? 0, all.length - 1)];
  };

  function chosenAt({ store }: App) {
    const state = store.getState();
    return { choice: chosen(state), place: currentView(state).place };
  }

  function choose(app: App) {
    const { choice, place } = chosenAt(app);
    if (!choice) return;
    closeOverlay(app);
    if (choice.kind === 'view') return app.store.setState(now => applied(now, choice.view));
    const view = viewNow(app.store.getState(), choice.name);
    app.views.keep(views => withView(views, place, view));
    const text = t`Saved as “${visible(choice.name, 40)}”. Press V to open it.`;
    app.store.setState({ notice: { text, tone: 'info' } });
  }

  return {
    takesText: () => true,
    bindings: [
      viewsBind('views.choose', t`open / save`, ['enter'], { footer: 1, run: choose }),
      viewsBind('views.delete', t`delete view`, ['ctrl-x'], {
        footer: 2,
        enabled(app) {
          const choice = chosen(app.store.getState());
          if (choice?.kind !== 'view' || choice.of === 'purser')
            return t`Only a view that you saved can be deleted.`;
          return choice.of === 'own' ? true : t`The team shares this view. Ctrl+O ends the sharing.`;
        },
        run(app) {
          const { choice, place } = chosenAt(app);
          if (choice?.kind === 'view') app.views.keep(views => withoutView(views, place, choice.view.name));
        },
      }),
      viewsBind('views.share', t`share, end sharing`, ['ctrl-o'], {
        footer: 2.5,
        enabled(app) {
          const state = app.store.getState();
          const choice = chosen(state);
          if (!state.together) return t`Views are shared in a team journal. This profile has none.`;
          return choice?.kind === 'view' && choice.of !== 'purser'
            ? true
            : t`Save the view first. Then Ctrl+O shares it with the team.`;
        },
        run(app) {
          const { choice, place } = chosenAt(app);
          if (choice?.kind !== 'view') return;
          if (choice.of === 'own') void app.views.share(place, choice.view);
          else void app.views.unshare(place, choice.view.name);
        },
      }),
      viewsBind('views.close', t`close`, ['esc'], { footer: 3, run: closeOverlay }),
      ...menuBindings({ kind: 'views', group: VIEWS, count: state => choices(state).length, typed: true }),
    ],
    over: 'dimmed',
    spoken(overlay, state, app) {
      const texts = choices(state).map(choiceText);
      return {
        title: t`Views`,
        status: counted(texts.length, t`choice`),
        typing: { key: 'name', name: t`Name`, value: overlay.typed, change: typed => type(app, typed) },
        ...choiceSpoken(Math.min(overlay.cursor, texts.length - 1), texts),
      };
    },
    View: props => <ViewsView {...props} all={choices(props.state)} />,
  };
}

const type = (app: App, typed: string): void =>
  app.store.setState({ overlay: { kind: 'views', typed, cursor: 0 } });

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

interface ViewsViewProps extends OverlayProps<OverlayOf<'views'>> {
  readonly all: readonly ViewChoice[];
}

function ViewsView({ app, overlay, state, theme, all }: ViewsViewProps) {
  const { width } = popUpArea(state);
  const cursor = Math.min(overlay.cursor, Math.max(0, all.length - 1));
  const rows = Math.max(1, Math.min(menuRows(state), Math.max(1, all.length)));
  const texts = all.map(choice => ({ text: choiceText(choice) }));
  const lines = menuLines(texts, cursor, { width, height: rows }, theme);
  const none = theme.paint('dim', t`  No saved views. Type a name to save this list.`);
  return (
    <PopUp state={state} theme={theme} title={t`Views`} height={rows + 1}>
      <MenuField
        label={t`  name: `}
        value={overlay.typed}
        width={width}
        theme={theme}
        onChange={typed => type(app, typed)}
      />
      <Lines lines={all.length === 0 ? [none] : lines} height={rows} />
    </PopUp>
  );
}
