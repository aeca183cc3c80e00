// Refuses to start if secrets would leak, or if there is no terminal to draw on.
import fs from 'node:fs';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Variables } from './folders.ts';

/** Node's options that record TLS keys or memory, open a debugger, or run other code before ours. */
const unsafeOptions =
  /^--(tls-keylog|trace-tls|inspect.*|debug.*|require|import|loader|experimental-loader|experimental-(default-)?config-file|report-on-.*|report-uncaught-exception|heapsnapshot-.*|heap-prof|abort-on-uncaught-exception|trace-event.*|snapshot-blob|build-snapshot.*)$/;

/** The name of the first option in `words` that would endanger secrets; undefined if there is none. */
function unsafeOption(words: readonly string[]): string | undefined {
  return words
    .map(word => (/^-r/.test(word) ? '--require' : (word.split('=')[0]?.replaceAll('_', '-') ?? '')))
    .find(name => unsafeOptions.test(name));
}

/**
 * Says why this process must not have an API key (FAULTS A7); undefined if it may. It checks the environment, Node's own
 * options (`process.execArgv`), and whether a debugger listens (`inspector.url()`).
 */
export function unsafeProcess(
  variables: Variables,
  execArgv: readonly string[],
  debuggerUrl?: string,
): Visible | undefined {
  if (variables['NODE_TLS_REJECT_UNAUTHORIZED']?.trim() === '0') {
    return t`NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of the service's certificate. Unset it. For a private certificate authority use --ca-file.`;
  }
  const set = ['SSLKEYLOGFILE', 'NODE_DEBUG', 'NODE_DEBUG_NATIVE'].find(name => variables[name]);
  if (set !== undefined) {
    return t`${visible(set)} is set, and could write keys and answers of the service to a file or the screen. Unset it.`;
  }
  // Node allows quotes and backslashes in NODE_OPTIONS. They are removed, so that they can't hide an option.
  const inherited = unsafeOption((variables['NODE_OPTIONS'] ?? '').replace(/["\\]/g, '').split(/\s+/));
  if (inherited !== undefined) {
    return t`NODE_OPTIONS contains ${visible(inherited, 60)}, which lets others see the API key. Unset it.`;
  }
  const own = unsafeOption(execArgv);
  if (own !== undefined)
    return t`Node was started with ${visible(own, 60)}, which lets others see the API key. Leave it out.`;
  if (debuggerUrl !== undefined)
    return t`A debugger is open on this process, which lets others see the API key. Start Purser again.`;
  return undefined;
}

/** This file of Linux says which memory of the process a core dump contains. */
const DUMPED = '/proc/self/coredump_filter';

/** The part of Node's `process` that decides whether its memory is written to files. */
export interface RememberingProcess {
  readonly report: Pick<
    NodeJS.ProcessReport,
    'reportOnFatalError' | 'reportOnSignal' | 'reportOnUncaughtException'
  >;
  readonly platform: string;
}

/**
 * Keeps this process's memory out of the files that a crash leaves (FAULTS G6): Node writes no report, and Linux no
 * core dump. On systems other than Linux, the limit for core dumps decides.
 */
export function keepMemoryIn(process: RememberingProcess): void {
  const { report, platform } = process;
  report.reportOnFatalError = false;
  report.reportOnSignal = false;
  report.reportOnUncaughtException = false;
  if (platform !== 'linux') return;
  try {
    fs.writeFileSync(DUMPED, '0');
  } catch {
    // A container may hide this file.
  }
}

export interface TerminalFacts {
  /** The variable `TERM`. */
  readonly term: string | undefined;
  readonly stdinIsTTY: boolean;
  readonly stdoutIsTTY: boolean;
  /** As `process.platform`: Windows has no `TERM`. */
  readonly platform: string;
}

/** Says why the console can't be drawn here (FAULTS F19); undefined if it can. `CI` and `NO_COLOR` don't matter. */
export function unusableTerminal(facts: TerminalFacts): Visible | undefined {
  if (!facts.stdinIsTTY) return t`Purser needs a terminal to read keys from, and standard input is not one.`;
  if (!facts.stdoutIsTTY) return t`Purser needs a terminal to draw on, and standard output is not one.`;
  if (facts.platform === 'win32') return undefined;
  if (!facts.term)
    return t`TERM is not set, so Purser does not know this terminal. Set TERM, for example to xterm-256color.`;
  if (facts.term === 'dumb') return t`TERM is dumb: this terminal can't show a full-screen console.`;
  return undefined;
}
