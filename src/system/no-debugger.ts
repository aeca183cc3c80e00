// Keeps Node's debugger closed. SIGUSR1 would open the debugger. Any user of this machine could then connect to the
// debugger and read the keys.

/** Node's own switch. With it, SIGUSR1 never opens a debugger, even before the program's first line. */
export const NO_DEBUGGER = '--disable-sigusr1';

/** The part of Node's `process` that is needed here. */
interface DebuggableProcess {
  readonly argv: readonly string[];
  readonly execArgv: readonly string[];
  readonly execPath: string;
  readonly platform: string;
  on(event: 'SIGUSR1', listener: () => void): unknown;
  execve?(file: string, args: readonly string[]): unknown;
}

/** Adds a listener for SIGUSR1. With a listener, Node opens no debugger. */
export function ignoreDebugSignal(process: Pick<DebuggableProcess, 'on'>): void {
  process.on('SIGUSR1', () => {});
}

/**
 * Starts the program again with the switch, as the same process. The new start ends a debugger that SIGUSR1 opened.
 * Returns only if Node already has the switch, or if the system can't restart the program: on Windows, which has no
 * SIGUSR1, and in some sandboxes.
 */
export function shutDebugger(process: DebuggableProcess): void {
  ignoreDebugSignal(process);
  const { argv, execArgv, execPath, platform } = process;
  if (execArgv.includes(NO_DEBUGGER) || platform === 'win32') return;
  try {
    process.execve?.(execPath, [execPath, NO_DEBUGGER, ...execArgv, ...argv.slice(1)]);
  } catch {
    // A sandbox may forbid the new start. Purser then refuses to start if a debugger is open.
  }
}
