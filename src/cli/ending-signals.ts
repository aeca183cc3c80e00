// The signals that end a program, and that it may handle first to restore the terminal.

import os from 'node:os';

/**
 * All signals that end a process by default, on any system, except: SIGKILL, which can't be handled; SIGPIPE and
 * SIGXFSZ, which Node ignores; the program's own faults (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP), after which no
 * JavaScript may run; and the real-time ones, which Node has no name for.
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

/** As a shell says it: 128 and the signal's number. */
export const exitCodeOf = (signal: EndingSignal): number => 128 + os.constants.signals[signal];

/** The part of Node's `process` that this needs. */
export interface SignalledProcess {
  on(event: EndingSignal, listener: () => void): unknown;
  off(event: EndingSignal, listener: () => void): unknown;
  exit(code: number): unknown;
}

/** Ends the process at any of them, after `restore`. The result stops that. */
export function restoreAtSignals(process: SignalledProcess, restore: () => void): () => void {
  const heard = endingSignals.map(signal => {
    const end = (): void => {
      restore();
      process.exit(exitCodeOf(signal));
    };
    process.on(signal, end);
    return () => process.off(signal, end);
  });
  return () => {
    for (const stop of heard) stop();
  };
}
