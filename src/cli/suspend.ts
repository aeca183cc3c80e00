// Stops the program for the shell (Ctrl+Z) and continues it. While the program is stopped, the shell has its ordinary
// screen.

/** The part of Node's `process` that is needed here. */
interface StoppableProcess {
  readonly pid: number;
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
  kill(pid: number, signal: string): unknown;
}

interface SuspendParts {
  readonly process: StoppableProcess;
  /** As `Clock.after`: calls `run` once after a time in ms. The returned function cancels the call. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Leaves the screen and raw mode before it returns. */
  readonly leave: () => void;
  /** Takes raw mode and the screen again, and draws the whole screen. */
  readonly enter: () => void;
}

interface Suspension {
  /** Stops the whole job, including npm and its shell, as Ctrl+Z does outside raw mode. */
  suspend(): void;
  uninstall(): void;
}

/** The longest wait for the stop, in ms. The system does not stop an orphaned job, so the screen must come back. */
const stopMs = 500;
/** The longest wait for SIGCONT after the stop, in ms. */
const continueMs = 50;

/** Handles SIGTSTP and SIGCONT from other programs too. Exactly one `enter` follows each `leave`. */
export function installSuspend({ process, after, leave, enter }: SuspendParts): Suspension {
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
    try {
      process.kill(target, 'SIGTSTP');
    } catch {
      comeBack();
    }
  };
  const onStop = (): void => stop(process.pid);
  const onContinue = (): void => {
    // SIGSTOP stops the process without a call of `onStop`. Another program may have changed the terminal meanwhile.
    if (cancel === undefined) {
      leave();
      enter();
    } else comeBack();
  };

  process.on('SIGTSTP', onStop);
  process.on('SIGCONT', onContinue);
  return {
    // The target 0 is the whole process group.
    suspend: () => stop(0),
    uninstall() {
      cancel?.();
      process.off('SIGTSTP', onStop);
      process.off('SIGCONT', onContinue);
    },
  };
}
