// Ctrl+Z and the stop signals, with a fake process. After each leave, Purser takes the screen again exactly once.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { installSuspend } from '../../src/system/suspend.ts';

function session(kill?: (emit: (signal: string) => void) => void) {
  const did: string[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const emitter = new EventEmitter();
  const process = Object.assign(emitter, {
    pid: 42,
    kill: (pid: number, signal: string) => {
      did.push(`kill ${pid} ${signal} ${emitter.listenerCount('SIGTSTP')}`);
      kill?.(name => emitter.emit(name));
    },
  });
  const suspension = installSuspend({
    process,
    after: (ms, run) => {
      const timer = { ms, run };
      timers.push(timer);
      return () => {
        const at = timers.indexOf(timer);
        if (at !== -1) timers.splice(at, 1);
      };
    },
    leave: () => did.push('leave'),
    enter: () => did.push('enter'),
  });
  const fire = () => timers.shift()?.run();
  return { process, did, timers, suspension, fire };
}

test('Ctrl+Z leaves the screen and stops the whole job, and SIGCONT takes the screen again', () => {
  const { process, did, timers, suspension } = session();
  suspension.suspend();
  expect(did).toEqual(['leave', 'kill 0 SIGTSTP 0']);
  process.emit('SIGCONT');
  expect(did).toEqual(['leave', 'kill 0 SIGTSTP 0', 'enter']);
  expect(timers).toEqual([]);
  expect(process.listenerCount('SIGTSTP')).toBe(1);
});

test('a SIGTSTP from another program stops only this process, in the same way', () => {
  const { process, did } = session();
  process.emit('SIGTSTP');
  process.emit('SIGCONT');
  expect(did).toEqual(['leave', 'kill 42 SIGTSTP 0', 'enter']);
});

test('if the job does not stop, Purser takes the screen again', () => {
  const { did, suspension, fire, timers } = session();
  suspension.suspend();
  fire();
  expect(did.at(-1)).not.toBe('enter');
  fire();
  expect(did.at(-1)).toBe('enter');
  expect(timers).toEqual([]);
});

test('a timer that ends after SIGCONT does not take the screen a second time', () => {
  const { process, did, suspension, fire, timers } = session();
  suspension.suspend();
  fire();
  process.emit('SIGCONT');
  expect(timers).toEqual([]);
  expect(did.filter(step => step === 'enter')).toHaveLength(1);
});

test('a second request while the process is stopped is ignored', () => {
  const { did, suspension } = session();
  suspension.suspend();
  suspension.suspend();
  expect(did.filter(step => step === 'leave')).toHaveLength(1);
});

test('after a SIGSTOP, which no program can handle, Purser takes the terminal again', () => {
  const { process, did } = session();
  process.emit('SIGCONT');
  expect(did).toEqual(['leave', 'enter']);
});

test('on a system without these signals, Purser takes the screen again immediately', () => {
  const { did, suspension, timers } = session(() => {
    throw new Error('ENOSYS');
  });
  suspension.suspend();
  expect(did).toEqual(['leave', 'kill 0 SIGTSTP 0', 'enter']);
  expect(timers).toEqual([]);
});

test('Purser can be stopped several times, and uninstall removes the listeners', () => {
  const { process, did, suspension } = session(emit => emit('SIGCONT'));
  suspension.suspend();
  suspension.suspend();
  expect(did.filter(step => step === 'enter')).toHaveLength(2);
  suspension.uninstall();
  expect(process.eventNames()).toEqual([]);
});
