// Ends the process in one way (after a signal, a crash, or a closed terminal): writes in flight are handled and the
// terminal is restored.
import type { Clock } from '../lib/clock.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { crashLine } from './crash-line.ts';
import { type EndingSignal, endingSignals, exitCodeOf } from './ending-signals.ts';
import type { SyncWrite } from './terminal.ts';

/** The cause of the end: a signal, an error nobody caught, or a terminal that is gone. */
export type EndReason =
  | { readonly kind: 'signal'; readonly signal: EndingSignal }
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

/** How long an end waits for the answer of a write in flight, in ms (FAULTS E13). */
const ANSWER_WITHIN = 2000;
/** The time for `finish` after that, in ms, before the process ends without it: nothing may stay alive for ever. */
const GRACE = 3000;
/** EX_TEMPFAIL: ended with an operation whose outcome is unknown (DESIGN §1). */
const UNKNOWN_OUTCOME = 75;

export interface ProcessEndParts {
  readonly process: EndableProcess;
  readonly after: Clock['after'];
  /**
   * Gives writes in flight up to `withinMs` for their answers, commits the rest as UNKNOWN, and then settles. Returns
   * undefined if nothing is in flight. A second call, with 0, ends the waiting of the first but not its commit. It runs
   * while the screen still exists, which may show the wait.
   */
  readonly finish: (withinMs: number) => Promise<void> | undefined;
  /** The writes of this session whose outcome is unknown; read last, after `onEnd`. */
  readonly unknown: () => readonly UnknownOutcome[];
  /** Other last lines, after these: the audit log's head. */
  readonly last?: () => Visible | undefined;
  /** Restores the screen; called once, after `onEnd`. */
  readonly restore: () => void;
  /**
   * Called once, when nothing is in flight any more: the place to unmount and to close. Must not wait; its errors are
   * dropped.
   */
  readonly onEnd: (reason: EndReason) => void;
  /** Standard error, for the lines that a crash and an unknown outcome leave. */
  readonly say: SyncWrite;
  /** The path of the running program's file, to name the place of a crash in it. */
  readonly bundle: string;
}

/** The two steps of an ordinary end, after Ink has restored the terminal. */
export interface ProcessEnd {
  /** Handles writes in flight as any other end does; signals still count meanwhile. */
  finish(): Promise<void>;
  /** Stops watching, names unknown outcomes, and gives the exit code. */
  release(): number;
}

interface Ending {
  readonly reason: EndReason;
  readonly code: number;
  readonly line?: string;
}

/** Closing a terminal shows in several ways at once: the second of them is not an impatient user. */
const isHangUp = (reason: EndReason): boolean =>
  reason.kind === 'terminal-closed' || (reason.kind === 'signal' && reason.signal === 'SIGHUP');

/**
 * Watches for every end. Writes in flight are handled first, at once after a crash; a second signal ends the wait too.
 * Exit codes: 1 for a crash, else 75 if an outcome is unknown, else 128 + the signal's number, 129 (as for SIGHUP) for
 * a terminal that is gone.
 */
export function installProcessEnd(parts: ProcessEndParts): ProcessEnd {
  const { process, after, finish, unknown, last, restore, onEnd, say, bundle } = parts;
  let phase: 'running' | 'finishing' | 'ending' | 'over' = 'running';
  /** The end that follows once nothing is in flight; undefined while an ordinary end waits for that. */
  let ending: Ending | undefined;
  let finished = Promise.resolve();
  let exitCode: number | undefined;

  const beginFinish = (withinMs: number): boolean => {
    const working = attempt(() => finish(withinMs));
    if (working === undefined) return false;
    phase = 'finishing';
    const { promise, resolve } = Promise.withResolvers<void>();
    after(withinMs + GRACE, resolve);
    working.then(resolve, () => resolve());
    finished = promise.then(() => {
      phase = 'running';
      if (ending !== undefined) conclude(ending);
    });
    return true;
  };
  const hurry = (): unknown => attempt(() => finish(0)?.catch(() => undefined));

  const putRight = (reason: EndReason | undefined): void => {
    phase = 'ending';
    if (reason !== undefined) attempt(() => onEnd(reason));
    attempt(() => process.stdin.setRawMode?.(false));
    attempt(restore);
    phase = 'over';
  };
  /** The last lines; whether any of them is an unknown outcome. */
  const sayLast = (): boolean => {
    const writes = attempt(unknown) ?? [];
    for (const write of writes) attempt(() => say(`${unknownLine(write)}\n`));
    const line = attempt(() => last?.());
    if (line !== undefined) attempt(() => say(`${line}\n`));
    return writes.length > 0;
  };
  const conclude = ({ reason, code, line }: Ending): void => {
    putRight(reason);
    if (line !== undefined) attempt(() => say(`${line}\n`));
    exitCode = sayLast() && reason.kind !== 'crash' ? UNKNOWN_OUTCOME : code;
    exit(exitCode);
  };
  const exit = (code: number): void => {
    // Foreign exit listeners may throw, which keeps Node from exiting; the second time Node doesn't call them.
    const exited = attempt(() => {
      process.exit(code);
      return true;
    });
    if (!exited) attempt(() => process.exit(code));
  };

  const end = (next: Ending): void => {
    if (phase === 'running') {
      ending = next;
      if (!beginFinish(next.reason.kind === 'crash' ? 0 : ANSWER_WITHIN)) conclude(next);
    } else if (phase === 'finishing') {
      if (ending === undefined || (next.reason.kind === 'crash' && ending.reason.kind !== 'crash')) {
        ending = next;
      }
      if (!isHangUp(next.reason)) hurry();
    } else if (phase === 'over') {
      // Nothing may stay alive after the end.
      exit(exitCode ?? next.code);
    }
  };
  const crashed = (error: unknown) =>
    end({ reason: { kind: 'crash' }, code: 1, line: crashLine(error, bundle) });
  const closed = () => end({ reason: { kind: 'terminal-closed' }, code: exitCodeOf('SIGHUP') });
  const exiting = (): void => {
    if (phase !== 'running' && phase !== 'finishing') return;
    putRight(undefined);
    sayLast();
  };
  const ignore = () => undefined;

  const watched: [Emitter, string, (value: unknown) => void][] = [
    ...endingSignals.map((signal): [Emitter, string, () => void] => [
      process,
      signal,
      () => end({ reason: { kind: 'signal', signal }, code: exitCodeOf(signal) }),
    ]),
    // Node ignores it, but Ink's signal-exit would end the process at once; with a listener here, nothing ends.
    [process, 'SIGXFSZ', ignore],
    [process, 'uncaughtException', crashed],
    [process, 'unhandledRejection', crashed],
    [process, 'exit', exiting],
    [process.stdin, 'end', closed],
    [process.stdin, 'close', closed],
    [process.stdin, 'error', closed],
    [process.stdout, 'error', closed],
    [process.stderr, 'error', ignore],
  ];
  for (const [emitter, event, listener] of watched) emitter.on(event, listener);
  return {
    async finish() {
      if (phase === 'finishing') hurry();
      else if (phase === 'running') beginFinish(ANSWER_WITHIN);
      await finished;
    },
    release() {
      for (const [emitter, event, listener] of watched) emitter.off(event, listener);
      return sayLast() ? UNKNOWN_OUTCOME : 0;
    },
  };
}

/** The result of `run`; undefined if it fails. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** A write that left and whose answer is not known. */
export interface UnknownOutcome {
  /** Its `x-request-id`. */
  readonly requestId: string;
  /** Its title in the journal. */
  readonly title: string;
}

/** The line for standard error (FAULTS E13), by which the write can be found at the service and in the journal. */
export function unknownLine({ requestId, title }: UnknownOutcome): Visible {
  return t`purser: ${visible(title, 60)}: the outcome is UNKNOWN, request ID ${visible(requestId, 64)}. It may have taken effect. Check it in the journal before you do it again.`;
}
