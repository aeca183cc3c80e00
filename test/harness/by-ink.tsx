// What Ink itself draws for a tree. Ink draws no blocks, so the tree's copy has a box of texts for each block.

import { Box, type DOMElement, renderToString, Text } from 'ink';
import { createElement, type ReactNode } from 'react';
import { BLOCKS, type Block } from '../../src/ui/kit/Line.tsx';

/** The drawn rows as one text. */
export function drawnByInk(tree: ReactNode, columns: number): string {
  let copy: ReactNode;
  renderToString(
    <Box
      ref={node => {
        if (node) copy = copiesOf(node);
      }}
    >
      {tree}
    </Box>,
    { columns },
  );
  return renderToString(copy, { columns });
}

function copiesOf({ childNodes, attributes }: DOMElement): readonly ReactNode[] {
  const blocks = attributes[BLOCKS] as unknown as readonly Block[] | undefined;
  return [...(blocks ?? []).map(boxOf), ...childNodes.map(copyOf)];
}

const copyOf = (node: DOMElement['childNodes'][number], key: number): ReactNode =>
  node.nodeName === '#text'
    ? node.nodeValue
    : createElement(
        node.nodeName,
        { key, style: node.style, internal_transform: node.internal_transform },
        ...copiesOf(node),
      );

const boxOf = ({ lines, x, y, width, height }: Block, at: number): ReactNode => (
  <Box
    key={`block ${at}`}
    position="absolute"
    flexDirection="column"
    marginLeft={x}
    marginTop={y}
    width={width ?? '100%'}
    height={height}
    overflow="hidden"
  >
    {Array.from({ length: height }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the row of the screen
      <Text key={row} wrap="truncate">
        {lines[row] || ' '}
      </Text>
    ))}
  </Box>
);
