// One row of a table as a painted line.

import { t } from '../../lib/visible.ts';
import { cellWidth, toWidth } from '../../lib/width.ts';
import type { Cell } from './cell.ts';
import { type Column, type Extent, gap, place } from './columns.ts';
import { type Found, foundIn, paintFound } from './found.ts';
import { concat, type Painted, type Theme, type Tone } from './theme.ts';

/** A column that has room. */
export interface ShownColumn {
  readonly id: string;
  readonly title: Cell['text'];
  readonly align: Column<never, never>['align'];
  readonly extent: Extent;
  /** Place among all columns. */
  readonly at: number;
  readonly width: number;
}

export interface RowMarks {
  readonly cursor: boolean;
  /** Differs from the row before the last reload, or is new since then. */
  readonly changed: boolean;
  /** The row was there and is gone. */
  readonly gone?: boolean;
  /** The row doesn't match the request. */
  readonly stray?: boolean;
  /** Marked by a person. */
  readonly marked: boolean;
}

interface RowLook {
  readonly theme: Theme;
  readonly width: number;
  readonly focused: boolean;
  readonly found?: Found | undefined;
}

export function rowLine(
  cells: readonly Cell[],
  shown: readonly ShownColumn[],
  { cursor, changed, gone, stray, marked }: RowMarks,
  { theme, width, focused, found }: RowLook,
): Painted {
  const texts = shown.map(({ id, at, align, extent, width: own }) => {
    const cell = cells[at];
    const text = cell ? place(cell, align, extent, own) : t``;
    return { id, text, number: align === 'decimal', tone: cell?.tone ?? 'plain' } as const;
  });
  const paint = ({ id, text, number }: (typeof texts)[number], tone: Tone, match: Tone): Painted =>
    found ? paintFound(text, foundIn(found, id), { tone, match, number }, theme) : theme.paint(tone, text);
  const mark = t`${cursor ? t`›` : t` `}${marked ? t`*` : gone ? t`×` : stray ? t`?` : changed ? t`•` : t` `}`;
  const before = (tone: Tone, i: number): readonly Painted[] => (i === 0 ? [] : [theme.paint(tone, gap)]);
  if (cursor) {
    // One tone over the whole row: inside an inverted row, colours would be background colours.
    const tone = focused ? 'cursor' : 'cursor-unfocused';
    const whole = texts.reduce(
      (all, { text: cell }, i) => (i === 0 ? t`${mark}${cell}` : t`${all}${gap}${cell}`),
      t``,
    );
    const room = found ? width - cellWidth(whole) : -1;
    if (room < 0) return theme.paint(tone, toWidth(whole, width));
    return concat(
      theme.paint(tone, mark),
      ...texts.flatMap((cell, i) => [
        ...before(tone, i),
        paint(cell, tone, focused ? 'cursor-match' : 'match'),
      ]),
      theme.paint(tone, toWidth(t``, room)),
    );
  }
  return concat(
    theme.paint(gone || stray ? 'bad' : changed ? 'accent' : marked ? 'strong' : 'plain', mark),
    ...texts.flatMap((cell, i) => [...before('plain', i), paint(cell, cell.tone, 'match')]),
  );
}
