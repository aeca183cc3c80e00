// Ctrl+Z and its relatives, on a process of the test's own: each leave has one enter, whatever the signals do.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { installSuspend } from '../../src/cli/suspend.ts';

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

test('the key leaves the screen, stops the whole job although nobody listens, and comes back on SIGCONT', () => {
  const { process, did, timers, suspension } = session();
  suspension.suspend();
  expect(did).toEqual(['leave', 'kill 0 SIGTSTP 0']);
  process.emit('SIGCONT');
  expect(did).toEqual(['leave', 'kill 0 SIGTSTP 0', 'enter']);
  expect(timers).toEqual([]);
  expect(process.listenerCount('SIGTSTP')).toBe(1);
});

test('a SIGTSTP from outside stops this process alone in the same way', () => {
  const { process, did } = session();
  process.emit('SIGTSTP');
  process.emit('SIGCONT');
  expect(did).toEqual(['leave', 'kill 42 SIGTSTP 0', 'enter']);
});

test('if nobody can stop the job, the screen comes back', () => {
  const { did, suspension, fire, timers } = session();
  suspension.suspend();
  fire();
  expect(did.at(-1)).not.toBe('enter');
  fire();
  expect(did.at(-1)).toBe('enter');
  expect(timers).toEqual([]);
});

test('a timer that is due on waking does not enter a second time', () => {
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

test('after a SIGSTOP, which no program hears, Purser takes the terminal again', () => {
  const { process, did } = session();
  process.emit('SIGCONT');
  expect(did).toEqual(['leave', 'enter']);
});

test('a system without such signals comes straight back', () => {
  const { did, suspension, timers } = session(() => {
    throw new Error('ENOSYS');
  });
  suspension.suspend();
  expect(did).toEqual(['leave', 'kill 0 SIGTSTP 0', 'enter']);
  expect(timers).toEqual([]);
});

test('Purser can be stopped again, and the handling can be removed', () => {
  const { process, did, suspension } = session(emit => emit('SIGCONT'));
  suspension.suspend();
  suspension.suspend();
  expect(did.filter(step => step === 'enter')).toHaveLength(2);
  suspension.uninstall();
  expect(process.eventNames()).toEqual([]);
});
