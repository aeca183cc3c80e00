// FAULTS G6: no debugger, however Node was started.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { shutDebugger } from '../../src/cli/no-debugger.ts';

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

test('without the switch the program starts itself again with the switch, and with everything else as it was', () => {
  expect(started(['--enable-source-maps'])).toEqual([
    [
      ...['/usr/bin/node', '/usr/bin/node', '--disable-sigusr1', '--enable-source-maps'],
      ...['/opt/purser.mjs', 'doctor', '--json'],
    ],
  ]);
});

test('with the switch, on Windows, or where the switch is forbidden, the program goes on', () => {
  expect(started(['--disable-sigusr1'])).toEqual([]);
  expect(started([], 'win32')).toEqual([]);
  expect(started([], 'linux', true)).toEqual([]);
});
