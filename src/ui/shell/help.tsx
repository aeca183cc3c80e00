// Help: every binding that holds here, filtered by what is typed, run by Enter.

import { Box } from 'ink';
import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../lib/width.ts';
import type { State } from '../../store/state.ts';
import { scrollTo } from '../../store/view.ts';
import { Line, Lines, Piece } from '../kit/Line.tsx';
import { choiceSpoken } from '../kit/spoken.ts';
import { TextField } from '../kit/TextField.tsx';
import { concat, type Theme } from '../kit/theme.ts';
import { menuBindings } from '../screens/scrolling.ts';
import { helpColumns } from './help-columns.ts';
import { closeOverlay, menuRows, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';

/** The signs before rows, and before values in them. */
const SIGNS = t`  * marked  • changed or new  × gone  ? unexpected or not requested`;

/** How a key is written for people: `Ctrl+P`, `Esc`, `↓`. */
export function keyLabel(key: string): Visible {
  const named: Readonly<Record<string, string>> = {
    enter: 'Enter',
    esc: 'Esc',
    tab: 'Tab',
    'shift-tab': 'Shift+Tab',
    up: '↑',
    down: '↓',
    left: '←',
    right: '→',
    pgup: 'PgUp',
    pgdn: 'PgDn',
    home: 'Home',
    end: 'End',
    space: 'Space',
  };
  const chord = /^ctrl-(.)$/.exec(key);
  return visible(named[key] ?? (chord ? `Ctrl+${chord[1]?.toUpperCase()}` : key));
}

const keysLabel = (binding: Binding<App>): Visible => join(binding.keys.map(keyLabel), ' ');

export function helpOverlay(bindingsOf: (state: State) => readonly Binding<App>[]): OverlayKind {
  const found = (state: State): readonly Binding<App>[] => {
    const words = (openOverlay(state, 'help')?.filter ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    return byGroup(bindingsOf(state)).filter(binding => {
      const text = `${binding.title} ${binding.group} ${keysLabel(binding)}`.toLowerCase();
      return words.every(word => text.includes(word));
    });
  };
  const GROUP = t`help`;
  return {
    takesText: () => true,
    bindings: [
      ...menuBindings({
        id: 'help',
        group: GROUP,
        keys: { down: ['down', 'tab'], up: ['up', 'shift-tab'] },
        cursorIn(state) {
          const overlay = openOverlay(state, 'help');
          return overlay && { at: overlay.cursor, count: found(state).length, page: menuRows(state) };
        },
        moved(state, cursor) {
          const overlay = openOverlay(state, 'help');
          return overlay ? { overlay: { ...overlay, cursor } } : {};
        },
      }),
      { id: 'help.close', title: t`close`, keys: ['esc'], group: GROUP, footer: 2, run: closeOverlay },
      {
        id: 'help.run',
        title: t`run`,
        keys: ['enter'],
        group: GROUP,
        footer: 1,
        run(app) {
          const state = app.store.getState();
          const binding = found(state)[openOverlay(state, 'help')?.cursor ?? 0];
          closeOverlay(app);
          if (!binding) return;
          const able = binding.enabled?.(app) ?? true;
          if (able === true) binding.run(app);
          else app.store.setState({ notice: { text: able, tone: 'warning' } });
        },
      },
    ],
    title: () => t`Keys here`,
    spoken(state, app) {
      const overlay = openOverlay(state, 'help');
      if (!overlay) return {};
      const all = found(state);
      return {
        title: t`Keys here`,
        status: all.length === 0 ? t`No matching command.` : t`${all.length} commands`,
        typing: {
          key: 'filter',
          name: t`Filter`,
          value: overlay.filter,
          change: filter => app.store.setState({ overlay: { ...overlay, filter, cursor: 0 } }),
        },
        ...choiceSpoken(
          Math.min(overlay.cursor, all.length - 1),
          all.map(binding => commandText(app, binding)),
        ),
      };
    },
    View: props => <HelpView {...props} found={found(props.state)} />,
  };
}

/** A command, its keys, and why it can't run. */
function commandText(app: App, binding: Binding<App>): Visible {
  const able = binding.enabled?.(app) ?? true;
  const text = t`${binding.title}, ${keysLabel(binding)}`;
  return able === true ? text : t`${text}. ${able}`;
}

/** Commands of one group together, the groups in the order of their first one. */
function byGroup(bindings: readonly Binding<App>[]): readonly Binding<App>[] {
  const groups = [...new Set(bindings.map(({ group }) => group))];
  return groups.flatMap(group => bindings.filter(binding => binding.group === group));
}

function HelpView({
  app,
  state,
  theme,
  area,
  found,
}: OverlayProps & { readonly found: readonly Binding<App>[] }) {
  const overlay = openOverlay(state, 'help');
  if (!overlay) return null;
  const rows = Math.max(1, area.height - 2);
  const cursor = Math.min(overlay.cursor, Math.max(0, found.length - 1));
  const top = scrollTo(0, cursor, rows, found.length);
  const keys = Math.max(0, ...found.map(binding => cellWidth(keysLabel(binding))));
  const listed = () =>
    found.slice(top, top + rows).map((binding, i) => helpLine(app, binding, top + i === cursor, keys, theme));
  const entries = () =>
    found.map(binding => ({
      keys: keysLabel(binding),
      title: binding.title,
      group: binding.group,
      able: (binding.enabled?.(app) ?? true) === true,
    }));
  // A filtered list is short, so it has room for the reason why a key can't run.
  const inColumns =
    overlay.filter !== ''
      ? undefined
      : helpColumns(entries(), cursor, { width: area.width, height: rows }, theme);
  return (
    <Box flexDirection="column" width={area.width}>
      <Line text={theme.paint('dim', cut(SIGNS, area.width))} />
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
      <Lines lines={inColumns ?? listed()} height={found.length === 0 ? rows - 1 : rows} />
    </Box>
  );
}

function helpLine(app: App, binding: Binding<App>, cursor: boolean, keys: number, theme: Theme) {
  const able = binding.enabled?.(app) ?? true;
  const text = t`${toWidth(keysLabel(binding), keys)}  ${binding.title}  `;
  if (cursor) return theme.paint('cursor', t`› ${text}${able === true ? binding.group : able}`);
  return concat(
    theme.paint(able === true ? 'plain' : 'dim', t`  ${text}`),
    theme.paint('dim', able === true ? binding.group : able),
  );
}
