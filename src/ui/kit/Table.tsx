// A windowed table: it composes and draws only the rows that are on screen.

import { useRef } from 'react';
import { t } from '../../lib/visible.ts';
import { toWidth } from '../../lib/width.ts';
import type { Cell } from './cell.ts';
import { type Column, type Extent, gap, grow, layoutColumns, noExtent, place } from './columns.ts';
import { Line, Lines } from './Line.tsx';
import { concat, type Painted, type Theme } from './theme.ts';

/** One row of the window. */
export interface TableRow<Row> {
  readonly key: string;
  readonly row: Row;
  readonly cursor: boolean;
  /** Differs from what was shown before the last reload, or is new since. */
  readonly changed: boolean;
}

interface TableProps<Row, Context> {
  readonly columns: readonly Column<Row, Context>[];
  readonly rows: readonly TableRow<Row>[];
  readonly context: Context;
  readonly theme: Theme;
  readonly width: number;
  /** Rows of the screen, the heading included. */
  readonly height: number;
  readonly focused: boolean;
  /** What the rows are rows of: another subject starts with fresh column widths. */
  readonly subject: string;
}

const MARGIN = 2;

export function Table<Row, Context>(props: TableProps<Row, Context>) {
  const { columns, rows, context, theme, width, height, focused, subject } = props;
  const extents = useRef<{ subject: string; extents: Extent[] }>({ subject: '', extents: [] });
  if (extents.current.subject !== subject) extents.current = { subject, extents: [] };
  const known = extents.current.extents;

  const cells = rows.map(({ row }) => columns.map(column => column.cell(row, context)));
  const measured = columns.map((column, i) => {
    const extent = cells.reduce((e, line) => (line[i] ? grow(e, line[i]) : e), known[i] ?? noExtent);
    known[i] = extent;
    return { ...column, title: column.heading?.(context) ?? column.title, extent };
  });
  const widths = layoutColumns(measured, width - MARGIN);
  const shown = measured.flatMap((column, i) => (widths[i] ? [{ column, i, width: widths[i] }] : []));

  const heading = toWidth(
    shown
      .map(({ column, width: w }) => toWidth(column.title, w, column.align === 'left' ? 'left' : 'right'))
      .reduce((line, cell, i) => (i === 0 ? t`  ${cell}` : t`${line}${gap}${cell}`), t``),
    width,
  );

  const compose = (line: readonly Cell[], { cursor, changed }: TableRow<Row>): Painted => {
    const texts = shown.map(({ column, i, width: w }) => {
      const cell = line[i];
      return {
        text: cell ? place(cell, column.align, column.extent, w) : t``,
        tone: cell?.tone ?? 'plain',
      } as const;
    });
    const mark = t`${cursor ? t`›` : t` `}${changed ? t`•` : t` `}`;
    if (cursor) {
      // One tone over the whole row: colours inside an inverted row would be colours of its background.
      const text = texts.reduce(
        (all, { text: cell }, i) => (i === 0 ? t`${mark}${cell}` : t`${all}${gap}${cell}`),
        t``,
      );
      return theme.paint(focused ? 'cursor' : 'cursor-unfocused', toWidth(text, width));
    }
    const parts = texts.flatMap(({ text, tone }, i) =>
      i === 0 ? [theme.paint(tone, text)] : [theme.paint('plain', gap), theme.paint(tone, text)],
    );
    return concat(theme.paint(changed ? 'accent' : 'plain', mark), ...parts);
  };

  return (
    <>
      <Line text={theme.paint('dim', heading)} />
      <Lines
        lines={rows.slice(0, height - 1).map((row, i) => compose(cells[i] ?? [], row))}
        height={Math.max(0, height - 1)}
      />
    </>
  );
}
