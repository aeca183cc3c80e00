// The edges of a frame: what is in them, and what goes first where they are short.

import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { t } from '../../../src/lib/visible.ts';
import { composeEdge, TOP } from '../../../src/ui/kit/edges.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';

const topEdge = (width: number): string =>
  stripVTControlCharacters(
    composeEdge(
      {
        left: () => [{ text: t`Mandates of Operations`, tone: 'title' }],
        facts: [t`Account ff6cb301-8065`, t`Status ACTIVE`],
        right: { text: t`24`, tone: 'strong' },
      },
      { width, tone: 'frame', theme: createTheme('mono'), corners: TOP },
    ),
  );

it.each([
  [74, '╭─ Mandates of Operations ── Account ff6cb301-8065 · Status ACTIVE · 24 ─╮'],
  [56, '╭─ Mandates of Operations ──────── Status ACTIVE · 24 ─╮'],
  [40, '╭─ Mandates of Operations ──────── 24 ─╮'],
  [24, '╭─ Mandates of O…  24 ─╮'],
])('in %i cells the facts go before the title is cut, and the count stays', (width, expected) => {
  expect(topEdge(width)).toBe(expected);
});
