// What the status of the record under the cursor means.

import { Box } from 'ink';
import type { App } from '../../effects/app.ts';
import { t } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import type { State } from '../../store/state.ts';
import { composeDetails } from '../kit/details.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { createTheme, type Painted, type Theme } from '../kit/theme.ts';
import { type Area, layoutOf } from '../screens/layout.ts';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';

const GROUP = t`status`;
/** For counting lines only. */
const UNPAINTED = createTheme('mono');

const linesOf = (state: State, width: number, theme: Theme): readonly Painted[] =>
  composeDetails(
    (openOverlay(state, 'explain')?.lines ?? []).map(({ label, text }) => ({ label, cell: { text } })),
    width,
    theme,
  );
/** Rows for the sentences, below the heading and the record. */
const roomIn = ({ height }: Area): number => Math.max(0, height - 2);

const scroll = (app: App, by: number): void =>
  app.store.setState(state => {
    const overlay = openOverlay(state, 'explain');
    const { body } = layoutOf(state.size, 'list');
    const last = Math.max(0, linesOf(state, body.width, UNPAINTED).length - roomIn(body));
    return overlay ? { overlay: { ...overlay, top: Math.max(0, Math.min(overlay.top + by, last)) } } : {};
  });

export const explainKind: OverlayKind = {
  takesText: () => false,
  bindings: [
    {
      id: 'explain.close',
      title: t`close`,
      keys: ['esc', 'enter', 'i', 'q'],
      group: GROUP,
      footer: 1,
      run: closeOverlay,
    },
    {
      id: 'explain.down',
      title: t`scroll down`,
      keys: ['j', 'down'],
      group: GROUP,
      run: app => scroll(app, 1),
    },
    { id: 'explain.up', title: t`scroll up`, keys: ['k', 'up'], group: GROUP, run: app => scroll(app, -1) },
  ],
  View: ExplainView,
};

function ExplainView({ state, theme, area }: OverlayProps) {
  const overlay = openOverlay(state, 'explain');
  if (!overlay) return null;
  const lines = linesOf(state, area.width, theme);
  const height = roomIn(area);
  const top = Math.max(0, Math.min(overlay.top, lines.length - height));
  const below = lines.length - top - height;
  const heading = below > 0 ? t`What this status means  ↓ ${below} more: j` : t`What this status means`;
  return (
    <Box flexDirection="column" width={area.width}>
      <Line text={theme.paint('heading', heading)} />
      <Line text={theme.paint('dim', cut(overlay.record, area.width))} />
      <Lines lines={lines.slice(top, top + height)} height={height} />
    </Box>
  );
}
