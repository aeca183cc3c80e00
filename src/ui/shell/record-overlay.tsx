// One record as it came, over the whole screen: what no column and no details tab has room for.

import { Box } from 'ink';
import type { App } from '../../effects/app.ts';
import type { Binding } from '../../keys/binding.ts';
import type { Key } from '../../keys/key.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { State } from '../../store/state.ts';
import { composeDetails, type Entry } from '../kit/details.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { createTheme, type Painted, type Theme } from '../kit/theme.ts';
import { type Area, layoutOf } from '../screens/layout.ts';
import { rawEntries } from '../screens/list-details.ts';
import type { Screen } from '../screens/screen.ts';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';

const GROUP = t`record`;
const GONE: Entry = {
  note: t`The list has changed: this record is no longer under the cursor. Esc closes.`,
  tone: 'warn',
};
/** For counting lines only. */
const UNPAINTED = createTheme('mono');
const TITLE_LINES = 2;

interface Shown {
  readonly name: Visible;
  readonly lines: readonly Painted[];
  readonly top: number;
  readonly room: number;
}

export function recordOverlay(screenOf: (state: State) => Screen): OverlayKind {
  function shownIn(state: State, area: Area, theme: Theme): Shown | undefined {
    const overlay = openOverlay(state, 'record');
    if (!overlay) return undefined;
    const record = screenOf(state).record?.(state);
    const same = record?.key === overlay.key ? record : undefined;
    const lines = composeDetails(same ? rawEntries(same.raw) : [GONE], area.width, theme);
    const room = Math.max(1, area.height - TITLE_LINES);
    const top = Math.max(0, Math.min(overlay.top, lines.length - room));
    return { name: same?.name ?? t``, lines, top, room };
  }

  const scroll = (
    id: string,
    title: Visible,
    keys: readonly Key[],
    to: (shown: Shown) => number,
  ): Binding<App> => ({
    id: `record.${id}`,
    title,
    keys,
    group: GROUP,
    run: app =>
      app.store.setState(state => {
        const overlay = openOverlay(state, 'record');
        const shown = shownIn(state, layoutOf(state.size, 'list').body, UNPAINTED);
        if (!overlay || !shown) return {};
        const last = shown.lines.length - shown.room;
        return { overlay: { ...overlay, top: Math.max(0, Math.min(to(shown), last)) } };
      }),
  });

  return {
    takesText: () => false,
    bindings: [
      { ...scroll('down', t`down`, ['j', 'down'], ({ top }) => top + 1), footer: 1 },
      { ...scroll('up', t`up`, ['k', 'up'], ({ top }) => top - 1), footer: 2 },
      scroll('page-down', t`a page down`, ['pgdn', 'ctrl-d', 'space'], ({ top, room }) => top + room),
      scroll('page-up', t`a page up`, ['pgup', 'ctrl-u'], ({ top, room }) => top - room),
      scroll('top', t`first line`, ['g', 'home'], () => 0),
      scroll('bottom', t`last line`, ['G', 'end'], ({ lines }) => lines.length),
      {
        id: 'record.close',
        title: t`close`,
        keys: ['esc', 'd', 'q'],
        group: GROUP,
        footer: 3,
        run: closeOverlay,
      },
    ],
    View: ({ state, theme, area }: OverlayProps) => {
      const shown = shownIn(state, area, theme);
      if (!shown) return null;
      const { name, lines, top, room } = shown;
      const below = lines.length - top - room;
      return (
        <Box flexDirection="column" width={area.width}>
          <Line text={theme.paint('heading', below > 0 ? t`As it came  ↓ ${below} more` : t`As it came`)} />
          <Line text={theme.paint('dim', cut(t`  ${name}`, area.width))} />
          <Lines lines={lines.slice(top, top + room)} height={room} />
        </Box>
      );
    },
  };
}
