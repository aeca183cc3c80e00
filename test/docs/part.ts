// Generated parts of the documents. A test compares each part with its source, and `npm run docs` writes it.

import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

const WRITES = process.env['PURSER_WRITE_DOCS'] === '1';

/** The comment that begins the part `name`. */
const beginOf = (name: string): string => `<!-- ${name}: written by npm run docs -->`;
const endOf = (name: string): string => `<!-- end of ${name} -->`;

/** Expects the text `now` in the part `name` of `file`. Under `npm run docs` it writes the part instead. */
export function expectPart(file: string, name: string, now: string): void {
  const text = readFileSync(file, 'utf8');
  const [begin, end] = [text.indexOf(beginOf(name)), text.indexOf(endOf(name))];
  expect(begin, `${file} has no part ${name}`).toBeGreaterThanOrEqual(0);
  expect(end, `the part ${name} of ${file} has no end`).toBeGreaterThan(begin);
  const from = begin + beginOf(name).length;
  if (WRITES) writeFileSync(file, `${text.slice(0, from)}\n${now}\n${text.slice(end)}`);
  else expect(text.slice(from, end), 'run `npm run docs`').toBe(`\n${now}\n`);
}

/** A text as a code block. */
export const asShown = (text: string): string => ['```', text.trimEnd(), '```'].join('\n');

/** A Markdown table. Bars inside cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
