// A table's heading and rows as painted lines. A row is composed once and kept while nothing that it shows changes.

import { t } from '../../lib/visible.ts';
import { toWidth } from '../../lib/width.ts';
import type { Cell } from './cell.ts';
import { type Column, type Extent, gap, grow, layoutColumns, noExtent, place } from './columns.ts';
import { composeHeading, type Signs } from './heading.ts';
import { concat, type Painted, type Theme } from './theme.ts';

/** One row of the window. */
export interface TableRow<Row> {
  /** Unique in the table. */
  readonly key: string;
  /** The same object as long as its cells say the same. */
  readonly row: Row;
  readonly cursor: boolean;
  /** Differs from what was shown before the last reload, or is new since. */
  readonly changed: boolean;
  /** It was there, and isn't any more. */
  readonly gone?: boolean;
  /** It isn't of what was asked for. */
  readonly stray?: boolean;
  /** Picked out by a person. */
  readonly marked: boolean;
}

export interface TableParts<Row, Context> extends Signs {
  readonly columns: readonly Column<Row, Context>[];
  readonly rows: readonly TableRow<Row>[];
  /** The same object as long as the cells say the same with it. */
  readonly context: Context;
  readonly theme: Theme;
  readonly width: number;
  readonly focused: boolean;
  /** The list that the rows belong to: another subject starts with fresh column widths. */
  readonly subject: string;
}

export interface TableLines {
  readonly heading: Painted;
  readonly rows: readonly Painted[];
}

interface KeptRow<Row> {
  readonly row: Row;
  readonly cells: readonly Cell[];
  /** The marks and the look that `line` was composed for. */
  marks?: number;
  look?: object;
  line?: Painted;
}

interface Shown {
  readonly id: string;
  readonly title: Cell['text'];
  readonly align: Column<never, never>['align'];
  readonly extent: Extent;
  /** Place among all columns. */
  readonly at: number;
  readonly width: number;
}

/** What every line depends on besides its row; a new object whenever any of it changed. */
interface Look<Row, Context> {
  readonly parts: TableParts<Row, Context>;
  readonly extents: readonly Extent[];
  readonly shown: readonly Shown[];
  readonly heading: Painted;
}

const MARGIN = 2;
/** The drop rank of the column that the column keys are on: only columns that are never dropped stay longer. */
const AT_HAND = 0.1;
/** Rows kept composed: some screens full of them. */
const MOST_KEPT = 500;

/** Composes one table's lines, frame after frame. */
export function createTableLines<Row, Context>(): (parts: TableParts<Row, Context>) => TableLines {
  let rows = new Map<string, KeptRow<Row>>();
  let extents: readonly Extent[] = [];
  /** By column ID: a column that is hidden and comes back is as wide as before. */
  let known = new Map<string, Extent>();
  let look: Look<Row, Context> | undefined;

  function keep(row: Row, { columns, context }: TableParts<Row, Context>): KeptRow<Row> {
    const cells = columns.map(column => column.cell(row, context));
    // A column only grows while its list is on the screen, so a row that was measured needs no second look.
    extents = columns.map((column, i) => {
      const extent = extents[i] ?? noExtent;
      const cell = cells[i];
      const grown = cell ? grow(extent, cell, Math.max(column.min, column.max)) : extent;
      known.set(column.id, grown);
      return grown;
    });
    return { row, cells };
  }

  function start(parts: TableParts<Row, Context>): void {
    const before = look?.parts;
    const sameColumns = before?.columns === parts.columns;
    const sameSubject = before?.subject === parts.subject;
    if (!sameColumns || !sameSubject || before.context !== parts.context) rows = new Map();
    if (sameColumns && sameSubject) return;
    if (!sameSubject) known = new Map();
    extents = parts.columns.map(({ id }) => known.get(id) ?? noExtent);
  }

  return parts => {
    start(parts);
    const window = parts.rows.map(({ key, row }) => {
      const known = rows.get(key);
      return known?.row === row ? known : keep(row, parts);
    });
    if (rows.size > MOST_KEPT) rows = new Map();
    for (const [i, { key }] of parts.rows.entries()) {
      const kept = window[i];
      if (kept) rows.set(key, kept);
    }
    if (!look || !sameLook(look, parts, extents)) look = lookOf(parts, extents);
    const now = look;
    return {
      heading: now.heading,
      rows: parts.rows.map((row, i) => {
        const kept = window[i];
        return kept ? lineOf(kept, row, now) : concat();
      }),
    };
  };
}

const sameLook = <Row, Context>(
  { parts, extents }: Look<Row, Context>,
  now: TableParts<Row, Context>,
  grown: readonly Extent[],
): boolean =>
  parts.columns === now.columns &&
  parts.context === now.context &&
  parts.theme === now.theme &&
  parts.width === now.width &&
  parts.focused === now.focused &&
  parts.column === now.column &&
  parts.sort?.column === now.sort?.column &&
  parts.sort?.direction === now.sort?.direction &&
  extents.length === grown.length &&
  extents.every((extent, i) => extent === grown[i]);

function lookOf<Row, Context>(
  parts: TableParts<Row, Context>,
  extents: readonly Extent[],
): Look<Row, Context> {
  const { columns, context, theme, width, focused, column: atHand, sort } = parts;
  const measured = columns.map((column, i) => ({
    id: column.id,
    align: column.align,
    min: column.min,
    max: column.max,
    drop: column.id === atHand ? Math.min(column.drop, AT_HAND) : column.drop,
    title: column.heading?.(context) ?? column.title,
    extent: extents[i] ?? noExtent,
  }));
  const widths = layoutColumns(measured, width - MARGIN);
  const shown = measured.flatMap((column, at) => {
    const own = widths[at];
    return own ? [{ ...column, at, width: own }] : [];
  });
  const noRoomFor = focused ? measured.find(({ id }, i) => id === atHand && !widths[i])?.title : undefined;
  const signs = { column: focused ? atHand : undefined, sort };
  return { parts, extents, shown, heading: composeHeading(shown, signs, noRoomFor, width, theme) };
}

function lineOf<Row, Context>(kept: KeptRow<Row>, row: TableRow<Row>, look: Look<Row, Context>): Painted {
  const marks =
    (row.cursor ? 1 : 0) |
    (row.changed ? 2 : 0) |
    (row.gone ? 4 : 0) |
    (row.stray ? 8 : 0) |
    (row.marked ? 16 : 0);
  if (kept.line !== undefined && kept.look === look && kept.marks === marks) return kept.line;
  const line = compose(kept.cells, row, look);
  kept.line = line;
  kept.look = look;
  kept.marks = marks;
  return line;
}

function compose<Row, Context>(
  cells: readonly Cell[],
  { cursor, changed, gone, stray, marked }: TableRow<Row>,
  { shown, parts: { theme, width, focused } }: Look<Row, Context>,
): Painted {
  const texts = shown.map(({ at, align, extent, width: own }) => {
    const cell = cells[at];
    return { text: cell ? place(cell, align, extent, own) : t``, tone: cell?.tone ?? 'plain' } as const;
  });
  const mark = t`${cursor ? t`›` : t` `}${marked ? t`*` : gone ? t`×` : stray ? t`?` : changed ? t`•` : t` `}`;
  if (cursor) {
    // One tone over the whole row: colours inside an inverted row would be colours of its background.
    const text = texts.reduce(
      (all, { text: cell }, i) => (i === 0 ? t`${mark}${cell}` : t`${all}${gap}${cell}`),
      t``,
    );
    return theme.paint(focused ? 'cursor' : 'cursor-unfocused', toWidth(text, width));
  }
  const painted = texts.flatMap(({ text, tone }, i) =>
    i === 0 ? [theme.paint(tone, text)] : [theme.paint('plain', gap), theme.paint(tone, text)],
  );
  return concat(
    theme.paint(gone || stray ? 'bad' : changed ? 'accent' : marked ? 'strong' : 'plain', mark),
    ...painted,
  );
}
