// Draws an emulator's screen as an SVG, in the colours of a common terminal. Cells of one style form a run.
import type { Cell } from '../harness/cell.ts';
import type { Screen } from '../harness/terminal.ts';

const CELL = { width: 9, height: 19 };

interface Paper {
  readonly ink: string;
  readonly paper: string;
  readonly palette: readonly string[];
}

export const DARK: Paper = {
  ink: '#c5c8c6',
  paper: '#1d1f21',
  palette: [
    '#1d1f21',
    '#cc6666',
    '#7fb347',
    '#e0a84e',
    '#5f9fd0',
    '#b294bb',
    '#5fb3b3',
    '#c5c8c6',
    '#767b80',
    '#e67e80',
    '#a7c080',
    '#f0c674',
    '#81a2be',
    '#d3a4d9',
    '#8fd0cf',
    '#ffffff',
  ],
};

export const LIGHT: Paper = {
  ink: '#2b2b2b',
  paper: '#ffffff',
  palette: [
    '#000000',
    '#b3261e',
    '#2e7d32',
    '#9a6700',
    '#1a5fb4',
    '#7b3fa0',
    '#00796b',
    '#d0d0d0',
    '#6e6e6e',
    '#d1453b',
    '#43a047',
    '#b58900',
    '#3b82d0',
    '#9c59c0',
    '#1a9c8c',
    '#ffffff',
  ],
};

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

interface Run {
  readonly x: number;
  text: string;
  cells: number;
  readonly ink: string;
  readonly paper: string;
  readonly style: string;
  /** Whether every character of the run is one cell wide in every font. */
  readonly plain: boolean;
}

/** Characters that are one cell wide in every font. Others, such as Greek and Cyrillic, are drawn one by one. */
const PLAIN = /^[ -~\u00a0-\u024f\u2010-\u205e\u2190-\u21ff\u2500-\u259f\u25a0-\u25ff]$/;

function runsOf(screen: Screen, y: number, look: Paper): readonly Run[] {
  const colour = (value: number | string, otherwise: string): string =>
    typeof value === 'number' ? (look.palette[value] ?? otherwise) : value === 'default' ? otherwise : value;
  const runs: Run[] = [];
  for (let x = 0; x < screen.cols; x++) {
    const cell: Cell = screen.cell(x, y);
    if (cell.width === 0) continue;
    const front = colour(cell.foreground, look.ink);
    const back = colour(cell.background, look.paper);
    const [ink, paper] = cell.inverse ? [back, front] : [front, back];
    const style = [
      cell.bold ? ' font-weight="bold"' : '',
      cell.dim ? ' opacity=".6"' : '',
      cell.underline ? ' text-decoration="underline"' : '',
    ].join('');
    const text = cell.text === '' ? ' ' : cell.text;
    const plain = PLAIN.test(text);
    const last = runs.at(-1);
    if (last?.plain && plain && last.ink === ink && last.paper === paper && last.style === style) {
      last.text += text;
      last.cells += cell.width;
    } else runs.push({ x, text, cells: cell.width, ink, paper, style, plain });
  }
  return runs;
}

function drawRun({ x, text, cells, ink, paper, style }: Run, y: number, look: Paper): string {
  const left = x * CELL.width;
  const top = y * CELL.height;
  const box =
    paper === look.paper
      ? ''
      : `<rect x="${left}" y="${top}" width="${cells * CELL.width}" height="${CELL.height}" fill="${paper}"/>`;
  const words = text.trimEnd();
  if (words.trim() === '') return box;
  const from = left + (words.length - words.trimStart().length) * CELL.width;
  const fill = ink === look.ink ? '' : ` fill="${ink}"`;
  return `${box}<text x="${from}" y="${top + 14}"${fill}${style}>${escaped(words.trimStart())}</text>`;
}

/** The rows of a screen as SVG, each at its place. An empty row is an empty text. */
export const drawRows = (screen: Screen, look: Paper = DARK): readonly string[] =>
  Array.from({ length: screen.rows }, (_, y) =>
    runsOf(screen, y, look)
      .map(run => drawRun(run, y, look))
      .join(''),
  );

/** An SVG around the rows, with the screen's size, font, title and background. */
export function drawAround(
  { cols, rows }: Pick<Screen, 'cols' | 'rows'>,
  title: string,
  inside: readonly string[],
  look: Paper = DARK,
): string {
  const width = cols * CELL.width;
  const height = rows * CELL.height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15" fill="${look.ink}" xml:space="preserve">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="${look.paper}"/>`,
    ...inside,
    '</svg>',
    '',
  ].join('\n');
}

/** The screen as an SVG. `title` describes the picture for people who can't see it. */
export const drawScreen = (screen: Screen, title: string, look: Paper = DARK): string =>
  drawAround(
    screen,
    title,
    drawRows(screen, look).filter(row => row !== ''),
    look,
  );
