// A record's raw JSON over the whole body, because no column or details tab has room for it.

import { Box } from 'ink';
import type { Entry } from '../../format/entry.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { composeDetails } from '../kit/details.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { linesBelow, type ScrollWindow, windowAt } from '../kit/scroll.ts';
import { type Painted, type Theme, UNPAINTED } from '../kit/theme.ts';
import { type Area, layoutOf } from '../screens/layout.ts';
import { rawEntries } from '../screens/list-details.ts';
import type { Screen } from '../screens/screen.ts';
import { scrollBindings } from '../screens/scrolling.ts';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';

const GROUP = t`record`;
const bind = bindingsIn<App>(GROUP);
const GONE: Entry = {
  note: t`The list has changed. This record is no longer selected. Press Esc to close.`,
  tone: 'warn',
};
const TITLE_LINES = 1;

interface RecordView {
  readonly name: Visible;
  readonly lines: readonly Painted[];
  readonly window: ScrollWindow;
}

export function recordOverlay(screenOf: (state: State) => Screen): OverlayKind {
  const recordIn = (state: State) => {
    const record = screenOf(state).record?.(state);
    return record?.key === openOverlay(state, 'record')?.key ? record : undefined;
  };

  function shownIn(state: State, area: Area, theme: Theme): RecordView | undefined {
    const overlay = openOverlay(state, 'record');
    if (!overlay) return undefined;
    const same = recordIn(state);
    const lines = composeDetails(same ? rawEntries(same.raw) : [GONE], area.width, theme);
    const room = Math.max(1, area.height - TITLE_LINES);
    return { name: same?.name ?? t``, lines, window: windowAt(overlay.top, room, lines.length) };
  }

  return {
    bindings: [
      ...scrollBindings({
        id: 'record',
        group: GROUP,
        footer: [1, 2],
        windowIn: state => shownIn(state, layoutOf(state.size).body, UNPAINTED)?.window,
        scrolled(state, top) {
          const overlay = openOverlay(state, 'record');
          return overlay ? { overlay: { ...overlay, top } } : {};
        },
      }),
      bind('record.close', t`close`, ['esc', 'd', 'q'], { footer: 3, run: closeOverlay }),
    ],
    title: () => t`Raw JSON`,
    spoken(state) {
      const same = recordIn(state);
      return { title: t`Raw JSON`, status: same?.name ?? t``, entries: same ? rawEntries(same.raw) : [GONE] };
    },
    View: ({ state, theme, area }: OverlayProps) => {
      const shown = shownIn(state, area, theme);
      if (!shown) return null;
      const { name, lines, window } = shown;
      const { top, room } = window;
      const below = linesBelow(window);
      return (
        <Box flexDirection="column" width={area.width}>
          <Line text={theme.paint('dim', cut(below > 0 ? t`${name}  ↓ ${below} more` : name, area.width))} />
          <Lines lines={lines.slice(top, top + room)} height={room} />
        </Box>
      );
    },
  };
}
