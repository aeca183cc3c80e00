// Keeps Node's debugger closed: any user of this machine could connect to the one that SIGUSR1 opens, and read the
// keys.

/** Node's own switch: with it, SIGUSR1 opens no debugger, not even before the program's first line. */
export const NO_DEBUGGER = '--disable-sigusr1';

/** The part of Node's `process` that this needs. */
interface DebuggableProcess {
  readonly argv: readonly string[];
  readonly execArgv: readonly string[];
  readonly execPath: string;
  readonly platform: string;
  on(event: 'SIGUSR1', listener: () => void): unknown;
  execve?(file: string, args: readonly string[]): unknown;
}

/** With a listener of ours, SIGUSR1 opens no debugger from now on. */
export function ignoreDebugSignal(process: Pick<DebuggableProcess, 'on'>): void {
  process.on('SIGUSR1', () => {});
}

/**
 * Starts the program again, as the same process, if Node was started without the switch: that ends a debugger that
 * SIGUSR1 opened before this line. Returns if Node has the switch, or if the system can't do it (Windows, which has no
 * SIGUSR1).
 */
export function shutDebugger(process: DebuggableProcess): void {
  ignoreDebugSignal(process);
  const { argv, execArgv, execPath, platform } = process;
  if (execArgv.includes(NO_DEBUGGER) || platform === 'win32') return;
  try {
    process.execve?.(execPath, [execPath, NO_DEBUGGER, ...execArgv, ...argv.slice(1)]);
  } catch {
    // A sandbox may forbid it. Purser then refuses to start if a debugger is open.
  }
}
