// The palette: every command by what it does, wherever it acts, with screens, customers and records.

import { Box } from 'ink';
import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../lib/width.ts';
import type { State } from '../../store/state.ts';
import { scrollTo } from '../../store/view.ts';
import { Line, Lines, Piece } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import { TextField } from '../kit/TextField.tsx';
import { concat, type Painted, type Theme } from '../kit/theme.ts';
import type { Screen } from '../screens/screen.ts';
import { menuBindings } from '../screens/scrolling.ts';
import { closeOverlay, menuRows, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea, WIDE } from './PopUp.tsx';
import { fittingEntries, type PaletteEntry, paletteEntries } from './palette-entries.ts';

const GROUP = t`commands`;
/** Rows: the eye finds a command near the field. */
const ROWS = 20;

export function paletteOverlay(
  bindingsOf: (state: State) => readonly Binding<App>[],
  screens: ReadonlyMap<unknown, Screen>,
): OverlayKind {
  const found = (state: State): readonly PaletteEntry[] => {
    const typed = openOverlay(state, 'palette')?.filter ?? '';
    return fittingEntries(
      paletteEntries(bindingsOf(state), screens.values(), state),
      typed,
      state.uses ?? {},
    );
  };
  return {
    takesText: () => true,
    over: 'dimmed',
    bindings: [
      ...menuBindings({
        id: 'palette',
        group: GROUP,
        keys: { down: ['down', 'tab'], up: ['up', 'shift-tab'] },
        cursorIn(state) {
          const overlay = openOverlay(state, 'palette');
          return overlay && { at: overlay.cursor, count: found(state).length, page: menuRows(state) };
        },
        moved(state, cursor) {
          const overlay = openOverlay(state, 'palette');
          return overlay ? { overlay: { ...overlay, cursor } } : {};
        },
      }),
      { id: 'palette.close', title: t`close`, keys: ['esc'], group: GROUP, footer: 2, run: closeOverlay },
      {
        id: 'palette.run',
        title: t`run`,
        keys: ['enter'],
        group: GROUP,
        footer: 1,
        run(app) {
          const state = app.store.getState();
          const all = found(state);
          const entry = all[Math.min(openOverlay(state, 'palette')?.cursor ?? 0, all.length - 1)];
          closeOverlay(app);
          if (!entry) return;
          const able = entry.able(app);
          if (able !== true) return app.store.setState({ notice: { text: able, tone: 'warning' } });
          app.store.setState(({ uses = {} }) => ({
            uses: { ...uses, [entry.id]: (uses[entry.id] ?? 0) + 1 },
          }));
          entry.run(app);
        },
      },
    ],
    spoken(state, app) {
      const overlay = openOverlay(state, 'palette');
      if (!overlay) return {};
      const all = found(state);
      return {
        title: t`Commands`,
        status: all.length === 0 ? t`No matching command.` : t`${all.length} commands`,
        typing: {
          key: 'filter',
          name: t`Filter`,
          value: overlay.filter,
          change: filter => app.store.setState({ overlay: { ...overlay, filter, cursor: 0 } }),
        },
        ...choiceSpoken(
          Math.min(overlay.cursor, all.length - 1),
          all.map(entry => entrySpoken(app, entry)),
        ),
      };
    },
    View: props => <PaletteView {...props} found={found(props.state)} />,
  };
}

function entrySpoken(app: App, entry: PaletteEntry): Visible {
  const able = entry.able(app);
  const keys = entry.keys === '' ? t`` : t`, ${entry.keys}`;
  const text = t`${entry.title}, ${entry.where}${keys}`;
  return able === true ? text : t`${text}. ${able}`;
}

function PaletteView({
  app,
  state,
  theme,
  found,
}: OverlayProps & { readonly found: readonly PaletteEntry[] }) {
  const overlay = openOverlay(state, 'palette');
  if (!overlay) return null;
  const area = popUpArea(state, WIDE);
  const rows = Math.max(1, Math.min(area.height, ROWS) - 1);
  const cursor = Math.min(overlay.cursor, Math.max(0, found.length - 1));
  const top = scrollTo(0, cursor, rows, found.length);
  const shown = found.slice(top, top + rows);
  return (
    <PopUp state={state} theme={theme} title={t`Commands`} height={Math.min(area.height, ROWS)} most={WIDE}>
      <Box flexDirection="column" width={area.width}>
        <Box>
          <Box width={10}>
            <Piece text={theme.paint('dim', t`  filter: `)} />
          </Box>
          <TextField
            value={overlay.filter}
            focused
            width={area.width - 10}
            onChange={filter => app.store.setState({ overlay: { ...overlay, filter, cursor: 0 } })}
          />
        </Box>
        {found.length === 0 && <Line text={theme.paint('dim', t`  No matching command.`)} />}
        <Lines
          lines={shown.map((entry, i) =>
            entryLine(app, entry, { cursor: top + i === cursor, width: area.width }, theme),
          )}
          height={found.length === 0 ? rows - 1 : rows}
        />
      </Box>
    </PopUp>
  );
}

/** What it does, where, and its key at the right; instead of where, why it can't run. */
function entryLine(
  app: App,
  { title, where, keys, able }: PaletteEntry,
  { cursor, width }: { readonly cursor: boolean; readonly width: number },
  theme: Theme,
): Painted {
  const can = able(app);
  const room = width - cellWidth(keys) - 2;
  const name = cut(title, room);
  const rest = cut(t`  ${can === true ? where : can}`, Math.max(0, room - cellWidth(name)));
  const blank = toWidth(t``, Math.max(0, room - cellWidth(name) - cellWidth(rest)));
  if (cursor) return theme.paint('cursor', t`› ${name}${rest}${blank}${keys}`);
  return concat(
    theme.paint(can === true ? 'plain' : 'dim', t`  ${name}`),
    theme.paint('dim', t`${rest}${blank}`),
    theme.paint('plain', keys),
  );
}
