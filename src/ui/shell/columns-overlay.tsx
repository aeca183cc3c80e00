// Chooses the columns of a list: each column is hidden, or shown if the width allows it.

import { momentOf } from '../../format/cells.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { hiddenColumns, hideColumns } from '../../store/workspace.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import type { Screen } from '../screens/screen.ts';
import { menuBindings, menuLines } from './menu.tsx';
import { closeOverlay, menuRows, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const GROUP = t`columns`;
const bind = bindingsIn<App>(GROUP);

interface Choice {
  readonly id: string;
  readonly title: Visible;
  readonly shown: boolean;
}

export function columnsOverlay(screenOf: (state: State) => Screen): OverlayKind {
  const choices = (state: State): readonly Choice[] => {
    const { place, columns = [], absent } = screenOf(state);
    const hidden = hiddenColumns(state, place);
    const none = absent?.(state) ?? [];
    return columns
      .filter(({ id }) => !none.includes(id))
      .map(({ id, title, heading }) => ({
        id,
        title: heading?.(momentOf(state)) ?? title,
        shown: !hidden.includes(id),
      }));
  };
  const chosen = (state: State): Choice | undefined =>
    choices(state)[openOverlay(state, 'columns')?.cursor ?? 0];
  const hide = (app: App, ids: (state: State) => readonly string[]): void =>
    app.store.setState(state => hideColumns(state, screenOf(state).place, ids(state)));

  return {
    bindings: [
      bind('columns.toggle', t`show or hide`, ['space'], {
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
      bind('columns.close', t`close`, ['enter', 'esc', 'C'], { footer: 2, run: closeOverlay }),
      bind('columns.all', t`show all`, ['r'], { footer: 3, run: app => hide(app, () => []) }),
      ...menuBindings({ kind: 'columns', group: GROUP, count: state => choices(state).length }),
    ],
    over: 'dimmed',
    spoken(state) {
      const overlay = openOverlay(state, 'columns');
      const texts = choices(state).map(({ title, shown }) => t`${title}, ${shown ? t`shown` : t`hidden`}`);
      return overlay ? { title: t`Columns`, ...choiceSpoken(overlay.cursor, texts) } : {};
    },
    View: props => <ColumnsView {...props} choices={choices(props.state)} />,
  };
}

function ColumnsView({ state, theme, choices }: OverlayProps & { readonly choices: readonly Choice[] }) {
  const overlay = openOverlay(state, 'columns');
  if (!overlay) return null;
  const { width } = popUpArea(state);
  const height = Math.min(choices.length, menuRows(state));
  const lines = choices.map(({ title, shown }) => ({
    text: t`${shown ? t`[x]` : t`[ ]`} ${title}`,
    tone: shown ? ('plain' as const) : ('dim' as const),
  }));
  return (
    <PopUp state={state} theme={theme} title={t`Columns`} height={height + 1}>
      <Line text={theme.paint('dim', cut(t`The selected column is hidden last.`, width))} />
      <Lines lines={menuLines(lines, overlay.cursor, { width, height }, theme)} height={height} />
    </PopUp>
  );
}
