// Every way a session can end, on a process of the test's own: restored once, the right code, one line at most.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { type EndReason, installProcessEnd } from '../../src/cli/process-end.ts';

function session(broken: { onEnd?: boolean; restore?: boolean; exit?: number } = {}) {
  const did: string[] = [];
  const fail = (now: boolean | undefined) => {
    if (now) throw new Error('CANARY51');
  };
  let exitsToFail = broken.exit ?? 0;
  const stdin = Object.assign(new EventEmitter(), {
    setRawMode: (raw: boolean) => did.push(`raw ${raw}`),
  });
  const process = Object.assign(new EventEmitter(), {
    stdin,
    stdout: new EventEmitter(),
    stderr: new EventEmitter(),
    exit: (code: number) => {
      did.push(`exit ${code}`);
      fail(exitsToFail-- > 0);
    },
  });
  const reasons: EndReason[] = [];
  const end = installProcessEnd({
    process,
    bundle: '/opt/purser.mjs',
    restore: () => {
      did.push('restore');
      fail(broken.restore);
    },
    onEnd: reason => {
      reasons.push(reason);
      did.push('onEnd');
      fail(broken.onEnd);
    },
    say: text => did.push(`say ${text}`),
  });
  return { process, did, reasons, end };
}

const ended = (code: number) => ['onEnd', 'raw false', 'restore', `exit ${code}`];

test.each([
  ['SIGINT', 130],
  ['SIGQUIT', 131],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('%s ends with %i', (signal, code) => {
  const { process, did, reasons } = session();
  process.emit(signal);
  expect(did).toEqual(ended(code));
  expect(reasons).toEqual([{ kind: 'signal', signal }]);
});

test.each(['uncaughtException', 'unhandledRejection'])(
  'G7: %s ends with 1 and a line that repeats nothing',
  event => {
    const { process, did, reasons } = session();
    process.emit(event, new TypeError('CANARY51'));
    const said = did.find(step => step.startsWith('say '));
    expect(did).toEqual(['onEnd', 'raw false', 'restore', said, 'exit 1']);
    expect(said).toMatch(/^say purser: ended by an unexpected TypeError\b[^\n]*\n$/);
    expect(said).not.toContain('CANARY51');
    expect(reasons).toEqual([{ kind: 'crash' }]);
  },
);

test.each([
  ['stdin', 'end'],
  ['stdin', 'close'],
  ['stdin', 'error'],
  ['stdout', 'error'],
] as const)('a terminal that is gone (%s %s) ends with 129 and no line', (stream, event) => {
  const { process, did, reasons } = session();
  process[stream].emit(event, Object.assign(new Error('gone'), { code: 'EIO' }));
  expect(did).toEqual(ended(129));
  expect(reasons).toEqual([{ kind: 'terminal-closed' }]);
});

test('standard error closed, or SIGUSR1, is nothing', () => {
  const { process, did } = session();
  process.stderr.emit('error', new Error('EPIPE'));
  expect(process.emit('SIGUSR1')).toBe(true);
  expect(did).toEqual([]);
});

test('an end during or after the end restores nothing twice', () => {
  const { process, did } = session();
  process.emit('SIGTERM');
  process.stdin.emit('close');
  process.emit('uncaughtException', new Error('late'));
  process.emit('exit', 143);
  expect(did.filter(step => step === 'restore')).toHaveLength(1);
  expect(did.filter(step => step === 'onEnd')).toHaveLength(1);
  expect(did.some(step => step.startsWith('say'))).toBe(false);
});

test('process.exit called by anybody still leaves the terminal right', () => {
  const { process, did } = session();
  process.emit('exit', 0);
  expect(did).toEqual(['raw false', 'restore']);
});

test('what fails on the way out stops nothing, nor is it said', () => {
  const { process, did } = session({ onEnd: true, restore: true, exit: 1 });
  process.emit('SIGTERM');
  expect(did).toEqual([...ended(143), 'exit 143']);
});

test('an ordinary end is left alone once released', () => {
  const { process, did, end } = session();
  end.release();
  for (const event of ['exit', 'SIGTERM', 'uncaughtException']) process.emit(event);
  process.stdin.emit('close');
  expect(did).toEqual([]);
  expect(process.eventNames()).toEqual([]);
});
