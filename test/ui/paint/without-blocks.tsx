// Purser's screens without blocks, so that Ink itself can draw them: the oracle of the painter. For `vi.mock`.

import { Text } from 'ink';
import { createContext, memo, useContext } from 'react';
import type { Painted } from '../../../src/ui/kit/theme.ts';

type LineFile = typeof import('../../../src/ui/kit/Line.tsx');
type PanelFile = typeof import('../../../src/ui/kit/Panel.tsx');

interface RowsProps {
  readonly lines: readonly Painted[];
  readonly height?: number;
}

/** True in a tree that Ink itself draws. */
export const ByInk = createContext(false);

const Row = ({ text }: { readonly text: string }) => <Text wrap="truncate">{text === '' ? ' ' : text}</Text>;

const Rows = ({ lines, height = lines.length }: RowsProps) => (
  <>
    {Array.from({ length: height }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the row of the screen
      <Row key={row} text={lines[row] ?? ' '} />
    ))}
  </>
);

/** Where Ink draws, each row is a text that Ink lays out. */
export const linesWithoutBlocks = (own: LineFile): LineFile => ({
  ...own,
  Line: memo(props => (useContext(ByInk) ? <Row {...props} /> : <own.Line {...props} />)),
  Lines: memo(props => (useContext(ByInk) ? <Rows {...props} /> : <own.Lines {...props} />)),
});

/** Where Ink draws, a panel's lines are its children, and Ink finds their place. */
export const panelsWithoutBlocks = (own: PanelFile): PanelFile => ({
  Panel({ lines, ...props }) {
    const byInk = useContext(ByInk);
    if (!lines) return <own.Panel {...props} />;
    if (!byInk) return <own.Panel {...props} lines={lines} />;
    return (
      <own.Panel {...props}>
        <Rows lines={lines} height={props.height} />
      </own.Panel>
    );
  },
});
