// A table's heading and rows as painted lines. A row is composed once and kept until its content changes.

import { type Cell, DASH, type Tone } from '../../format/entry.ts';
import { forLast } from '../../lib/remembered.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import { cellWidth, toWidth } from '../../lib/width.ts';
import {
  type CellExtent,
  type Column,
  gap,
  layoutColumns,
  measure,
  noExtent,
  place,
} from './column-widths.ts';
import { type FoundTexts, foundIn, paintFound } from './found.ts';
import { composeHeading, type Headed, type Signs } from './heading.ts';
import { createSteadyColumns, type Seen } from './steady-columns.ts';
import { concat, type Painted, type Theme } from './theme.ts';

export interface TableRow<Row> extends RowMarks {
  readonly key: string;
  /** The same object as long as its cells are the same. */
  readonly row: Row;
}

export interface TableParts<Row, Context> extends Signs {
  readonly columns: readonly Column<Row, Context>[];
  readonly rows: readonly TableRow<Row>[];
  /** The same object as long as it changes no cell. */
  readonly context: Context;
  readonly theme: Theme;
  readonly width: number;
  readonly focused: boolean;
  /** Another list starts with new column widths. */
  readonly subject: string;
  /** The same object as long as the filter is the same. */
  readonly found?: FoundTexts | undefined;
}

interface TableLines {
  readonly columns: readonly Headed[];
  readonly heading: Painted;
  readonly rows: readonly Painted[];
  /** Such as `Status SETTLED`: left out, because all visible rows have the same value. */
  readonly constants: readonly Visible[];
}

interface KeptRow<Row> {
  readonly row: Row;
  readonly cells: readonly Cell[];
  readonly extents: readonly CellExtent[];
  look?: object;
  texts?: readonly PlacedCell[];
  /** Both lines are kept, because the cursor moves often. */
  atCursor?: KeptLine | undefined;
  plain?: KeptLine | undefined;
}

interface KeptLine {
  readonly marks: number;
  readonly found: FoundTexts | undefined;
  readonly line: Painted;
}

/** What lines depend on, except row and search; a new object whenever any of it changes. */
interface TableLook {
  readonly shown: readonly ShownColumn[];
  readonly heading: Painted;
  readonly constants: readonly Visible[];
}

const MARGIN = 2;
/** From this width on, a blank separates the rows from the frame. */
const ROOMY = 60;
/** A drop rank: only columns that are never dropped stay longer. */
const SELECTED = 0.1;
/** Several screens of rows. */
const MOST_KEPT = 500;

export function createTableLines<Row, Context>(): (parts: TableParts<Row, Context>) => TableLines {
  const keptFor = forLast((..._of: readonly unknown[]) => new Map<string, KeptRow<Row>>());
  const steady = createSteadyColumns();
  const lookFor = forLast(lookOf<Row, Context>);
  const onceAt = forLast((columns: readonly Column<Row, Context>[]) => columns.findIndex(({ once }) => once));

  function keep(row: Row, { columns, context }: TableParts<Row, Context>): KeptRow<Row> {
    const cells = columns.map(column => column.cell(row, context));
    const extents = cells.map((cell, i) => {
      const { min = 0, max = 0, main } = columns[i] ?? {};
      return main ? measure(cell) : measure(cell, Math.max(min, max));
    });
    return { row, cells, extents };
  }

  return parts => {
    const { columns, context, theme, width, focused, column, sort, subject } = parts;
    const rows = keptFor(columns, subject, context);
    if (rows.size > MOST_KEPT) rows.clear();
    const window = parts.rows.map(({ key, row }) => {
      const known = rows.get(key);
      if (known?.row === row) return known;
      const made = keep(row, parts);
      rows.set(key, made);
      return made;
    });
    const once = onceAt(columns);
    const repeats = ({ cells }: KeptRow<Row>, above: KeptRow<Row> | undefined): boolean =>
      above !== undefined && once >= 0 && cells[once]?.text === above.cells[once]?.text;
    const look = lookFor(steady(window, parts), columns, context, theme, width, focused, column, sort);
    return {
      heading: look.heading,
      constants: look.constants,
      columns: look.shown,
      rows: parts.rows.map((row, i) => {
        const kept = window[i];
        return kept ? lineOf(kept, { ...row, repeats: repeats(kept, window[i - 1]) }, look, parts) : concat();
      }),
    };
  };
}

/** A column of amounts with dashes stays, because a missing amount is a fact. */
const saysNothing = (text: Visible | undefined, align?: Headed['align']): boolean =>
  text === '' || (text === DASH.text && align !== 'decimal');

function lookOf<Row, Context>(
  seen: readonly Seen[],
  columns: readonly Column<Row, Context>[],
  context: Context,
  theme: Theme,
  width: number,
  focused: boolean,
  selected: string | undefined,
  sort: Signs['sort'],
): TableLook {
  const measured = columns.map((column, i) => {
    const { extent = noExtent, text, unit } = seen[i] ?? {};
    const constant = text !== undefined && column.id !== selected && column.id !== sort?.column;
    return {
      id: column.id,
      align: column.align,
      min: column.min,
      max: column.max,
      drop: column.id === selected ? Math.min(column.drop, SELECTED) : column.drop,
      ...(column.main && { main: column.main }),
      // The selected column stays, even if it is constant.
      ...(column.isId && column.id !== selected && { isId: column.isId }),
      ...(column.spare && column.id !== selected && { spare: column.spare }),
      ...(column.once && { once: column.once }),
      constant,
      empty: constant && !column.main && saysNothing(text, column.align),
      oneUnit: unit !== undefined,
      title: column.heading?.(context) ?? column.title,
      extent,
    };
  });
  const layouts = layoutColumns(measured, width - MARGIN - (width >= ROOMY ? 1 : 0));
  const shown = measured.flatMap((column, at) => {
    const { width: own = 0, unitAbove = false } = layouts[at] ?? {};
    if (own === 0) return [];
    if (!unitAbove) return [{ ...column, at, width: own }];
    const title = t`${column.title} ${seen[at]?.unit ?? t``}`;
    return [{ ...column, title, extent: { ...column.extent, unit: 0 }, at, width: own }];
  });
  const constants = measured.flatMap(({ title, constant }, at) => {
    const text = seen[at]?.text;
    return constant && layouts[at]?.width === 0 && !saysNothing(text) ? [t`${title} ${text ?? t``}`] : [];
  });
  const noRoomFor = focused
    ? measured.find(({ id }, i) => id === selected && layouts[i]?.width === 0)?.title
    : undefined;
  const signs = { column: focused ? selected : undefined, sort };
  return { shown, constants, heading: composeHeading(shown, signs, noRoomFor, width, theme) };
}

function lineOf<Row, Context>(
  kept: KeptRow<Row>,
  row: TableRow<Row> & RowMarks,
  look: TableLook,
  parts: TableParts<Row, Context>,
): Painted {
  const { found } = parts;
  const marks =
    (row.changed ? 1 : 0) |
    (row.gone ? 2 : 0) |
    (row.stray ? 4 : 0) |
    (row.marked ? 8 : 0) |
    (row.repeats ? 16 : 0);
  if (kept.look !== look || !kept.texts) {
    kept.texts = placed(kept.cells, look.shown);
    kept.look = look;
    kept.atCursor = undefined;
    kept.plain = undefined;
  }
  const known = row.cursor ? kept.atCursor : kept.plain;
  if (known && known.marks === marks && known.found === found) return known.line;
  const line = rowLine(kept.texts, row, parts);
  if (row.cursor) kept.atCursor = { marks, found, line };
  else kept.plain = { marks, found, line };
  return line;
}

interface ShownColumn extends Headed {
  readonly once?: true;
  readonly extent: CellExtent;
  readonly at: number;
}

interface RowMarks {
  readonly cursor: boolean;
  /** New or different since the last reload. */
  readonly changed: boolean;
  readonly gone?: boolean;
  readonly stray?: boolean;
  readonly marked: boolean;
  /** A cell that is shown once has the same text as the row above. */
  readonly repeats?: boolean;
}

interface RowLook {
  readonly theme: Theme;
  readonly width: number;
  readonly focused: boolean;
  readonly found?: FoundTexts | undefined;
}

interface PlacedCell {
  readonly id: string;
  readonly text: Cell['text'];
  readonly number: boolean;
  readonly tone: Tone;
  readonly once: boolean;
}

const placed = (cells: readonly Cell[], shown: readonly ShownColumn[]): readonly PlacedCell[] =>
  shown.map(({ id, at, align, extent, width, once = false }) => {
    const cell = cells[at];
    const text = cell ? place(cell, align, extent, width) : t``;
    return { id, text, number: align === 'decimal', tone: cell?.tone ?? 'plain', once };
  });

function rowLine(
  placedCells: readonly PlacedCell[],
  { cursor, changed, gone, stray, marked, repeats }: RowMarks,
  { theme, width, focused, found }: RowLook,
): Painted {
  // The selected row is read alone.
  const texts =
    repeats && !cursor
      ? placedCells.map(cell => (cell.once ? { ...cell, text: toWidth(t``, cellWidth(cell.text)) } : cell))
      : placedCells;
  const paint = (cell: PlacedCell, tone: Tone, match: Tone): Painted =>
    found ? paintFound(cell, foundIn(found, cell.id), { tone, match }, theme) : theme.paint(tone, cell.text);
  const mark = t`${cursor ? t`›` : t` `}${marked ? t`*` : gone ? t`×` : stray ? t`?` : changed ? t`•` : t` `}`;
  const lineOf = (first: Painted, between: Painted, paintCell: (cell: PlacedCell) => Painted): Painted => {
    const parts = [first];
    for (const cell of texts) {
      if (parts.length > 1) parts.push(between);
      parts.push(paintCell(cell));
    }
    return concat(...parts);
  };
  if (cursor) {
    // One tone for the whole row: inversion would turn a text's colour into its background.
    const tone = focused ? 'cursor' : 'cursor-unfocused';
    const cells = texts.map(({ text }) => text);
    const whole = t`${mark}${join(cells, gap)}`;
    const room = found ? width - cellWidth(whole) : -1;
    if (room < 0) return theme.paint(tone, toWidth(whole, width));
    const match = focused ? 'cursor-match' : 'match';
    const line = lineOf(theme.paint(tone, mark), theme.paint(tone, gap), cell => paint(cell, tone, match));
    return concat(line, theme.paint(tone, toWidth(t``, room)));
  }
  const tone = gone || stray ? 'bad' : changed ? 'accent' : marked ? 'strong' : 'plain';
  const between = theme.paint('plain', gap);
  return lineOf(theme.paint(tone, mark), between, cell => paint(cell, cell.tone, 'match'));
}
