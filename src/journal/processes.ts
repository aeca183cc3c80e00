// Tells whether the process that wrote a row still runs: by its ID and its start, because systems reuse IDs.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { attempt } from '../lib/attempt.ts';
import { errorCode } from '../lib/error-code.ts';

/** `started` is opaque. */
export interface ProcessId {
  readonly pid: number;
  readonly started: string;
}

export interface Processes {
  readonly self: ProcessId;
  /** True for `self`. */
  alive(process: ProcessId): boolean;
}

/** A process of another machine or container counts as ended. */
export function systemProcesses(): Processes {
  const self = { pid: process.pid, started: startOf(process.pid) ?? 'unknown' };
  return {
    self,
    alive: ({ pid, started }) =>
      (pid === self.pid && started === self.started) ||
      (started === 'unknown' ? exists(pid) : startOf(pid) === started),
  };
}

/** Undefined if the process has ended or the system can't tell. */
function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') return linuxStart(pid);
  if (process.platform === 'win32') return undefined;
  return psStart(pid);
}

/** This boot, the name space of the process IDs, and the clock ticks from the boot to the start. */
const linuxStart = (pid: number): string | undefined =>
  attempt(() => {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets, and may itself contain brackets and spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    const started = fields[19];
    if (started === undefined || state === 'Z' || state === 'X') return undefined;
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${fs.readlinkSync('/proc/self/ns/pid')} ${started}`;
  });

const psStart = (pid: number): string | undefined =>
  attempt(() =>
    execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim(),
  ) || undefined;

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
