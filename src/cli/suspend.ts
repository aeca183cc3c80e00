// Stops the program for the shell (Ctrl+Z) and brings it back, with the terminal in the right state on both sides.

/** The part of Node's `process` that this needs. */
interface StoppableProcess {
  readonly pid: number;
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
  kill(pid: number, signal: string): unknown;
}

export interface SuspendParts {
  readonly process: StoppableProcess;
  /** Same as `Clock.after`: runs once after a time in ms, and returns its cancellation. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Leaves the screen and raw mode, before it returns. */
  readonly leave: () => void;
  /** Takes raw mode and the screen again, and draws everything again. */
  readonly enter: () => void;
}

export interface Suspension {
  /** Stops the whole job, npm and its shell included, as Ctrl+Z does outside raw mode. */
  suspend(): void;
  uninstall(): void;
}

/** The longest wait for the stop. No shell stops an orphaned job: then the screen comes back. */
const stopMs = 500;
/** After waking up, the longest wait for the SIGCONT. */
const continueMs = 50;

/** Listens for SIGTSTP and SIGCONT from outside as well; each `leave` is followed by exactly one `enter`. */
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
    // Awake from a stop that has no listener (SIGSTOP): another program may have changed the terminal.
    if (cancel === undefined) {
      leave();
      enter();
    } else comeBack();
  };

  process.on('SIGTSTP', onStop);
  process.on('SIGCONT', onContinue);
  return {
    // Process 0 is the process group.
    suspend: () => stop(0),
    uninstall() {
      cancel?.();
      process.off('SIGTSTP', onStop);
      process.off('SIGCONT', onContinue);
    },
  };
}
