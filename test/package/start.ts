// Measures the start of installed programs: --version, the header, and the demo's first customer.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figures, figures } from '../bench/figures.ts';
import { spawnInPty } from '../harness/pty.ts';

const WARM_UPS = 2;
const ROUNDS = 11;

interface Installed {
  readonly label: string;
  readonly program: string;
  readonly path: string;
}

/** All times are in milliseconds. */
interface Starts {
  readonly label: string;
  readonly version: Figures;
  readonly header: Figures;
  readonly demo: Figures;
}

/** Measures the programs. Each round starts all of them in turn, so that a busy machine slows all of them down. */
export async function measureStarts(
  programs: readonly Installed[],
): Promise<{ readonly floor: Figures; readonly starts: readonly Starts[] }> {
  // Each program keeps its state folder, so later starts reuse the first start's compile cache, as for staff.
  const measured = programs.map(one => ({
    ...one,
    state: mkdtempSync(join(tmpdir(), 'purser-start-')),
    times: { version: [] as number[], header: [] as number[], demo: [] as number[] },
  }));
  const floor: number[] = [];
  try {
    for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
      const kept = round >= WARM_UPS;
      const node = toExit(process.execPath, ['-e', '0'], {});
      if (kept) floor.push(node);
      for (const { program, path, state, times } of measured) {
        const env = { PATH: path, PURSER_STATE_DIR: state };
        const version = toExit(program, ['--version'], env);
        const began = performance.now();
        const { screen, close } = await spawnInPty([program], { cols: 120, rows: 36, env });
        await screen.until(/^ DEMO .*WRITE/);
        const header = performance.now() - began;
        await screen.until(/\d\.\d\d GBP/);
        const demo = performance.now() - began;
        await close();
        if (!kept) continue;
        times.version.push(version);
        times.header.push(header);
        times.demo.push(demo);
      }
    }
  } finally {
    for (const { state } of measured) rmSync(state, { recursive: true, force: true });
  }
  const starts = measured.map(({ label, times }) => ({
    label,
    version: figures(times.version),
    header: figures(times.header),
    demo: figures(times.demo),
  }));
  return { floor: figures(floor), starts };
}

function toExit(file: string, args: readonly string[], env: Readonly<Record<string, string>>): number {
  const began = performance.now();
  spawnSync(file, args, { env });
  return performance.now() - began;
}
