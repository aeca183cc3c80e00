// Reviewed files: many inputs with their outputs, which a person reads as one text. `vitest -u` writes the outputs anew.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** A line of the file is a heading (`# …`) or an input. The lines that begin with spaces are the output of the input. */
export async function expectReviewed(
  file: string,
  outputOf: (input: string) => string | Promise<string>,
): Promise<void> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => /^[^ ]/.test(line));
  const parts: string[] = [];
  for (const line of lines) {
    const output = line.startsWith('# ') ? undefined : (await outputOf(line)).trimEnd();
    parts.push(`${line}\n${output === undefined ? '' : `    ${output.replaceAll('\n', '\n    ')}\n`}`);
  }
  await expect(parts.join('')).toMatchFileSnapshot(file);
}

/** A word with a space or a control character is written as JSON. */
export const wordsOf = (line: string): string[] =>
  (line.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []).map(word => (word.startsWith('"') ? JSON.parse(word) : word));
