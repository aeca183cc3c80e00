// Finds the known word that a person probably meant.

import { t, type Visible, visible } from './visible.ts';

/** Inserts, deletes, replacements, and swaps of neighbours. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** "Did you mean GBP?", or `otherwise`. `mark` comes before the word. */
export function didYouMean(
  word: string,
  known: readonly string[],
  otherwise: Visible,
  mark: '' | '--' = '',
): Visible {
  const meant = nearest(word, known);
  return meant === undefined ? otherwise : t`Did you mean ${visible(`${mark}${meant}`)}?`;
}

/** `sentence`, and a second sentence if the person may have meant a known word. */
export function withHint(sentence: Visible, word: string, known: readonly string[]): Visible {
  const hint = didYouMean(word, known, t``);
  return hint === '' ? sentence : t`${sentence} ${hint}`;
}

/** The only known word that begins with `word`, or the one with the fewest edits, at most a third of its length. */
export function nearest<Known extends string>(word: string, known: readonly Known[]): Known | undefined {
  const typed = word.toLowerCase();
  if (typed === '' || typed.length > 40) return undefined;
  const begun = typed.length > 1 ? known.filter(name => name.toLowerCase().startsWith(typed)) : [];
  if (begun.length === 1) return begun[0];
  const ranked = known
    .map(name => ({ name, edits: distance(typed, name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.max(1, Math.floor(name.length / 3)))
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.name;
}
