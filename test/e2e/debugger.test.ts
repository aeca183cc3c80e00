// SIGUSR1 at any moment of any command: nobody can attach a debugger to a process that holds, or will hold, a key.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { builtProgram } from './program.ts';
import { type Service, startService } from './purser.ts';

/** Node's own switch, as package.json's `start` gives it. */
const SWITCH = '--disable-sigusr1';

/** In ms after the start: Node's own start, the loading of the program, its work. */
const MOMENTS = [1, 8, 16, 24, 40, 80, 200];

interface Running {
  readonly child: ChildProcess;
  readonly err: () => string;
}

function start(service: Service, node: readonly string[], args: readonly string[]): Running {
  const folder = mkdtempSync(join(tmpdir(), 'purser-debugger-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const child = spawn(process.execPath, [...node, builtProgram(), ...args], {
    env: { ...service.variables(), PURSER_STATE_DIR: folder, PURSER_CONFIG_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let err = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return { child, err: () => err };
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

const closed = (child: ChildProcess) =>
  new Promise(resolve =>
    child.exitCode === null && child.signalCode === null ? child.once('close', resolve) : resolve(0),
  );

/** Whether anybody answers where Node's debugger would. */
function debuggerAnswers(): Promise<boolean> {
  const socket = connect(9229, '127.0.0.1');
  return new Promise<boolean>(resolve => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

const commands: Readonly<Record<string, readonly string[]>> = {
  simulate: ['simulate', '--port', '0'],
  call: ['call', 'account.balances', '--json'],
  doctor: ['doctor'],
  journal: ['journal', 'list'],
  audit: ['audit', 'verify'],
  profile: ['profile', 'list'],
  version: ['--version'],
  help: ['--help'],
};

/** Once Node runs with its switch, whoever started it, or has ended: nothing that was open before is left by then. */
const shut = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null || readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(SWITCH);

test.runIf(process.platform === 'linux').each(Object.entries(commands))(
  'SIGUSR1 opens no debugger in purser %s, at the start and later, however Node was started [G6]',
  async (_, args) => {
    // What is asked takes its time, so that the process lives.
    const service = await startService({ faults: ['* delay=2000'] });
    for (const node of [[SWITCH], []]) {
      for (const moment of MOMENTS) {
        const { child, err } = start(service, node, args);
        await pause(moment);
        child.kill('SIGUSR1');
        await vi.waitFor(() => expect(shut(child)).toBe(true), { timeout: 20_000, interval: 20 });
        child.kill('SIGUSR1');
        // Its threads would have opened it by then.
        await pause(200);
        expect(await debuggerAnswers(), `${node.join()} ${moment} ms: ${err()}`).toBe(false);
        if (node.length > 0) expect(err()).not.toMatch(/debugger/i);
        child.kill('SIGKILL');
        await closed(child);
      }
    }
  },
  120_000,
);
