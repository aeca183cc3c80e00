// A framed panel: title and count in the top edge, status and age in the bottom edge, its content between them.

import { Box } from 'ink';
import { type ReactNode, useMemo, useState } from 'react';
import type { Tone } from '../../format/entry.ts';
import { t } from '../../lib/visible.ts';
import { BOTTOM, createEdge, type EdgeTexts, factsLeftBy, TOP } from './edges.ts';
import { Blocks, Line, Lines } from './Line.tsx';
import type { Painted, Theme } from './theme.ts';

interface PanelProps {
  /** Inside the frame, without the padding. */
  readonly width: number;
  readonly height: number;
  /** False draws the top as a line, and the bottom only if there is a text for it. */
  readonly framed: boolean;
  readonly focused: boolean;
  /** The frame's tone. Default: the tone for `focused`. */
  readonly tone?: Tone | undefined;
  /** Blank cells inside each side. */
  readonly padding?: number;
  readonly top: EdgeTexts;
  readonly bottom?: EdgeTexts | undefined;
  readonly theme: Theme;
  /** Instead of `children`: the whole panel is then one node. */
  readonly lines?: readonly Painted[];
  readonly children?: ReactNode;
}

export function Panel(props: PanelProps) {
  const { width, height, framed, focused, padding = 0, top, theme, lines } = props;
  const tone = props.tone ?? (focused ? 'frame-focused' : 'frame');
  const inner = width + padding * 2;
  const over = factsLeftBy(top, framed ? inner + 2 : width);
  const bottom = over.length > 0 && props.bottom ? { ...props.bottom, facts: over } : props.bottom;
  const side = useMemo(
    () => Array.from({ length: height }, () => theme.paint(tone, t`│`)),
    [height, theme, tone],
  );
  const [topEdge] = useState(createEdge);
  const [bottomEdge] = useState(createEdge);
  const children = lines ? <Lines lines={lines} height={height} /> : props.children;
  if (!framed) {
    return (
      <Box flexDirection="column" width={width}>
        <Line text={topEdge(top, { width, tone, theme })} />
        <Box flexDirection="column" height={height} width={width} overflow="hidden">
          {children}
        </Box>
        {bottom && <Line text={bottomEdge(bottom, { width, tone, theme })} />}
      </Box>
    );
  }
  const above = topEdge(top, { width: inner + 2, tone, theme, corners: TOP });
  const below = bottomEdge(bottom ?? {}, { width: inner + 2, tone, theme, corners: BOTTOM });
  if (lines) {
    const blocks = [
      { lines: [above], x: 0, y: 0, height: 1 },
      { lines: side, x: 0, y: 1, width: 1, height },
      { lines, x: 1 + padding, y: 1, width, height },
      { lines: side, x: inner + 1, y: 1, width: 1, height },
      { lines: [below], x: 0, y: height + 1, height: 1 },
    ];
    return <Blocks blocks={blocks} width={inner + 2} height={height + 2} />;
  }
  const edge = (
    <Box flexDirection="column" width={1}>
      <Lines lines={side} />
    </Box>
  );
  return (
    <Box flexDirection="column" width={inner + 2}>
      <Line text={above} />
      <Box height={height}>
        {edge}
        <Box flexDirection="column" width={inner} paddingX={padding} overflow="hidden">
          {children}
        </Box>
        {edge}
      </Box>
      <Line text={below} />
    </Box>
  );
}
