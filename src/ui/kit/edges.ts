// The top and the bottom edge of a frame, with their texts. Pure.

import type { Tone } from '../../format/entry.ts';
import { forLast } from '../../lib/remembered.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut } from '../../lib/width.ts';
import { concat, type Painted, type Theme } from './theme.ts';

export interface Span {
  readonly text: Visible;
  readonly tone: Tone;
}

export interface EdgeTexts {
  /** In the cells that are free. It is cut first. */
  readonly left?: (room: number) => readonly Span[];
  /** Shown only next to the whole left text. */
  readonly facts?: readonly Visible[];
  /** Uncut if the edge is wide enough. `brief` leaves room for the whole left text. */
  readonly right?: (Span & { readonly brief?: Visible }) | undefined;
}

interface EdgeLook {
  readonly width: number;
  readonly tone: Tone;
  readonly theme: Theme;
  /** Without corners the edge is a line. */
  readonly corners?: readonly [Visible, Visible];
}

export const TOP = [t`╭`, t`╮`] as const;
export const BOTTOM = [t`╰`, t`╯`] as const;

const NO_CORNERS = [t`─`, t`─`] as const;
/** A corner, a line and a blank at each end. */
const ENDS = 6;

const dashes = (cells: number): Visible => visible('─'.repeat(Math.max(0, cells)));

interface CutTexts {
  readonly spans: readonly Span[];
  readonly end: Span | undefined;
}

/** `╭─ Accounts › Operations ───────── 240 ─╮` */
export const composeEdge = (texts: EdgeTexts, look: EdgeLook): Painted =>
  edgeLine(cutTexts(texts, look), look);

/** Composes an edge again only if its texts or its look change. */
export function createEdge(): typeof composeEdge {
  let now: () => Painted;
  const lineOf = forLast((..._parts: readonly unknown[]) => now());
  return (texts, look) => {
    const cut = cutTexts(texts, look);
    now = () => edgeLine(cut, look);
    const { width, tone, theme, corners } = look;
    const said = [cut.end, ...cut.spans].flatMap(span => [span?.text, span?.tone]);
    return lineOf(width, tone, theme, corners, ...said);
  };
}

function cutTexts(texts: EdgeTexts, { width }: EdgeLook): CutTexts {
  const room = width - ENDS;
  if (room < 1) return { spans: [], end: undefined };
  const end = endOf(withBrief(texts, room), room);
  const left = room - (end ? cellWidth(end.text) + 2 : 0);
  return { spans: cutSpans(texts.left?.(left) ?? [], left), end };
}

function withBrief(texts: EdgeTexts, room: number): EdgeTexts {
  const { left, right } = texts;
  if (right?.brief === undefined) return texts;
  const taken = cells(left?.(Number.POSITIVE_INFINITY) ?? []) + cellWidth(right.text) + 2;
  return taken <= room ? texts : { ...texts, right: { ...right, text: right.brief } };
}

function edgeLine({ spans, end }: CutTexts, { width, tone, theme, corners = NO_CORNERS }: EdgeLook): Painted {
  const [first, last] = corners;
  const line = (text: Visible): Painted => theme.paint(tone, text);
  if (width - ENDS < 1) return line(t`${first}${dashes(width - 2)}${last}`);
  const endCells = end ? cellWidth(end.text) + 2 : 0;
  const taken = cells(spans);
  const said = spans.map(({ text, tone: own }) => theme.paint(own, text));
  const between = width - 4 - (taken > 0 ? taken + 2 : 0) - endCells;
  const blank = theme.paint('plain', t` `);
  return concat(
    line(t`${first}─`),
    ...(taken > 0 ? [blank, ...said, blank] : []),
    line(dashes(between)),
    ...(end ? [blank, theme.paint(end.tone, end.text), blank] : []),
    line(t`─${last}`),
  );
}

const cells = (spans: readonly Span[]): number => spans.reduce((sum, { text }) => sum + cellWidth(text), 0);

/** With the facts that fit before it. */
function endOf(texts: EdgeTexts, room: number): Span | undefined {
  const { right } = texts;
  const facts = factsIn(texts, room);
  const last = right?.text ?? t``;
  const whole = facts.length === 0 ? last : join(last === '' ? facts : [...facts, last], BETWEEN);
  return whole === '' ? undefined : { tone: right?.tone ?? 'dim', text: cut(whole, room) };
}

const BETWEEN = ' · ';
const NO_FACTS: readonly Visible[] = [];

/** The last fact gets room first. */
function factsIn({ left, facts = NO_FACTS, right }: EdgeTexts, room: number): readonly Visible[] {
  if (facts.length === 0) return facts;
  let free = room - cells(left?.(Number.POSITIVE_INFINITY) ?? []) - 2 - (right ? cellWidth(right.text) : 0);
  return facts
    .toReversed()
    .flatMap(fact => {
      const own = cellWidth(fact) + BETWEEN.length;
      if (own > free) return [];
      free -= own;
      return [fact];
    })
    .toReversed();
}

export function factsLeftBy(texts: EdgeTexts, width: number): readonly Visible[] {
  const { facts = NO_FACTS } = texts;
  const shown = factsIn(texts, width - ENDS);
  return shown.length === facts.length ? NO_FACTS : facts.filter(fact => !shown.includes(fact));
}

/** The last span is cut. */
function cutSpans(spans: readonly Span[], room: number): readonly Span[] {
  let left = room;
  return spans.flatMap(span => {
    if (left <= 0) return [];
    const text = cut(span.text, left);
    left -= cellWidth(text);
    return [{ ...span, text }];
  });
}

const BETWEEN_TABS = t` ─ `;
/** In cells: three letters of a title and the mark of cut text. */
const LEAST_TITLE = 4;

/** The chosen title is bold, so that no colour is needed. The longest of the others are cut, so that all are there. */
export function tabSpans(
  titles: readonly Visible[],
  chosen: number,
  room = Number.POSITIVE_INFINITY,
): readonly Span[] {
  const cellsOf = (text: Visible, i: number, most: number): number =>
    i === chosen ? cellWidth(text) : Math.min(cellWidth(text), most);
  const between = cellWidth(BETWEEN_TABS) * (titles.length - 1);
  const taken = (most: number): number =>
    titles.reduce((sum, text, i) => sum + cellsOf(text, i, most), between);
  let most = Math.max(LEAST_TITLE, ...titles.map(cellWidth));
  while (most > LEAST_TITLE && taken(most) > room) most -= 1;
  return titles.flatMap((text, i): readonly Span[] => [
    ...(i === 0 ? [] : [{ text: BETWEEN_TABS, tone: 'frame' as const }]),
    { text: cut(text, cellsOf(text, i, most)), tone: i === chosen ? 'heading' : 'dim' },
  ]);
}

/** A corner, a line and a blank. */
const EDGE = 3;

/** Which of the titles in an edge is at this cell of the edge. Every second span is a title. */
export function tabAtCell(spans: readonly Span[], x: number): number | undefined {
  let from = EDGE;
  for (const [i, { text }] of spans.entries()) {
    const to = from + cellWidth(text);
    if (x >= from && x < to) return i % 2 === 0 ? i / 2 : undefined;
    from = to;
  }
  return undefined;
}
