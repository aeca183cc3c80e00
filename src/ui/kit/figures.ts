// Figures as lines: amounts side by side, the time left, the part of an amount that is left, and a chart. Pure.

import {
  type Bar,
  cellText,
  type Figure,
  type FigurePair,
  type Gauge,
  type Point,
  type Series,
  type Tone,
} from '../../format/entry.ts';
import {
  compare,
  type Decimal,
  groupDigits,
  negate,
  roundValues,
  stepOf,
  subtract,
  ZERO,
} from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../lib/width.ts';
import { largeDigits } from './large.ts';
import { concat, type Painted, type Theme } from './theme.ts';

/** Amounts that are further apart are hard to compare. */
const WIDEST = 76;
const LONGEST_BAR = 48;
const SHORTEST_BAR = 6;

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
  const cells = [left, right].flatMap(({ label, cell }) => [cellWidth(label), cellWidth(cellText(cell))]);
  if (Math.max(...cells) > half - 2 || cellWidth(cellText(between.cell)) > all) return undefined;
  const blank = (count: number): Painted => theme.paint('plain', toWidth(t``, Math.max(0, count)));
  const centred = (room: number, text: Visible, tone: Tone): readonly Painted[] => {
    const before = Math.max(0, Math.floor((room - cellWidth(text)) / 2));
    return [blank(before), theme.paint(tone, text), blank(room - cellWidth(text) - before)];
  };
  const label = (one: Figure) => centred(half, one.label, 'dim');
  const amount = ({ cell }: Figure) => centred(half, cellText(cell), cell.tone ?? 'strong');
  const below = centred(half * 2, cellText(between.cell), between.cell.tone ?? 'plain');
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

/** As wide as `width`, but 24 cells at most. */
export function gaugeBar({ left, whole }: Gauge, width: number, theme: Theme): Painted {
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
/** Fewer rows have no room for an axis below the line. */
const WITH_AXIS = 7;
/** Rows between two values of the axis. */
const APART = 2;
/** Cells between two days. */
const BETWEEN_DAYS = 6;

/** With too few points or cells, a sentence. */
export function chartLines(series: Series, width: number, rows: number, theme: Theme): readonly Painted[] {
  const { points, day, mark } = series;
  const range = rangeOf(series);
  if (!range) return [theme.paint('dim', t`There are too few changes for a chart.`)];
  const { from, to, low, high, breaks } = range;
  const height = rows - (rows < WITH_AXIS ? 1 : breaks ? 3 : 2);
  const rowOf = (value: Decimal): number =>
    Math.floor((height * DOWN - 1 - stepOf(value, low, high, height * DOWN - 1)) / DOWN);
  const values = axisValues(range, height, rowOf);
  const label = Math.max(...[...values.values()].map(cellWidth));
  const cells = width - label - 2;
  if (cells < LEAST_CELLS) return [theme.paint('dim', t`There is no room for a chart.`)];
  const drawn = columnsOf(points, from, to, cells * ACROSS);
  const levels = drawn.map(value => stepOf(value, low, high, height * DOWN - 1));
  const zero = breaks || compare(low, ZERO) === 0 ? undefined : rowOf(ZERO);
  const at = mark && {
    x: Math.min(cells - 1, Math.max(0, Math.floor(((mark.at - from) / (to - from)) * cells))),
    y: rowOf(mark.value),
  };
  const lines = plot(levels, cells, height).map((line, y) => {
    const value = values.get(y);
    const axis = breaks && y === height - 1 ? t`≈` : value === undefined ? t`│` : t`┤`;
    const named = theme.paint('dim', t`${toWidth(value ?? t``, label, 'right')} ${axis}`);
    return concat(named, ...canvasLine(line, { y, zero, at }, theme));
  });
  if (rows < WITH_AXIS) return [...lines, ...daysLine({ from, to, day, cells, label }, false, theme)];
  const whole = t`≈ The axis begins at ${groupDigits(low)}, not at 0.`;
  const note = cellWidth(whole) <= width ? whole : t`≈ From ${groupDigits(low)}, not from 0.`;
  return [
    ...lines,
    ...daysLine({ from, to, day, cells, label }, true, theme),
    ...(breaks ? [theme.paint('dim', cut(note, width))] : []),
  ];
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly low: Decimal;
  readonly high: Decimal;
  /** The axis does not reach zero. */
  readonly breaks: boolean;
}

/** With zero, unless the values are far from zero. */
function rangeOf({ points, mark }: Series): Range | undefined {
  const [first, last] = ends(points);
  if (!first || !last || first.at === last.at) return undefined;
  const [low, high] = extremes([...points, ...(mark ? [mark] : [])].map(({ value }) => value));
  const span = subtract(high, low);
  const range = { from: first.at, to: last.at, low, high, breaks: false };
  if (compare(low, ZERO) > 0)
    return compare(low, span) <= 0 ? { ...range, low: ZERO } : { ...range, breaks: true };
  if (compare(high, ZERO) < 0)
    return compare(negate(high), span) <= 0 ? { ...range, high: ZERO } : { ...range, breaks: true };
  return range;
}

/** The ends of the axis, zero, and round values between them, by row. */
function axisValues(
  { low, high }: Range,
  height: number,
  rowOf: (value: Decimal) => number,
): ReadonlyMap<number, Visible> {
  const values = new Map<number, Visible>();
  const zero = compare(low, ZERO) <= 0 && compare(high, ZERO) >= 0 ? [ZERO] : [];
  for (const value of [high, low, ...zero, ...roundValues(low, high, Math.floor(height / APART))]) {
    const row = rowOf(value);
    if ([...values.keys()].every(taken => Math.abs(taken - row) >= APART))
      values.set(row, groupDigits(value));
  }
  return values;
}

interface CanvasMarks {
  readonly y: number;
  readonly zero: number | undefined;
  readonly at: { readonly x: number; readonly y: number } | undefined;
}

/** The line of the values, with the zero line and the mark of the selected row where the chart is empty. */
function canvasLine(line: Visible, { y, zero, at }: CanvasMarks, theme: Theme): readonly Painted[] {
  const base = (part: Visible): readonly Painted[] =>
    part
      .split(/( +)/)
      .filter(text => text !== '')
      .map(text => {
        const blank = text.startsWith(' ');
        if (!blank) return theme.paint('accent', visible(text));
        return theme.paint('dim', y === zero ? visible('┄'.repeat(text.length)) : visible(text));
      });
  if (!at) return base(line);
  const isEmpty = line[at.x] === ' ';
  const sign = at.y === y ? theme.paint('strong', t`●`) : isEmpty ? theme.paint('dim', t`┆`) : undefined;
  if (!sign) return base(line);
  return [...base(visible(line.slice(0, at.x))), sign, ...base(visible(line.slice(at.x + 1)))];
}

interface DayAxis extends Pick<Range, 'from' | 'to'> {
  readonly day: Series['day'];
  readonly cells: number;
  readonly label: number;
}

/** The first and the last day, and days between them if there is room. */
function daysLine({ from, to, day, cells, label }: DayAxis, axis: boolean, theme: Theme): readonly Painted[] {
  const widest = cellWidth(day(from));
  const gaps = Math.max(1, Math.floor((cells - widest) / (widest + BETWEEN_DAYS)));
  const marks = Array.from({ length: gaps + 1 }, (_, i) => Math.round((i * (cells - 1)) / gaps));
  let text = t``;
  let line = t``;
  marks.forEach((x, i) => {
    const named = day(from + ((to - from) * i) / gaps);
    const start = i === 0 ? 0 : i === gaps ? cells - cellWidth(named) : x - Math.floor(cellWidth(named) / 2);
    text = t`${toWidth(text, Math.max(0, start))}${named}`;
    line = t`${line}${visible('─'.repeat(Math.max(0, x - cellWidth(line))))}┴`;
  });
  const indent = toWidth(t``, label + 1);
  const days = theme.paint('dim', t`${indent} ${toWidth(text, cells)}`);
  return axis ? [theme.paint('dim', t`${indent}└${line}`), days] : [days];
}

/** What the chart shows, in words. */
export function chartText(series: Series): Visible {
  const range = rangeOf(series);
  if (!range) return t`There are too few changes for a chart.`;
  const [low, high] = extremes(series.points.map(({ value }) => value));
  const { day } = series;
  return t`Chart from ${day(range.from)} to ${day(range.to)}: lowest ${groupDigits(low)}, highest ${groupDigits(high)}.`;
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
  let [low, high] = [values[0] ?? ZERO, values[0] ?? ZERO];
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
