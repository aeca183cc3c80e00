/** Measures, cuts, pads and wraps screen text in terminal cells. */

import stringWidth from 'string-width';
import { agreedCells } from './agreed-cells.ts';
import { markVisible, type Visible } from './brand.ts';
import { lazy } from './lazy.ts';
import { ONE_CELL_EACH } from './one-cell-each.ts';

const ELLIPSIS = '…';
const GRAPHEMES = lazy(() => new Intl.Segmenter());

/** visible.ts shows these only with others: joiners between letters, and the two halves of a flag. */
const JOINER = /[\u200c\u200d]/;
const HALF_FLAG = /\p{Regional_Indicator}/u;

/** Cells of `text` on a screen: for Visible text on every terminal, for any other by Ink's measure. */
export function cellWidth(text: string): number {
  if (ONE_CELL_EACH.test(text)) return text.length;
  let cells = 0;
  for (const char of text) {
    // Neither of the two has a cell, so the quicker table comes first.
    const own = agreedCells(char) ?? (JOINER.test(char) ? 0 : HALF_FLAG.test(char) ? 1 : undefined);
    if (own === undefined) return stringWidth(text);
    cells += own;
  }
  return cells;
}

/** The longest beginning of `text` in at most `cells` cells that breaks no grapheme. */
function head(text: string, cells: number): string {
  const start = text.slice(0, cells + 1);
  if (ONE_CELL_EACH.test(start)) return start.slice(0, cells);
  // This much nearly always fits; splitting a text of thousands of characters costs more than a second look.
  const near = text.slice(0, cells * UNITS_A_CELL + 64);
  return (
    fittingStart(near, cells) ?? (near.length === text.length ? text : (fittingStart(text, cells) ?? text))
  );
}

/** UTF-16 units that a cell of Visible text may take: a letter with six marks of two units each. */
export const UNITS_A_CELL = 14;

/** The beginning that fits; undefined if all of it does. */
function fittingStart(text: string, cells: number): string | undefined {
  let used = 0;
  for (const { segment, index } of GRAPHEMES().segment(text)) {
    used += cellWidth(segment);
    if (used > cells) return text.slice(0, index);
  }
  return undefined;
}

/** The cells of `text`, as far as they matter: `most` for one of that many or more. */
export const cellsUpTo = (text: Visible, most: number): number =>
  text.length > most * UNITS_A_CELL ? most : Math.min(most, cellWidth(text));

/** `text` in at most `cells` cells; a cut ends in "…". */
export function cut(text: Visible, cells: number): Visible {
  if (cells < 1) return markVisible('');
  // Only as much of it is measured as may fit: it may be a hundred times as long.
  if (text.length <= cells / 2 || head(text, cells).length === text.length) return text;
  return markVisible(head(text, cells - 1) + ELLIPSIS);
}

/** The end of `text` in exactly `cells` cells, spaces before it where a wide character would not fit. */
export function lastCells(text: Visible, cells: number): Visible {
  let used = 0;
  let from = text.length;
  // From the end on, in pieces, because a grapheme is only known by its beginning.
  const graphemes = [...GRAPHEMES().segment(text)];
  for (const { segment, index } of graphemes.reverse()) {
    const own = cellWidth(segment);
    if (used + own > cells) break;
    used += own;
    from = index;
  }
  return markVisible(' '.repeat(Math.max(0, cells - used)) + text.slice(from));
}

/** `text` in exactly `cells` cells: cut, or padded with spaces on the side that `align` leaves free. */
export function toWidth(text: Visible, cells: number, align: 'left' | 'right' = 'left'): Visible {
  const short = cut(text, cells);
  const padding = ' '.repeat(Math.max(0, cells - cellWidth(short)));
  return markVisible(align === 'left' ? short + padding : padding + short);
}

/**
 * `text` as lines of at most `cells` cells (at least 1), broken at spaces, or inside a word that is too long for a
 * line. With more lines than `maxLines`, the last one kept ends in "…".
 */
export function wrap(text: Visible, cells: number, maxLines = Number.POSITIVE_INFINITY): Visible[] {
  const width = Math.max(1, Math.floor(cells));
  const lines: Visible[] = [];
  let rest: string = text;
  while (lines.length + 1 < maxLines) {
    const fitting = head(rest, width);
    if (fitting.length === rest.length) break;
    const line = lineOf(rest, fitting);
    // A part of the fitting text needs no cut, unless a grapheme is wider than the line.
    const short = markVisible(line.trimEnd());
    lines.push(fitting === '' ? cut(short, width) : short);
    rest = rest.slice(line.length).trimStart();
  }
  if (rest !== '' || lines.length === 0) lines.push(cut(markVisible(rest), width));
  return lines;
}

/** The first line of `text`, of which `fitting` fits: up to its last space, if that leaves a word. */
function lineOf(text: string, fitting: string): string {
  const space = text[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
  if (space > 0 && fitting.slice(0, space).trim() !== '') return text.slice(0, space);
  if (fitting !== '') return fitting;
  return GRAPHEMES().segment(text).containing(0)?.segment ?? text;
}
