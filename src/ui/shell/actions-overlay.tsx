// The menu of actions for the selected record, with the reason next to each barred action.

import { bindingsIn } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth, wrap } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { scrollTo } from '../../store/view.ts';
import { currentView } from '../../store/workspace.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import type { Painted, Theme } from '../kit/theme.ts';
import { sentences } from '../screens/form-spoken.ts';
import type { OfferedAction, Screen } from '../screens/screen.ts';
import { keyLabel } from './help.tsx';
import { menuBindings } from './menu.tsx';
import { closeOverlay, menuRows, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const GROUP = t`actions`;
const bind = bindingsIn<App>(GROUP);
const GONE = t`The list has changed. The record of this menu is no longer selected. Press Esc to close.`;

export function actionsOverlay(screenOf: (state: State) => Screen): OverlayKind {
  /** Undefined if another record than the menu's is selected now. */
  const offered = (state: State): readonly OfferedAction[] | undefined =>
    openOverlay(state, 'actions')?.key === currentView(state).cursorKey
      ? screenOf(state).actions?.(state)
      : undefined;
  const chosen = (state: State): OfferedAction | undefined =>
    offered(state)?.[openOverlay(state, 'actions')?.cursor ?? 0];
  return {
    bindings: [
      bind('actions.run', t`run`, ['enter'], {
        footer: 1,
        enabled(app) {
          const action = chosen(app.store.getState());
          return action ? (action.barred ?? true) : GONE;
        },
        run(app) {
          const action = chosen(app.store.getState());
          closeOverlay(app);
          action?.run(app);
        },
      }),
      bind('actions.close', t`close`, ['esc', 'a'], { footer: 2, run: closeOverlay }),
      ...menuBindings({ kind: 'actions', group: GROUP, count: state => offered(state)?.length ?? 0 }),
    ],
    over: 'dimmed',
    spoken(state) {
      const overlay = openOverlay(state, 'actions');
      const all = offered(state);
      if (!overlay) return {};
      if (!all) return { title: t`Actions`, status: GONE };
      const texts = all.map(({ title, key, barred }) =>
        sentences([key === undefined ? title : t`${title}, ${label(key)}`, barred ?? t``]),
      );
      return { title: t`Actions`, status: overlay.record, ...choiceSpoken(overlay.cursor, texts) };
    },
    View: props => <ActionsView {...props} offered={offered(props.state)} />,
  };
}

function ActionsView({
  state,
  theme,
  offered,
}: OverlayProps & { readonly offered: readonly OfferedAction[] | undefined }) {
  const overlay = openOverlay(state, 'actions');
  if (!overlay) return null;
  const { width } = popUpArea(state);
  const keys = Math.max(0, ...(offered ?? []).map(({ key }) => cellWidth(label(key))));
  const blocks = offered
    ? offered.map((action, i) => actionLines(action, i === overlay.cursor, keys, width, theme))
    : [wrap(GONE, width, 4).map(line => theme.paint('warn', line))];
  const lines = blocks.flat();
  const height = Math.min(lines.length, menuRows(state));
  // The window ends with the lines of the selected action.
  const end = blocks.slice(0, overlay.cursor + 1).flat().length;
  const top = scrollTo(0, end - 1, height, lines.length);
  return (
    <PopUp state={state} theme={theme} title={t`Actions`} height={height + 1}>
      <Line text={theme.paint('dim', cut(t`  ${overlay.record}`, width))} />
      <Lines lines={lines.slice(top, top + height)} height={height} />
    </PopUp>
  );
}

const label = (key: string | undefined): Visible => (key === undefined ? t`` : keyLabel(key));

function actionLines(
  { title, key, barred }: OfferedAction,
  cursor: boolean,
  keys: number,
  width: number,
  theme: Theme,
): readonly Painted[] {
  const text = t`${toWidth(label(key), keys)}  ${title}`;
  const reason = barred === undefined ? [] : wrap(barred, Math.max(10, width - keys - 6), 4);
  return [
    theme.paint(
      cursor ? 'cursor' : barred === undefined ? 'plain' : 'dim',
      toWidth(t`${cursor ? t`›` : t` `} ${text}`, width),
    ),
    ...reason.map(line => theme.paint(cursor ? 'warn' : 'dim', t`${toWidth(t``, keys + 6)}${line}`)),
  ];
}
