// Reads framed panels as a person does: the text inside, without the frames.

import stringWidth from 'string-width';

interface Grid {
  readonly rows: readonly (readonly string[])[];
}

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** The cells of known lines, kept because few lines change between two frames, and segmenting a screen is slow. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 5000;

/** A line of characters that each take one cell: ASCII, Latin letters, punctuation, arrows, mathematics and frames. */
const NARROW = /^[ -~\u00a1-\u00ac\u00ae-\u017f\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u257f]*$/;

/** The width of a line in cells. Few lines have characters that must be measured. */
export const widthOf = (line: string): number => (NARROW.test(line) ? line.length : stringWidth(line));

/** The cells of a line as strings. The second cell of a wide character is ''. */
function cellsOf(line: string): readonly string[] {
  const before = known.get(line);
  if (before) return before;
  const cells = NARROW.test(line)
    ? line.split('')
    : [...SEGMENTER.segment(line)].flatMap(({ segment }) =>
        stringWidth(segment) === 2 ? [segment, ''] : [segment],
      );
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(line, cells);
  return cells;
}

const gridOf = (lines: readonly string[]): Grid => ({ rows: lines.map(cellsOf) });

interface Panel {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The complete frames. A frame that another partly covers is not included. */
function panelsOf({ rows }: Grid): readonly Panel[] {
  const panels: Panel[] = [];
  for (const [top, row] of rows.entries())
    for (let left = row.indexOf('╭'); left >= 0; left = row.indexOf('╭', left + 1)) {
      const right = row.indexOf('╮', left);
      if (right < 0) continue;
      let bottom = top + 1;
      while (rows[bottom]?.[left] === '│' && rows[bottom]?.[right] === '│') bottom++;
      if (rows[bottom]?.[left] === '╰' && rows[bottom]?.[right] === '╯')
        panels.push({ left, right, top, bottom });
    }
  return panels;
}

const withoutEdge = (text: string): string =>
  text
    .replaceAll(/^[╭╰─]+ ?| ?[╮╯─]+$/g, '')
    .replaceAll(/ ─+ /g, '  ')
    .trimEnd();

type Rows = readonly (readonly string[])[];

/** Splits a panel's rows at vertical lines that run from its top to its bottom. */
function parted(rows: Rows): readonly Rows[] {
  const [first = []] = rows;
  let at = rows.length < 3 ? -1 : first.indexOf('│');
  while (at >= 0 && !rows.every(row => row[at] === '│')) at = first.indexOf('│', at + 1);
  return at < 0 ? [rows] : [rows.map(row => row.slice(0, at)), ...parted(rows.map(row => row.slice(at + 1)))];
}

function withoutPadding(rows: Rows): readonly string[] {
  const padding = rows.every(row => row[0] === ' ') ? 1 : 0;
  return rows.map(row => row.slice(padding).join('').trimEnd());
}

/** The top left corners of incomplete frames: open, or partly covered by another. */
export function openFrames(lines: readonly string[]): readonly string[] {
  const grid = gridOf(lines);
  const whole = panelsOf(grid);
  return grid.rows.flatMap((row, y) =>
    row.flatMap((cell, x) =>
      cell === '╭' && !whole.some(({ left, top }) => left === x && top === y) ? [`${x},${y}`] : [],
    ),
  );
}

interface Unframed {
  /** The text of each panel, from its title to its bottom edge, without the frame and its padding. */
  readonly panels: readonly string[];
  /** The rows with the panels taken out. */
  readonly rest: readonly string[];
}

function takenApart(lines: readonly string[]): Unframed {
  const grid = gridOf(lines);
  const left = grid.rows.map(row => [...row]);
  const panels = panelsOf(grid).map(({ left: from, right, top, bottom }) => {
    for (const row of left.slice(top, bottom + 1)) row.fill(' ', from, right + 1);
    const rows = grid.rows.slice(top + 1, bottom).map(row => row.slice(from + 1, right));
    const edge = (y: number): string => withoutEdge((grid.rows[y] ?? []).slice(from, right + 1).join(''));
    return [edge(top), ...parted(rows).flatMap(withoutPadding), edge(bottom)].join('\n');
  });
  if (panels.length === 0) return { panels, rest: lines };
  return { panels, rest: left.map(row => row.join('').trimEnd()).filter(line => line !== '') };
}

/** The text of each panel, one below the other, and then the text outside all panels. */
export function unframed(lines: readonly string[]): string {
  const { panels, rest } = takenApart(lines);
  return [...panels, ...rest].join('\n');
}

/** The text of the smallest complete panel that contains `inside`, or of the whole screen if there is none. */
export function panelWith(inside: string, lines: readonly string[]): string {
  const [smallest] = takenApart(lines)
    .panels.filter(text => text.includes(inside))
    .sort((a, b) => a.length - b.length);
  return smallest ?? lines.join('\n');
}

/** The text with a blank for each line end, so that a sentence is in one piece. */
export const flowing = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');
