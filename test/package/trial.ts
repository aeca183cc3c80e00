// Tries an installed program like an administrator: the demo, a cancelled payout, a kill -9, and missing features.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { patience } from '../harness/patience.ts';
import { spawnInPty } from '../harness/pty.ts';
import { tryTeam } from './team-trial.ts';

export interface Tried {
  /** The path of the installed program. */
  readonly program: string;
  /** The PATH of the program. It gets nothing else from this environment. */
  readonly path: string;
  /** Whether the program can use the system's keyring. */
  readonly keyring: boolean;
  /** Whether a team's journal is tried too. A console that is slower than its lease can't keep one. */
  readonly team?: boolean;
  /** How long one step may take, in milliseconds. An emulator needs longer. */
  readonly wait?: number;
  /** Called with a sentence for each part that worked. */
  readonly told?: (line: string) => void;
}

interface Served {
  readonly url: string;
  readonly clientId: string;
  readonly apiKey: string;
  readonly programId: string;
  readonly customers: readonly { readonly userId: string; readonly onBehalfOf?: string }[];
}

interface Written {
  readonly requestId: string;
  readonly state: string;
}

/** Tries the program. Throws if it fails a check. */
export async function tryProgram({
  program,
  path,
  keyring,
  team = true,
  wait = patience.timeout,
  told = () => {},
}: Tried): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'purser-trial-'));
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const home = { HOME: folder, PATH: path, LANG: 'C.UTF-8', TERM: 'xterm-256color' };
  const children: ChildProcess[] = [];
  const start = (env: Record<string, string>, ...args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { cwd: empty, env: { ...home, ...env }, stdio: 'pipe' });
    children.push(child);
    return child;
  };
  const run = (env: Record<string, string>, ...args: readonly string[]) => {
    const ran = spawnSync(program, args, { cwd: empty, env: { ...home, ...env }, encoding: 'utf8' });
    if (ran.error) throw ran.error;
    return { code: ran.status, out: ran.stdout, err: ran.stderr };
  };
  try {
    const version = run({}, '--version');
    assert.match(version.out, /^\d+\.\d+\.\d+\S* \(commit .+\)\n$/, version.err);
    told(`purser --version says ${version.out.trim()}`);

    await demo(program, path, empty, wait);
    told('the demo opens, shows a customer, and ends');

    const served = await serve(start({}, 'simulate', '--json'), wait);
    const signedIn = variables(served);
    const call = (...args: readonly string[]) => run(signedIn, 'call', ...args);
    const first = pay(call, '12.34', 'trial one');
    const second = pay(call, '23.45', 'trial two');
    const cancel = (id: string, ...more: readonly string[]): readonly string[] => [
      ...['payout.cancel', '--set', 'version=v1', '--set', `id=${id}`, '--confirm', id.slice(-4)],
      ...more,
    ];
    const cancelled = call(...cancel(first));
    assert.equal(cancelled.code, 0, cancelled.err);
    assert.match(cancelled.err, /^purser: DONE: Cancel payout/m);
    told('purser call cancels a payout against the simulator: DONE');

    await faults(served, 'payout.cancel hang');
    const child = start(signedIn, 'call', ...cancel(second));
    const journal = (...args: readonly string[]): readonly Written[] =>
      JSON.parse(run(signedIn, 'journal', 'list', '--json', ...args).out);
    const open = await until(() => journal('--unresolved')[0], wait);
    child.kill('SIGKILL');
    await new Promise(resolve => child.once('close', resolve));
    await faults(served);
    const again = call(...cancel(second));
    assert.equal(again.code, 1, again.err);
    assert.match(again.err, new RegExp(`--besides ${open.requestId}`));
    const left = journal('--unresolved');
    assert.deepEqual(
      left.map(({ requestId, state }) => [requestId, state]),
      [[open.requestId, 'UNKNOWN']],
    );
    assert.equal(journal().filter(({ state }) => state === 'DONE').length, 3);
    const audit = run(signedIn, 'audit', 'verify', '--json');
    assert.equal(JSON.parse(audit.out).intact, true, audit.out);
    told(
      'after kill -9 the journal has the write as UNKNOWN, stops a duplicate, and the audit log is complete',
    );

    const another = (from: Call): void => void pay(from, '34.56', 'trial of a team');
    if (team) await tryTeam({ run, signedIn, folder: join(folder, 'team'), told, pay: another });

    const profile = [
      ...['profile', 'add', 'kept', '--environment', 'demo', '--base-url', served.url],
      ...['--client-id', served.clientId, '--program-id', served.programId, '--keyring', '--yes'],
    ];
    const kept = run({ PURSER_API_KEY: served.apiKey }, ...profile);
    if (!keyring) {
      assert.match(kept.err, /can't use the system's keyring/);
      told("it says that it can't use the system's keyring");
    }

    assert.match(run({}, 'man').out, /^\.TH PURSER 1 /);
    for (const shell of ['bash', 'zsh', 'fish'])
      assert.match(run({}, 'completion', shell).out, /purser/, `completion ${shell}`);
    told('it prints the manual page and the completion of bash, zsh and fish');
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function demo(
  program: string,
  path: string,
  cwd: string,
  wait: number = patience.timeout,
): Promise<void> {
  const { screen, exit, close } = await spawnInPty([program], {
    cols: 120,
    rows: 40,
    cwd,
    env: { PATH: path },
  });
  try {
    await screen.until(/^ DEMO +Bramble & Finch Trading Ltd/, wait);
    await screen.until(/\d\.\d\d GBP/, wait);
    screen.type('qy');
    assert.deepEqual(await exit, { code: 0, signal: undefined });
  } finally {
    await close();
  }
}

/** The first output line of the simulator. */
export async function serve(child: ChildProcess, wait: number = patience.timeout): Promise<Served> {
  let said = '';
  child.stdout?.on('data', chunk => {
    said += chunk;
  });
  return JSON.parse(await until(() => (said.includes('\n') ? said : undefined), wait));
}

export function variables({ url, clientId, apiKey, programId, customers }: Served): Record<string, string> {
  const [customer] = customers;
  assert.ok(customer);
  return {
    ...{ PURSER_BASE_URL: url, PURSER_CLIENT_ID: clientId, PURSER_API_KEY: apiKey },
    ...{ PURSER_PROGRAM_ID: programId, PURSER_USER_ID: customer.userId },
    ...(customer.onBehalfOf !== undefined && { PURSER_ON_BEHALF_OF: customer.onBehalfOf }),
  };
}

export type Call = (...args: readonly string[]) => { code: number | null; out: string; err: string };

/** Makes a payout and returns its ID. */
export function pay(call: Call, amount: string, reference: string): string {
  const rows = call('beneficiary.list', '--all').out.trim().split('\n');
  const payee = rows
    .map(row => JSON.parse(row) as { id: string; currency: string; status: string })
    .find(({ currency, status }) => currency === 'GBP' && status === 'VERIFIED');
  assert.ok(payee, 'there is a beneficiary');
  const body = {
    ...{ beneficiary_id: payee.id, amount, currency: 'GBP', reference },
  };
  const sets = Object.entries(body).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const paid = call('payout.create', ...sets, '--confirm', amount);
  assert.equal(paid.code, 0, paid.err);
  const { id } = JSON.parse(paid.out) as { id?: unknown };
  assert.equal(typeof id, 'string', paid.out);
  return String(id);
}

async function faults({ url }: Served, ...rules: readonly string[]): Promise<void> {
  const method = rules.length === 0 ? 'DELETE' : 'POST';
  const body = rules.length === 0 ? {} : { body: JSON.stringify(rules) };
  const answer = await fetch(`${url}/__sim/faults`, { method, ...body });
  assert.ok(answer.ok, await answer.text());
}

async function until<T>(read: () => T | undefined, wait: number): Promise<T> {
  const deadline = performance.now() + wait;
  for (;;) {
    const value = read();
    if (value !== undefined) return value;
    if (performance.now() > deadline) throw new Error(`waited ${wait} ms in vain`);
    await setTimeout(patience.interval);
  }
}
