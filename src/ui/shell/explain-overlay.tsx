// What the status of the record under the cursor means.

import { Box } from 'ink';
import { t } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { composeDetails } from '../kit/details.ts';
import { Line, Lines } from '../kit/Line.tsx';
import { closeOverlay, type OverlayKind, type OverlayProps, openOverlay } from './overlay.ts';

export const explainKind: OverlayKind = {
  takesText: () => false,
  bindings: [
    {
      id: 'explain.close',
      title: t`close`,
      keys: ['esc', 'enter', 'i', 'q'],
      group: t`status`,
      footer: 1,
      run: closeOverlay,
    },
  ],
  View: ExplainView,
};

function ExplainView({ state, theme, area }: OverlayProps) {
  const overlay = openOverlay(state, 'explain');
  if (!overlay) return null;
  const entries = overlay.lines.map(({ label, text }) => ({ label, cell: { text } }));
  return (
    <Box flexDirection="column" width={area.width}>
      <Line text={theme.paint('heading', t`What this status means`)} />
      <Line text={theme.paint('dim', cut(overlay.record, area.width))} />
      <Lines lines={composeDetails(entries, area.width, theme)} height={Math.max(0, area.height - 2)} />
    </Box>
  );
}
