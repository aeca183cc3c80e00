// Stops the program for the shell (Ctrl+Z) and continues it.

import { succeeds } from '../lib/attempt.ts';

interface StoppableProcess {
  readonly pid: number;
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
  kill(pid: number, signal: string): unknown;
}

interface SuspendParts {
  readonly process: StoppableProcess;
  readonly after: (ms: number, run: () => void) => () => void;
  /** Leaves the screen and raw mode before it returns. */
  readonly leave: () => void;
  readonly enter: () => void;
}

/** In ms. The system does not stop an orphaned job, so the screen must come back. */
const stopMs = 500;
/** In ms, after the stop. */
const continueMs = 50;

/** Also for signals from other programs. Exactly one `enter` follows each `leave`. */
export function installSuspend({ process, after, leave, enter }: SuspendParts) {
  let cancel: (() => void) | undefined;

  const comeBack = (): void => {
    cancel?.();
    cancel = undefined;
    process.on('SIGTSTP', onStop);
    enter();
  };
  const stop = (target: number): void => {
    if (cancel !== undefined) return;
    leave();
    // Without a listener the signal has its default effect.
    process.off('SIGTSTP', onStop);
    cancel = after(stopMs, () => {
      cancel = after(continueMs, comeBack);
    });
    if (!succeeds(() => process.kill(target, 'SIGTSTP'))) comeBack();
  };
  const onStop = (): void => stop(process.pid);
  const onContinue = (): void => {
    // SIGSTOP calls no `onStop`, and another program may have changed the terminal meanwhile.
    if (cancel === undefined) {
      leave();
      enter();
    } else comeBack();
  };

  process.on('SIGTSTP', onStop);
  process.on('SIGCONT', onContinue);
  return {
    /** The whole job (the process group), including npm and its shell, as Ctrl+Z does outside raw mode. */
    suspend: () => stop(0),
    uninstall() {
      cancel?.();
      process.off('SIGTSTP', onStop);
      process.off('SIGCONT', onContinue);
    },
  };
}
