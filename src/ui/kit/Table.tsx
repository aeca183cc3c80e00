// A windowed table: it composes and draws only the rows that are on screen.

import { useRef } from 'react';
import { t } from '../../lib/visible.ts';
import { toWidth } from '../../lib/width.ts';
import type { Cell } from './cell.ts';
import { type Column, type Extent, gap, grow, layoutColumns, noExtent, place } from './columns.ts';
import { composeHeading, type Signs } from './heading.ts';
import { Line, Lines } from './Line.tsx';
import { concat, type Painted, type Theme } from './theme.ts';

/** One row of the window. */
export interface TableRow<Row> {
  readonly key: string;
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

interface TableProps<Row, Context> extends Signs {
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
/** Where a column that is at hand ranks: only those that are never dropped stay longer. */
const AT_HAND = 0.1;

export function Table<Row, Context>(props: TableProps<Row, Context>) {
  const { columns, rows, context, theme, width, height, focused, subject, column: atHand, sort } = props;
  const extents = useRef<{ subject: string; extents: Map<string, Extent> }>({
    subject: '',
    extents: new Map(),
  });
  if (extents.current.subject !== subject) extents.current = { subject, extents: new Map() };
  const known = extents.current.extents;

  const cells = rows.map(({ row }) => columns.map(column => column.cell(row, context)));
  const measured = columns.map((column, i) => {
    const before = known.get(column.id) ?? noExtent;
    const extent = cells.reduce(
      (e, line) => (line[i] ? grow(e, line[i], Math.max(column.min, column.max)) : e),
      before,
    );
    known.set(column.id, extent);
    const drop = column.id === atHand ? Math.min(column.drop, AT_HAND) : column.drop;
    return { ...column, title: column.heading?.(context) ?? column.title, extent, drop };
  });
  const widths = layoutColumns(measured, width - MARGIN);
  const shown = measured.flatMap((column, i) => (widths[i] ? [{ column, i, width: widths[i] }] : []));

  const heading = composeHeading(
    shown.map(({ column, width: own }) => ({ ...column, width: own })),
    { column: focused ? atHand : undefined, sort },
    focused ? measured.find(({ id }, i) => id === atHand && !widths[i])?.title : undefined,
    width,
    theme,
  );

  const compose = (
    line: readonly Cell[],
    { cursor, changed, gone, stray, marked }: TableRow<Row>,
  ): Painted => {
    const texts = shown.map(({ column, i, width: w }) => {
      const cell = line[i];
      return {
        text: cell ? place(cell, column.align, column.extent, w) : t``,
        tone: cell?.tone ?? 'plain',
      } as const;
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
    const parts = texts.flatMap(({ text, tone }, i) =>
      i === 0 ? [theme.paint(tone, text)] : [theme.paint('plain', gap), theme.paint(tone, text)],
    );
    return concat(
      theme.paint(gone || stray ? 'bad' : changed ? 'accent' : marked ? 'strong' : 'plain', mark),
      ...parts,
    );
  };

  return (
    <>
      <Line text={heading} />
      <Lines
        lines={rows.slice(0, height - 1).map((row, i) => compose(cells[i] ?? [], row))}
        height={Math.max(0, height - 1)}
      />
    </>
  );
}
