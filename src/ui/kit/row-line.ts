// One row of a table as a painted line.

import type { Cell, Tone } from '../../format/entry.ts';
import { join, t } from '../../lib/visible.ts';
import { cellWidth, toWidth } from '../../lib/width.ts';
import { type Column, type Extent, gap, place } from './columns.ts';
import { type Found, foundIn, paintFound } from './found.ts';
import { concat, type Painted, type Theme } from './theme.ts';

/** A visible column. */
export interface ShownColumn {
  readonly id: string;
  readonly title: Cell['text'];
  readonly align: Column<never, never>['align'];
  readonly extent: Extent;
  /** The index among all columns. */
  readonly at: number;
  readonly width: number;
}

export interface RowMarks {
  readonly cursor: boolean;
  /** The row is new or different since the last reload. */
  readonly changed: boolean;
  /** The row was in the list and is gone. */
  readonly gone?: boolean;
  /** The service sent the row although it doesn't match the request. */
  readonly stray?: boolean;
  /** A person marked the row. */
  readonly marked: boolean;
}

interface RowLook {
  readonly theme: Theme;
  readonly width: number;
  readonly focused: boolean;
  readonly found?: Found | undefined;
}

/** A cell's text as wide as its column. */
export interface PlacedCell {
  readonly id: string;
  readonly text: Cell['text'];
  readonly number: boolean;
  readonly tone: Tone;
}

export const placed = (cells: readonly Cell[], shown: readonly ShownColumn[]): readonly PlacedCell[] =>
  shown.map(({ id, at, align, extent, width }) => {
    const cell = cells[at];
    const text = cell ? place(cell, align, extent, width) : t``;
    return { id, text, number: align === 'decimal', tone: cell?.tone ?? 'plain' };
  });

export function rowLine(
  texts: readonly PlacedCell[],
  { cursor, changed, gone, stray, marked }: RowMarks,
  { theme, width, focused, found }: RowLook,
): Painted {
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
