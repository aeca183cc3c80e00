// The pieces of text in each row of Ink's tree after layout.

import type { DOMElement } from 'ink';
import { createPlacer, type Piece, type PlacedLines } from './placing.ts';

export type { Piece };

export function samePieces(some: readonly Piece[], others: readonly Piece[]): boolean {
  if (some === others) return true;
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++) if (!isSame(some[at], others[at])) return false;
  return true;
}

const isSame = (one: Piece | undefined, other: Piece | undefined): boolean =>
  one === other ||
  (one?.source === other?.source &&
    one?.x === other?.x &&
    one?.from === other?.from &&
    one?.to === other?.to &&
    one?.end === other?.end);

/** Whether no piece covers another. */
export function areApart(pieces: readonly Piece[]): boolean {
  let end = 0;
  return pieces.every(({ from, to }) => {
    const apart = from >= end;
    end = Math.max(end, to);
    return apart;
  });
}

export type PaintedRows = readonly { readonly pieces: readonly Piece[] }[];

interface ReadTree {
  readonly columns: number;
  readonly placed: readonly PlacedLines[];
  readonly rows: readonly (readonly Piece[])[];
}

/**
 * Reads the tree for a terminal of `columns` × `rows` cells. `layout`: the number of the last layout. Without a number,
 * the place of each node is read again.
 */
export type TreeReader = (
  root: DOMElement,
  columns: number,
  rows: number,
  layout?: number,
) => readonly (readonly Piece[])[];

/**
 * Makes a reader that returns the pieces of each row in the order of drawing: a later piece covers an earlier piece.
 * After most keys the places are the same and few lines differ, so the reader compares lines with the last tree, and
 * keeps the arrays of the other rows.
 */
export function createTreeReader(): TreeReader {
  let last: ReadTree | undefined;
  const place = createPlacer();
  return (root, columns, count, layout) => {
    const placed = place(root, { left: 0, top: 0, right: columns, bottom: count }, layout);
    const before = last && isSamePlaces(last, columns, count, placed) ? last : undefined;
    placed.forEach((one, at) => {
      one.pieces = piecesOf(one, before?.placed[at]);
    });
    const rows = before
      ? changedRows(before, placed)
      : Array.from({ length: count }, (_, y) => rowOf(placed, y));
    last = { columns, placed, rows };
    return rows;
  };
}

const isSamePlaces = (
  last: ReadTree,
  columns: number,
  count: number,
  placed: readonly PlacedLines[],
): boolean =>
  last.columns === columns &&
  last.rows.length === count &&
  last.placed.length === placed.length &&
  placed.every((one, at) => isSamePlace(one, last.placed[at]));

const isSamePlace = (one: PlacedLines, other: PlacedLines | undefined): boolean =>
  one.x === other?.x &&
  one.y === other.y &&
  one.from === other.from &&
  one.to === other.to &&
  one.end === other.end &&
  one.top === other.top &&
  one.bottom === other.bottom;

/** A line that is the same as before, or that moved by one row, keeps its piece. */
function piecesOf(
  { lines, x, y, from, to, end, top, bottom }: PlacedLines,
  before: PlacedLines | undefined,
): readonly (Piece | undefined)[] {
  if (before?.lines === lines) return before.pieces;
  const pieces: (Piece | undefined)[] = [];
  const known = (source: string, row: number): Piece | undefined => {
    const piece = before?.pieces[row];
    return piece?.source === source ? piece : undefined;
  };
  for (let row = 0; row < bottom - top; row++) {
    const source = lines[top - y + row] ?? '';
    const above = pieces[row - 1];
    if (source === '') pieces.push(undefined);
    else if (above?.source === source) pieces.push(above);
    else
      pieces.push(
        known(source, row) ??
          known(source, row + 1) ??
          known(source, row - 1) ?? { source, x, from, to, end },
      );
  }
  return pieces;
}

// Most of this code runs before V8 has compiled it for speed. There `for … of` makes an object for each step, so the
// loops over all rows use an index.

function rowOf(placed: readonly PlacedLines[], y: number): readonly Piece[] {
  const row: Piece[] = [];
  for (let at = 0; at < placed.length; at++) {
    const one = placed[at];
    const piece = one && y >= one.top ? one.pieces[y - one.top] : undefined;
    if (piece) row.push(piece);
  }
  return row;
}

/** The rows of the last tree, with new arrays for the rows that have another piece now. */
function changedRows(before: ReadTree, placed: readonly PlacedLines[]): readonly (readonly Piece[])[] {
  const rows: (readonly Piece[])[] = before.rows.slice();
  for (let at = 0; at < placed.length; at++) {
    const old = before.placed[at]?.pieces ?? [];
    const { pieces = old, top = 0 } = placed[at] ?? {};
    if (pieces === old) continue;
    for (let row = 0; row < pieces.length; row++) {
      const was = old[row];
      const is = pieces[row];
      if (was === is) continue;
      const y = top + row;
      const known = rows[y] ?? [];
      const place = was ? known.indexOf(was) : -1;
      rows[y] = is && place >= 0 ? known.with(place, is) : rowOf(placed, y);
    }
  }
  return rows;
}
