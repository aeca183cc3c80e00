// Ends the process in the same way after a signal, a crash or a closed terminal: it waits for writes in flight, then
// restores the terminal.

import os from 'node:os';
import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Clock } from '../lib/clock.ts';
import { errorCode } from '../lib/error-code.ts';
import { isCodeGone } from '../lib/later.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { SyncWrite } from './terminal.ts';

/** The cause of the end: a signal, an uncaught error, or a terminal that is gone. */
export type EndReason =
  | { readonly kind: 'signal'; readonly signal: EndingSignal }
  | { readonly kind: 'crash' }
  | { readonly kind: 'terminal-closed' };

interface Emitter {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
}

/** The part of Node's `process` that is needed here. */
interface EndableProcess extends Emitter {
  readonly stdin: Emitter & { setRawMode?(raw: boolean): unknown };
  readonly stdout: Emitter;
  readonly stderr: Emitter;
  exit(code: number): unknown;
}

/** An end waits this long for the answer of a write in flight, in ms (FAULTS E13). */
const ANSWER_WITHIN = 2000;
/**
 * After `ANSWER_WITHIN`, `finish` has this time, in ms, to commit. Then the process ends anyway, so that it never
 * hangs.
 */
const GRACE = 3000;
/** The exit code EX_TEMPFAIL: the outcome of an operation is unknown. */
const UNKNOWN_OUTCOME = 75;

interface ProcessEndParts {
  readonly process: EndableProcess;
  readonly after: Clock['after'];
  /**
   * Waits up to `withinMs` for the answers of writes in flight, and commits the others as UNKNOWN. Returns undefined if
   * nothing is in flight. A second call with 0 ms ends the wait of the first call, but the first call still commits.
   * The screen still exists, and may show the wait.
   */
  readonly finish: (withinMs: number) => Promise<void> | undefined;
  /** The writes of this session whose outcome is unknown. Called after `onEnd`. */
  readonly unknown: () => readonly UnknownOutcome[];
  /** A last line, after the lines about unknown outcomes: the audit log's head. */
  readonly last?: () => Visible | undefined;
  /** Restores the screen. Called once, after `onEnd`. */
  readonly restore: () => void;
  /**
   * Unmounts and closes everything. Called once, when nothing is in flight any more. It must not wait. Its errors are
   * dropped.
   */
  readonly onEnd: (reason: EndReason) => void;
  /** Writes to standard error: the lines about a crash and about unknown outcomes. */
  readonly say: SyncWrite;
  /** Whether the process goes on after this rejection. It then has told the user. */
  readonly survives?: (error: unknown) => boolean;
  /** The path of the program's first file, to find the place of a crash. */
  readonly bundle: string;
}

const UPDATED = t`purser: ended because an update replaced the program. The terminal was restored. Start Purser again.`;

/** The two steps of an ordinary end. Ink has already left the screen. */
export interface ProcessEnd {
  /** Waits for writes in flight. Signals still work during this wait. */
  finish(): Promise<void>;
  /** Stops watching, prints unknown outcomes, and returns the exit code. */
  release(): number;
}

interface Ending {
  readonly reason: EndReason;
  readonly code: number;
  readonly line?: string;
}

/**
 * Whether the terminal is gone. A closed terminal causes several events, so a second event does not mean that the user
 * is impatient.
 */
const isHangUp = (reason: EndReason): boolean =>
  reason.kind === 'terminal-closed' || (reason.kind === 'signal' && reason.signal === 'SIGHUP');

/**
 * Watches for every end of the process. An end first waits for writes in flight, except after a crash or a second
 * signal. Exit codes: 1 for a crash, otherwise 75 if an outcome is unknown, otherwise 128 plus the signal's number. A
 * terminal that is gone counts as SIGHUP (129).
 */
export function installProcessEnd(parts: ProcessEndParts): ProcessEnd {
  const { process, after, finish, unknown, last, restore, onEnd, survives, say, bundle } = parts;
  let phase: 'running' | 'finishing' | 'ending' | 'over' = 'running';
  /** How the process ends as soon as nothing is in flight. Undefined during an ordinary end. */
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

  const closeAndRestore = (reason: EndReason | undefined): void => {
    phase = 'ending';
    if (reason !== undefined) attempt(() => onEnd(reason));
    attempt(() => process.stdin.setRawMode?.(false));
    attempt(restore);
    phase = 'over';
  };
  /** Prints the last lines. Returns whether one of them is about an unknown outcome. */
  const sayLast = (): boolean => {
    const writes = attempt(unknown) ?? [];
    for (const write of writes) attempt(() => say(`${unknownLine(write)}\n`));
    const line = attempt(() => last?.());
    if (line !== undefined) attempt(() => say(`${line}\n`));
    return writes.length > 0;
  };
  const conclude = ({ reason, code, line }: Ending): void => {
    closeAndRestore(reason);
    if (line !== undefined) attempt(() => say(`${line}\n`));
    exitCode = sayLast() && reason.kind !== 'crash' ? UNKNOWN_OUTCOME : code;
    exit(exitCode);
  };
  const exit = (code: number): void => {
    // A listener of another package may throw, and then Node does not exit. The second call runs no listeners.
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
      // The process still runs after `exit`, so this calls `exit` again.
      exit(exitCode ?? next.code);
    }
  };
  const crashed = (error: unknown) =>
    end({
      reason: { kind: 'crash' },
      code: 1,
      line: isCodeGone(error) ? UPDATED : crashLine(error, bundle),
    });
  const closed = () => end({ reason: { kind: 'terminal-closed' }, code: exitCodeOf('SIGHUP') });
  const exiting = (): void => {
    if (phase !== 'running' && phase !== 'finishing') return;
    closeAndRestore(undefined);
    sayLast();
  };
  const ignore = () => undefined;

  const watched: [Emitter, string, (value: unknown) => void][] = [
    ...endingSignals.map((signal): [Emitter, string, () => void] => [
      process,
      signal,
      () => end({ reason: { kind: 'signal', signal }, code: exitCodeOf(signal) }),
    ]),
    // Node ignores this signal, but Ink's signal-exit would end the process. A listener of our own prevents that end.
    [process, 'SIGXFSZ', ignore],
    [process, 'uncaughtException', crashed],
    [process, 'unhandledRejection', error => attempt(() => survives?.(error)) || crashed(error)],
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

/** The result of `run`. Undefined if it throws. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** A write that was sent, and whose outcome is not known. */
export interface UnknownOutcome {
  /** The write's `x-request-id`. */
  readonly requestId: string;
  /** The write's title in the journal. */
  readonly title: string;
}

/**
 * The line for standard error (FAULTS E13). With the request ID, staff find the write at the service and in the
 * journal.
 */
export function unknownLine({ requestId, title }: UnknownOutcome): Visible {
  return t`purser: ${visible(title, 60)}: the outcome is UNKNOWN, request ID ${visible(requestId, 64)}. The write may have taken effect. Check the journal before you repeat it.`;
}

/**
 * All signals that end a process by default, on any system, except:
 * - SIGKILL, which no program can handle;
 * - SIGPIPE and SIGXFSZ, which Node ignores;
 * - SIGUSR1, which opens Node's debugger (no-debugger.ts);
 * - SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGTRAP, after which no JavaScript may run;
 * - the real-time signals, for which Node has no names.
 */
const endingSignals = [
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

type EndingSignal = (typeof endingSignals)[number];

/** The exit code, as in a shell: 128 plus the signal's number. */
const exitCodeOf = (signal: EndingSignal): number => 128 + os.constants.signals[signal];

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

/**
 * The line for standard error: the error's class, its system code and its place in our program, if each has a valid
 * form. It has neither message nor stack (FAULTS G7). `bundle`: the path of the program's first file; the program's
 * other files are next to it.
 */
export function crashLine(error: unknown, bundle: string): Visible {
  const place = error instanceof Error ? placeIn(dirname(bundle), error) : undefined;
  const where = place === undefined ? t`` : t` at ${visible(place)}`;
  return t`purser: ended by an unexpected ${nameOf(error)}${where}. The terminal was restored.`;
}

function nameOf(error: unknown): Visible {
  if (!(error instanceof Error)) return t`value that is not an error`;
  const name = /^[A-Z][A-Za-z]{0,30}Error$/.test(error.name) ? visible(error.name) : t`Error`;
  const code = errorCode(error) ?? '';
  return Object.hasOwn(os.constants.errno, code) ? t`${name} (${visible(code)})` : name;
}

/** The topmost `FILE:LINE:COLUMN` in our files, if any. Cuts off the message first, because a message may imitate a frame. */
function placeIn(folder: string, { stack, name, message }: Error): string | undefined {
  if (typeof stack !== 'string') return undefined;
  const head = `${name}: ${message}`;
  const frames = (stack.startsWith(head) ? stack.slice(head.length) : stack).split('\n');
  const roots = [`${pathToFileURL(folder).href}/`, `${folder}${sep}`];
  for (const frame of frames) {
    const root = roots.find(start => frame.includes(start));
    if (root === undefined || !/^\s+at /.test(frame)) continue;
    const place = frame.slice(frame.indexOf(root) + root.length);
    const parts = /^(?:[\w-]+[/\\])*([\w-]{1,40}\.(?:mjs|js|tsx?):\d{1,7}:\d{1,7})\)?$/.exec(place);
    if (parts?.[1] !== undefined) return parts[1];
  }
  return undefined;
}
