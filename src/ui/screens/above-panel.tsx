// The panel above a list and its details.

import { Lines } from '../kit/Line.tsx';
import { Panel } from '../kit/Panel.tsx';
import type { Theme } from '../kit/theme.ts';
import type { Layout } from './layout.ts';
import type { Above } from './resource.ts';

interface AboveProps {
  readonly above: Above;
  readonly layout: Layout;
  readonly theme: Theme;
}

export function AbovePanel({ above: { title, age, lines }, layout: { framed, body }, theme }: AboveProps) {
  return (
    <Panel
      width={body.width}
      height={lines.length}
      padding={framed ? 1 : 0}
      framed={framed}
      focused={false}
      top={{ left: () => [{ text: title, tone: 'strong' }], ...(age && { right: age }) }}
      theme={theme}
    >
      <Lines lines={lines} height={lines.length} />
    </Panel>
  );
}
