// Highlights the text that a filter found in a cell.

import type { Tone } from '../../format/entry.ts';
import { folded } from '../../lib/fold.ts';
import { matchesIn, partOf } from '../../lib/matches.ts';
import { remembered } from '../../lib/remembered.ts';
import type { Visible } from '../../lib/visible.ts';
import { concat, type Painted, type Theme } from './theme.ts';

/** Folded. `columns`: by the column's ID. */
export interface FoundTexts {
  readonly anywhere: readonly string[];
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

export function foundIn({ anywhere, columns }: FoundTexts, id: string): readonly string[] {
  const own = columns.get(id);
  return own ? [...anywhere, ...own] : anywhere;
}

interface Tones {
  readonly tone: Tone;
  readonly match: Tone;
}

interface SearchedCell {
  readonly text: Visible;
  /** Thousands separators are ignored. */
  readonly number: boolean;
}

const foldedCell = remembered(({ text, number }: SearchedCell) =>
  folded(number ? text.replaceAll(',', '') : text),
);

export function paintFound(
  cell: SearchedCell,
  found: readonly string[],
  { tone, match }: Tones,
  theme: Theme,
): Painted {
  const { text, number } = cell;
  const wanted = number ? found.map(one => one.replaceAll(',', '')) : found;
  const whole = foldedCell(cell);
  if (!wanted.some(one => one !== '' && whole.includes(one))) return theme.paint(tone, text);
  const spans = matchesIn(text, wanted, number ? ',' : '');
  const parts: Painted[] = [];
  let at = 0;
  for (const [from, to] of spans) {
    parts.push(theme.paint(tone, partOf(text, at, from)), theme.paint(match, partOf(text, from, to)));
    at = to;
  }
  return concat(...parts, theme.paint(tone, partOf(text, at, text.length)));
}
