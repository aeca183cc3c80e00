// The size that Purser assumes for the screen.

import type { Size } from '../../store/state.ts';

/** One panel at a time, and pages of a usual terminal's height: spoken text doesn't depend on the window. */
const FOR_READER: Size = { columns: 59, rows: 24 };

export const sizeOf = (stdout: NodeJS.WriteStream, reader: boolean): Size =>
  reader ? FOR_READER : { columns: stdout.columns || 80, rows: stdout.rows || 24 };
