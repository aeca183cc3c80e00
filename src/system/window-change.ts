// Reports a window that changes its size and gets its old size back at once.

/** The part of Node's `process` that is needed here. */
interface WindowProcess {
  readonly stdout: Pick<NodeJS.WriteStream, 'columns' | 'rows' | 'emit'>;
  on(event: 'SIGWINCH', listener: () => void): unknown;
  off(event: 'SIGWINCH', listener: () => void): unknown;
}

/**
 * Makes stdout emit `resize` for such a window too. The terminal has lost lines, but Node compares only the sizes and
 * emits nothing. Call it after the first use of stdout, because Node must read the size first. Returns the end.
 */
export function reportEveryResize(process: WindowProcess): () => void {
  const { stdout } = process;
  let { columns, rows } = stdout;
  const onWindow = (): void => {
    if (columns === stdout.columns && rows === stdout.rows) stdout.emit('resize');
    ({ columns, rows } = stdout);
  };
  process.on('SIGWINCH', onWindow);
  return () => process.off('SIGWINCH', onWindow);
}
