// Explains the status of the selected record.

import type { Entry } from '../../format/entry.ts';
import { bindingsIn } from '../../keys/binding.ts';
import { t } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { App } from '../../money/app.ts';
import type { State } from '../../store/state.ts';
import { composeDetails } from '../kit/details.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { linesBelow, type ScrollWindow, windowAt } from '../kit/scroll.ts';
import { type Painted, type Theme, UNPAINTED } from '../kit/theme.ts';
import type { Area } from '../screens/layout.ts';
import { scrollBindings } from '../screens/scrolling.ts';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';
import { PopUp, popUpArea } from './PopUp.tsx';

const GROUP = t`status`;
const bind = bindingsIn<App>(GROUP);

const entriesOf = (state: State): readonly Entry[] =>
  (openOverlay(state, 'explain')?.lines ?? []).map(({ label, text }) => ({ label, cell: { text } }));
const linesOf = (state: State, width: number, theme: Theme): readonly Painted[] =>
  composeDetails(entriesOf(state), width, theme);
/** Rows for the sentences, below the record's name. */
const roomIn = ({ height }: Area): number => Math.max(0, height - 1);

const windowIn = (state: State, area: Area, lines: readonly Painted[]): ScrollWindow =>
  windowAt(openOverlay(state, 'explain')?.top ?? 0, roomIn(area), lines.length);

export const explainKind: OverlayKind = {
  bindings: [
    bind('explain.close', t`close`, ['esc', 'enter', 'i', 'q'], { footer: 1, run: closeOverlay }),
    ...scrollBindings({
      id: 'explain',
      group: GROUP,
      windowIn(state) {
        const area = popUpArea(state);
        return windowIn(state, area, linesOf(state, area.width, UNPAINTED));
      },
      scrolled(state, top) {
        const overlay = openOverlay(state, 'explain');
        return overlay ? { overlay: { ...overlay, top } } : {};
      },
    }),
  ],
  over: 'dimmed',
  spoken(state) {
    const overlay = openOverlay(state, 'explain');
    return overlay ? { title: t`Status`, status: overlay.record, entries: entriesOf(state) } : {};
  },
  View: ExplainView,
};

function ExplainView({ state, theme }: OverlayProps) {
  const area = popUpArea(state);
  const overlay = openOverlay(state, 'explain');
  if (!overlay) return null;
  const lines = linesOf(state, area.width, theme);
  const window = windowIn(state, area, lines);
  const { top, room } = window;
  const below = linesBelow(window);
  return (
    <PopUp
      state={state}
      theme={theme}
      title={t`Status`}
      {...(below > 0 && { right: { text: t`↓ ${below} more`, tone: 'dim' as const } })}
      height={lines.length + 1}
    >
      <Line text={theme.paint('dim', cut(overlay.record, area.width))} />
      <Lines lines={lines.slice(top, top + room)} height={Math.min(room, lines.length)} />
    </PopUp>
  );
}
