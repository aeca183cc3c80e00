// Where a text says what was searched for, by the rules of lib/fold.ts.

import { markVisible, type Visible } from './brand.ts';
import { folded } from './fold.ts';

/** From the first character on, up to the second. */
export type MatchSpan = readonly [from: number, to: number];

/** `wanted` is folded. The spans are in order and apart; `skipped` characters are no part of what is compared. */
export function matchesIn(text: string, wanted: readonly string[], skipped = ''): readonly MatchSpan[] {
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
    // Marks and skipped characters belong to the character before.
    if (own === '' && to.length > 0) to[to.length - 1] = at;
    plain += own;
  }
  const spans: MatchSpan[] = [];
  for (const one of wanted) {
    for (let i = one === '' ? -1 : plain.indexOf(one); i >= 0; i = plain.indexOf(one, i + one.length))
      spans.push([from[i] ?? 0, to[i + one.length - 1] ?? text.length]);
  }
  return joined(spans.sort(([a], [b]) => a - b));
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

/** The part from one place of a match to another: cut there, visible text stays visible. */
export const partOf = (text: Visible, from: number, to: number): Visible => markVisible(text.slice(from, to));
