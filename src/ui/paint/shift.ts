// Finds rows that only moved up or down since the last frame. A terminal moves such rows faster than Purser can write
// them.

import { type PaintedRows, type Piece, samePieces } from './tree.ts';

export interface RowShift {
  /** The rows that move: from `top` to `bottom` (exclusive). */
  readonly top: number;
  readonly bottom: number;
  /** The number of rows upwards; negative means downwards. */
  readonly by: number;
}

const NOTHING: readonly Piece[] = [];

/** If fewer rows than this moved, writing the rows is as fast as moving them. */
const WORTH = 8;

/** The text that identifies a row: its widest piece. */
function mainText(pieces: readonly Piece[]): string {
  let main: Piece | undefined;
  for (const piece of pieces) if (!main || piece.end - piece.x > main.end - main.x) main = piece;
  return main?.source ?? '';
}

/** The shift that most of the changed rows have in common. Undefined if too few rows moved. */
export function shiftOf(before: PaintedRows, after: readonly (readonly Piece[])[]): RowShift | undefined {
  const changed: number[] = [];
  for (let y = 0; y < after.length; y++) {
    const old = before[y]?.pieces ?? NOTHING;
    const now = after[y] ?? NOTHING;
    if (!samePieces(old, now) && mainText(old) !== mainText(now)) changed.push(y);
  }
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
