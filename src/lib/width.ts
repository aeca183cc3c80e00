/** Measures, cuts, pads and wraps screen text in terminal cells. */

import stringWidth from 'string-width';
import { agreedCellsOf, isHalfFlag } from './agreed-cells.ts';
import { markVisible, type Visible } from './brand.ts';
import { lazy } from './lazy.ts';
import { ONE_CELL_EACH } from './one-cell-each.ts';

const ELLIPSIS = '…';
const GRAPHEMES = lazy(() => new Intl.Segmenter());

/** visible.ts shows these only in groups: joiners between letters, and the two halves of a flag. */
const isJoiner = (point: number): boolean => point === 0x200c || point === 0x200d;
/** Below this code point, a character is one UTF-16 unit. */
const TWO_UNITS = 0x10000;

/**
 * The width of `text` on a screen, in cells. Exact on every terminal for Visible text; Ink's own measure for other
 * text.
 */
export function cellWidth(text: string): number {
  if (ONE_CELL_EACH.test(text)) return text.length;
  let cells = 0;
  // Runs for each foreign letter at a key press. `for … of` makes an object for each letter, and an index makes none.
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at) ?? 0;
    const own = agreedCellsOf(point) ?? (isJoiner(point) ? 0 : isHalfFlag(point) ? 1 : undefined);
    if (own === undefined) return stringWidth(text);
    cells += own;
    at += point < TWO_UNITS ? 1 : 2;
  }
  return cells;
}

/** The longest beginning of `text` in at most `cells` cells that breaks no grapheme. */
function head(text: string, cells: number): string {
  const start = text.slice(0, cells + 1);
  if (ONE_CELL_EACH.test(start)) return start.slice(0, cells);
  // The answer is nearly always within this part, and splitting a text of thousands of characters is slow.
  const near = text.slice(0, cells * UNITS_A_CELL + 64);
  if (near.length === text.length && cellWidth(text) <= cells) return text;
  return (
    fittingStart(near, cells) ?? (near.length === text.length ? text : (fittingStart(text, cells) ?? text))
  );
}

/** The most UTF-16 units in one cell of Visible text: a letter with six marks, two units each. */
export const UNITS_A_CELL = 14;

/** The beginning of the text that fits; undefined if all of the text fits. */
function fittingStart(text: string, cells: number): string | undefined {
  let used = 0;
  for (const { segment, index } of GRAPHEMES().segment(text)) {
    used += cellWidth(segment);
    if (used > cells) return text.slice(0, index);
  }
  return undefined;
}

/** The width of `text` in cells, at most `most`. A very long text is not measured. */
export const cellsUpTo = (text: Visible, most: number): number =>
  text.length > most * UNITS_A_CELL ? most : Math.min(most, cellWidth(text));

/** Cuts `text` to at most `cells` cells. A cut text ends in "…". */
export function cut(text: Visible, cells: number): Visible {
  if (cells < 1) return markVisible('');
  // `head` measures only the part that may fit: the text may be a hundred times as long.
  if (text.length <= cells / 2 || head(text, cells).length === text.length) return text;
  return markVisible(head(text, cells - 1) + ELLIPSIS);
}

/** Returns the end of `text` in exactly `cells` cells, with spaces before it if a wide character does not fit. */
export function lastCells(text: Visible, cells: number): Visible {
  let used = 0;
  let from = text.length;
  // Graphemes can be found only from the start of a text.
  const graphemes = [...GRAPHEMES().segment(text)];
  for (const { segment, index } of graphemes.reverse()) {
    const own = cellWidth(segment);
    if (used + own > cells) break;
    used += own;
    from = index;
  }
  return markVisible(' '.repeat(Math.max(0, cells - used)) + text.slice(from));
}

/** Returns `text` in exactly `cells` cells: cut, or padded with spaces on the side opposite to `align`. */
export function toWidth(text: Visible, cells: number, align: 'left' | 'right' = 'left'): Visible {
  const short = cut(text, cells);
  const padding = ' '.repeat(Math.max(0, cells - cellWidth(short)));
  return markVisible(align === 'left' ? short + padding : padding + short);
}

/**
 * Returns `text` as lines of at most `cells` cells (at least 1). Lines break at spaces, or inside a word that is longer
 * than a line. If there are more than `maxLines` lines, the last line ends in "…".
 */
export function wrap(text: Visible, cells: number, maxLines = Number.POSITIVE_INFINITY): Visible[] {
  const width = Math.max(1, Math.floor(cells));
  const lines: Visible[] = [];
  let rest: string = text;
  while (lines.length + 1 < maxLines) {
    const fitting = head(rest, width);
    if (fitting.length === rest.length) break;
    const line = lineOf(rest, fitting);
    // The line fits and needs no cut, unless its first grapheme is wider than the line.
    const short = markVisible(line.trimEnd());
    lines.push(fitting === '' ? cut(short, width) : short);
    rest = rest.slice(line.length).trimStart();
  }
  if (rest !== '' || lines.length === 0) lines.push(cut(markVisible(rest), width));
  return lines;
}

/** The first line of `text`: the part of `fitting` up to the last space after a word. */
function lineOf(text: string, fitting: string): string {
  const space = text[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
  if (space > 0 && fitting.slice(0, space).trim() !== '') return text.slice(0, space);
  if (fitting !== '') return fitting;
  return GRAPHEMES().segment(text).containing(0)?.segment ?? text;
}
