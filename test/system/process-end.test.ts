// Every end of a session, with a fake process: the terminal is restored once, with the right exit code and lines.

import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import {
  crashLine,
  type EndReason,
  installProcessEnd,
  type UnknownOutcome,
  unknownLine,
} from '../../src/system/process-end.ts';
import { manualClock } from '../harness/clock.ts';

interface Broken {
  readonly onEnd?: boolean;
  readonly restore?: boolean;
  readonly exit?: number;
  readonly finish?: 'throws' | 'rejects' | 'never settles';
  readonly unknown?: boolean;
  /** A rejection of this kind does not end the process. */
  readonly survives?: typeof RangeError;
}

const cancel: UnknownOutcome = { requestId: '7b0c8f7e-0000-4000-8000-000000000001', title: 'Cancel payout' };

/** `inFlight`: a write is in flight, and the test decides when its answer comes. */
function session(broken: Broken = {}, inFlight = false) {
  const did: string[] = [];
  const clock = manualClock(0);
  const flight = flightOf(inFlight, clock, did, broken.finish);
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
    after: clock.after,
    finish: flight.finish,
    unknown() {
      fail(broken.unknown);
      return flight.unknown;
    },
    survives: error => broken.survives !== undefined && error instanceof broken.survives,
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
  return { process, did, reasons, end, clock, flight };
}

/** A fake of the console's `finish`: waits for the answer, or commits UNKNOWN. */
function flightOf(
  inFlight: boolean,
  clock: ReturnType<typeof manualClock>,
  did: string[],
  broken: Broken['finish'],
) {
  const unknown: UnknownOutcome[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let flying = inFlight;
  const settle = (outcome: 'DONE' | 'UNKNOWN') => {
    if (!flying) return;
    flying = false;
    did.push(`commit ${outcome}`);
    if (outcome === 'UNKNOWN') unknown.push(cancel);
    resolve();
  };
  return {
    unknown,
    answer: () => settle('DONE'),
    finish(withinMs: number): Promise<void> | undefined {
      if (!flying) return undefined;
      did.push(`finish ${withinMs}`);
      if (broken === 'throws') throw new Error('CANARY51');
      if (broken === 'rejects') return Promise.reject(new Error('CANARY51'));
      if (broken === undefined) clock.after(withinMs, () => settle('UNKNOWN'));
      return promise;
    },
  };
}

/** Waits until the handlers of settled promises have run. */
const settled = () => new Promise(resolve => setImmediate(resolve));

const ended = (code: number) => ['onEnd', 'raw false', 'restore', `exit ${code}`];

test.each([
  ['SIGINT', 130],
  ['SIGQUIT', 131],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('%s ends the process with the code %i', (signal, code) => {
  const { process, did, reasons } = session();
  process.emit(signal);
  expect(did).toEqual(ended(code));
  expect(reasons).toEqual([{ kind: 'signal', signal }]);
});

test.each(['uncaughtException', 'unhandledRejection'])(
  "%s ends the process with 1 and a line without the error's message [G7a]",
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

test('a rejection that the console survives ends nothing, and an exception always ends the process', () => {
  const { process, did } = session({ survives: RangeError });
  process.emit('unhandledRejection', new RangeError('gone'));
  expect(did).toEqual([]);
  process.emit('uncaughtException', new RangeError('gone'));
  expect(did.at(-1)).toBe('exit 1');
});

test.each([
  ['stdin', 'end'],
  ['stdin', 'close'],
  ['stdin', 'error'],
  ['stdout', 'error'],
] as const)(
  'the process ends with 129 and prints no line if the terminal is gone (%s %s)',
  (stream, event) => {
    const { process, did, reasons } = session();
    process[stream].emit(event, Object.assign(new Error('gone'), { code: 'EIO' }));
    expect(did).toEqual(ended(129));
    expect(reasons).toEqual([{ kind: 'terminal-closed' }]);
  },
);

test('a closed standard error changes nothing', () => {
  const { process, did } = session();
  process.stderr.emit('error', new Error('EPIPE'));
  expect(did).toEqual([]);
});

test('an end that follows another end does not restore the terminal again', () => {
  const { process, did } = session();
  process.emit('SIGTERM');
  process.stdin.emit('close');
  process.emit('uncaughtException', new Error('late'));
  process.emit('exit', 143);
  expect(did.filter(step => step === 'restore')).toHaveLength(1);
  expect(did.filter(step => step === 'onEnd')).toHaveLength(1);
  expect(did.some(step => step.startsWith('say'))).toBe(false);
});

test('a call of process.exit still restores the terminal', () => {
  const { process, did } = session();
  process.emit('exit', 0);
  expect(did).toEqual(['raw false', 'restore']);
});

test('an error during the end does not stop the end, and prints nothing', () => {
  const { process, did } = session({ onEnd: true, restore: true, exit: 1 });
  process.emit('SIGTERM');
  expect(did).toEqual([...ended(143), 'exit 143']);
});

test('after an ordinary end has released the process, further events do nothing', async () => {
  const { process, did, end } = session();
  await end.finish();
  expect(end.release()).toBe(0);
  for (const event of ['exit', 'SIGTERM', 'uncaughtException']) process.emit(event);
  process.stdin.emit('close');
  expect(did).toEqual([]);
  expect(process.eventNames()).toEqual([]);
});

const unknownEnd = (code: number) => [
  'commit UNKNOWN',
  'onEnd',
  'raw false',
  'restore',
  `say ${unknownLine(cancel)}\n`,
  `exit ${code}`,
];
const doneEnd = (code: number) => ['commit DONE', ...ended(code)];

const ways = [
  ['SIGINT', 130, (p: Ending) => p.emit('SIGINT')],
  ['SIGTERM', 143, (p: Ending) => p.emit('SIGTERM')],
  ['SIGHUP', 129, (p: Ending) => p.emit('SIGHUP')],
  ['a terminal that is gone', 129, (p: Ending) => p.stdin.emit('end')],
] as const;
type Ending = ReturnType<typeof session>['process'];

test.each(ways)(
  '%s during a write waits for the answer, and the screen stays until then [E13a E14a]',
  async (_, code, end) => {
    const { process, did, clock, flight } = session({}, true);
    end(process);
    clock.advance(1999);
    await settled();
    expect(did).toEqual(['finish 2000']);
    flight.answer();
    await settled();
    expect(did).toEqual(['finish 2000', ...doneEnd(code)]);
  },
);

test.each(ways)(
  '%s during a write without an answer for 2 s commits UNKNOWN, prints a line and exits with 75 [E13a–d E14a]',
  async (_, _code, end) => {
    const { process, did, clock } = session({}, true);
    end(process);
    clock.advance(2000);
    await settled();
    expect(did).toEqual(['finish 2000', ...unknownEnd(75)]);
  },
);

test.each(['SIGINT', 'SIGTERM', 'SIGQUIT'])(
  '%s as a second signal ends the wait, but only after the commit',
  async signal => {
    const { process, did, clock } = session({}, true);
    process.emit('SIGTERM');
    process.emit(signal);
    await settled();
    expect(did).toEqual(['finish 2000', 'finish 0']);
    clock.advance(0);
    await settled();
    expect(did).toEqual(['finish 2000', 'finish 0', ...unknownEnd(75)]);
  },
);

test('the events of one closed terminal count as one end, and Purser still waits for the answer', async () => {
  const { process, did, clock, flight, reasons } = session({}, true);
  process.emit('SIGHUP');
  process.stdin.emit('end');
  process.stdin.emit('close');
  process.stdout.emit('error', new Error('EIO'));
  process.emit('SIGHUP');
  clock.advance(1000);
  flight.answer();
  await settled();
  expect(did).toEqual(['finish 2000', ...doneEnd(129)]);
  expect(reasons).toEqual([{ kind: 'signal', signal: 'SIGHUP' }]);
});

test('a crash does not wait for an answer: Purser commits UNKNOWN, prints two lines, and exits with 1', async () => {
  const { process, did, clock } = session({}, true);
  process.emit('uncaughtException', new TypeError('CANARY51'));
  clock.advance(0);
  await settled();
  const [, , , , , crash] = did;
  expect(crash).toMatch(/^say purser: ended by an unexpected TypeError/);
  const [commit, onEnd, raw, restore, line, exit] = unknownEnd(1);
  expect(did).toEqual(['finish 0', commit, onEnd, raw, restore, crash, line, exit]);
});

test('a crash while a signal waits for the answer decides the exit code', async () => {
  const { process, did, clock, reasons } = session({}, true);
  process.emit('SIGTERM');
  process.emit('uncaughtException', new TypeError('first'));
  process.emit('unhandledRejection', new RangeError('second'));
  clock.advance(0);
  await settled();
  expect(reasons).toEqual([{ kind: 'crash' }]);
  expect(did.filter(step => /an unexpected/.test(step))).toEqual([expect.stringContaining('TypeError')]);
  expect(did.at(-1)).toBe('exit 1');
});

test.each(['throws', 'rejects'] as const)('a `finish` that %s does not stop the end', async finish => {
  const { process, did } = session({ finish }, true);
  process.emit('SIGTERM');
  await settled();
  expect(did).toEqual(['finish 2000', ...ended(143)]);
});

test('if `finish` never settles, the process ends 3 s after the wait, without a second call', async () => {
  const { process, did, end, clock } = session({ finish: 'never settles' }, true);
  process.emit('SIGTERM');
  process.emit('SIGTERM');
  clock.advance(4999);
  await settled();
  expect(did).toEqual(['finish 2000', 'finish 0']);
  clock.advance(1);
  await settled();
  // The closed console also calls the ordinary end.
  await end.finish();
  expect(did).toEqual(['finish 2000', 'finish 0', ...ended(143)]);
});

test('an earlier unknown outcome is printed too; if the outcomes can’t be read, the program ends as usual [E7b]', () => {
  const before = session();
  before.flight.unknown.push(cancel, { ...cancel, title: 'Convert' });
  before.process.emit('SIGTERM');
  expect(before.did.filter(step => step.startsWith('say'))).toEqual([
    `say ${unknownLine(cancel)}\n`,
    `say ${unknownLine({ ...cancel, title: 'Convert' })}\n`,
  ]);
  expect(before.did.at(-1)).toBe('exit 75');

  const untold = session({ unknown: true });
  untold.process.emit('SIGTERM');
  expect(untold.did).toEqual(ended(143));
});

test('exit code 75 stays even if the first call of process.exit throws', () => {
  const { process, did, flight } = session({ exit: 1 });
  flight.unknown.push(cancel);
  process.emit('SIGTERM');
  process.emit('SIGHUP');
  expect(did.filter(step => step.startsWith('exit'))).toEqual(['exit 75', 'exit 75', 'exit 75']);
});

test('an ordinary end waits for the answer too; without an answer it prints the line and exits with 75', async () => {
  const done = session({}, true);
  const ending = done.end.finish();
  done.flight.answer();
  await ending;
  expect([done.end.release(), done.did]).toEqual([0, ['finish 2000', 'commit DONE']]);

  const lost = session({}, true);
  const waiting = lost.end.finish();
  lost.clock.advance(2000);
  await waiting;
  expect(lost.end.release()).toBe(75);
  expect(lost.did).toEqual(['finish 2000', 'commit UNKNOWN', `say ${unknownLine(cancel)}\n`]);
});

test('a signal during an ordinary end stops the wait for the answer, and the process ends with 75', async () => {
  const { process, did, end, clock } = session({}, true);
  void end.finish();
  process.emit('SIGINT');
  clock.advance(0);
  await settled();
  expect(did).toEqual(['finish 2000', 'finish 0', ...unknownEnd(75)]);
});

test('an ordinary end after a signal stops the wait for the answer', async () => {
  const { process, did, end, clock } = session({}, true);
  process.emit('SIGTERM');
  void end.finish();
  clock.advance(0);
  await settled();
  expect(did).toEqual(['finish 2000', 'finish 0', ...unknownEnd(75)]);
});

test('a signal is handled as usual after an ordinary end has its answer', async () => {
  const { process, did, end, flight } = session({}, true);
  const waiting = end.finish();
  flight.answer();
  await waiting;
  process.emit('SIGTERM');
  expect(did).toEqual(['finish 2000', ...doneEnd(143)]);
});

test('a call of process.exit prints the unknown outcomes', () => {
  const { process, did, flight } = session();
  flight.unknown.push(cancel);
  process.emit('exit', 0);
  expect(did).toEqual(['raw false', 'restore', `say ${unknownLine(cancel)}\n`]);
});

test('the line for an unknown outcome has the request ID and makes hidden characters of the title visible', () => {
  expect(unknownLine(cancel)).toBe(
    'purser: Cancel payout: the outcome is UNKNOWN, request ID 7b0c8f7e-0000-4000-8000-000000000001. The write may have taken effect. Check the journal before you repeat it.',
  );
  expect(unknownLine({ requestId: 'a\u001b[2J', title: '\u202eevil' })).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

const bundle = '/opt/purser/dist/purser.mjs';
const canary = 'CANARY51';

function failed(error: Error, ...frames: string[]): Error {
  error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n');
  return error;
}

test("the crash line names the error's class, system code and place", () => {
  const error = Object.assign(new TypeError(canary), { code: 'EACCES' });
  failed(error, '    at node:internal/x:1:2', `    at draw (file://${bundle}:120:7)`, `    at ${bundle}:9:9`);
  expect(crashLine(error, bundle)).toBe(
    'purser: ended by an unexpected TypeError (EACCES) at purser.mjs:120:7. The terminal was restored.',
  );
});

test.each([
  ['/opt/purser/dist/chunk-AB12.mjs:3:4', 'chunk-AB12.mjs:3:4'],
  ['file:///opt/purser/dist/sub/a.ts:3:4', 'a.ts:3:4'],
])('a frame at %s belongs to Purser', (frame, place) => {
  const error = failed(new Error('x'), '    at other (/opt/other/b.mjs:1:1)', `    at f (${frame})`);
  expect(crashLine(error, bundle)).toContain(` at ${place}.`);
});

test.each([
  ['its message', failed(new Error(`x-api-key: ${canary}`), `    at ${bundle}:1:2`)],
  ['its name', failed(Object.assign(new Error('x'), { name: `${canary}Error` }))],
  ['its code', Object.assign(new Error('x'), { code: canary })],
  [
    'an imitated frame',
    failed(new Error(`x\n    at ${canary}.mjs:1:2\n    at /opt/purser/dist/${canary}.mjs:1:2`)),
  ],
  ['a frame of another file', failed(new Error('x'), `    at f (/home/${canary}/a.mjs:1:2)`)],
  ['a thrown string', canary],
  ['a thrown object', { message: canary, stack: canary, toString: (): string => canary }],
])('the crash line repeats nothing of %s', (_, error) => {
  const line = crashLine(error, bundle);
  expect(line).not.toContain(canary);
  expect(line).toMatch(/^purser: ended by an unexpected /);
  expect(line).not.toMatch(/\n/);
});

test('an error whose stack cannot be read still gets its line', () => {
  expect(crashLine(Object.assign(new RangeError('x'), { stack: 7 }), bundle)).toContain(
    'unexpected RangeError.',
  );
  expect(crashLine(undefined, bundle)).toContain('unexpected value that is not an error.');
});
