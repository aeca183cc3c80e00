// Scores how well a short typed text fits a name: starts of words first, then parts of words, then scattered letters.

import { folded } from './fold.ts';

const BEGINS = 100;
const INSIDE = 40;
const SCATTERED = 10;

/** Higher fits better. Scattered letters count only in `name`, because a long text has nearly every letter. */
export function fuzzyScore(name: string, typed: string, about = ''): number | undefined {
  const text = folded(`${name} ${about}`);
  const short = folded(name);
  let score = 0;
  for (const word of folded(typed).split(/\s+/).filter(Boolean)) {
    const one = scoreOf(text, word) ?? (isScattered(short, word) ? SCATTERED : undefined);
    if (one === undefined) return undefined;
    score += one;
  }
  return score;
}

const isStart = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');

function scoreOf(text: string, word: string): number | undefined {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (isStart(text, at)) return BEGINS - Math.min(at, 30);
  const inside = text.indexOf(word);
  return inside < 0 ? undefined : INSIDE - Math.min(inside, 30);
}

/** The first letter is at the start of a word. */
function isScattered(text: string, word: string): boolean {
  if (word.length < 2) return false;
  for (let start = text.indexOf(word[0] ?? ''); start >= 0; start = text.indexOf(word[0] ?? '', start + 1)) {
    if (!isStart(text, start)) continue;
    let at = start;
    for (const letter of word.slice(1)) {
      at = text.indexOf(letter, at + 1);
      if (at < 0) break;
    }
    if (at >= 0) return true;
  }
  return false;
}
