// Which processes count as a test's own, for the check that no secret is in an argument.

import { type ChildProcess, spawn } from 'node:child_process';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from './folder.ts';
import { ownProcesses } from './own-processes.ts';
import { patience } from './patience.ts';

const node = process.execPath;
const WAITS = 'setTimeout(() => {}, 20_000)';

function started(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(node, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill());
  return child;
}

/** Starts a process with the argument `mark`, whose parent then ends. Resolves when the parent has ended. */
async function leftBehind(mark: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = `spawn(process.execPath, ['-e', '${WAITS}', '${mark}'], { detached: true, stdio: 'ignore' })`;
  const leaves = `const { spawn } = require('node:child_process'); console.log(${child}.pid); process.exit()`;
  const parent = started(['-e', leaves], env);
  let pid = '';
  parent.stdout?.on('data', text => (pid += text));
  await new Promise(resolve => parent.on('close', resolve));
  onTestFinished(() => void process.kill(Number(pid)));
}

it.runIf(process.platform === 'linux')(
  'a child, and a process that a program left behind, count as own; other processes do not',
  async () => {
    const folder = temporaryFolder();
    const own = new Set([folder]);
    started(['-e', WAITS, 'a-child']);
    await leftBehind('left-behind', { HOME: folder });
    await leftBehind('of-somebody-else', { HOME: '/' });
    await vi.waitFor(() => {
      const found = ownProcesses(own).args;
      expect(found).toContain('a-child');
      expect(found).toContain('left-behind');
    }, patience);
    expect(ownProcesses(own).args).not.toContain('of-somebody-else');
    expect(ownProcesses(new Set()).args).not.toContain('left-behind');
  },
);
