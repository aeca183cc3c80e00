// The size that Purser assumes for the screen.

import type { Size } from '../../store/state.ts';

/**
 * For a screen reader, the window's size must not change the text. So Purser assumes a size with one panel at a time
 * and with pages of a usual height.
 */
const FOR_READER: Size = { columns: 59, rows: 24 };

export const sizeOf = (stdout: NodeJS.WriteStream, reader: boolean): Size =>
  reader ? FOR_READER : { columns: stdout.columns || 80, rows: stdout.rows || 24 };
