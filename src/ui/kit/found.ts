// What a filter found, shown in the cells that say it.

import { matchesIn, partOf } from '../../lib/matches.ts';
import type { Visible } from '../../lib/visible.ts';
import { concat, type Painted, type Theme, type Tone } from './theme.ts';

/** Folded texts: those looked for in every column, and those looked for in one, by its ID. */
export interface Found {
  readonly anywhere: readonly string[];
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

export const foundIn = ({ anywhere, columns }: Found, id: string): readonly string[] => [
  ...anywhere,
  ...(columns.get(id) ?? []),
];

interface Tones {
  readonly tone: Tone;
  readonly match: Tone;
  /** A thousands mark is found by nobody, and typed by some. */
  readonly number: boolean;
}

/** The text in its tone, with each match in the tone of a match. */
export function paintFound(
  text: Visible,
  wanted: readonly string[],
  { tone, match, number }: Tones,
  theme: Theme,
): Painted {
  const spans = number
    ? matchesIn(
        text,
        wanted.map(one => one.replaceAll(',', '')),
        ',',
      )
    : matchesIn(text, wanted);
  if (spans.length === 0) return theme.paint(tone, text);
  const parts: Painted[] = [];
  let at = 0;
  for (const [from, to] of spans) {
    parts.push(theme.paint(tone, partOf(text, at, from)), theme.paint(match, partOf(text, from, to)));
    at = to;
  }
  return concat(...parts, theme.paint(tone, partOf(text, at, text.length)));
}
