// FAULTS G7: the line about a crash has the error's class and place, but not its message.
import { expect, test } from 'vitest';
import { crashLine } from '../../src/system/crash-line.ts';

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
