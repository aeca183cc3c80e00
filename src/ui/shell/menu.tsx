// Menus in overlays: the keys that move the cursor, and the text field that filters the choices.

import { Box } from 'ink';
import type { Tone } from '../../format/entry.ts';
import { type Binding, bindingsIn } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { counted } from '../../lib/counted.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { scrollTo } from '../../store/view.ts';
import { Line, Lines, Piece } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import { TextField } from '../kit/TextField.tsx';
import type { Painted, Theme } from '../kit/theme.ts';
import type { Area } from '../screens/layout.ts';
import {
  closeOverlay,
  menuRows,
  type OverlayKind,
  type OverlayOf,
  type OverlayProps,
  openOverlay,
  withOverlay,
} from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

type MenuKind =
  | 'help'
  | 'palette'
  | 'views'
  | 'columns'
  | 'theme'
  | 'actions'
  | 'copy'
  | 'related'
  | 'hand-over';

interface Menu {
  readonly kind: MenuKind;
  readonly group: Visible;
  count(state: State, app: App): number;
  /** Where the cursor is, if its choice may have moved. */
  at?(state: State, app: App): number;
  idAt?(state: State, app: App, at: number): string | undefined;
  /** Letters go into a text field, so they don't move the cursor. */
  readonly typed?: true;
  /** If other lines leave room for fewer. */
  rows?(state: State): number;
}

export function menuBindings({
  kind,
  group,
  count,
  at,
  idAt,
  typed,
  rows = menuRows,
}: Menu): readonly Binding<App>[] {
  const bind = bindingsIn<App>(group);
  const move = (
    name: string,
    title: Visible,
    keys: readonly Key[],
    to: (at: number, page: number) => number,
  ): Binding<App> =>
    bind(`${kind}.${name}`, title, keys, {
      run: app =>
        app.store.setState(state =>
          withOverlay(state, kind, ({ cursor: last }) => {
            const next = to(at?.(state, app) ?? last, rows(state));
            const cursor = Math.max(0, Math.min(next, count(state, app) - 1));
            const chosen = idAt?.(state, app, cursor);
            return { cursor, ...(chosen !== undefined && { chosen }) };
          }),
        ),
    });
  return [
    move('down', t`down`, typed ? ['down', 'tab'] : ['j', 'down'], at => at + 1),
    move('up', t`up`, typed ? ['up', 'shift-tab'] : ['k', 'up'], at => at - 1),
    move('page-down', t`a page down`, typed ? ['pgdn'] : ['pgdn', 'ctrl-d'], (at, page) => at + page),
    move('page-up', t`a page up`, typed ? ['pgup'] : ['pgup', 'ctrl-u'], (at, page) => at - page),
    ...(typed
      ? []
      : [
          move('top', t`first`, ['g', 'home'], () => 0),
          move('bottom', t`last`, ['G', 'end'], () => Number.MAX_SAFE_INTEGER),
        ]),
  ];
}

export function menuLines(
  choices: readonly { readonly text: Visible; readonly tone?: Tone }[],
  cursor: number,
  { width, height }: Area,
  theme: Theme,
): readonly Painted[] {
  const top = scrollTo(0, cursor, height, choices.length);
  return choices.slice(top, top + height).map(({ text, tone = 'plain' }, i) => {
    const here = top + i === cursor;
    return theme.paint(here ? 'cursor' : tone, toWidth(t`${here ? t`›` : t` `} ${text}`, width));
  });
}

interface MenuPopUpProps extends OverlayProps<OverlayOf<'columns' | 'copy' | 'related'>> {
  readonly title: Visible;
  readonly about: Visible;
  readonly choices: Parameters<typeof menuLines>[0];
}

export function MenuPopUp({ overlay: { cursor }, state, theme, title, about, choices }: MenuPopUpProps) {
  const { width } = popUpArea(state);
  const height = Math.min(choices.length, menuRows(state));
  return (
    <PopUp state={state} theme={theme} title={title} height={height + 1}>
      <Line text={theme.paint('dim', cut(about, width))} />
      <Lines lines={menuLines(choices, cursor, { width, height }, theme)} height={height} />
    </PopUp>
  );
}

/** The cursor stays on the chosen command while others come, go, or become able to run. */
export function cursorIn(
  { cursor, chosen }: OverlayOf<'help' | 'palette' | 'hand-over'>,
  commands: readonly { readonly id: string }[],
): number {
  const at = commands[cursor]?.id === chosen ? cursor : commands.findIndex(({ id }) => id === chosen);
  return at >= 0 ? at : Math.max(0, Math.min(cursor, commands.length - 1));
}

interface CommandMenu<Command extends { readonly id: string }> {
  readonly kind: 'help' | 'palette';
  readonly group: Visible;
  readonly title: Visible;
  found(state: State, app: App): readonly Command[];
  /** Otherwise the reason why the command can't run. */
  able(app: App, command: Command): true | Visible;
  run(app: App, command: Command): void;
  spoken(command: Command): Visible;
}

export function commandMenu<Command extends { readonly id: string }>(
  menu: CommandMenu<Command>,
): Pick<OverlayKind<OverlayOf<'help' | 'palette'>>, 'takesText' | 'bindings' | 'spoken'> {
  const { kind, group, title, found, able, run, spoken } = menu;
  const bind = bindingsIn<App>(group);
  const at = (state: State, app: App): number => {
    const overlay = openOverlay(state, kind);
    return overlay ? cursorIn(overlay, found(state, app)) : 0;
  };
  return {
    takesText: () => true,
    bindings: [
      ...menuBindings({
        ...{ kind, group, at, typed: true },
        count: (state, app) => found(state, app).length,
        idAt: (state, app, to) => found(state, app)[to]?.id,
      }),
      bind(`${kind}.close`, t`close`, ['esc'], { footer: 2, run: closeOverlay }),
      bind(`${kind}.run`, t`run`, ['enter'], {
        footer: 1,
        run(app) {
          const state = app.store.getState();
          const command = found(state, app)[at(state, app)];
          closeOverlay(app);
          if (command === undefined) return;
          const can = able(app, command);
          if (can === true) run(app, command);
          else app.store.setState({ notice: { text: can, tone: 'warning' } });
        },
      }),
    ],
    spoken(overlay, state, app) {
      const texts = found(state, app).map(command => {
        const can = able(app, command);
        return can === true ? spoken(command) : t`${spoken(command)}. ${can}`;
      });
      return {
        title,
        status: texts.length === 0 ? NONE : counted(texts.length, t`command`),
        typing: {
          key: 'filter',
          name: t`Filter`,
          value: overlay.filter,
          change: filter => app.store.setState({ overlay: { kind, filter, cursor: 0 } }),
        },
        ...choiceSpoken(at(state, app), texts),
      };
    },
  };
}

const NONE = t`No matching command.`;

interface CommandsViewProps
  extends Pick<OverlayProps<OverlayOf<'help' | 'palette'>>, 'app' | 'overlay' | 'theme'> {
  readonly width: number;
  readonly rows: number;
  readonly lines: readonly Painted[];
}

export function CommandsView({
  app,
  overlay: { kind, filter },
  theme,
  width,
  rows,
  lines,
}: CommandsViewProps) {
  return (
    <Box flexDirection="column" width={width}>
      <MenuField
        label={t`  filter: `}
        value={filter}
        width={width}
        theme={theme}
        onChange={typed => app.store.setState({ overlay: { kind, filter: typed, cursor: 0 } })}
      />
      {lines.length === 0 && <Line text={theme.paint('dim', t`  ${NONE}`)} />}
      <Lines lines={lines} height={lines.length === 0 ? rows - 1 : rows} />
    </Box>
  );
}

interface MenuFieldProps {
  readonly label: Visible;
  readonly value: string;
  readonly width: number;
  readonly theme: Theme;
  readonly onChange: (value: string) => void;
}

export function MenuField({ label, value, width, theme, onChange }: MenuFieldProps) {
  const cells = cellWidth(label);
  return (
    <Box>
      <Box width={cells}>
        <Piece text={theme.paint('dim', label)} />
      </Box>
      <TextField value={value} focused width={width - cells} onChange={onChange} />
    </Box>
  );
}
