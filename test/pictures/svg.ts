// Draws an emulator's screen as an SVG, cell by cell, in the colours of a common dark terminal.
import type { Cell } from '../harness/cell.ts';
import type { Screen } from '../harness/terminal.ts';

const CELL = { width: 9, height: 19 };
const INK = '#c5c8c6';
const PAPER = '#1d1f21';
const PALETTE = [
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
];

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

const colour = (value: number | string, otherwise: string): string =>
  typeof value === 'number' ? (PALETTE[value] ?? otherwise) : value === 'default' ? otherwise : value;

function drawCell(cell: Cell, x: number, y: number): string {
  const plain = { ink: colour(cell.foreground, INK), paper: colour(cell.background, PAPER) };
  const { ink, paper } = cell.inverse ? { ink: plain.paper, paper: plain.ink } : plain;
  const left = x * CELL.width;
  const top = y * CELL.height;
  const box =
    paper === PAPER
      ? ''
      : `<rect x="${left}" y="${top}" width="${cell.width * CELL.width}" height="${CELL.height}" fill="${paper}"/>`;
  if (cell.text.trim() === '') return box;
  const style = [
    cell.bold ? ' font-weight="bold"' : '',
    cell.dim ? ' opacity=".6"' : '',
    cell.underline ? ' text-decoration="underline"' : '',
  ].join('');
  return `${box}<text x="${left}" y="${top + 14}" fill="${ink}"${style}>${escaped(cell.text)}</text>`;
}

/** `title` says what is to be seen, for who can't see it. */
export function drawScreen(screen: Screen, title: string): string {
  const width = screen.cols * CELL.width;
  const height = screen.rows * CELL.height;
  const lines = Array.from({ length: screen.rows }, (_, y) =>
    Array.from({ length: screen.cols }, (_, x) => {
      const cell = screen.cell(x, y);
      return cell.width === 0 ? '' : drawCell(cell, x, y);
    }).join(''),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15" xml:space="preserve">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="${PAPER}"/>`,
    ...lines.filter(line => line !== ''),
    '</svg>',
    '',
  ].join('\n');
}
