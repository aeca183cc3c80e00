// Finds the places of searched words in a text. Texts are compared as folded by lib/fold.ts.

import { markVisible, type Visible } from './brand.ts';
import { folded } from './fold.ts';

/** A part of a text, in UTF-16 units. The end is exclusive. */
export type MatchSpan = readonly [from: number, to: number];

const ASCII = /^[\0-\x7f]*$/;

/** The parts of `text` that match the folded words `wanted`, in order, without overlaps. Ignores `skipped` characters. */
export function matchesIn(text: string, wanted: readonly string[], skipped = ''): readonly MatchSpan[] {
  const { plain, from, to } =
    skipped === '' && ASCII.test(text) ? { plain: text.toLowerCase() } : foldedUnits(text, skipped);
  const spans: MatchSpan[] = [];
  for (const one of wanted) {
    for (let i = one === '' ? -1 : plain.indexOf(one); i >= 0; i = plain.indexOf(one, i + one.length)) {
      const end = i + one.length;
      spans.push([from?.[i] ?? i, to?.[end - 1] ?? end]);
    }
  }
  return joined(spans.sort(([a], [b]) => a - b));
}

interface FoldedUnits {
  readonly plain: string;
  /** The units of the text from which each unit of `plain` comes. Absent for ASCII text, because the units are the same. */
  readonly from?: readonly number[];
  readonly to?: readonly number[];
}

function foldedUnits(text: string, skipped: string): FoldedUnits {
  let plain = '';
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const character of text) {
    const own = skipped.includes(character) ? '' : folded(character);
    at += character.length;
    for (const _ of own) {
      from.push(at - character.length);
      to.push(at);
    }
    // Marks and skipped characters belong to the previous character.
    if (own === '' && to.length > 0) to[to.length - 1] = at;
    plain += own;
  }
  return { plain, from, to };
}

function joined(spans: readonly MatchSpan[]): readonly MatchSpan[] {
  const apart: MatchSpan[] = [];
  for (const [from, to] of spans) {
    const last = apart.at(-1);
    if (last && from <= last[1]) apart[apart.length - 1] = [last[0], Math.max(last[1], to)];
    else apart.push([from, to]);
  }
  return apart;
}

/** Cuts a visible text at the borders of matches. The part is still visible text. */
export const partOf = (text: Visible, from: number, to: number): Visible => markVisible(text.slice(from, to));
