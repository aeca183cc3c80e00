// The simulator in a process of its own, so that what it does costs the measured program nothing.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { builtProgram } from '../e2e/program.ts';

export const WORLD = { seed: 1, clock: '2026-11-20T09:00:00Z' } as const;

export interface SimulatorProcess {
  /** What signs a console in as the first customer. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts `purser simulate` with so many rows in each list. */
export async function startSimulatorProcess(rows: number): Promise<SimulatorProcess> {
  const options = { port: 0, ...WORLD, rows };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [builtProgram(), 'simulate', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const variables: Record<string, string> = { TZ: 'UTC' };
  for await (const line of createInterface(child.stdout)) {
    for (const [, name = '', value = ''] of line.matchAll(/(PURSER_\w+)=(\S+)/g)) variables[name] ??= value;
    if (line.startsWith('PURSER_USER_ID')) break;
  }
  return {
    variables,
    async close() {
      child.kill();
      await ended;
    },
  };
}
