// Which columns fit a width, and how wide each is: pure.

import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellsUpTo, cellWidth, toWidth } from '../../lib/width.ts';
import type { Cell } from './cell.ts';

export interface Column<Row, Context> {
  readonly id: string;
  readonly title: Visible;
  /** The title, if it also says something about the context. */
  heading?(context: Context): Visible;
  readonly align: 'left' | 'right' | 'decimal';
  /** Cells below which the column is useless, and above which it takes no more. */
  readonly min: number;
  readonly max: number;
  /** The highest number is dropped first; 0 never is. */
  readonly drop: number;
  /** The column that people read: it takes all spare room. IDs and constants leave the row before it is cut. */
  readonly main?: true;
  /** It identifies a record for machines: shown whole or not at all. */
  readonly isId?: true;
  /** An amount beside the one that the list is about: a filter has to name its column. */
  readonly onlyNamed?: true;
  /** The row says the same in another way: this column leaves before the main column is cut. */
  readonly spare?: true;
  cell(row: Row, context: Context): Cell;
  /** What rows are sorted by, if that isn't the cell's text; undefined comes last. Raw text or a number throughout. */
  orderedBy?(row: Row): string | number | undefined;
}

/** The widest parts of a column's cells. */
export interface Extent {
  readonly text: number;
  /** Cells before the decimal point, and from it on: a decimal column is aligned by them. */
  readonly whole: number;
  readonly fraction: number;
  readonly unit: number;
}

/** No screen is wider, so a longer text is measured no further. */
const WIDEST = 512;

export const noExtent: Extent = { text: 0, whole: 0, fraction: 0, unit: 0 };

const GAP = 2;

const NUMBER = /^([-+−]?[\d,]+)(\.\d+)?$/;

/** Both parts of a number in cells. A dash or an unexpected value has neither, so it is not aligned. */
function partsOf(text: Visible): { readonly whole: number; readonly fraction: number } {
  const [, whole = '', fraction = ''] = NUMBER.exec(text) ?? [];
  return { whole: whole.length, fraction: fraction.length };
}

/** A cell's text in its column, without the unit. */
export function shownText({ text, short = text, sign, mark }: Cell): Visible {
  if (mark !== undefined) return t`${visible(mark)} ${short}`;
  return sign === undefined ? short : t`${sign === '+' ? t`+` : t`−`}${short}`;
}

export function measure(cell: Cell, most = WIDEST): Extent {
  const text = shownText(cell);
  const { whole, fraction } = partsOf(text);
  return { text: cellsUpTo(text, most), whole, fraction, unit: cell.unit ? cellWidth(cell.unit) : 0 };
}

/** The same object if the other is no wider. */
export function widest(one: Extent, other: Extent): Extent {
  if (
    other.text <= one.text &&
    other.whole <= one.whole &&
    other.fraction <= one.fraction &&
    other.unit <= one.unit
  )
    return one;
  return {
    text: Math.max(one.text, other.text),
    whole: Math.max(one.whole, other.whole),
    fraction: Math.max(one.fraction, other.fraction),
    unit: Math.max(one.unit, other.unit),
  };
}

type Layoutable = 'title' | 'align' | 'min' | 'max' | 'drop' | 'main' | 'isId' | 'spare';

interface MeasuredColumn extends Pick<Column<never, never>, Layoutable> {
  /** All its cells say the same, which the title can say instead. */
  readonly constant?: boolean;
  /** All its amounts have the same unit. */
  readonly oneUnit?: boolean;
  readonly extent: Extent;
}

/** How a column is drawn: 0 cells if it is left out. */
export interface ColumnLayout {
  readonly width: number;
  /** The unit is in the heading and not in each row. */
  readonly unitAbove: boolean;
}

const unitOf = ({ unit }: Extent): number => (unit > 0 ? unit + 1 : 0);
/** Cells in which each cell of a decimal column fits whole, with its unit. */
export const decimalCells = (extent: Extent): number =>
  Math.max(numberCells(extent), extent.text + unitOf(extent));
/** Cells of the widest number with its unit. */
const numberCells = (extent: Extent): number => extent.whole + extent.fraction + unitOf(extent);

const wanted = ({ title, align, min, max, main, extent }: MeasuredColumn): number => {
  const most = Math.min(main ? WIDEST : max, Math.max(min, extent.text, cellWidth(title)));
  // An amount is never shortened to make room, because its digits matter. An unexpected value may be.
  return align === 'decimal' ? Math.max(most + unitOf(extent), numberCells(extent)) : most;
};

const least = (c: MeasuredColumn): number =>
  c.align === 'decimal' ? Math.max(c.min, numberCells(c.extent)) : Math.min(c.min, c.max);

interface PlacedColumn {
  readonly column: MeasuredColumn;
  readonly i: number;
  unitAbove: boolean;
  width: number;
}

const withoutUnit = (column: MeasuredColumn): MeasuredColumn => ({
  ...column,
  title: t`${column.title} ${toWidth(t``, column.extent.unit)}`,
  extent: { ...column.extent, unit: 0 },
});

/** From this `drop` on, a column leaves the row before the main column is cut. */
const MINOR = 3;

/** The cells that minor columns leave to the main column: past its most, a long text is cut. */
const enough = (c: MeasuredColumn): number =>
  c.main ? Math.min(wanted(c), Math.max(c.min, c.max)) : least(c);

/**
 * The width of each column in cells. Where not everything fits, units that are all the same go to the headings; then
 * constants and IDs leave; then minor columns, until the main column is whole; then columns are dropped, highest `drop`
 * first, until the minimum widths fit. What room is
 * left goes to the columns that are never dropped, because a status must be read whole; then to the main column up to what
 * it wants, then to the others in order of importance; the rest is the main column's too. Where nothing can be dropped any more, the widest amounts have to do with less.
 */
export function layoutColumns(columns: readonly MeasuredColumn[], width: number): readonly ColumnLayout[] {
  let placed: PlacedColumn[] = columns
    .map((column, i) => ({ column, i, unitAbove: false, width: 0 }))
    .sort((a, b) => b.column.drop - a.column.drop);
  const sum = (cells: (column: MeasuredColumn) => number): number =>
    placed.reduce((all, { column }) => all + cells(column) + GAP, -GAP);
  if (sum(wanted) > width)
    placed = placed.map(one =>
      one.column.oneUnit && one.column.extent.unit > 0
        ? { ...one, column: withoutUnit(one.column), unitAbove: true }
        : one,
    );
  while (sum(wanted) > width) {
    const goes = placed.findIndex(
      ({ column: c }) => !c.main && c.drop > 0 && (c.constant || c.isId || c.spare),
    );
    if (goes < 0) break;
    placed.splice(goes, 1);
  }
  for (const one of placed.filter(({ column }) => !column.main && column.drop >= MINOR)) {
    if (sum(enough) <= width) break;
    placed = placed.filter(other => other !== one);
  }
  while (sum(least) > width && (placed[0]?.column.drop ?? 0) > 0) placed.shift();
  for (const one of placed) one.width = least(one.column);
  const used = (): number => placed.reduce((all, one) => all + one.width + GAP, -GAP);
  for (const one of placed.toSorted((a, b) => b.width - a.width)) {
    const { align, min } = one.column;
    if (align === 'decimal')
      one.width = Math.max(Math.min(one.width, min), one.width - Math.max(0, used() - width));
  }
  const main = placed.filter(({ column }) => column.main);
  const take = (one: PlacedColumn, most: number): void => {
    one.width += Math.max(0, Math.min(width - used(), most - one.width));
  };
  const never = placed.filter(({ column }) => !column.main && column.drop === 0);
  for (const one of [...never, ...main, ...placed.toReversed()]) take(one, wanted(one.column));
  for (const one of main) take(one, width);
  const layouts = columns.map((): ColumnLayout => ({ width: 0, unitAbove: false }));
  for (const { i, width: own, unitAbove } of placed) layouts[i] = { width: own, unitAbove };
  return layouts;
}

export const gap: Visible = t`  `;

/** A cell's text in exactly `width` cells, with decimals aligned and the unit after them. */
export function place(
  cell: Cell,
  align: Column<never, never>['align'],
  extent: Extent,
  width: number,
): Visible {
  const text = shownText(cell);
  if (align !== 'decimal') return toWidth(text, width, align);
  const unit = extent.unit > 0 ? t` ${toWidth(cell.unit ?? t``, extent.unit)}` : t``;
  const missing = extent.fraction - partsOf(text).fraction;
  const aligned = t`${toWidth(text, cellWidth(text) + missing)}${unit}`;
  return toWidth(cellWidth(aligned) <= width ? aligned : t`${text}${unit}`, width, 'right');
}
