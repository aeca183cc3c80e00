// The built program reads the policy of the machine at its place. A namespace of Linux shows it another /etc.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';
import { builtProgram } from './program.ts';

const inNamespace = (script: string, args: readonly string[] = [], env = {}) =>
  spawnSync('unshare', ['--mount', '--map-root-user', 'sh', '-ec', script, 'sh', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

/** `/etc` is empty and root's. Only where that is possible, the tests say something. */
const OTHER_ETC = 'mount -t tmpfs -o mode=755 tmpfs /etc; mkdir -m 755 /etc/purser;';
const missing = inNamespace(OTHER_ETC).status !== 0;

function purser(policy: string, ...args: readonly string[]) {
  return purserIn(temporaryFolder(), policy, ...args);
}

function purserIn(folder: string, policy: string, ...args: readonly string[]) {
  const script = `${OTHER_ETC} printf %s "$1" > /etc/purser/policy.json; shift; exec "$@"`;
  const words = [policy, process.execPath, builtProgram(), ...args];
  return inNamespace(script, words, { PURSER_STATE_DIR: folder, PURSER_CONFIG_DIR: folder });
}

test.skipIf(missing).each(['call --list', 'profile list', 'journal list', 'simulate'])(
  'purser %s does not start with a wrong policy',
  words => {
    const { status, stdout, stderr } = purser('{"readOnly": 1}', ...words.split(' '));
    expect([status, stdout]).toEqual([2, '']);
    // Without rights of the real root, another user owns the folder above.
    expect(stderr).toMatch(/^purser: \/(?:etc\/purser\/policy\.json, line 1, column 14: | does not belong)/m);
  },
);

test.skipIf(missing)('doctor names the policy, or the folder that is not root’s', () => {
  const { stdout } = purser('{"lockMinutes": 5}', 'doctor');
  expect(stdout).toMatch(/ok {4}Policy: locks after 5 minutes|fail {2}Policy: \/ does not belong/);
});

test.skipIf(missing)(
  'under a policy, Purser keeps and loads no compiled code in a folder of the user',
  () => {
    const folder = temporaryFolder();
    purserIn(folder, '{"lockMinutes": 5}', 'doctor');
    expect(existsSync(join(folder, 'compiled'))).toBe(false);
    const env = { ...process.env, PURSER_STATE_DIR: folder, PURSER_CONFIG_DIR: folder };
    spawnSync(process.execPath, [builtProgram(), 'doctor'], { env });
    expect(existsSync(join(folder, 'compiled'))).toBe(true);
  },
);
