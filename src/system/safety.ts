// Whether secrets are safe here, and whether there is a terminal to draw on. If not, Purser refuses to start.

import fs from 'node:fs';
import { attempt } from '../lib/attempt.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Variables } from './folders.ts';

/** Node's options that record TLS keys, memory or warnings, open a debugger, or run other code before ours. */
const unsafeOptions =
  /^--(tls-keylog|cpu-prof.*|prof|redirect-warnings|trace-tls|inspect.*|debug.*|require|import|loader|experimental-loader|experimental-(default-)?config-file|report-on-.*|report-uncaught-exception|heapsnapshot-.*|heap-prof.*|abort-on-uncaught-exception|trace-event.*|snapshot-blob|build-snapshot.*)$/;

/** Node's options that weaken TLS or the parser of answers, or choose whom TLS trusts by OpenSSL's files. */
const weakOptions =
  /^--(tls-min-v1\.[01]|tls-cipher-list|use-openssl-ca|openssl-.*|security-revert|insecure-http-parser)$/;

interface BadOption {
  readonly name: string;
  readonly why: Visible;
}

function badOption(words: readonly string[]): BadOption | undefined {
  for (const word of words) {
    const name = /^-r/.test(word) ? '--require' : (word.split('=')[0]?.replaceAll('_', '-') ?? '');
    if (unsafeOptions.test(name)) return { name, why: t`which lets others see the API key` };
    if (weakOptions.test(name)) return { name, why: t`which weakens the connection to the service` };
  }
  return undefined;
}

/**
 * Why this process must not have an API key (FAULTS A7). `execArgv`: Node's own options. `debuggerUrl`: of a debugger
 * that listens.
 */
export function unsafeProcess(
  variables: Variables,
  execArgv: readonly string[],
  debuggerUrl?: string,
): Visible | undefined {
  if (variables['NODE_TLS_REJECT_UNAUTHORIZED']?.trim() === '0') {
    return t`NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of the service's certificate. Unset it. For a private certificate authority use --ca-file.`;
  }
  const set = ['SSLKEYLOGFILE', 'NODE_DEBUG', 'NODE_DEBUG_NATIVE', 'NODE_REDIRECT_WARNINGS'].find(
    name => variables[name],
  );
  if (set !== undefined) {
    return t`${visible(set)} is set, and could write keys and answers of the service to a file or the screen. Unset it.`;
  }
  const openssl = ['OPENSSL_CONF', 'OPENSSL_MODULES', 'OPENSSL_ENGINES'].find(name => variables[name]);
  if (openssl !== undefined) {
    return t`${visible(openssl)} is set, and could weaken TLS or load other code into it. Unset it.`;
  }
  // Node allows quotes and backslashes here, which could hide an option.
  const inherited = badOption((variables['NODE_OPTIONS'] ?? '').replace(/["\\]/g, '').split(/\s+/));
  if (inherited !== undefined) {
    return t`NODE_OPTIONS contains ${visible(inherited.name, 60)}, ${inherited.why}. Unset it.`;
  }
  const own = badOption(execArgv);
  if (own !== undefined) return t`Node was started with ${visible(own.name, 60)}, ${own.why}. Leave it out.`;
  if (debuggerUrl !== undefined)
    return t`A debugger is open on this process, which lets others see the API key. Start Purser again.`;
  return undefined;
}

/** Compiled code in a folder of the user could be other code, which ignores the policy. */
export const checkCode = (variables: Variables): Visible | undefined =>
  variables['NODE_COMPILE_CACHE']
    ? t`NODE_COMPILE_CACHE is set, and could load other code than Purser's. The policy of this machine needs Purser's own code. Unset it.`
    : undefined;

/** What adds certificate authorities: the administrator may do so, and doctor names it. */
export function addedTrust(variables: Variables, execArgv: readonly string[]): readonly Visible[] {
  const options = [...(variables['NODE_OPTIONS'] ?? '').replace(/["\\]/g, '').split(/\s+/), ...execArgv];
  const system =
    variables['NODE_USE_SYSTEM_CA'] === '1' ||
    options.some(word => word.replaceAll('_', '-') === '--use-system-ca');
  const file = variables['NODE_EXTRA_CA_CERTS'];
  return [
    ...(file ? [t`NODE_EXTRA_CA_CERTS (${visible(file, 200)})`] : []),
    ...(system ? [t`the system's authorities (--use-system-ca)`] : []),
    // OpenSSL's own variables name the system's authorities on Linux.
    ...['SSL_CERT_FILE', 'SSL_CERT_DIR'].flatMap(name =>
      system && variables[name] ? [t`${visible(name)} (${visible(variables[name], 200)})`] : [],
    ),
  ];
}

/** Says on Linux which memory a core dump contains. */
const DUMPED = '/proc/self/coredump_filter';

export interface RememberingProcess {
  readonly report: Pick<
    NodeJS.ProcessReport,
    'reportOnFatalError' | 'reportOnSignal' | 'reportOnUncaughtException'
  >;
  readonly platform: string;
}

/** Node writes no report, and Linux no core dump (FAULTS G6). On other systems, the limit for core dumps decides. */
export function keepMemoryIn(process: RememberingProcess): void {
  const { report, platform } = process;
  report.reportOnFatalError = false;
  report.reportOnSignal = false;
  report.reportOnUncaughtException = false;
  if (platform !== 'linux') return;
  // A container may hide this file.
  attempt(() => fs.writeFileSync(DUMPED, '0'));
}

interface TerminalFacts {
  readonly term: string | undefined;
  readonly stdinIsTTY: boolean;
  readonly stdoutIsTTY: boolean;
  /** Windows has no `TERM`. */
  readonly platform: string;
}

/** Why the console can't be drawn here (FAULTS F19). */
export function unusableTerminal(facts: TerminalFacts): Visible | undefined {
  if (!facts.stdinIsTTY) return t`Purser needs a terminal to read keys from, and standard input is not one.`;
  if (!facts.stdoutIsTTY) return t`Purser needs a terminal to draw on, and standard output is not one.`;
  if (facts.platform === 'win32') return undefined;
  if (!facts.term)
    return t`TERM is not set, so Purser does not know this terminal. Set TERM, for example to xterm-256color.`;
  if (facts.term === 'dumb') return t`TERM is dumb: this terminal can't show a full-screen console.`;
  return undefined;
}

const KNOWN: readonly (readonly [variable: string, name: Visible])[] = [
  ['TMUX', t`tmux`],
  ['STY', t`screen`],
  ['SCRIPT', t`script`],
];

/** Programs that may record this terminal (FAULTS G9), known by the variables that they set. */
export const recordersOf = (variables: Readonly<Record<string, string | undefined>>): readonly Visible[] =>
  KNOWN.filter(([variable]) => (variables[variable] ?? '') !== '').map(([, name]) => name);
