// The npm package: packed, installed into an empty folder without a network, and run by its name.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { tryProgram } from '../package/trial.ts';
import { addCommand } from './case.ts';
import { builtProgram } from './program.ts';

let folder: string;
let program: string;
let tarball: string;
let said = '';

const env = () => ({
  ...process.env,
  PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
  HOME: folder,
  PURSER_STATE_DIR: join(folder, 'state'),
  PURSER_CONFIG_DIR: join(folder, 'config'),
  npm_config_cache: join(folder, 'cache'),
});

const run = (file: string, args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: folder, env: env(), encoding: 'utf8' });
  said += stdout + stderr;
  return { status, stdout, stderr };
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'purser-package-'));
  program = join(folder, 'node_modules', '.bin', 'purser');
  const packed = run('npm', ['pack', dirname(builtProgram()), '--pack-destination', folder]);
  expect(packed.status, packed.stderr).toBe(0);
  tarball = join(folder, readdirSync(folder).find(name => name.endsWith('.tgz')) ?? 'none');
  const installed = run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball]);
  expect(installed.status, installed.stderr).toBe(0);
});
beforeEach(() => addCommand({ HOME: folder }, () => said));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package installs no other package: the bundle contains everything', () => {
  expect(readdirSync(join(folder, 'node_modules')).filter(name => !name.startsWith('.'))).toEqual(['purser']);
  expect(statSync(join(folder, 'node_modules', 'purser', 'purser.mjs')).mode & 0o111).toBe(0o111);
  expect(statSync(builtProgram()).mode & 0o111).toBe(0o111);
});

test("purser --version and --help work under npm's name for the command", () => {
  expect(run(program, ['--version'])).toEqual({
    status: 0,
    stdout: expect.stringMatching(
      /^\d+\.\d+\.\d+(?:-git\.\S+)? \(commit (?:[0-9a-f]{12}(?:, changed)?|not known)\)\n$/,
    ),
    stderr: '',
  });
  for (const command of ['simulate', 'journal', 'audit', 'profile', 'doctor', 'call', 'completion', 'man'])
    expect(run(program, [command, '--help']).stdout).toMatch(new RegExp(`^Usage: purser ${command}\\b`));
  expect(run(program, ['--help'])).toEqual({
    status: 0,
    stdout: expect.stringContaining('\n  simulate '),
    stderr: '',
  });
});

test('the installed program opens the demo, cancels a payout, and keeps its journal through a kill -9', async () => {
  const node = join(folder, 'node');
  mkdirSync(node);
  symlinkSync(process.execPath, join(node, 'node'));
  const told: string[] = [];
  await tryProgram({ program, path: node, keyring: true, told: line => told.push(line) });
  expect(told.length).toBeGreaterThanOrEqual(5);
}, 120_000);

test('the launcher passes the switch against debuggers, also through a link, so that the program starts once', () => {
  const link = join(folder, 'a link');
  symlinkSync(join(folder, 'node_modules', 'purser', 'purser'), link);
  expect(run(link, ['--version']).stdout).toBe(run(program, ['--version']).stdout);
  const node = join(folder, 'a node');
  mkdirSync(node);
  writeFileSync(join(node, 'node'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const { stdout } = spawnSync(link, ['call', 'a b'], {
    env: { PATH: [node, '/usr/bin', '/bin'].join(delimiter) },
    encoding: 'utf8',
  });
  const file = realpathSync(join(folder, 'node_modules', 'purser', 'purser.mjs'));
  expect(stdout.split('\n')).toEqual(['--disable-sigusr1', file, 'call', 'a b', '']);
});

test('the package requires the right Node version and no other package', () => {
  const { engines, dependencies } = JSON.parse(
    readFileSync(join(folder, 'node_modules', 'purser', 'package.json'), 'utf8'),
  );
  expect([engines, dependencies]).toEqual([{ node: '>=24.15.0' }, undefined]);
});

test('a global install without a network and without the keyring has the manual page', () => {
  const global = join(folder, 'global');
  const { status, stderr } = run('npm', [
    ...['install', '--global', '--offline', '--omit', 'optional', '--prefix', global, tarball],
  ]);
  expect(status, stderr).toBe(0);
  const page = readFileSync(join(global, 'share', 'man', 'man1', 'purser.1'), 'utf8');
  expect(page).toMatch(/^\.TH PURSER 1 /);
  expect(run(join(global, 'bin', 'purser'), ['--version']).status).toBe(0);
});

test('purser simulate runs, and wrong usage prints a sentence', async () => {
  const child = spawn(program, ['simulate', '--port', '0'], { cwd: folder, env: env() });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await saidBy(child)).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\n/);
  expect(run(program, ['nonsense'])).toMatchObject({ status: 2, stderr: expect.stringMatching(/^purser: /) });
});

/** The first output of the program, or its errors if it ends without output. */
function saidBy(child: ChildProcess): Promise<string> {
  let err = '';
  child.stderr?.on('data', chunk => {
    err += chunk;
  });
  return new Promise(resolve => {
    child.stdout?.once('data', chunk => resolve(String(chunk)));
    child.once('close', () => resolve(err));
  });
}
