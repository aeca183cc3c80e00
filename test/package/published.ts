// A version's files never change: who installed them could not tell the two apart. Also compares two builds.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** They change with the list of files that a machine can make, and with the key. */
const LISTS = /^SHA256SUMS(?:\.minisig)?$/;

const sameBytes = (one: string, other: string): boolean => readFileSync(one).equals(readFileSync(other));

/** The names of files that both folders have, with other bytes. */
export function otherBytes(made: string, existing: string): readonly string[] {
  if (!existsSync(existing)) return [];
  return readdirSync(made)
    .filter(name => !LISTS.test(name) && existsSync(join(existing, name)))
    .filter(name => !sameBytes(join(made, name), join(existing, name)))
    .toSorted();
}

/** The names of files that differ, or that one folder lacks. */
export function differences(one: string, other: string): readonly string[] {
  const names = new Set([...readdirSync(one), ...readdirSync(other)]);
  return [...names].toSorted().filter(name => {
    const both = [one, other].map(folder => join(folder, name));
    return !both.every(file => existsSync(file)) || !sameBytes(both[0] ?? '', both[1] ?? '');
  });
}
