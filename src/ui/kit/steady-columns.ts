// Measures the visible rows. Widths shrink only after several screens of rows, so that columns don't jump.

import type { Cell } from '../../format/entry.ts';
import type { Visible } from '../../lib/visible.ts';
import { type CellExtent, noExtent, shownText, widest } from './column-widths.ts';

export interface Seen {
  readonly extent: CellExtent;
  /** Undefined if the cells differ or are too few to tell. */
  readonly text: Visible | undefined;
  /** Undefined if the units differ. */
  readonly unit: Visible | undefined;
}

interface MeasuredCells {
  readonly cells: readonly Cell[];
  readonly extents: readonly CellExtent[];
}

interface SteadyWindow {
  readonly columns: readonly { readonly id: string }[];
  readonly subject: string;
  readonly rows: readonly { readonly key: string }[];
}

/** After this many screens of new rows, older rows no longer count. */
const SCREENS = 2;
/** With fewer rows every column would be constant. */
const FEWEST = 2;

export function createSteadyColumns(): (
  window: readonly MeasuredCells[],
  asked: SteadyWindow,
) => readonly Seen[] {
  let held: readonly Seen[] = [];
  let recent: readonly Seen[] = [];
  let fresh = 0;
  let columns: SteadyWindow['columns'] | undefined;
  let subject: string | undefined;
  let last: readonly MeasuredCells[] = [];
  let measured: ReadonlySet<MeasuredCells> = new Set();
  let keys: ReadonlySet<string> = new Set();

  return (window, asked) => {
    const same = columns === asked.columns && subject === asked.subject;
    if (same && window.length === last.length && window.every((row, i) => row === last[i])) return held;
    const few = window.length < FEWEST;
    const seenBy = (rows: typeof window): readonly Seen[] =>
      asked.columns.map((_, i) => seenIn(rows, i, few));
    if (!same || last.length < FEWEST) {
      held = seenBy(window);
      recent = held;
      fresh = 0;
    } else {
      // `held` and `recent` cover the rows that were visible before, so only new rows are measured.
      const added = few ? window : window.filter(row => !measured.has(row));
      const now = added.length > 0 ? seenBy(added) : undefined;
      fresh += asked.rows.filter(({ key }) => !keys.has(key)).length;
      recent = now ? together(recent, now) : recent;
      const over = fresh >= window.length * SCREENS;
      if (over) held = steady(held, recent);
      else if (now) held = together(held, now);
      if (over) {
        recent = seenBy(window);
        fresh = 0;
      }
    }
    columns = asked.columns;
    subject = asked.subject;
    last = window;
    measured = new Set(window);
    keys = new Set(asked.rows.map(({ key }) => key));
    return held;
  };
}

/** `few`: too few rows to tell whether all cells of a column have the same text. */
function seenIn(rows: readonly MeasuredCells[], column: number, few: boolean): Seen {
  let extent = noExtent;
  const first = rows[0]?.cells[column];
  let text = first && !few ? shownText(first) : undefined;
  let unit = first?.unit;
  for (const { cells, extents } of rows) {
    const cell = cells[column];
    extent = widest(extent, extents[column] ?? noExtent);
    if (!cell) continue;
    if (text !== undefined && shownText(cell) !== text) text = undefined;
    if (cell.unit !== unit) unit = undefined;
  }
  return { extent, text, unit };
}

/** Returns the array `some` if `others` change nothing. */
function together(some: readonly Seen[], others: readonly Seen[]): readonly Seen[] {
  let same = true;
  const all = some.map((one, i) => {
    const other = others[i] ?? one;
    const extent = widest(one.extent, other.extent);
    const text = one.text === other.text ? one.text : undefined;
    const unit = one.unit === other.unit ? one.unit : undefined;
    if (extent === one.extent && text === one.text && unit === one.unit) return one;
    same = false;
    return { extent, text, unit };
  });
  return same ? some : all;
}

/** The array `older` if both are equal. */
const steady = (older: readonly Seen[], newer: readonly Seen[]): readonly Seen[] =>
  older.length === newer.length && older.every((one, i) => isSame(one, newer[i])) ? older : newer;

const isSame = (one: Seen, other: Seen | undefined): boolean =>
  other !== undefined &&
  one.text === other.text &&
  one.unit === other.unit &&
  widest(one.extent, other.extent) === one.extent &&
  widest(other.extent, one.extent) === other.extent;
