// Ends the process in the same way after a signal, a crash or a closed terminal, when no write is in flight any more.

import os from 'node:os';
import { dirname, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { attempt, succeeds } from '../lib/attempt.ts';
import type { Clock } from '../lib/clock.ts';
import { errorCode } from '../lib/error-code.ts';
import { isCodeGone } from '../lib/later.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { SyncWrite } from './terminal.ts';

export type EndReason =
  | { readonly kind: 'signal'; readonly signal: EndingSignal }
  | { readonly kind: 'crash' }
  | { readonly kind: 'terminal-closed' };

interface Emitter {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
}

interface EndableProcess extends Emitter {
  readonly stdin: Emitter & { setRawMode?(raw: boolean): unknown };
  readonly stdout: Emitter;
  readonly stderr: Emitter;
  exit(code: number): unknown;
}

/** In ms (FAULTS E13). */
export const ANSWER_WITHIN = 2000;
/** How long `finish` may then commit, in ms. Then the process ends anyway, so that it never hangs. */
const GRACE = 3000;
/** EX_TEMPFAIL. */
const UNKNOWN_OUTCOME = 75;

interface ProcessEndParts {
  readonly process: EndableProcess;
  readonly after: Clock['after'];
  /**
   * Waits up to `withinMs` for the answers of writes in flight, and commits the others as UNKNOWN. Undefined if
   * nothing is in flight. A second call with 0 ms ends the wait of the first call, which still commits.
   */
  readonly finish: (withinMs: number) => Promise<void> | undefined;
  /** Called after `onEnd`. */
  readonly unknown: () => readonly UnknownOutcome[];
  readonly last?: () => Visible | undefined;
  /** Called once, after `onEnd`. */
  readonly restore: () => void;
  /** Closes everything, once nothing is in flight. It must not wait. Its errors are dropped. */
  readonly onEnd: (reason: EndReason) => void;
  readonly say: SyncWrite;
  /** Whether the process goes on after this rejection. */
  readonly survives?: (error: unknown) => boolean;
  /** The path of the program's first file, to find the place of a crash. */
  readonly bundle: string;
}

const UPDATED = t`purser: ended because an update replaced the program. The terminal was restored. Start Purser again.`;

/** An ordinary end. Ink has already left the screen. */
export interface ProcessEnd {
  /** Signals still work during this wait. */
  finish(): Promise<void>;
  /** Prints unknown outcomes, and returns the exit code. */
  release(): number;
}

interface Ending {
  readonly reason: EndReason;
  readonly code: number;
  readonly line?: string;
}

/** A closed terminal causes several events, so the second one is no sign of impatience. */
const isHangUp = (reason: EndReason): boolean =>
  reason.kind === 'terminal-closed' || (reason.kind === 'signal' && reason.signal === 'SIGHUP');

/**
 * An end first waits for writes in flight, except after a crash or a second signal. Exit codes: 1 for a crash,
 * otherwise 75 if an outcome is unknown, otherwise 128 plus the signal's number; 129 if the terminal is gone.
 */
export function installProcessEnd(parts: ProcessEndParts): ProcessEnd {
  const { process, after, finish, unknown, last, restore, onEnd, survives, say, bundle } = parts;
  let phase: 'running' | 'finishing' | 'ending' | 'over' = 'running';
  /** Undefined during an ordinary end. */
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
  /** Returns whether an outcome is unknown. */
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
    if (!succeeds(() => process.exit(code))) attempt(() => process.exit(code));
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
      // The process still runs after `exit`.
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
    // Without a listener, Ink's signal-exit would end the process.
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

export interface UnknownOutcome {
  readonly requestId: string;
  readonly title: string;
}

/** With the request ID, staff find the write at the service and in the journal (FAULTS E13). */
export function unknownLine({ requestId, title }: UnknownOutcome): Visible {
  return t`purser: ${visible(title, 60)}: the outcome is UNKNOWN, request ID ${visible(requestId, 64)}. The write may have taken effect. Check the journal before you repeat it.`;
}

/**
 * All signals that end a process by default, except SIGKILL, which no program can handle; SIGPIPE and SIGXFSZ, which
 * Node ignores; SIGUSR1, which opens Node's debugger; and SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGTRAP, after which no
 * JavaScript may run.
 */
const endingSignals = [
  ...['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGABRT', 'SIGALRM', 'SIGUSR2'],
  ...['SIGXCPU', 'SIGVTALRM', 'SIGPROF', 'SIGSYS', 'SIGIO', 'SIGPWR', 'SIGSTKFLT'],
] as const;

type EndingSignal = (typeof endingSignals)[number];

/** As in a shell. */
const exitCodeOf = (signal: EndingSignal): number => 128 + os.constants.signals[signal];

export interface SignalledProcess {
  on(event: EndingSignal, listener: () => void): unknown;
  off(event: EndingSignal, listener: () => void): unknown;
  exit(code: number): unknown;
}

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
 * The error's class, its system code and its place in our program, but neither message nor stack, which may contain a
 * key or a card number (FAULTS G7). `bundle`: the program's first file, next to all others.
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

/** The topmost place in our files. Cuts off the message first, because a message may imitate a frame. */
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
