// Every key of a screen in groups, in as many columns as fit. Pure.

import type { Visible } from '../../lib/visible.ts';
import { t } from '../../lib/visible.ts';
import { cellWidth, cut, toWidth } from '../../lib/width.ts';
import { concat, type Painted, type Theme } from '../kit/theme.ts';

interface HelpEntry {
  readonly keys: Visible;
  readonly title: Visible;
  readonly group: Visible;
  /** Whether the binding can run now. */
  readonly able: boolean;
}

interface HelpLine {
  /** Undefined for the name of a group and for a blank line. */
  readonly entry?: number;
  readonly heading?: Visible;
}

/** The fewest cells of a column: a key and some words. */
const COLUMN = 38;
const GAP = 2;

/**
 * The lines; undefined if the groups need more rows than there are, or if there is room for one column only. `cursor`
 * is the index of the chosen entry.
 */
export function helpColumns(
  entries: readonly HelpEntry[],
  cursor: number,
  { width, height }: { readonly width: number; readonly height: number },
  theme: Theme,
): readonly Painted[] | undefined {
  const most = Math.floor((width + GAP) / (COLUMN + GAP));
  const lines = groupedLines(entries);
  const columns = Array.from({ length: most }, (_, i) => most - i)
    .map(count => split(lines, Math.ceil(lines.length / count), height))
    .find(split => split !== undefined && split.length <= most);
  if (!columns || columns.length < 2) return undefined;
  const own = Math.floor((width + GAP) / columns.length) - GAP;
  const keys = Math.min(14, Math.max(...entries.map(entry => cellWidth(entry.keys))));
  const rows = Math.max(...columns.map(column => column.length));
  return Array.from({ length: rows }, (_, row) =>
    concat(
      ...columns.flatMap((column, i) => [
        ...(i === 0 ? [] : [theme.paint('plain', toWidth(t``, GAP))]),
        cell(column[row], entries, { cursor, own, keys }, theme),
      ]),
    ),
  );
}

/** The groups in the order of their first entry, a blank line between them. */
function groupedLines(entries: readonly HelpEntry[]): readonly HelpLine[] {
  const groups = new Map<Visible, number[]>();
  for (const [at, { group }] of entries.entries()) groups.set(group, [...(groups.get(group) ?? []), at]);
  return [...groups].flatMap(([heading, all], i): readonly HelpLine[] => [
    ...(i === 0 ? [] : [{}]),
    { heading },
    ...all.map(entry => ({ entry })),
  ]);
}

/** Columns of about `wanted` lines and at most `height`; undefined if a column would end with a heading. */
function split(
  lines: readonly HelpLine[],
  wanted: number,
  height: number,
): readonly HelpLine[][] | undefined {
  const columns: HelpLine[][] = [[]];
  for (const line of lines) {
    const last = columns.at(-1);
    const full = last && (last.length >= height || (last.length >= wanted && line.entry === undefined));
    if (!full) last?.push(line);
    else if (line.heading !== undefined || line.entry !== undefined) columns.push([line]);
    else columns.push([]);
  }
  const ends = columns.some(column => column.at(-1)?.heading !== undefined);
  return ends ? undefined : columns.filter(column => column.length > 0);
}

interface CellLook {
  readonly cursor: number;
  readonly own: number;
  readonly keys: number;
}

function cell(
  line: HelpLine | undefined,
  entries: readonly HelpEntry[],
  { cursor, own, keys }: CellLook,
  theme: Theme,
): Painted {
  const entry = line?.entry === undefined ? undefined : entries[line.entry];
  if (!entry) return theme.paint('title', toWidth(line?.heading ?? t``, own));
  const text = toWidth(
    t` ${toWidth(entry.keys, keys)}  ${cut(entry.title, Math.max(1, own - keys - 3))}`,
    own,
  );
  return theme.paint(line?.entry === cursor ? 'cursor' : entry.able ? 'plain' : 'dim', text);
}
