// The saved views of a list: choose a view, or type a name to save the list's filters, order and columns.

import { bindingsIn } from '../../keys/binding.ts';
import { counted } from '../../lib/counted.ts';
import { folded } from '../../lib/fold.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import {
  applied,
  type SavedView,
  type TeamView,
  viewNow,
  withoutView,
  withView,
} from '../../store/saved-views.ts';
import type { State } from '../../store/state.ts';
import { personText } from '../../store/together.ts';
import { currentView } from '../../store/workspace.ts';
import { Lines } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import type { Screen } from '../screens/screen.ts';
import { MenuField, menuBindings, menuLines } from './menu.tsx';
import { closeOverlay, menuRows, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const GROUP = t`views`;
const bind = bindingsIn<App>(GROUP);

/** Only own views are in the views file. */
type ViewChoice =
  | { readonly kind: 'view'; readonly view: SavedView; readonly of: 'purser' | 'own' | TeamView }
  | { readonly kind: 'save'; readonly name: string };

export function viewsOverlay(screenOf: (state: State) => Screen): OverlayKind {
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

  function choose(app: App): void {
    const state = app.store.getState();
    const choice = chosen(state);
    if (!choice) return;
    closeOverlay(app);
    if (choice.kind === 'view') {
      app.store.setState(now => applied(now, choice.view));
      return;
    }
    const { place } = currentView(state);
    const view = viewNow(state, choice.name);
    app.views.keep(views => withView(views, place, view));
    const text = t`Saved as “${visible(choice.name, 40)}”. Press V to open it.`;
    app.store.setState({ notice: { text, tone: 'info' } });
  }

  return {
    takesText: () => true,
    bindings: [
      bind('views.choose', t`open / save`, ['enter'], { footer: 1, run: choose }),
      bind('views.delete', t`delete view`, ['ctrl-x'], {
        footer: 2,
        enabled(app) {
          const choice = chosen(app.store.getState());
          if (choice?.kind !== 'view' || choice.of === 'purser')
            return t`Only a view that you saved can be deleted.`;
          return choice.of === 'own' ? true : t`The team shares this view. Ctrl+O ends the sharing.`;
        },
        run(app) {
          const state = app.store.getState();
          const choice = chosen(state);
          const { place } = currentView(state);
          if (choice?.kind === 'view') app.views.keep(views => withoutView(views, place, choice.view.name));
        },
      }),
      bind('views.share', t`share, end sharing`, ['ctrl-o'], {
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
          const state = app.store.getState();
          const choice = chosen(state);
          const { place } = currentView(state);
          if (choice?.kind !== 'view') return;
          if (choice.of === 'own') void app.views.share(place, choice.view);
          else void app.views.unshare(place, choice.view.name);
        },
      }),
      bind('views.close', t`close`, ['esc'], { footer: 3, run: closeOverlay }),
      ...menuBindings({ kind: 'views', group: GROUP, count: state => choices(state).length, typed: true }),
    ],
    over: 'dimmed',
    spoken(state, app) {
      const overlay = openOverlay(state, 'views');
      if (!overlay) return {};
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

function ViewsView({ app, state, theme, all }: OverlayProps & { readonly all: readonly ViewChoice[] }) {
  const overlay = openOverlay(state, 'views');
  if (!overlay) return null;
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
