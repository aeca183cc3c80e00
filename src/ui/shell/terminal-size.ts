// How large the screen is taken to be.

import type { Size } from '../../store/state.ts';

/** One panel at a time, and pages of a terminal's usual height: what is said depends on no window. */
const FOR_READER: Size = { columns: 59, rows: 24 };

export const sizeOf = (stdout: NodeJS.WriteStream, reader: boolean): Size =>
  reader ? FOR_READER : { columns: stdout.columns || 80, rows: stdout.rows || 24 };
