// The lines of a details panel or a document: labels and their values, which are wrapped.

import { type Cell, DASH, type Entry } from '../../format/entry.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth, wrap } from '../../lib/width.ts';
import { barLine, chartLines, gaugeLines, pairLines } from './figures.ts';
import { concat, type Painted, type Theme } from './theme.ts';

/** From 5 rows, to be readable, to 14. */
const chartRows = (panel: number): number => Math.max(5, Math.min(14, panel - 2));
/** One long text must not push the other values away. Raw JSON has the whole text. */
const VALUE_LINES = 6;
const NOTE_LINES = 40;
/** People read a longer record as Raw JSON. */
const MOST_ENTRIES = 2000;

export function composeDetails(
  all: readonly Entry[],
  width: number,
  theme: Theme,
  { valueLines = VALUE_LINES, rows = 16 }: { readonly valueLines?: number; readonly rows?: number } = {},
): readonly Painted[] {
  const known: readonly Entry[] =
    all.length > MOST_ENTRIES
      ? [
          ...all.slice(0, MOST_ENTRIES),
          { note: t`… and ${all.length - MOST_ENTRIES} more, not shown here`, tone: 'warn' },
        ]
      : all;
  const pairs = new Map<Entry, readonly Painted[]>();
  const entries = known.flatMap((entry): readonly Entry[] => {
    if (!('pair' in entry)) return [entry];
    const { left, right, between } = entry.pair;
    const lines = pairLines(entry.pair, width, theme);
    if (!lines) return [left, right, between];
    pairs.set(entry, lines);
    return [entry];
  });
  const labels = labelCells(entries);
  return entries.flatMap((entry, i): readonly Painted[] => {
    const label = Math.min(labels[i] ?? 0, Math.floor(width * 0.4));
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
        ...wrap(valueText(entry.about), width, valueLines).map(line =>
          theme.paint(entry.about.tone ?? 'plain', line),
        ),
        theme.paint('plain', t``),
      ];
    if ('bar' in entry) return [barLine(entry.bar, width, theme)];
    if ('chart' in entry) return chartLines(entry.chart, width, chartRows(rows), theme);
    if ('gauge' in entry && cellWidth(entry.gauge.text) > room)
      return [theme.paint('dim', cut(entry.label, width)), ...gaugeLines(entry.gauge, width, theme)];
    const beside = (line: Painted, i: number): Painted =>
      concat(
        theme.paint('dim', toWidth(i === 0 && 'label' in entry ? entry.label : t``, label)),
        theme.paint('plain', t`  `),
        line,
      );
    if ('gauge' in entry) return gaugeLines(entry.gauge, room, theme).map(beside);
    if ('note' in entry) {
      const mark = entry.mark === undefined ? t`` : t`${entry.mark} `;
      const indent = cellWidth(mark);
      return wrap(entry.note, width - indent, Math.max(NOTE_LINES, valueLines)).map((line, i) =>
        theme.paint(entry.tone ?? 'dim', t`${i === 0 ? mark : toWidth(t``, indent)}${line}`),
      );
    }
    const { tone } = entry.cell;
    const text = valueText(entry.cell);
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
  });
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

const valueText = (cell: Cell): Visible => {
  const { text, sign, unit } = cell;
  const signed = sign === undefined ? text : t`${sign === '+' ? t`+` : t`−`}${text}`;
  return unit ? t`${signed} ${unit}` : signed;
};

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
  const text = valueText(lead);
  const painted = (line: Visible): Painted => theme.paint(lead.tone ?? 'strong', line);
  const mark = status && (status.text === DASH.text ? DASH.text : t`● ${valueText(status)}`);
  const air = next && 'about' in next ? [] : [theme.paint('plain', t``)];
  const said = (word: Visible): Painted => theme.paint(status?.tone ?? 'plain', word);
  const between = mark === undefined ? 0 : width - cellWidth(text) - cellWidth(mark);
  if (mark !== undefined && between >= 2)
    return [concat(painted(text), theme.paint('plain', toWidth(t``, between)), said(mark)), ...air];
  const lines = wrap(text, width, valueLines).map(painted);
  return mark === undefined ? [...lines, ...air] : [...lines, ...wrap(mark, width).map(said), ...air];
}
