// The arguments of a test's own processes. Other programs on this machine may use the same demo keys.

import { readdirSync, readFileSync } from 'node:fs';

/**
 * The arguments of this process, of its descendants, and of every process whose environment has one of `folders`, such as
 * its HOME. A process that a program leaves behind keeps that environment. Empty where there is no /proc.
 */
export function ownArguments(folders: ReadonlySet<string>): string {
  if (process.platform !== 'linux') return '';
  const all = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  const parents = new Map(all.map(pid => [pid, parentOf(pid)]));
  const isDescendant = (pid: string | undefined): boolean =>
    pid === `${process.pid}` || (pid !== undefined && pid !== '0' && isDescendant(parents.get(pid)));
  const hasFolder = (pid: string): boolean =>
    textOf(pid, 'environ')
      .split('\0')
      .some(variable => folders.has(variable.slice(variable.indexOf('=') + 1)));
  return all
    .filter(pid => isDescendant(pid) || hasFolder(pid))
    .map(pid => textOf(pid, 'cmdline'))
    .join('\n');
}

/** The process ID follows the state, which follows the command in parentheses. */
const parentOf = (pid: string): string | undefined => /^.*\) \S (\d+)/s.exec(textOf(pid, 'stat'))?.[1];

function textOf(pid: string, file: 'cmdline' | 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // The process ended while the folder was read, or belongs to another user.
    return '';
  }
}
