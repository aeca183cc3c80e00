// A framed box in the middle of the body, over the dimmed screen. In a small terminal it fills the body.

import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { Tone } from '../../format/entry.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { toWidth } from '../../lib/width.ts';
import type { State } from '../../store/state.ts';
import type { Span } from '../kit/edges.ts';
import { Lines } from '../kit/Line.tsx';
import { Panel } from '../kit/Panel.tsx';
import type { Theme } from '../kit/theme.ts';
import { type Area, layoutOf } from '../screens/layout.ts';

/** Cells inside. Longer lines are harder to read. */
const WIDTH = 74;
export const WIDE = 110;
/** The cells of both sides: the visible screen, the frame and its padding. */
const AROUND = 8;

export function popUpArea({ size }: State, most = WIDTH): Area {
  const { framed, outer, body } = layoutOf(size);
  if (!framed) return body;
  return { width: Math.min(most, outer.width - AROUND), height: Math.max(1, outer.height - 2) };
}

interface PopUpProps {
  readonly state: State;
  readonly theme: Theme;
  readonly title: Visible;
  /** After the title. */
  readonly beside?: Span | undefined;
  readonly right?: Span | undefined;
  readonly foot?: Span | undefined;
  readonly tone?: Tone | undefined;
  /** In a small terminal the content gets fewer rows. */
  readonly height: number;
  readonly most?: number | undefined;
  readonly children: ReactNode;
}

export function PopUp(props: PopUpProps) {
  const { state, theme, title, beside, right, foot, tone, height, most, children } = props;
  const { framed, outer } = layoutOf(state.size);
  const area = popUpArea(state, most);
  const titles = [{ text: title, tone: 'title' as const }, ...(beside ? [beside] : [])];
  const top = { left: () => titles, right };
  const common = { width: area.width, focused: true, tone, top, theme, children };
  if (!framed) return <Panel {...common} height={area.height} framed={false} />;
  const rows = Math.min(height, area.height);
  const width = area.width + 4;
  const blank = theme.paint('plain', toWidth(t``, width));
  return (
    <Box
      position="absolute"
      width={outer.width}
      height={outer.height}
      alignItems="center"
      justifyContent="center"
    >
      <Box flexDirection="column" width={width} height={rows + 2} flexShrink={0}>
        <Box position="absolute" flexDirection="column" width={width}>
          {/* So that the screen behind doesn't show next to short lines. */}
          <Lines lines={Array.from({ length: rows + 2 }, () => blank)} height={rows + 2} />
        </Box>
        <Panel {...common} height={rows} padding={1} framed bottom={foot && { left: () => [foot] }} />
      </Box>
    </Box>
  );
}
