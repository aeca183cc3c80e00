// Purser lays the tree out only if a node or the terminal's width has changed. The screen is the same as with a layout for
// each frame.

import { Box, type DOMElement, Text } from 'ink';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { t, type Visible } from '../../../src/lib/visible.ts';
import { Line } from '../../../src/ui/kit/Line.tsx';
import { createTheme } from '../../../src/ui/kit/theme.ts';
import { draw } from '../../../src/ui/paint/draw.tsx';
import { fakeTerminal } from '../../harness/terminal.ts';

const theme = createTheme('mono');
let end = (): void => {};
afterEach(() => end());

interface Shown {
  readonly line: Visible;
  /** The empty rows above the line. */
  readonly above: number;
}

/** A line below some empty rows, and a text at the right edge of the terminal. */
async function drawn() {
  const { screen, stdin, stdout } = fakeTerminal({ cols: 30, rows: 5 });
  let show: (shown: Shown) => void = () => {};
  let layouts = 0;
  const count = (node: DOMElement | null): void => {
    let root = node ?? undefined;
    while (root?.parentNode) root = root.parentNode;
    const yoga = root?.yogaNode;
    if (!yoga) return;
    const { calculateLayout } = yoga;
    yoga.calculateLayout = (...given) => {
      layouts++;
      calculateLayout.apply(yoga, given);
    };
  };
  function Tree() {
    const [shown, setShown] = useState<Shown>({ line: t`one`, above: 0 });
    show = setShown;
    return (
      <Box ref={count} flexDirection="column" width="100%">
        <Box height={shown.above} />
        <Line text={theme.paint('plain', shown.line)} />
        <Box justifyContent="flex-end">
          <Text>right</Text>
        </Box>
      </Box>
    );
  }
  const drawing = draw({
    tree: <Tree />,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
  });
  end = drawing.end;
  await screen.until('right');
  return { screen, show: (shown: Shown) => show(shown), layouts: () => layouts };
}

const RIGHT = 'right'.length;

test('a line that changes is drawn without a layout', async () => {
  const { screen, show, layouts } = await drawn();
  const before = layouts();
  show({ line: t`two`, above: 0 });
  await screen.until('two');
  expect(layouts()).toBe(before);
  show({ line: t`three`, above: 1 });
  await screen.until('three');
  expect(layouts()).toBe(before + 1);
  expect(screen.lines().slice(0, 3)).toEqual(['', 'three', `${' '.repeat(30 - RIGHT)}right`]);
});

test('a terminal with another width gets a layout, although no node has changed', async () => {
  const { screen, show } = await drawn();
  screen.resize(20, 5);
  show({ line: t`two`, above: 0 });
  await screen.until('two');
  expect(screen.lines().slice(0, 2)).toEqual(['two', `${' '.repeat(20 - RIGHT)}right`]);
});
