// Ends the process in one way whatever ends it (a signal, a crash, a closed terminal), with the terminal put right.
import os from 'node:os';
import { crashLine } from './crash-line.ts';
import type { SyncWrite } from './terminal.ts';

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** What ended the session: a signal, an error nobody caught, or a terminal that is gone. */
export type EndReason =
  | { readonly kind: 'signal'; readonly signal: (typeof endingSignals)[number] }
  | { readonly kind: 'crash' }
  | { readonly kind: 'terminal-closed' };

interface Emitter {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
}

/** The part of Node's `process` that this needs. */
interface EndableProcess extends Emitter {
  readonly stdin: Emitter & { setRawMode?(raw: boolean): unknown };
  readonly stdout: Emitter;
  readonly stderr: Emitter;
  exit(code: number): unknown;
}

export interface ProcessEndParts {
  readonly process: EndableProcess;
  /** Puts the screen right; called once, after `onEnd`. */
  readonly restore: () => void;
  /** Called once, first: the place to unmount and to close. Must not wait; what it throws is dropped. */
  readonly onEnd: (reason: EndReason) => void;
  /** Standard error, for the one line that a crash leaves. */
  readonly say: SyncWrite;
  /** The path of the running program's file, to name the place of a crash in it. */
  readonly bundle: string;
}

export interface ProcessEnd {
  /** Stops watching: for an ordinary end, where Ink has already put the terminal right. */
  release(): void;
}

/**
 * Watches for every end. Exit codes: 128 + the signal's number, 1 for a crash, 129 (as for SIGHUP) for a terminal that
 * is gone. `SIGUSR1` is listened to and dropped, because it would open Node's debugger to other processes (FAULTS G6).
 */
export function installProcessEnd(parts: ProcessEndParts): ProcessEnd {
  const { process, restore, onEnd, say, bundle } = parts;
  let phase: 'running' | 'ending' | 'over' = 'running';

  const putRight = (reason: EndReason | undefined): void => {
    phase = 'ending';
    if (reason !== undefined) attempt(() => onEnd(reason));
    attempt(() => process.stdin.setRawMode?.(false));
    attempt(restore);
    phase = 'over';
  };
  const end = (reason: EndReason, code: number, line?: string): void => {
    // A second end during the first one changes nothing; but nothing may stay alive after it either.
    if (phase === 'ending') return;
    if (phase === 'running') {
      putRight(reason);
      if (line !== undefined) attempt(() => say(`${line}\n`));
    }
    // Others' exit listeners may throw, which keeps Node from exiting; the second time it doesn't ask them.
    if (!attempt(() => process.exit(code))) attempt(() => process.exit(code));
  };
  const crashed = (error: unknown) => end({ kind: 'crash' }, 1, crashLine(error, bundle));
  const closed = () => end({ kind: 'terminal-closed' }, 128 + os.constants.signals.SIGHUP);
  const ignore = () => undefined;

  const watched: [Emitter, string, (value: unknown) => void][] = [
    ...endingSignals.map((signal): [Emitter, string, () => void] => [
      process,
      signal,
      () => end({ kind: 'signal', signal }, 128 + os.constants.signals[signal]),
    ]),
    [process, 'SIGUSR1', ignore],
    [process, 'uncaughtException', crashed],
    [process, 'unhandledRejection', crashed],
    [process, 'exit', () => phase === 'running' && putRight(undefined)],
    [process.stdin, 'end', closed],
    [process.stdin, 'close', closed],
    [process.stdin, 'error', closed],
    [process.stdout, 'error', closed],
    [process.stderr, 'error', ignore],
  ];
  for (const [emitter, event, listener] of watched) emitter.on(event, listener);
  return {
    release() {
      for (const [emitter, event, listener] of watched) emitter.off(event, listener);
    },
  };
}

function attempt(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}
