// The saved views of a list: choose one, or type a name to save the list as it is.

import { Box } from 'ink';
import type { App } from '../../effects/app.ts';
import { folded } from '../../lib/fold.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { applied, deleted, type SavedView, saved } from '../../store/saved-views.ts';
import type { State } from '../../store/state.ts';
import { currentView } from '../../store/workspace.ts';
import { Lines, Piece } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import { TextField } from '../kit/TextField.tsx';
import type { Screen } from '../screens/screen.ts';
import { menuBindings } from '../screens/scrolling.ts';
import { closeOverlay, menuRows, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const GROUP = t`views`;

/** `given`: it comes with Purser, and can't be deleted. */
type ViewChoice =
  | { readonly kind: 'view'; readonly view: SavedView; readonly given: boolean }
  | { readonly kind: 'save'; readonly name: string };

export function viewsOverlay(screenOf: (state: State) => Screen): OverlayKind {
  /** The views whose name has what is typed, and then saving under that name. */
  function choices(state: State): readonly ViewChoice[] {
    const typed = openOverlay(state, 'views')?.typed.trim() ?? '';
    const { place, views = [] } = screenOf(state);
    const all: readonly ViewChoice[] = [
      ...views.map(view => ({ kind: 'view', view, given: true }) as const),
      ...(state.views?.[place] ?? []).map(view => ({ kind: 'view', view, given: false }) as const),
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

  function choose(app: App): void {
    const state = app.store.getState();
    const choice = chosen(state);
    if (!choice) return;
    closeOverlay(app);
    if (choice.kind === 'view') {
      app.store.setState(now => applied(now, choice.view));
      return;
    }
    app.views.keep(saved(state, choice.name));
    const text = t`Saved as “${visible(choice.name, 40)}”. Press V to open it.`;
    app.store.setState({ notice: { text, tone: 'info' } });
  }

  return {
    takesText: () => true,
    bindings: [
      { id: 'views.choose', title: t`open / save`, keys: ['enter'], group: GROUP, footer: 1, run: choose },
      {
        id: 'views.delete',
        title: t`delete view`,
        keys: ['ctrl-x'],
        group: GROUP,
        footer: 2,
        enabled(app) {
          const choice = chosen(app.store.getState());
          return choice?.kind === 'view' && !choice.given
            ? true
            : t`Only a view that you saved can be deleted.`;
        },
        run(app) {
          const state = app.store.getState();
          const choice = chosen(state);
          if (choice?.kind === 'view')
            app.views.keep(deleted(state, currentView(state).place, choice.view.name));
        },
      },
      { id: 'views.close', title: t`close`, keys: ['esc'], group: GROUP, footer: 3, run: closeOverlay },
      ...menuBindings({
        id: 'views',
        group: GROUP,
        keys: { down: ['down', 'tab'], up: ['up', 'shift-tab'] },
        cursorIn(state) {
          const overlay = openOverlay(state, 'views');
          return overlay && { at: overlay.cursor, count: choices(state).length, page: menuRows(state) };
        },
        moved(state, cursor) {
          const overlay = openOverlay(state, 'views');
          return overlay ? { overlay: { ...overlay, cursor } } : {};
        },
      }),
    ],
    over: 'dimmed',
    spoken(state, app) {
      const overlay = openOverlay(state, 'views');
      if (!overlay) return {};
      const texts = choices(state).map(choiceText);
      return {
        title: t`Views`,
        status: t`${texts.length} choices`,
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
    : t`${visible(choice.view.name, 40)}  ${aboutText(choice.view)}`;
}

function aboutText({ filter, server, sort, hidden }: SavedView): Visible {
  const parts = [
    ...(filter === '' ? [] : [visible(filter, 60)]),
    ...Object.entries(server).map(([name, value]) => t`${visible(name, 30)}=${visible(value, 30)}`),
    ...(sort ? [t`by ${visible(sort.column, 20)} ${sort.direction === 'up' ? t`↑` : t`↓`}`] : []),
    ...(hidden.length > 0 ? [t`${hidden.length} columns hidden`] : []),
  ];
  return parts.length === 0 ? t`everything` : join(parts, ' · ');
}

function ViewsView({ app, state, theme, all }: OverlayProps & { readonly all: readonly ViewChoice[] }) {
  const overlay = openOverlay(state, 'views');
  if (!overlay) return null;
  const { width } = popUpArea(state);
  const cursor = Math.min(overlay.cursor, Math.max(0, all.length - 1));
  const rows = Math.max(1, Math.min(menuRows(state), Math.max(1, all.length)));
  const first = Math.max(0, cursor - rows + 1);
  const lines = all.slice(first, first + rows).map((choice, i) => {
    const here = first + i === cursor;
    return theme.paint(here ? 'cursor' : 'plain', cut(t`${here ? t`›` : t` `} ${choiceText(choice)}`, width));
  });
  const none = theme.paint('dim', t`  No saved views. Type a name to save this list.`);
  return (
    <PopUp state={state} theme={theme} title={t`Views`} height={rows + 1}>
      <Box>
        <Box width={8}>
          <Piece text={theme.paint('dim', t`  name: `)} />
        </Box>
        <TextField value={overlay.typed} focused width={width - 8} onChange={typed => type(app, typed)} />
      </Box>
      <Lines lines={all.length === 0 ? [none] : lines} height={rows} />
    </PopUp>
  );
}
