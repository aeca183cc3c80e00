// Which columns fit a width, and how wide each is: pure.

import { t, type Visible } from '../../lib/visible.ts';
import { cellsUpTo, cellWidth, toWidth } from '../../lib/width.ts';
import type { Cell } from './cell.ts';

export interface Column<Row, Context> {
  readonly id: string;
  readonly title: Visible;
  /** The title, where it says something about the context too. */
  heading?(context: Context): Visible;
  readonly align: 'left' | 'right' | 'decimal';
  /** Cells below which the column is of no use, and above which it takes no more. */
  readonly min: number;
  readonly max: number;
  /** The highest number is dropped first; 0 never is. */
  readonly drop: number;
  cell(row: Row, context: Context): Cell;
  /** What rows are sorted by, where that isn't what the cell says; undefined comes last. Text as it
   * came, or a number, throughout. */
  orderedBy?(row: Row): string | number | undefined;
}

/** The widest parts seen in a column; it only grows while a list is on screen, so that scrolling moves no column. */
export interface Extent {
  readonly text: number;
  /** Cells before the decimal point, and from it on: what a decimal column is aligned by. */
  readonly whole: number;
  readonly fraction: number;
  readonly unit: number;
}

/** No screen is wider, and a text may be: it is measured no further. */
const WIDEST = 512;

export const noExtent: Extent = { text: 0, whole: 0, fraction: 0, unit: 0 };

const GAP = 2;

const NUMBER = /^(-?[\d,]+)(\.\d+)?$/;

/** Both parts of a number in cells. What is none, a dash or what came instead, has neither: it aligns with nothing. */
function partsOf(text: Visible): { readonly whole: number; readonly fraction: number } {
  const [, whole = '', fraction = ''] = NUMBER.exec(text) ?? [];
  return { whole: whole.length, fraction: fraction.length };
}

export function grow(extent: Extent, cell: Cell, most = WIDEST): Extent {
  const text = cellsUpTo(cell.text, most);
  const { whole, fraction } = partsOf(cell.text);
  const unit = cell.unit ? cellWidth(cell.unit) : 0;
  if (text <= extent.text && whole <= extent.whole && fraction <= extent.fraction && unit <= extent.unit)
    return extent;
  return {
    text: Math.max(extent.text, text),
    whole: Math.max(extent.whole, whole),
    fraction: Math.max(extent.fraction, fraction),
    unit: Math.max(extent.unit, unit),
  };
}

interface Measured {
  readonly title: Visible;
  readonly align: 'left' | 'right' | 'decimal';
  readonly min: number;
  readonly max: number;
  readonly drop: number;
  readonly extent: Extent;
}

const unitOf = ({ unit }: Extent): number => (unit > 0 ? unit + 1 : 0);
const numberOf = (extent: Extent): number => extent.whole + extent.fraction + unitOf(extent);

const wanted = ({ title, align, min, max, extent }: Measured): number => {
  const most = Math.min(max, Math.max(min, extent.text, cellWidth(title)));
  // An amount is never shortened to make room: its digits are the point of it. What came instead of one may be.
  return align === 'decimal' ? Math.max(most + unitOf(extent), numberOf(extent)) : most;
};

const least = (c: Measured): number =>
  c.align === 'decimal' ? Math.max(c.min, numberOf(c.extent)) : Math.min(c.min, c.max);

/**
 * The width of each column in cells, 0 for one that is left out. Columns are dropped, highest `drop` first, until the
 * minimum widths fit; what room is left goes to each column up to what its content wants, in order of importance.
 * Where nothing can be dropped any more, the widest amounts have to do with less, so that others stay on the screen.
 */
export function layoutColumns(columns: readonly Measured[], width: number): readonly number[] {
  const byDrop = columns
    .map((column, i) => ({ column, i, width: least(column) }))
    .sort((a, b) => b.column.drop - a.column.drop);
  const used = (): number => byDrop.reduce((sum, c) => sum + c.width + GAP, -GAP);
  while (used() > width && (byDrop[0]?.column.drop ?? 0) > 0) byDrop.shift();
  for (const c of byDrop.toSorted((a, b) => b.width - a.width)) {
    if (c.column.align === 'decimal')
      c.width = Math.max(Math.min(c.width, c.column.min), c.width - Math.max(0, used() - width));
  }
  for (const c of byDrop.toReversed())
    c.width += Math.max(0, Math.min(width - used(), wanted(c.column) - c.width));
  const widths = columns.map(() => 0);
  for (const c of byDrop) widths[c.i] = c.width;
  return widths;
}

export const gap: Visible = t`  `;

/** A cell's text in exactly `width` cells, decimals under decimals, the unit behind. */
export function place(
  cell: Cell,
  align: Column<never, never>['align'],
  extent: Extent,
  width: number,
): Visible {
  if (align !== 'decimal') return toWidth(cell.text, width, align);
  const unit = extent.unit > 0 ? t` ${toWidth(cell.unit ?? t``, extent.unit)}` : t``;
  const missing = extent.fraction - partsOf(cell.text).fraction;
  const aligned = t`${toWidth(cell.text, cellWidth(cell.text) + missing)}${unit}`;
  return toWidth(cellWidth(aligned) <= width ? aligned : t`${cell.text}${unit}`, width, 'right');
}
