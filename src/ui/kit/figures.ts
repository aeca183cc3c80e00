// Figures as lines: amounts side by side, the time left, the part of an amount that is left, and a chart. Pure.

import type { Bar, Cell, Figure, FigurePair, Gauge, Point, Series, Tone } from '../../format/entry.ts';
import { compare, type Decimal, groupDigits, stepOf } from '../../lib/decimal.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, toWidth, wrap } from '../../lib/width.ts';
import { largeDigits } from './large.ts';
import { concat, type Painted, type Theme } from './theme.ts';

/** Amounts that are further apart are hard to compare. */
const WIDEST = 76;
const LONGEST_BAR = 48;
const SHORTEST_BAR = 6;

const figureText = ({ text, unit }: Cell): Visible => (unit ? t`${text} ${unit}` : text);

interface PairStyle {
  /** Large digits above the amounts, if both have room. */
  readonly large: boolean;
  /** A blank line above and below. */
  readonly airy: boolean;
}

/** Undefined if a figure would be cut. The caller then shows labels and values below each other. */
export function pairLines(
  { left, right, between }: FigurePair,
  width: number,
  theme: Theme,
  { large, airy }: PairStyle = { large: false, airy: true },
): readonly Painted[] | undefined {
  const all = Math.min(width, WIDEST);
  const half = Math.floor(all / 2);
  const cells = [left, right].flatMap(({ label, cell }) => [cellWidth(label), cellWidth(figureText(cell))]);
  if (Math.max(...cells) > half - 2 || cellWidth(figureText(between.cell)) > all) return undefined;
  const blank = (count: number): Painted => theme.paint('plain', toWidth(t``, Math.max(0, count)));
  const centred = (room: number, text: Visible, tone: Tone): readonly Painted[] => {
    const before = Math.max(0, Math.floor((room - cellWidth(text)) / 2));
    return [blank(before), theme.paint(tone, text), blank(room - cellWidth(text) - before)];
  };
  const label = (one: Figure) => centred(half, one.label, 'dim');
  const amount = ({ cell }: Figure) => centred(half, figureText(cell), cell.tone ?? 'strong');
  const below = centred(half * 2, figureText(between.cell), between.cell.tone ?? 'plain');
  const digits = large ? [left, right].map(({ cell }) => largeDigits(cell.text)) : [];
  const fits = digits.length > 0 && digits.every(one => one && cellWidth(one[0]) <= half - 2);
  const digitLine = (at: 0 | 1 | 2): Painted => {
    const row = ({ cell }: Figure, i: number) => centred(half, digits[i]?.[at] ?? t``, cell.tone ?? 'strong');
    return concat(...row(left, 0), ...row(right, 1).slice(0, -1));
  };
  return [
    ...(airy ? [blank(0)] : []),
    concat(...label(left), ...label(right).slice(0, -1)),
    ...(fits ? ([0, 1, 2] as const).map(digitLine) : []),
    concat(...amount(left), ...amount(right).slice(0, -1)),
    concat(...below.slice(0, -1)),
    ...(airy ? [blank(0)] : []),
  ];
}

/** `Expires in 4:12   ██████████░░░░`, or the text alone. */
export function barLine({ text, share, tone }: Bar, width: number, theme: Theme): Painted {
  const cells = Math.min(LONGEST_BAR, width - cellWidth(text) - 3);
  const said = theme.paint(tone === 'gauge' ? 'strong' : tone, text);
  if (cells < SHORTEST_BAR) return said;
  const full = Math.max(share > 0 ? 1 : 0, Math.min(cells, Math.round(share * cells)));
  return concat(said, theme.paint('plain', t`   `), filled(full, cells, tone, theme));
}

/** Below a pair of figures. */
export function barBelowPair(bar: Bar, width: number, theme: Theme): Painted {
  const all = Math.min(width, WIDEST);
  const used = Math.min(all, cellWidth(bar.text) + 3 + LONGEST_BAR);
  return concat(theme.paint('plain', toWidth(t``, Math.floor((all - used) / 2))), barLine(bar, used, theme));
}

const filled = (full: number, cells: number, tone: Tone, theme: Theme): Painted =>
  concat(theme.paint(tone, visible('█'.repeat(full))), theme.paint('dim', visible('░'.repeat(cells - full))));

/** A longer gauge would show no more detail. */
const LONGEST_GAUGE = 24;
const SHORTEST_GAUGE = 4;
const ZERO = '0' as Decimal;

/** `████████░░░░ 60.00 of 100.00 GBP left`, or the bar below the digits, which are never cut. */
export function gaugeLines(gauge: Gauge, width: number, theme: Theme): readonly Painted[] {
  const { text } = gauge;
  const beside = width - cellWidth(text) - 1;
  if (beside >= SHORTEST_GAUGE)
    return [concat(gaugeBar(gauge, beside, theme), theme.paint('plain', t` ${text}`))];
  const digits = wrap(text, width).map(line => theme.paint('plain', line));
  return width < SHORTEST_GAUGE ? digits : [...digits, gaugeBar(gauge, width, theme)];
}

function gaugeBar({ left, whole }: Gauge, width: number, theme: Theme): Painted {
  const cells = Math.min(LONGEST_GAUGE, width);
  const full = stepOf(left, ZERO, whole, cells);
  // Even the smallest remainder fills one cell.
  const shown = full === 0 && stepOf(left, ZERO, whole, 1e9) > 0 ? 1 : full;
  const tone = shown * 5 <= cells ? 'bad' : shown * 2 <= cells ? 'warn' : 'gauge';
  return filled(shown, cells, tone, theme);
}

/** Dots in a braille cell. */
const ACROSS = 2;
const DOWN = 4;
/** Bits of U+2800, by column and row of the dot. */
const BITS = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const;
const BRAILLE = 0x28_00;
/** Braille without a dot is invisible, so it is drawn as a blank. */
const SPACE = 0x20;
const LEAST_CELLS = 8;

/** With too few points or cells, a sentence. */
export function chartLines(
  { points, day }: Series,
  width: number,
  rows: number,
  theme: Theme,
): readonly Painted[] {
  const [first, last] = ends(points);
  if (!first || !last || first.at === last.at) {
    return [theme.paint('dim', t`There are too few changes for a chart.`)];
  }
  const held = columnsOf(points, first.at, last.at, Math.max(LEAST_CELLS, width) * ACROSS);
  const [low, high] = extremes(held);
  const label = Math.max(cellWidth(groupDigits(low)), cellWidth(groupDigits(high)));
  const cells = width - label - 1;
  if (cells < LEAST_CELLS) return [theme.paint('dim', t`There is no room for a chart.`)];
  const height = rows - 1;
  const drawn = columnsOf(points, first.at, last.at, cells * ACROSS);
  const levels = drawn.map(value => stepOf(value, low, high, height * DOWN - 1));
  const canvas = plot(levels, cells, height);
  const labels = [groupDigits(high), ...Array.from({ length: height - 2 }, () => t``), groupDigits(low)];
  const lines = canvas.map((line, row) =>
    concat(
      theme.paint('dim', t`${toWidth(labels[row] ?? t``, label, 'right')} `),
      theme.paint('accent', line),
    ),
  );
  const days = [day(first.at), day(last.at)];
  const gap = Math.max(1, cells - cellWidth(join(days, '')));
  const axis = t`${toWidth(t``, label + 1)}${days[0] ?? t``}${toWidth(t``, gap)}${days[1] ?? t``}`;
  return [...lines, theme.paint('dim', toWidth(axis, width))];
}

function ends(points: readonly Point[]): readonly [Point | undefined, Point | undefined] {
  let [first, last] = [points[0], points[0]];
  for (const point of points) {
    if (first && point.at < first.at) first = point;
    if (last && point.at > last.at) last = point;
  }
  return [first, last];
}

/** At the end of each of `count` equal spans of time. */
function columnsOf(points: readonly Point[], from: number, to: number, count: number): readonly Decimal[] {
  const latest: (Point | undefined)[] = Array.from({ length: count }, () => undefined);
  for (const point of points) {
    const column = Math.min(count - 1, Math.floor(((point.at - from) / (to - from)) * count));
    const known = latest[column];
    // If two points have the same moment, the first counts, because lists begin with the newest row.
    if (!known || point.at > known.at) latest[column] = point;
  }
  const values: Decimal[] = [];
  for (const point of latest) {
    const value = point?.value ?? values.at(-1);
    if (value !== undefined) values.push(value);
  }
  return values;
}

function extremes(values: readonly Decimal[]): readonly [low: Decimal, high: Decimal] {
  const zero = '0' as Decimal;
  let [low, high] = [values[0] ?? zero, values[0] ?? zero];
  for (const value of values) {
    if (compare(value, low) < 0) low = value;
    if (compare(value, high) > 0) high = value;
  }
  return [low, high];
}

/** Each level is joined to the previous one. Level 0 is at the bottom. */
function plot(levels: readonly number[], cells: number, height: number): readonly Visible[] {
  const bits = Array.from({ length: height }, () => new Uint8Array(cells));
  const dot = (x: number, level: number): void => {
    const y = height * DOWN - 1 - level;
    const row = bits[Math.floor(y / DOWN)];
    const cell = Math.floor(x / ACROSS);
    if (row && cell < cells) row[cell] = (row[cell] ?? 0) | (BITS[x % ACROSS]?.[y % DOWN] ?? 0);
  };
  levels.forEach((level, x) => {
    const before = levels[x - 1] ?? level;
    for (let at = Math.min(level, before); at <= Math.max(level, before); at++) dot(x, at);
  });
  return bits.map(row =>
    visible(String.fromCodePoint(...Array.from(row, bit => (bit === 0 ? SPACE : BRAILLE + bit)))),
  );
}
