// Which columns fit a width, and how wide each is: pure.

import { t, type Visible } from '../../lib/visible.ts';
import { cellWidth, toWidth } from '../../lib/width.ts';
import type { Cell } from './cell.ts';

export interface Column<Row, Context> {
  readonly id: string;
  readonly title: Visible;
  readonly align: 'left' | 'right' | 'decimal';
  /** Cells below which the column is of no use, and above which it takes no more. */
  readonly min: number;
  readonly max: number;
  /** The highest number is dropped first; 0 never is. */
  readonly drop: number;
  cell(row: Row, context: Context): Cell;
}

/** The widest parts seen in a column; it only grows while a list is on screen, so that scrolling moves no column. */
export interface Extent {
  readonly text: number;
  /** Cells before the decimal point, and from it on: what a decimal column is aligned by. */
  readonly whole: number;
  readonly fraction: number;
  readonly unit: number;
}

export const noExtent: Extent = { text: 0, whole: 0, fraction: 0, unit: 0 };

const GAP = 2;

const point = (text: string): number => {
  const at = text.indexOf('.');
  return at < 0 ? text.length : at;
};

export function grow(extent: Extent, cell: Cell): Extent {
  const text = cellWidth(cell.text);
  const whole = cellWidth(cell.text.slice(0, point(cell.text)));
  const unit = cell.unit ? cellWidth(cell.unit) : 0;
  if (text <= extent.text && whole <= extent.whole && text - whole <= extent.fraction && unit <= extent.unit)
    return extent;
  return {
    text: Math.max(extent.text, text),
    whole: Math.max(extent.whole, whole),
    fraction: Math.max(extent.fraction, text - whole),
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

const wanted = ({ title, align, min, max, extent }: Measured): number => {
  const content =
    align === 'decimal' ? extent.whole + extent.fraction + (extent.unit ? extent.unit + 1 : 0) : extent.text;
  // An amount is never shortened to make room: its digits are the point of it.
  const most = align === 'decimal' ? Number.POSITIVE_INFINITY : max;
  return Math.min(most, Math.max(min, content, cellWidth(title)));
};

/**
 * The width of each column in cells, 0 for one that is left out. Columns are dropped, highest `drop` first, until the
 * minimum widths fit; what room is left goes to each column up to what its content wants, in order of importance.
 */
export function layoutColumns(columns: readonly Measured[], width: number): readonly number[] {
  const least = (c: Measured): number => (c.align === 'decimal' ? wanted(c) : Math.min(c.min, wanted(c)));
  const kept = new Set(columns.keys());
  const used = (): number => [...kept].reduce((sum, i) => sum + least(columns[i] as Measured) + GAP, -GAP);
  const byDrop = [...columns.keys()].sort((a, b) => (columns[b]?.drop ?? 0) - (columns[a]?.drop ?? 0));
  for (const i of byDrop) {
    if (used() <= width || columns[i]?.drop === 0) break;
    kept.delete(i);
  }
  let spare = width - used();
  const widths = columns.map((c, i) => (kept.has(i) ? least(c) : 0));
  for (const i of [...byDrop].reverse()) {
    const column = columns[i];
    if (!column || !kept.has(i)) continue;
    const more = Math.max(0, Math.min(spare, wanted(column) - (widths[i] ?? 0)));
    widths[i] = (widths[i] ?? 0) + more;
    spare -= more;
  }
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
  const fraction = cellWidth(cell.text) - cellWidth(cell.text.slice(0, point(cell.text)));
  const number = toWidth(cell.text, cellWidth(cell.text) + extent.fraction - fraction, 'left');
  const unit = extent.unit > 0 ? t` ${toWidth(cell.unit ?? t``, extent.unit, 'left')}` : t``;
  return toWidth(t`${number}${unit}`, width, 'right');
}
