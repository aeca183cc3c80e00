// The signals that end a program. Purser handles them, so that it can restore the terminal before it ends.

import os from 'node:os';

/**
 * All signals that end a process by default, on any system, except:
 * - SIGKILL, which no program can handle;
 * - SIGPIPE and SIGXFSZ, which Node ignores;
 * - SIGUSR1, which opens Node's debugger (no-debugger.ts);
 * - SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGTRAP, after which no JavaScript may run;
 * - the real-time signals, for which Node has no names.
 */
export const endingSignals = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
  'SIGABRT',
  'SIGALRM',
  'SIGUSR2',
  'SIGXCPU',
  'SIGVTALRM',
  'SIGPROF',
  'SIGSYS',
  'SIGIO',
  'SIGPWR',
  'SIGSTKFLT',
] as const;

export type EndingSignal = (typeof endingSignals)[number];

/** The exit code, as in a shell: 128 plus the signal's number. */
export const exitCodeOf = (signal: EndingSignal): number => 128 + os.constants.signals[signal];

/** The part of Node's `process` that is needed here. */
export interface SignalledProcess {
  on(event: EndingSignal, listener: () => void): unknown;
  off(event: EndingSignal, listener: () => void): unknown;
  exit(code: number): unknown;
}

/** Calls `restore` and ends the process at any of these signals. The returned function stops listening. */
export function restoreAtSignals(process: SignalledProcess, restore: () => void): () => void {
  const stops = endingSignals.map(signal => {
    const end = (): void => {
      restore();
      process.exit(exitCodeOf(signal));
    };
    process.on(signal, end);
    return () => process.off(signal, end);
  });
  return () => {
    for (const stop of stops) stop();
  };
}
