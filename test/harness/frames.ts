// Reads framed panels as a person does: the text inside, without the frame.

import stringWidth from 'string-width';

interface Grid {
  readonly rows: readonly (readonly string[])[];
}

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** From one frame to the next few lines change, and to segment a screen full of them takes longer than to draw it. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 5000;

/** One string for each cell; the second cell of a wide character is ''. */
function cellsOf(line: string): readonly string[] {
  if (/^[ -~\u2500-\u257f]*$/.test(line)) return [...line];
  const before = known.get(line);
  if (before) return before;
  const cells = [...SEGMENTER.segment(line)].flatMap(({ segment }) =>
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

/** The complete frames; one that another covers in part is none. */
function panelsOf({ rows }: Grid): readonly Panel[] {
  const panels: Panel[] = [];
  for (const [top, row] of rows.entries())
    for (const [left, cell] of row.entries()) {
      if (cell !== '╭') continue;
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

/** The texts that a line from the top to the bottom of a panel parts. */
function parted(rows: Rows): readonly Rows[] {
  const at = rows.length < 3 ? -1 : (rows[0] ?? []).findIndex((_, x) => rows.every(row => row[x] === '│'));
  return at < 0 ? [rows] : [rows.map(row => row.slice(0, at)), ...parted(rows.map(row => row.slice(at + 1)))];
}

function withoutPadding(rows: Rows): readonly string[] {
  const padding = rows.every(row => row[0] === ' ') ? 1 : 0;
  return rows.map(row => row.slice(padding).join('').trimEnd());
}

/** The top left corners of frames that are not complete: open, or covered in part by another. */
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

/** The panels' texts one below the other, then what is outside of them. */
export function unframed(lines: readonly string[]): string {
  const { panels, rest } = takenApart(lines);
  return [...panels, ...rest].join('\n');
}

/** The text of the smallest panel with `inside` in it; of the whole screen where no complete panel has it. */
export function panelWith(inside: string, lines: readonly string[]): string {
  const [smallest] = takenApart(lines)
    .panels.filter(text => text.includes(inside))
    .sort((a, b) => a.length - b.length);
  return smallest ?? lines.join('\n');
}

/** The text with single blanks in place of line ends: sentences as they are read. */
export const flowing = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');
