// `purser call` as a program: its streams, its exit codes, and signals during a write.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';
import { payoutInput } from '../sim/samples.ts';
import { addCommand } from './case.ts';
import { builtProgram } from './program.ts';
import { type Service, startService, startShell } from './purser.ts';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(service: Service, args: readonly string[], env: Record<string, string> = {}) {
  const folder = temporaryFolder();
  const variables = { PURSER_STATE_DIR: folder, PURSER_CONFIG_DIR: folder, ...service.variables(), ...env };
  const child = spawn(process.execPath, [builtProgram(), ...args], { env: variables });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { child, folder, ended: endOf(child, variables) };
}

/** Collects the output and the exit code. `variables` are the program's environment. */
function endOf(child: ChildProcess, variables: Readonly<Record<string, string>>): Promise<Ended> {
  let [out, err] = ['', ''];
  addCommand(variables, () => out + err);
  child.stdout?.on('data', chunk => {
    out += chunk;
  });
  child.stderr?.on('data', chunk => {
    err += chunk;
  });
  return new Promise(resolve => child.once('close', code => resolve({ code, out, err })));
}

/** Writes the body of the first customer's payout to a file, and returns its path. */
function payoutFile(service: Service, folder: string): string {
  const own = service.simulator.world.customers[0];
  const file = join(folder, 'payout.json');
  writeFileSync(file, JSON.stringify((own && payoutInput(own))?.body));
  return file;
}

test('a read prints JSON, and exits with 0 even if its reader has closed the pipe', async () => {
  const service = await startService();
  const { ended } = start(service, ['call', 'account.balances', '--json']);
  const { code, out, err } = await ended;
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out)[0]).toHaveProperty('available_balance');
  const leaving = start(service, ['call', 'beneficiary.list', '--all']);
  leaving.child.stdout.destroy();
  const left = await leaving.ended;
  expect(left.code).toBe(0);
  expect(left.err).not.toMatch(/Error|EPIPE/);
});

test.runIf(process.platform === 'linux')(
  'a full disk at standard output makes a read fail, but not a write that was done',
  async () => {
    const service = await startService();
    const folder = temporaryFolder();
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const env = { PURSER_STATE_DIR: folder, PURSER_CONFIG_DIR: folder, ...service.variables() };
    const stdio = ['ignore' as const, full, 'pipe' as const];
    const run = (...args: readonly string[]) =>
      endOf(spawn(process.execPath, [builtProgram(), ...args], { env, stdio }), env);
    const said = 'Standard output failed (ENOSPC). The output above is incomplete.';
    for (const args of [
      ['call', 'account.balances'],
      ['call', '--list'],
      ['audit', 'verify'],
    ])
      expect(await run(...args)).toMatchObject({ code: 1, err: expect.stringContaining(said) });
    const order = ['--body', payoutFile(service, folder), '--confirm', '10.10'];
    const { code, err } = await run('call', 'payout.create', ...order);
    const [sent] = service.requestsFor('payout.create');
    expect(code).toBe(0);
    expect(err).toContain('purser: DONE: New payout');
    expect(err).toContain(
      `${said} The journal keeps the answer: purser journal show ${sent?.headers['x-request-id']}`,
    );
  },
);

test('a SIGTERM during a write exits with 75, and puts UNKNOWN and the request ID on standard error [E13b–d]', async () => {
  const service = await startService({ faults: ['payout.create hang'] });
  const folder = temporaryFolder();
  const order = ['--body', payoutFile(service, folder), '--confirm', '10.10'];
  const { child, ended } = start(service, ['call', 'payout.create', ...order], { PURSER_STATE_DIR: folder });
  await vi.waitFor(() => expect(service.requestsFor('payout.create')).toHaveLength(1), {
    timeout: 20_000,
    interval: 20,
  });
  child.kill('SIGTERM');
  const { code, out, err } = await ended;
  const [sent] = service.requestsFor('payout.create');
  expect([code, out]).toEqual([75, '']);
  expect(err).toContain(`the outcome is UNKNOWN, request ID ${sent?.headers['x-request-id']}`);
  const listed = await start(service, ['journal', 'list', '--unresolved'], { PURSER_STATE_DIR: folder })
    .ended;
  expect(listed.out).toMatch(/UNKNOWN .*10\.10/);
});

test('purser call asks for the API key at a terminal and does not show it', async () => {
  const service = await startService();
  const { PURSER_API_KEY: key = '', ...env } = service.variables();
  const shell = await startShell('exec "$0" "$@"', {
    args: ['call', 'account.balances', '--json'],
    env: { ...env, PURSER_API_KEY: '' },
    cols: 200,
  });
  await shell.screen.until('API key (hidden):');
  shell.screen.type(key);
  shell.screen.press('enter');
  expect(await shell.exit).toEqual({ code: 0, signal: undefined });
  expect(shell.screen.bytes).toContain('available_balance');
  expect(shell.screen.bytes).not.toContain(key);
});

test('after kill -9 during a write and a lost journal log, the same command has no second effect [E4a]', async () => {
  // The service executes the payout, but its answer never arrives.
  const service = await startService({ faults: ['payout.create drip=60000'] });
  const folder = temporaryFolder();
  const line = ['call', 'payout.create', '--body', payoutFile(service, folder), '--confirm', '10.10'];
  const { child, ended } = start(service, line, { PURSER_STATE_DIR: folder });
  await vi.waitFor(() => expect(service.simulator.world.ledger.effects).toHaveLength(1), { timeout: 20_000 });
  child.kill('SIGKILL');
  await ended;
  for (const lost of ['journal.db-wal', 'journal.db-shm']) rmSync(join(folder, lost), { force: true });
  await service.mends();
  const again = await start(service, line, { PURSER_STATE_DIR: folder }).ended;
  expect(service.simulator.world.ledger.effects).toHaveLength(1);
  expect(again).toMatchObject({ out: '' });
  expect(again.code).not.toBe(0);
  expect(again.err).toContain('UNKNOWN');
});
