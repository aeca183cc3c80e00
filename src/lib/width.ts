/** Measures, cuts, pads and wraps screen text in terminal cells. */

import stringWidth from 'string-width';
import { agreedCellsOf, isHalfFlag } from './agreed-cells.ts';
import { markVisible, type Visible } from './brand.ts';
import { segmenter } from './lazy.ts';
import { ONE_CELL_EACH } from './one-cell-each.ts';

const ELLIPSIS = '…';

/** visible.ts shows these only in groups. */
const isJoiner = (point: number): boolean => point === 0x200c || point === 0x200d;
const TWO_UNITS = 0x10000;

/** In cells. Exact on every terminal for Visible text; Ink's own measure for other text. */
export function cellWidth(text: string): number {
  if (ONE_CELL_EACH.test(text)) return text.length;
  let cells = 0;
  // Runs for each foreign letter at a key press. `for … of` makes an object for each letter, an index none.
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at) ?? 0;
    const own = agreedCellsOf(point) ?? (isJoiner(point) ? 0 : isHalfFlag(point) ? 1 : undefined);
    if (own === undefined) return stringWidth(text);
    cells += own;
    at += point < TWO_UNITS ? 1 : 2;
  }
  return cells;
}

/** The longest beginning that breaks no grapheme. */
function head(text: string, cells: number): string {
  const start = text.slice(0, cells + 1);
  if (ONE_CELL_EACH.test(start)) return start.slice(0, cells);
  // The answer is nearly always within this part; splitting thousands of characters is slow.
  const near = text.slice(0, cells * UNITS_A_CELL + 64);
  if (near.length === text.length && cellWidth(text) <= cells) return text;
  return (
    fittingStart(near, cells) ?? (near.length === text.length ? text : (fittingStart(text, cells) ?? text))
  );
}

/** In UTF-16 units of Visible text: a letter with six marks, two each. */
export const UNITS_A_CELL = 14;

/** Undefined if all of the text fits. */
function fittingStart(text: string, cells: number): string | undefined {
  let used = 0;
  for (const { segment, index } of segmenter().segment(text)) {
    used += cellWidth(segment);
    if (used > cells) return text.slice(0, index);
  }
  return undefined;
}

/** A very long text is not measured. */
export const cellsUpTo = (text: Visible, most: number): number =>
  text.length > most * UNITS_A_CELL ? most : Math.min(most, cellWidth(text));

/** A cut text ends in "…". */
export function cut(text: Visible, cells: number): Visible {
  if (cells < 1) return markVisible('');
  // The text may be a hundred times as long as the part that `head` measures.
  if (text.length <= cells / 2 || head(text, cells).length === text.length) return text;
  return markVisible(withoutPart(head(text, cells - 1), text) + ELLIPSIS);
}

/** A part of a number after a blank: half an amount looks like an amount. */
const PART = /(?<=\S +)[-+−]?\d[\d,.]*$/;

/** An amount whose currency is cut off looks like half an amount, too. */
const CUT_OFF = /^(?:[\d,.]| [A-Z]{3}(?![A-Za-z]))/;

const withoutPart = (kept: string, text: string): string =>
  CUT_OFF.test(text.slice(kept.length, kept.length + 5)) ? kept.replace(PART, '') : kept;

/** The end, with spaces before it if a wide character does not fit. */
export function lastCells(text: Visible, cells: number): Visible {
  let used = 0;
  let from = text.length;
  // Graphemes can be found only from the start of a text.
  const graphemes = [...segmenter().segment(text)];
  for (const { segment, index } of graphemes.reverse()) {
    const own = cellWidth(segment);
    if (used + own > cells) break;
    used += own;
    from = index;
  }
  return markVisible(' '.repeat(Math.max(0, cells - used)) + text.slice(from));
}

/** Pads on the side opposite to `align`. */
export function toWidth(text: Visible, cells: number, align: 'left' | 'right' = 'left'): Visible {
  const short = cut(text, cells);
  const padding = ' '.repeat(Math.max(0, cells - cellWidth(short)));
  return markVisible(align === 'left' ? short + padding : padding + short);
}

/** Breaks at spaces, or inside a word that is longer than a line. The last of `maxLines` ends in "…". */
export function wrap(text: Visible, cells: number, maxLines = Number.POSITIVE_INFINITY): Visible[] {
  const width = Math.max(1, Math.floor(cells));
  const lines: Visible[] = [];
  let rest: string = text;
  while (lines.length + 1 < maxLines) {
    const fitting = head(rest, width);
    if (fitting.length === rest.length) break;
    const line = lineOf(rest, fitting);
    // The line fits, unless its first grapheme is wider than the line.
    const short = markVisible(line.trimEnd());
    lines.push(fitting === '' ? cut(short, width) : short);
    rest = rest.slice(line.length).trimStart();
  }
  if (rest !== '' || lines.length === 0) lines.push(cut(markVisible(rest), width));
  return lines;
}

/** From the last digit of an amount on: its currency stays in the same line. */
const UNIT = /^\d [A-Z]{3}(?![A-Za-z])/;

/** Breaks `fitting` at its last space. */
function lineOf(text: string, fitting: string): string {
  const last = text[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
  const before = UNIT.test(text.slice(last - 1, last + 5)) ? fitting.lastIndexOf(' ', last - 1) : last;
  const space = fitting.slice(0, Math.max(0, before)).trim() === '' ? last : before;
  if (space > 0 && fitting.slice(0, space).trim() !== '') return text.slice(0, space);
  if (fitting !== '') return fitting;
  return segmenter().segment(text).containing(0)?.segment ?? text;
}
