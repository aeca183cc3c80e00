// The palette finds commands, screens, customers and records by name. It lists the commands of every screen.

import type { Binding } from '../../keys/binding.ts';
import { t } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { scrollTo } from '../../store/view.ts';
import { concat, type Painted, type Theme } from '../kit/theme.ts';
import type { Screen } from '../screens/screen.ts';
import { CommandsView, commandMenu } from './menu.tsx';
import { type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea, WIDE } from './PopUp.tsx';
import { fittingEntries, type PaletteEntry, paletteEntries } from './palette-entries.ts';

const TITLE = t`Commands`;
/** The most rows, because a longer list is harder to read. */
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
    ...commandMenu({
      kind: 'palette',
      group: t`commands`,
      title: TITLE,
      found,
      able: (app, entry) => entry.able(app),
      run(app, entry) {
        app.store.setState(({ uses = {} }) => ({ uses: { ...uses, [entry.id]: (uses[entry.id] ?? 0) + 1 } }));
        entry.run(app);
      },
      spoken: ({ title, where, keys }) => t`${title}, ${where}${keys === '' ? t`` : t`, ${keys}`}`,
    }),
    over: 'dimmed',
    View: props => <PaletteView {...props} found={found(props.state)} />,
  };
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
    <PopUp state={state} theme={theme} title={TITLE} height={Math.min(area.height, ROWS)} most={WIDE}>
      <CommandsView
        {...{ app, overlay, theme, rows }}
        width={area.width}
        lines={shown.map((entry, i) =>
          entryLine(app, entry, { cursor: top + i === cursor, width: area.width }, theme),
        )}
      />
    </PopUp>
  );
}

/** The name, the place, and the key at the right. If the entry can't run, the reason replaces the place. */
function entryLine(
  app: App,
  { title, where, keys, able }: PaletteEntry,
  { cursor, width }: { readonly cursor: boolean; readonly width: number },
  theme: Theme,
): Painted {
  const can = able(app);
  // Two cells before the name and two before the key.
  const room = width - cellWidth(keys) - 4;
  const name = cut(title, room);
  const rest = cut(t`  ${can === true ? where : can}`, Math.max(0, room - cellWidth(name)));
  const blank = toWidth(t``, Math.max(0, room - cellWidth(name) - cellWidth(rest)));
  if (cursor) return theme.paint('cursor', t`› ${name}${rest}${blank}  ${keys}`);
  return concat(
    theme.paint(can === true ? 'plain' : 'dim', t`  ${name}`),
    theme.paint('dim', t`${rest}${blank}  `),
    theme.paint('plain', keys),
  );
}
