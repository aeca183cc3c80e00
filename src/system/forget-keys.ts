// Removes the keys from this process's environment, so that no child inherits them, nor anybody reads them in
// `/proc`.

import fs from 'node:fs';
import { attempt } from '../lib/attempt.ts';

export const secretVariables = ['PURSER_API_KEY', 'PURSER_SHARED_API_KEY'] as const;

/** The password of the team journal. */
const forgotten = [...secretVariables, 'PGPASSWORD'] as const;

interface KeyedProcess {
  readonly env: Record<string, string | undefined>;
  readonly platform: string;
}

/**
 * Linux also keeps the environment of the start in `/proc/PID/environ`, where the process can overwrite it. On other
 * systems such a copy stays until the process ends.
 */
export function forgetKeys({ env, platform }: KeyedProcess): void {
  for (const name of forgotten) delete env[name];
  if (platform !== 'linux') return;
  // A sandbox may forbid access to these files.
  attempt(overwrite);
}

const END = 0;
/** The field of the environment's address in `/proc/self/stat`, counted after the command's name. */
const ENV_START = 47;

function overwrite(): void {
  const block = fs.readFileSync('/proc/self/environ');
  const stat = fs.readFileSync('/proc/self/stat', 'utf8');
  const start = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[ENV_START]);
  const values = forgotten.flatMap(name => valueIn(block, `${name}=`) ?? []);
  if (values.length === 0 || !Number.isSafeInteger(start) || start <= 0) return;
  const memory = fs.openSync('/proc/self/mem', 'r+');
  try {
    for (const { at, length } of values)
      fs.writeSync(memory, Buffer.alloc(length, '*'), 0, length, start + at);
  } finally {
    fs.closeSync(memory);
  }
}

function valueIn(block: Buffer, begin: string): { at: number; length: number } | undefined {
  const found = block.indexOf(begin) === 0 ? 0 : block.indexOf(`\0${begin}`) + 1;
  if (found === 0 && block.indexOf(begin) !== 0) return undefined;
  const at = found + begin.length;
  const end = block.indexOf(END, at);
  return { at, length: (end < 0 ? block.length : end) - at };
}
