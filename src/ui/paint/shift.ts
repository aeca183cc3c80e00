// Whether a frame is the one before with some of its rows moved up or down: a terminal moves them faster than they are written.

import type { Piece } from './tree.ts';

type PaintedRows = readonly { readonly pieces: readonly Piece[] }[];

export interface RowShift {
  /** The rows that take part: from `top` to before `bottom`. */
  readonly top: number;
  readonly bottom: number;
  /** Up by this many rows; negative: down. */
  readonly by: number;
}

/** With fewer rows moved, writing them is as good. */
const WORTH = 8;

/** By what a row is known again: the widest of its pieces. */
function mainText(pieces: readonly Piece[]): string {
  let main: Piece | undefined;
  for (const piece of pieces) if (!main || piece.end - piece.x > main.end - main.x) main = piece;
  return main?.source ?? '';
}

/** The shift that most of the changed rows have in common. */
export function shiftOf(before: PaintedRows, after: readonly (readonly Piece[])[]): RowShift | undefined {
  const changed: number[] = [];
  for (let y = 0; y < after.length; y++)
    if (mainText(before[y]?.pieces ?? []) !== mainText(after[y] ?? [])) changed.push(y);
  if (changed.length < WORTH) return undefined;
  const places = new Map<string, number>();
  for (const y of changed) places.set(mainText(before[y]?.pieces ?? []), y);
  const votes = new Map<number, number>();
  let by = 0;
  const movedBy = (y: number): number => (places.get(mainText(after[y] ?? [])) ?? y) - y;
  for (const y of changed) {
    const here = movedBy(y);
    if (here === 0) continue;
    const count = (votes.get(here) ?? 0) + 1;
    votes.set(here, count);
    if (count > (votes.get(by) ?? 0)) by = here;
  }
  const moved = changed.filter(y => by !== 0 && movedBy(y) === by);
  if (moved.length < Math.max(WORTH, changed.length / 2)) return undefined;
  const [first = 0, last = 0] = [moved[0], moved.at(-1)];
  return { top: Math.min(first, first + by), bottom: Math.max(last, last + by) + 1, by };
}
