// Arguments and environments of a test's own processes. Other programs on this machine may use the same demo keys.

import { readdirSync, readFileSync } from 'node:fs';

export interface OwnProcesses {
  readonly args: string;
  /** Of the programs and of the processes that they started. The test itself and a shell have the keys on purpose. */
  readonly environments: string;
}

/**
 * This process, its descendants, and every process whose environment has one of `folders`, such as its HOME. A process
 * that a program leaves behind keeps that environment. Empty where there is no /proc.
 */
export function ownProcesses(folders: ReadonlySet<string>): OwnProcesses {
  if (process.platform !== 'linux') return { args: '', environments: '' };
  const all = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  const parents = new Map(all.map(pid => [pid, parentOf(pid)]));
  const isDescendant = (pid: string | undefined): boolean =>
    pid === `${process.pid}` || (pid !== undefined && pid !== '0' && isDescendant(parents.get(pid)));
  const hasFolder = (pid: string): boolean =>
    textOf(pid, 'environ')
      .split('\0')
      .some(variable => folders.has(variable.slice(variable.indexOf('=') + 1)));
  const own = all.filter(pid => isDescendant(pid) || hasFolder(pid));
  const isProgram = (pid: string | undefined): boolean =>
    pid !== undefined &&
    own.includes(pid) &&
    (/\bpurser(?:\.mjs)?\0/.test(textOf(pid, 'cmdline')) || isProgram(parents.get(pid)));
  return {
    args: own.map(pid => textOf(pid, 'cmdline')).join('\n'),
    environments: own
      .filter(isProgram)
      .map(pid => textOf(pid, 'environ'))
      .join('\n'),
  };
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
