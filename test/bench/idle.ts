// Measures an idle console: CPU time, and bytes to the terminal.
import { readFileSync } from 'node:fs';
import { setTimeout as pass } from 'node:timers/promises';
import { builtProgram } from '../e2e/program.ts';
import { spawnInPty } from '../harness/pty.ts';
import { SIZE } from './journeys.ts';
import { withSimulator } from './simulator.ts';

export interface IdleFigures {
  readonly seconds: number;
  /** The percentage of one core. Undefined if the system does not report CPU time. */
  readonly coreShare: number | undefined;
  readonly bytesPerSecond: number;
}

const SETTLING = 5_000;
const WATCHED = 30_000;
/** Linux counts CPU time in units of this many milliseconds. */
const TICK = 10;

export const measureIdle = (): Promise<IdleFigures> =>
  withSimulator(240, async env => {
    const { screen, pid, exit, close } = await spawnInPty([process.execPath, builtProgram(), 'accounts'], {
      ...SIZE,
      env,
    });
    try {
      await screen.until(/\d+ accounts, all/);
      await pass(SETTLING);
      const before = { cpu: processorMs(pid), bytes: screen.byteCount, at: performance.now() };
      await pass(WATCHED);
      const passed = performance.now() - before.at;
      const cpu = processorMs(pid);
      const bytes = screen.byteCount - before.bytes;
      screen.type(':q\r');
      await exit;
      return {
        seconds: passed / 1000,
        coreShare:
          cpu === undefined || before.cpu === undefined ? undefined : ((cpu - before.cpu) / passed) * 100,
        bytesPerSecond: (bytes / passed) * 1000,
      };
    } finally {
      await close();
    }
  });

/** The user and system time of the process so far, in milliseconds. */
function processorMs(pid: number): number | undefined {
  try {
    // The second field is the program's name in brackets, which may contain blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK;
  } catch {
    return undefined;
  }
}
