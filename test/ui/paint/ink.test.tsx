// What the painter needs from the pinned version of Ink.

import { Box, type DOMElement, render, Text } from 'ink';
import { createElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import { BLOCKS } from '../../../src/ui/kit/Line.tsx';
import { sinkOf } from '../../../src/ui/paint/draw.tsx';
import { fakeTerminal } from '../../harness/terminal.ts';

let unmount = (): void => {};
afterEach(() => unmount());

function start() {
  const { screen, stdin, stdout } = fakeTerminal({ cols: 30, rows: 5 });
  let root: DOMElement | undefined;
  const ink = render(
    <Box
      ref={node => {
        root = node?.parentNode;
        while (root?.parentNode) root = root.parentNode;
      }}
    />,
    {
      stdin: stdin as unknown as NodeJS.ReadStream,
      stdout: sinkOf(stdout as unknown as NodeJS.WriteStream),
      ...{ interactive: true, exitOnCtrlC: false, patchConsole: false, maxFps: 0 },
    },
  );
  unmount = ink.unmount;
  if (!root) throw new Error('the tree has no root');
  return { ink, root, screen };
}

test("a ref leads to the root of Ink's tree, and its onRender can be replaced", () => {
  const { ink, root } = start();
  expect(root.nodeName).toBe('ink-root');
  let renders = 0;
  root.onRender = () => {
    renders++;
  };
  ink.rerender(<Text>hello</Text>);
  expect(renders).toBe(1);
});

test('Ink calls onRender after the layout, with the place, width and text of each node', () => {
  const { ink, root } = start();
  const seen: unknown[] = [];
  root.onRender = () => {
    const look = (node: DOMElement['childNodes'][number]): void => {
      if (node.nodeName === '#text') {
        seen.push(node.nodeValue);
        return;
      }
      const { yogaNode } = node;
      if (yogaNode && node.nodeName !== 'ink-root')
        seen.push([
          node.nodeName,
          yogaNode.getComputedLeft(),
          yogaNode.getComputedTop(),
          yogaNode.getComputedWidth(),
          yogaNode.getComputedHeight(),
        ]);
      node.childNodes.forEach(look);
    };
    look(root);
  };
  ink.rerender(
    <Box flexDirection="column" paddingLeft={2}>
      <Text wrap="truncate">first</Text>
      <Text wrap="truncate">second</Text>
    </Box>,
  );
  expect(seen).toEqual([
    ['ink-box', 0, 0, 30, 2],
    ['ink-text', 2, 0, 28, 1],
    'first',
    ['ink-text', 2, 1, 28, 1],
    'second',
  ]);
});

test('an attribute of a box reaches Ink’s tree unchanged, so that a block can carry its lines', () => {
  const { ink, root } = start();
  const blocks = [{ lines: ['one', 'two'], x: 0, y: 0, height: 2 }];
  let arrived: unknown;
  root.onRender = () => {
    const [box] = root.childNodes;
    arrived = box && box.nodeName !== '#text' ? box.attributes[BLOCKS] : undefined;
  };
  ink.rerender(createElement('ink-box', { style: { height: 2 }, [BLOCKS]: blocks }));
  expect(arrived).toBe(blocks);
});

test('the root is dirty before a layout only if a node or a text has changed, not only an attribute', () => {
  const { ink, root } = start();
  const layOut = root.onComputeLayout;
  let dirty: boolean | undefined;
  root.onComputeLayout = () => {
    dirty = root.yogaNode?.isDirty();
    layOut?.();
  };
  const shown = (style: object, lines: readonly string[], below?: string) =>
    ink.rerender(
      <Box flexDirection="column">
        {createElement('ink-box', { style, [BLOCKS]: [{ lines, x: 0, y: 0, height: 1 }] })}
        {below !== undefined && <Text>{below}</Text>}
      </Box>,
    );
  const low = { height: 1 };
  const after = (...given: Parameters<typeof shown>) => {
    dirty = undefined;
    shown(...given);
    return dirty;
  };
  expect(after(low, ['one'], 'below')).toBe(true);
  expect(after(low, ['two'], 'below')).toBe(false);
  expect(after(low, ['two'], 'other')).toBe(true);
  expect(after(low, ['two'])).toBe(true);
  expect(after(low, ['one'])).toBe(false);
  expect(after({ height: 2 }, ['one'])).toBe(true);
  expect(after({ height: 2 }, ['one'], 'below')).toBe(true);
});

test('no output of Ink reaches the terminal', () => {
  const { ink, screen } = start();
  ink.rerender(<Text>hello</Text>);
  ink.unmount();
  expect(screen.bytes).toBe('');
});
