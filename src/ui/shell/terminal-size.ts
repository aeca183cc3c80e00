// How large the screen is taken to be.

import type { Size } from '../../store/state.ts';

/** A screen reader is given one panel at a time. */
const READER_COLUMNS = 59;

export const sizeOf = (stdout: NodeJS.WriteStream, reader: boolean): Size => ({
  columns: Math.min(stdout.columns || 80, reader ? READER_COLUMNS : Number.POSITIVE_INFINITY),
  rows: stdout.rows || 24,
});
