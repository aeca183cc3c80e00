// The edges of a frame: their texts, and what is left out first in a short edge.

import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { t } from '../../../src/lib/visible.ts';
import {
  composeEdge,
  type EdgeTexts,
  factsLeftBy,
  TOP,
  tabAtCell,
  tabSpans,
} from '../../../src/ui/kit/edges.ts';
import { createTheme } from '../../../src/ui/kit/theme.ts';

const TEXTS: EdgeTexts = {
  left: () => [{ text: t`Mandates of Operations`, tone: 'title' }],
  facts: [t`Account ff6cb301-8065`, t`Status ACTIVE`],
  right: { text: t`24`, tone: 'strong' },
};

const drawn = (texts: EdgeTexts, width: number): string =>
  stripVTControlCharacters(
    composeEdge(texts, { width, tone: 'frame', theme: createTheme('mono'), corners: TOP }),
  );
const topEdge = (width: number): string => drawn(TEXTS, width);

it.each([
  [74, '╭─ Mandates of Operations ── Account ff6cb301-8065 · Status ACTIVE · 24 ─╮'],
  [56, '╭─ Mandates of Operations ──────── Status ACTIVE · 24 ─╮'],
  [40, '╭─ Mandates of Operations ──────── 24 ─╮'],
  [24, '╭─ Mandates of O…  24 ─╮'],
])('in %i cells facts are dropped before the title is cut, and the count stays', (width, expected) => {
  expect(topEdge(width)).toBe(expected);
});

it.each([
  [40, 'Direct debit ─ Global Account ─ Raw'],
  [32, 'Direct debit ─ Global Acc… ─ Raw'],
  [28, 'Direct debit ─ Global… ─ Raw'],
])('in %i cells all tabs are there: the longest titles are cut, except the chosen one', (room, expected) => {
  const tabs = tabSpans([t`Direct debit`, t`Global Account`, t`Raw`], 0, room);
  expect(tabs.map(({ text }) => text).join('')).toBe(expected);
});

it.each([
  [74, []],
  [56, ['Account ff6cb301-8065']],
  [40, ['Account ff6cb301-8065', 'Status ACTIVE']],
])('in %i cells the other edge gets the facts that do not fit', (width, left) => {
  expect(factsLeftBy(TEXTS, width)).toEqual(left);
});

it('facts are at the right if the edge has nothing else', () => {
  const { right: _, ...texts } = TEXTS;
  expect(drawn(texts, 56)).toBe('╭─ Mandates of Operations ───────────── Status ACTIVE ─╮');
});

it('the text at the right is brief if the left text needs its room', () => {
  const right = { text: t`↓ 12 more`, brief: t`↓ 12`, tone: 'dim' } as const;
  const texts: EdgeTexts = { left: () => [{ text: t`Account ─ Raw`, tone: 'title' }], right };
  expect(drawn(texts, 30)).toBe('╭─ Account ─ Raw  ↓ 12 more ─╮');
  expect(drawn(texts, 28)).toBe('╭─ Account ─ Raw ──── ↓ 12 ─╮'.replace('────', '───'));
});

it('of a row of titles only their own cells count', () => {
  const spans = tabSpans([t`Account`, t`Raw`], 0);
  const edge = drawn({ left: () => spans }, 24);
  const found = Array.from(edge, (_, x) => tabAtCell(spans, x) ?? ' ').join('');
  expect([edge, found]).toEqual(['╭─ Account ─ Raw ──────╮', '   0000000   111        ']);
});
