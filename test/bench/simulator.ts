// The simulator in its own process, so that it does not slow down the measured program.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { builtProgram } from '../e2e/program.ts';

export const WORLD = { seed: 1, clock: '2026-11-20T09:00:00Z' } as const;

/**
 * Calls `run` while `purser simulate` runs with `rows` rows in each list. `variables` sign in as the first customer.
 */
export async function withSimulator<T>(
  rows: number,
  run: (variables: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const options = { port: 0, ...WORLD, rows };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [builtProgram(), 'simulate', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  try {
    const variables: Record<string, string> = { TZ: 'UTC' };
    for await (const line of createInterface(child.stdout)) {
      for (const [, name = '', value = ''] of line.matchAll(/(PURSER_\w+)=(\S+)/g)) variables[name] ??= value;
      if (line.startsWith('PURSER_USER_ID')) break;
    }
    return await run(variables);
  } finally {
    child.kill();
    await ended;
  }
}
