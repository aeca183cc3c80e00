// SIGUSR1 at any moment of any command opens no debugger, because a debugger could read the API key.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';
import { repeated } from '../harness/whole.ts';
import { builtProgram } from './program.ts';
import { type Service, startService } from './purser.ts';

/** Node's switch against SIGUSR1, as in package.json's `start`. */
const SWITCH = '--disable-sigusr1';

/** Milliseconds after the start: while Node starts, while the program loads, while it works. */
const MOMENTS = repeated([8, 40], [1, 8, 16, 24, 40, 80, 200]);

interface Running {
  readonly child: ChildProcess;
  readonly err: () => string;
}

function start(service: Service, node: readonly string[], args: readonly string[]): Running {
  const folder = temporaryFolder();
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

/** Whether a program answers at the port of Node's debugger. */
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

/** Whether Node now runs with its switch or has ended. Any earlier debugger port is closed by then. */
const shut = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null || readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(SWITCH);

test.runIf(process.platform === 'linux').each(Object.entries(commands))(
  'SIGUSR1 at any moment opens no debugger in purser %s, however Node was started [G6a]',
  async (_, args) => {
    // Answers are slow, so that the process is still running.
    const service = await startService({ faults: ['* delay=2000'] });
    for (const node of [[SWITCH], []]) {
      for (const moment of MOMENTS) {
        const { child, err } = start(service, node, args);
        await pause(moment);
        child.kill('SIGUSR1');
        await vi.waitFor(() => expect(shut(child)).toBe(true), { timeout: 20_000, interval: 20 });
        child.kill('SIGUSR1');
        // By then a debugger would have opened. A process that has ended can't open one.
        await Promise.race([pause(200), closed(child)]);
        expect(await debuggerAnswers(), `${node.join()} ${moment} ms: ${err()}`).toBe(false);
        if (node.length > 0) expect(err()).not.toMatch(/debugger/i);
        child.kill('SIGKILL');
        await closed(child);
      }
    }
  },
  120_000,
);
