// The lines of a details panel or a document: labels and their values, which are wrapped.

import { type Cell, cellText, DASH, type Entry, type Gauge } from '../../format/entry.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth, wrap } from '../../lib/width.ts';
import { barLine, chartLines, gaugeBar, pairLines } from './figures.ts';
import { concat, type Painted, paintedWidth, type Theme } from './theme.ts';

/** From 5 rows, to be readable, to 14. */
const chartRows = (panel: number): number => Math.max(5, Math.min(14, panel - 2));
/** One long text must not push the other values away. Raw JSON has the whole text. */
const VALUE_LINES = 6;
const NOTE_LINES = 40;
/** People read a longer record as Raw JSON. */
const MOST_ENTRIES = 2000;

interface DetailsLook {
  readonly valueLines?: number;
  /** Of the panel, for the height of a chart. */
  readonly rows?: number;
  /** Groups of labels and values are side by side if there is room. */
  readonly columns?: boolean;
}

export function composeDetails(
  all: readonly Entry[],
  width: number,
  theme: Theme,
  look: DetailsLook = {},
): readonly Painted[] {
  const known: readonly Entry[] =
    all.length > MOST_ENTRIES
      ? [
          ...all.slice(0, MOST_ENTRIES),
          { note: t`… and ${all.length - MOST_ENTRIES} more, not shown here`, tone: 'warn' },
        ]
      : all;
  const aired = look.columns ? withAir(known) : known;
  const count = look.columns ? Math.min(MOST_COLUMNS, Math.floor((width + BETWEEN) / (COLUMN + BETWEEN))) : 1;
  if (count < 2) return piecesOf(aired, width, theme, look).flatMap(({ lines }) => lines);
  const lines: Painted[] = [];
  for (const entries of runsOf(aired)) {
    if (entries.some(isWide))
      lines.push(...piecesOf(entries, width, theme, look).flatMap(piece => piece.lines));
    else {
      if (lines.length > 0 && lines.at(-1) !== '') lines.push(theme.paint('plain', t``));
      lines.push(...inColumns(entries, count, width, theme, look));
    }
  }
  return lines;
}

/** The cells of a column in which an ID fits below its label. */
const COLUMN = 37;
const BETWEEN = 3;
const MOST_COLUMNS = 3;
/** A single group of so few lines stays together. */
const SHORT = 10;

const isWide = (entry: Entry): boolean =>
  'lead' in entry || 'about' in entry || 'pair' in entry || 'bar' in entry || 'chart' in entry;

/** Wide entries and others in turn. */
function runsOf(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const runs: Entry[][] = [];
  let wide: boolean | undefined;
  for (const entry of entries) {
    if (wide !== isWide(entry)) runs.push([]);
    wide = isWide(entry);
    runs.at(-1)?.push(entry);
  }
  return runs;
}

/** A sentence before a value begins a group of its own. A name in a nested record does not end with a full stop. */
const withAir = (entries: readonly Entry[]): readonly Entry[] =>
  entries.flatMap((entry, i) => {
    const next = entries[i + 1];
    const apart = 'note' in entry && entry.note.endsWith('.') && next && 'label' in next;
    return apart ? [entry, { note: t`` }] : [entry];
  });

const isBlank = (entry: Entry): boolean => 'note' in entry && entry.note === '';
const beginsGroup = (entry: Entry): boolean => 'heading' in entry || isBlank(entry);

function inColumns(
  entries: readonly Entry[],
  most: number,
  width: number,
  theme: Theme,
  look: DetailsLook,
): readonly Painted[] {
  const whole = piecesOf(entries, width, theme, look);
  const count = Math.min(most, sumOf(whole) <= SHORT ? groupsIn(entries) : isText(entries) ? 1 : most);
  if (count < 2) return whole.flatMap(({ lines }) => lines);
  const cells = Math.floor((width + BETWEEN) / count) - BETWEEN;
  const pieces = piecesOf(entries, cells, theme, look);
  const columns: (readonly Painted[])[] = [];
  let from = 0;
  for (let left = count; left > 0; left--) {
    const to = left === 1 ? pieces.length : breakAfter(pieces, from, sumOf(pieces.slice(from)) / left);
    const lines = pieces.slice(from, to).flatMap(piece => piece.lines);
    columns.push(lines.slice(lines.findIndex(line => line !== '')));
    from = to;
  }
  const rows = Math.max(...columns.map(({ length }) => length));
  return Array.from({ length: rows }, (_, row) => {
    const last = columns.findLastIndex(column => column[row] !== undefined);
    return concat(
      ...columns.slice(0, last + 1).flatMap((column, i) => {
        const line = column[row] ?? concat();
        const blank = i === last ? 0 : cells - paintedWidth(line) + BETWEEN;
        return [line, theme.paint('plain', toWidth(t``, blank))];
      }),
    );
  });
}

/** Those with a value: a sentence is read across the whole width. */
const groupsIn = (entries: readonly Entry[]): number =>
  entries
    .reduce<Entry[][]>(
      (groups, entry) => {
        if (beginsGroup(entry)) groups.push([]);
        groups.at(-1)?.push(entry);
        return groups;
      },
      [[]],
    )
    .filter(group => group.some(entry => 'label' in entry)).length;

const isText = (entries: readonly Entry[]): boolean =>
  entries.filter(entry => 'label' in entry).length * 2 < entries.filter(entry => !isBlank(entry)).length;

const sumOf = (pieces: readonly EntryLines[]): number =>
  pieces.reduce((sum, { lines }) => sum + lines.length, 0);

/** Near the wanted height, at best before a group, never after a name that belongs to the entries below it. */
function breakAfter(pieces: readonly EntryLines[], from: number, wanted: number): number {
  let best = { at: pieces.length, cost: Number.POSITIVE_INFINITY };
  let height = 0;
  for (let at = from; at < pieces.length; at++) {
    height += pieces[at]?.lines.length ?? 0;
    const cost = Math.abs(height - wanted) + (pieces[at + 1]?.apart ?? 0);
    if (cost < best.cost) best = { at: at + 1, cost };
  }
  return best.at;
}

/** The lines of an entry. */
interface EntryLines {
  readonly lines: readonly Painted[];
  /** In lines: how bad a column would be that began with this entry. */
  readonly apart: number;
}

const TOGETHER = 1000;
const WITHIN = 5;

/** Cells before a name in a nested record. */
const indentOf = (entry: Entry | undefined): number => {
  const text = entry && ('label' in entry ? entry.label : 'note' in entry ? entry.note : t``);
  return text === undefined ? 0 : text.length - text.trimStart().length;
};

function apartFrom(before: Entry | undefined, entry: Entry): number {
  if (before && 'heading' in before) return TOGETHER;
  if (beginsGroup(entry)) return 0;
  const [above, own] = [indentOf(before), indentOf(entry)];
  return own > above ? TOGETHER : WITHIN + own;
}

function piecesOf(
  known: readonly Entry[],
  width: number,
  theme: Theme,
  { valueLines = VALUE_LINES, rows = 16 }: DetailsLook,
): readonly EntryLines[] {
  const pairs = new Map<Entry, readonly Painted[]>();
  const entries = known.flatMap((entry): readonly Entry[] => {
    if (!('pair' in entry)) return [entry];
    const { left, right, between } = entry.pair;
    const lines = pairLines(entry.pair, width, theme);
    if (!lines) return [left, right, between];
    pairs.set(entry, lines);
    return [entry];
  });
  const labels = labelCells(entries).map(cells => Math.min(cells, Math.floor(width * 0.4)));
  const gaugeOf = gaugesIn(entries, labels, width, theme);
  const linesOf = (entry: Entry, i: number): readonly Painted[] => {
    const label = labels[i] ?? 0;
    const room = Math.max(4, width - label - 2);
    if ('heading' in entry)
      return [
        ...(i === 0 ? [] : [theme.paint('plain', t``)]),
        theme.paint('heading', toWidth(entry.heading, Math.min(width, cellWidth(entry.heading)))),
      ];
    if ('pair' in entry) return pairs.get(entry) ?? [];
    if ('lead' in entry) return leadLines(entry, { width, valueLines, next: entries[i + 1] }, theme);
    if ('about' in entry)
      return [
        ...wrap(cellText(entry.about), width, valueLines).map(line =>
          theme.paint(entry.about.tone ?? 'plain', line),
        ),
        theme.paint('plain', t``),
      ];
    if ('bar' in entry) return [barLine(entry.bar, width, theme)];
    if ('chart' in entry) return chartLines(entry.chart, width, chartRows(rows), theme);
    if ('gauge' in entry) return gaugeOf(entry, label);
    const beside = (line: Painted, i: number): Painted =>
      concat(
        theme.paint('dim', toWidth(i === 0 && 'label' in entry ? entry.label : t``, label)),
        theme.paint('plain', t`  `),
        line,
      );
    if ('note' in entry) {
      const mark = entry.mark === undefined ? t`` : t`${entry.mark} `;
      const indent = cellWidth(mark);
      return wrap(entry.note, width - indent, Math.max(NOTE_LINES, valueLines)).map((line, i) =>
        theme.paint(entry.tone ?? 'dim', t`${i === 0 ? mark : toWidth(t``, indent)}${line}`),
      );
    }
    const { tone } = entry.cell;
    const text = cellText(entry.cell);
    // A label that is wider than its column is not cut while the line has room beside it.
    const fits = cellWidth(entry.label) + 2 + cellWidth(text) <= width;
    if (cellWidth(entry.label) > label && fits)
      return [concat(theme.paint('dim', t`${entry.label}  `), theme.paint(tone ?? 'plain', text))];
    const lines = wrap(text, room, valueLines);
    // Below the label, if a word would break beside it, or if one line there has room for the whole value.
    if (
      breaksWord(text, room) ||
      (lines.length > 1 && cellWidth(text) <= width) ||
      cellWidth(entry.label) > label
    )
      return [
        theme.paint('dim', cut(entry.label, width)),
        ...wrap(text, width, valueLines).map(line => theme.paint(tone ?? 'plain', line)),
      ];
    return (lines.length > 0 ? lines : [t``]).map((line, i) => beside(theme.paint(tone ?? 'plain', line), i));
  };
  return entries.map((entry, i) => ({ lines: linesOf(entry, i), apart: apartFrom(entries[i - 1], entry) }));
}

type GaugeEntry = Extract<Entry, { readonly gauge: Gauge }>;

const SHORTEST_GAUGE = 8;

/** All gauges have the same length, so that they can be compared. Their digits are never cut. */
function gaugesIn(entries: readonly Entry[], labels: readonly number[], width: number, theme: Theme) {
  let [text, label, room] = [0, 0, width];
  entries.forEach((entry, i) => {
    if (!('gauge' in entry)) return;
    text = Math.max(text, cellWidth(entry.gauge.text));
    label = Math.max(label, cellWidth(entry.label));
    room = Math.min(room, width - (labels[i] ?? 0) - 2);
  });
  const beside = room - text - 1;
  const below = width - label - 2;
  return (entry: GaugeEntry, own: number): readonly Painted[] => {
    const named = (cells: number): Painted => theme.paint('dim', t`${toWidth(entry.label, cells)}  `);
    if (beside >= SHORTEST_GAUGE) {
      const bar = gaugeBar(entry.gauge, beside, theme);
      return [concat(named(own), bar, theme.paint('plain', t` ${entry.gauge.text}`))];
    }
    const digits = wrap(entry.gauge.text, width).map(line => theme.paint('plain', line));
    if (below < SHORTEST_GAUGE) return [theme.paint('dim', cut(entry.label, width)), ...digits];
    return [concat(named(label), gaugeBar(entry.gauge, below, theme)), ...digits];
  };
}

/** A heading begins a new group. */
function labelCells(entries: readonly Entry[]): readonly number[] {
  const groups: number[] = [0];
  const groupOf = entries.map(entry => {
    if ('heading' in entry) groups.push(0);
    const at = groups.length - 1;
    if ('label' in entry) groups[at] = Math.max(groups[at] ?? 0, cellWidth(entry.label));
    return at;
  });
  return groupOf.map(at => groups[at] ?? 0);
}

/** Such as an ID. */
const breaksWord = (text: Visible, room: number): boolean =>
  text.length > room && text.length <= LONGEST_WORDS && text.split(' ').some(word => cellWidth(word) > room);

/** In characters. */
const LONGEST_WORDS = 200;

interface LeadRoom {
  readonly width: number;
  readonly valueLines: number;
  readonly next: Entry | undefined;
}

/** `−821,185.66 GBP          ● PENDING`, or below each other if they don't fit. */
function leadLines(
  { lead, status }: { readonly lead: Cell; readonly status?: Cell },
  { width, valueLines, next }: LeadRoom,
  theme: Theme,
): readonly Painted[] {
  const text = cellText(lead);
  const painted = (line: Visible): Painted => theme.paint(lead.tone ?? 'strong', line);
  const mark = status && (status.text === DASH.text ? DASH.text : t`● ${cellText(status)}`);
  const air = next && 'about' in next ? [] : [theme.paint('plain', t``)];
  const said = (word: Visible): Painted => theme.paint(status?.tone ?? 'plain', word);
  const between = mark === undefined ? 0 : width - cellWidth(text) - cellWidth(mark);
  if (mark !== undefined && between >= 2)
    return [concat(painted(text), theme.paint('plain', toWidth(t``, between)), said(mark)), ...air];
  const lines = wrap(text, width, valueLines).map(painted);
  return mark === undefined ? [...lines, ...air] : [...lines, ...wrap(mark, width).map(said), ...air];
}
