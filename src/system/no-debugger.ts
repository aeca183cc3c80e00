// Keeps Node's debugger closed: SIGUSR1 opens it, and then any user of this machine could read the keys.

import { attempt } from '../lib/attempt.ts';

/** With it, SIGUSR1 never opens a debugger, even before the first line. */
export const NO_DEBUGGER = '--disable-sigusr1';

interface DebuggableProcess {
  readonly argv: readonly string[];
  readonly execArgv: readonly string[];
  readonly execPath: string;
  readonly platform: string;
  on(event: 'SIGUSR1', listener: () => void): unknown;
  execve?(file: string, args: readonly string[]): unknown;
}

/** With a listener, Node opens no debugger. */
export function ignoreDebugSignal(process: Pick<DebuggableProcess, 'on'>): void {
  process.on('SIGUSR1', () => {});
}

/**
 * Starts the program again with the switch, as the same process, which ends a debugger that SIGUSR1 opened. Returns
 * if Node already has the switch, or if the system allows no restart: Windows, which has no SIGUSR1, and some
 * sandboxes.
 */
export function shutDebugger(process: DebuggableProcess): void {
  ignoreDebugSignal(process);
  const { argv, execArgv, execPath, platform } = process;
  if (execArgv.includes(NO_DEBUGGER) || platform === 'win32') return;
  // If that fails, Purser refuses to start with an open debugger.
  attempt(() => process.execve?.(execPath, [execPath, NO_DEBUGGER, ...execArgv, ...argv.slice(1)]));
}
