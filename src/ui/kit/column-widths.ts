// Decides which columns fit a width, and how wide each column is. Pure.

import type { Cell } from '../../format/entry.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cellsUpTo, cellWidth, toWidth } from '../../lib/width.ts';

export interface Column<Row, Context> {
  readonly id: string;
  readonly title: Visible;
  heading?(context: Context): Visible;
  readonly align: 'left' | 'right' | 'decimal';
  /** With fewer cells the column is useless. */
  readonly min: number;
  /** The column takes no more cells, unless it is the main column. */
  readonly max: number;
  /** The highest number is dropped first; 0 is never dropped. */
  readonly drop: number;
  /** Takes all spare room. IDs and constant columns are dropped before this text is cut. */
  readonly main?: true;
  /** An ID for machines: shown whole or not at all. */
  readonly isId?: true;
  /** Such as a balance. A filter finds this amount only by the column's name. */
  readonly onlyNamed?: true;
  /** A filter compares a balance with its sign, not with its size. */
  readonly isBalance?: true;
  /** Another column says the same. */
  readonly spare?: true;
  /** Blank if the row above has the same text, such as its day. */
  readonly once?: true;
  cell(row: Row, context: Context): Cell;
  /** If the cell's text is not the key: the same type in all rows. Undefined comes last. */
  orderedBy?(row: Row): string | number | undefined;
}

/** In cells. */
export interface CellExtent {
  readonly text: number;
  /** Decimal columns are aligned at the point. */
  readonly whole: number;
  readonly fraction: number;
  readonly unit: number;
}

/** No screen has more cells, so no text is measured beyond this width. */
const WIDEST = 512;

export const noExtent: CellExtent = { text: 0, whole: 0, fraction: 0, unit: 0 };

const GAP = 2;

const NUMBER = /^([-+−]?[\d,]+)(\.\d+)?$/;

/** In cells. Other text, such as a dash, has 0 for both and is not aligned. */
function partsOf(text: Visible): { readonly whole: number; readonly fraction: number } {
  const [, whole = '', fraction = ''] = NUMBER.exec(text) ?? [];
  return { whole: whole.length, fraction: fraction.length };
}

export function shownText({ text, short = text, sign, mark }: Cell): Visible {
  if (mark !== undefined) return t`${visible(mark)} ${short}`;
  return sign === undefined ? short : t`${sign === '+' ? t`+` : t`−`}${short}`;
}

export function measure(cell: Cell, most = WIDEST): CellExtent {
  const text = shownText(cell);
  const { whole, fraction } = partsOf(text);
  return { text: cellsUpTo(text, most), whole, fraction, unit: cell.unit ? cellWidth(cell.unit) : 0 };
}

/** Returns the object `one` if no part of `other` is wider. */
export function widest(one: CellExtent, other: CellExtent): CellExtent {
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
  readonly constant?: boolean;
  /** All visible cells are dashes. */
  readonly empty?: boolean;
  readonly oneUnit?: boolean;
  readonly extent: CellExtent;
}

export interface ColumnLayout {
  readonly width: number;
  readonly unitAbove: boolean;
}

const unitOf = ({ unit }: CellExtent): number => (unit > 0 ? unit + 1 : 0);
/** Every text of a decimal column fits with its unit. */
export const decimalCells = (extent: CellExtent): number =>
  Math.max(numberCells(extent), extent.text + unitOf(extent));
const numberCells = (extent: CellExtent): number => extent.whole + extent.fraction + unitOf(extent);

const wanted = ({ title, align, min, max, main, extent }: MeasuredColumn): number => {
  const most = main ? WIDEST : max;
  const named = Math.max(main || align === 'decimal' ? min : 0, cellWidth(title));
  if (align !== 'decimal') return Math.min(most, Math.max(named, extent.text));
  // The widest number fits even if it is wider than `max`, because its digits matter.
  return Math.max(Math.min(most, named), Math.min(most, extent.text) + unitOf(extent), numberCells(extent));
};

/** Short texts need fewer cells than `min`. */
const least = (c: MeasuredColumn): number =>
  c.align === 'decimal'
    ? Math.max(c.min, numberCells(c.extent))
    : Math.min(c.min, c.max, c.main ? c.min : wanted(c));

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

/** From this `drop` on. */
const MINOR = 3;

/** In the main column, a text longer than `max` is cut. */
const enough = (c: MeasuredColumn): number =>
  c.main ? Math.min(wanted(c), Math.max(c.min, c.max)) : least(c);

/**
 * The width of each column in cells. A column of dashes has none. If the columns don't fit, these steps follow until they fit:
 * 1. A unit that all rows share moves to the heading.
 * 2. Constant columns, IDs and spare columns are dropped.
 * 3. Minor columns are dropped until the main column is whole.
 * 4. Columns are dropped, the highest `drop` first, until the minimum widths fit.
 * 5. If only columns that are never dropped are left and they do not fit, the widest amounts are cut.
 *
 * Spare room goes first to the columns that are never dropped, because a status must be read whole. Then the main column
 * takes the width it wants, then the other columns in order of importance. The main column takes the rest.
 */
export function layoutColumns(columns: readonly MeasuredColumn[], width: number): readonly ColumnLayout[] {
  let placed: PlacedColumn[] = columns
    .map((column, i) => ({ column, i, unitAbove: false, width: 0 }))
    .filter(({ column }) => !column.empty)
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

/** Exactly `width` cells, with decimals aligned and the unit after them. */
export function place(
  cell: Cell,
  align: Column<never, never>['align'],
  extent: CellExtent,
  width: number,
): Visible {
  const text = shownText(cell);
  if (align !== 'decimal') return toWidth(text, width, align);
  const unit = extent.unit > 0 ? t` ${toWidth(cell.unit ?? t``, extent.unit)}` : t``;
  const missing = extent.fraction - partsOf(text).fraction;
  const aligned = t`${toWidth(text, cellWidth(text) + missing)}${unit}`;
  return toWidth(cellWidth(aligned) <= width ? aligned : t`${text}${unit}`, width, 'right');
}
