// The files for systemd and logrotate, and the documents that messages name.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allHelp } from '../../build/all-help.ts';
import { temporaryFolder } from '../harness/folder.ts';

const EXAMPLES = 'build/examples';
const names = readdirSync(EXAMPLES);
const read = (name: string): string => readFileSync(join(EXAMPLES, name), 'utf8');

test('each unit starts a command of Purser', async () => {
  const words = allHelp.find(({ name }) => name === 'audit')?.words ?? {};
  const started = names.flatMap(name =>
    [...read(name).matchAll(/^ExecStart=(.+)$/gm)].map(([, line]) => line),
  );
  expect(started).toHaveLength(2);
  for (const line of started) {
    const [, word = ''] = /^\/usr\/bin\/purser audit ([a-z]+)/.exec(line ?? '') ?? [];
    expect(Object.keys(words), line).toContain(word);
  }
});

const lacks = (program: string): boolean => spawnSync(program, ['--version']).error !== undefined;

test.skipIf(lacks('systemd-analyze'))('systemd accepts each unit', () => {
  const folder = temporaryFolder();
  const program = join(folder, 'purser');
  writeFileSync(program, '');
  chmodSync(program, 0o755);
  const units = names.filter(name => /\.(?:service|timer)$/.test(name));
  for (const name of units)
    writeFileSync(join(folder, name), read(name).replaceAll('/usr/bin/purser', program));
  const { status, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', ...units.map(name => join(folder, name))],
    {
      encoding: 'utf8',
    },
  );
  expect([status, stderr]).toEqual([0, '']);
});

test.skipIf(lacks('logrotate'))('logrotate moves the file of a user, and makes no other', () => {
  const folder = temporaryFolder();
  const logs = join(folder, 'log/ann');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  writeFileSync(join(logs, 'audit.ndjson'), '{}\n');
  const file = join(folder, 'conf');
  const text = read('purser-audit.logrotate').replaceAll('/var/log/purser', join(folder, 'log'));
  writeFileSync(file, text, { mode: 0o644 });
  const { status, stderr } = spawnSync('logrotate', ['--force', '--state', join(folder, 'state'), file], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(readdirSync(logs)).toEqual(['audit.ndjson.1']);
});

test('the documents that messages name are those that the packages carry', () => {
  const named = globSync('src/**/*.{ts,tsx}').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\bdocs\/[\w-]+\.md\b/g)].map(([page]) => page),
  );
  expect(named.length).toBeGreaterThan(3);
  for (const page of named) expect(existsSync(page), page).toBe(true);
});
