// How much memory the built program needs for a hostile body, as reported by the kernel.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../src/sim/simulator.ts';
import { builtProgram, variablesFor } from '../../e2e/program.ts';

const MIB = 1024;
const MOST = 64 * MIB;

/** The peak memory of `purser call` in KiB, for balances from a service with this fault. */
async function peakOf(...faults: readonly string[]): Promise<{ peak: number; code: number | null }> {
  const simulator = await startSimulator({ seed: 1, faults });
  const folder = mkdtempSync(join(tmpdir(), 'purser-limits-'));
  onTestFinished(async () => {
    await simulator.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const child = spawn(process.execPath, [builtProgram(), 'call', 'account.balances', '--json'], {
    env: { PURSER_STATE_DIR: folder, PURSER_CONFIG_DIR: folder, ...variablesFor(simulator) },
    stdio: 'ignore',
  });
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, highWater(child.pid));
  }, 2);
  const code = await new Promise<number | null>(resolve => child.once('exit', resolve));
  clearInterval(look);
  return { peak, code };
}

/** The peak memory in KiB, or 0 after the process has ended. */
function highWater(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

test.runIf(process.platform === 'linux').each([
  ['an endless body [C5b]', 'account.balances oversize=256'],
  ['a compressed body of 50 MB [C6c]', 'account.balances gzip=50'],
])('takes less than 64 MiB more than a documented answer: %s', async (_, fault) => {
  const plain = await peakOf();
  const hostile = await peakOf(fault);
  expect(plain.code).toBe(0);
  expect(hostile.code).not.toBe(0);
  expect(plain.peak).toBeGreaterThan(0);
  expect(hostile.peak - plain.peak).toBeLessThan(MOST);
});
