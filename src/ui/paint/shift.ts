// Finds rows that only moved since the last frame, because a terminal moves them faster than Purser can write them.

import { type PaintedRows, type Piece, samePieces } from './ink-tree.ts';

export interface RowShift {
  /** `bottom` is exclusive. */
  readonly top: number;
  readonly bottom: number;
  /** Negative means downwards. */
  readonly by: number;
}

const NOTHING: readonly Piece[] = [];

/** Writing fewer rows is as fast as moving them. */
const WORTH = 8;

/** Its widest piece. */
function mainText(pieces: readonly Piece[]): string {
  let main = pieces[0];
  for (let at = 1; at < pieces.length; at++) {
    const piece = pieces[at];
    if (main && piece && piece.end - piece.x > main.end - main.x) main = piece;
  }
  return main?.source ?? '';
}

interface ChangedRow {
  readonly y: number;
  readonly old: string;
  readonly now: string;
}

/** Undefined if too few rows moved. */
export function shiftOf(before: PaintedRows, after: readonly (readonly Piece[])[]): RowShift | undefined {
  const changed: ChangedRow[] = [];
  for (let y = 0; y < after.length; y++) {
    const pieces = before[y]?.pieces ?? NOTHING;
    const next = after[y] ?? NOTHING;
    if (samePieces(pieces, next)) continue;
    const old = mainText(pieces);
    const now = mainText(next);
    if (old !== now) changed.push({ y, old, now });
  }
  if (changed.length < WORTH) return undefined;
  const places = new Map<string, number>();
  changed.forEach(({ y, old }) => {
    places.set(old, y);
  });
  const votes = new Map<number, number>();
  let by = 0;
  const movedBy = ({ y, now }: ChangedRow): number => (places.get(now) ?? y) - y;
  changed.forEach(row => {
    const here = movedBy(row);
    if (here === 0) return;
    const count = (votes.get(here) ?? 0) + 1;
    votes.set(here, count);
    if (count > (votes.get(by) ?? 0)) by = here;
  });
  const moved = changed.filter(row => by !== 0 && movedBy(row) === by);
  if (moved.length < Math.max(WORTH, changed.length / 2)) return undefined;
  const [first = 0, last = 0] = [moved[0]?.y, moved.at(-1)?.y];
  return { top: Math.min(first, first + by), bottom: Math.max(last, last + by) + 1, by };
}
