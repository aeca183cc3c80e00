// FAULTS G6: there is no debugger, however Node was started.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { shutDebugger } from '../../src/system/no-debugger.ts';

function started(execArgv: readonly string[], platform = 'linux', forbidden = false) {
  const began: unknown[] = [];
  const process = Object.assign(new EventEmitter(), {
    argv: ['/usr/bin/node', '/opt/purser.mjs', 'doctor', '--json'],
    execArgv,
    execPath: '/usr/bin/node',
    platform,
    execve(file: string, args: readonly string[]) {
      if (forbidden) throw new Error('EPERM');
      began.push([file, ...args]);
    },
  });
  shutDebugger(process);
  expect(process.listenerCount('SIGUSR1')).toBe(1);
  return began;
}

test('without Node’s switch against debuggers, the program starts again with that switch and the same arguments', () => {
  expect(started(['--enable-source-maps'])).toEqual([
    [
      ...['/usr/bin/node', '/usr/bin/node', '--disable-sigusr1', '--enable-source-maps'],
      ...['/opt/purser.mjs', 'doctor', '--json'],
    ],
  ]);
});

test('the program does not restart with the switch, on Windows, or if a restart is forbidden', () => {
  expect(started(['--disable-sigusr1'])).toEqual([]);
  expect(started([], 'win32')).toEqual([]);
  expect(started([], 'linux', true)).toEqual([]);
});
