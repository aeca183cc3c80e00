// Long commands show their progress on a terminal, in one line of standard error that is gone at the end.
import { beforeEach, expect, test } from 'vitest';
import { progressOn } from '../../src/commands/command-parts.ts';
import { t } from '../../src/lib/visible.ts';
import { calls, openCalls } from './caller.ts';

const ERASED = '\r\u001b[K';
const TERMINAL = { watched: true, env: { TERM: 'xterm' } };
const COLOUR = new RegExp(`${'\u001b'}\\[[\\d;]*m`);
beforeEach(() => openCalls());

/** The part of standard error that a terminal still shows. */
const left = (err: string): string =>
  err
    .split('\n')
    .map(line => line.split(ERASED).at(-1))
    .join('\n');

test('a list shows how many records were read so far, and clears that line at the end', async () => {
  const { code, out, err } = await calls.run('call', ['beneficiary.list', '--all'], TERMINAL);
  expect(code).toBe(0);
  expect(err).toContain(`${ERASED}240 records so far`);
  expect(left(err)).toBe('');
  expect(out).not.toContain('\u001b');
});

test('an error during the progress gets its own line', async () => {
  const { code, err } = await calls.run(
    'call',
    ['beneficiary.list', '--all', '--user', 'acct_none'],
    TERMINAL,
  );
  expect(code).toBe(1);
  expect(left(err)).toMatch(/^purser: [^\r]+\n/);
});

test.each([
  ['doctor', ['--json'], 'Looking at the set-up and the service …'],
  ['audit', ['verify', '--allow-none'], 'Checking the audit log …'],
] as const)('purser %s shows its progress, and leaves only its result', async (name, rest, says) => {
  const { err } = await calls.run(name, rest, TERMINAL);
  expect(err).toContain(says);
  expect(left(err)).toBe('');
});

test.each([
  ['a file', { watched: false, env: { TERM: 'xterm' } }],
  ['a dumb terminal', { watched: true, env: { TERM: 'dumb' } }],
])('a command shows no progress on %s', async (_, options) => {
  const { code, err } = await calls.run('call', ['beneficiary.list', '--all'], options);
  expect([code, err]).toEqual([0, '']);
});

test('without a terminal a long command says every ten seconds how far it is, and a quick one nothing', () => {
  let [text, now] = ['', 0];
  const process = { env: {}, stderr: { isTTY: false } } as unknown as NodeJS.Process;
  const err = (said: string): void => {
    text += said;
  };
  const progress = progressOn({ process, err }, () => now);
  for (now = 0; now < 25_000; now += 1000) progress.show(t`${now / 1000} of 25`);
  progress.end();
  expect(text).toBe('purser: 10 of 25\npurser: 20 of 25\n');
});

test('no command writes a colour, with NO_COLOR and without it', async () => {
  for (const NO_COLOR of ['1', undefined])
    for (const [name, ...rest] of [
      ['call', 'account.balances'],
      ['call', '--list'],
      ['doctor'],
      ['profile', 'list'],
      ['journal', 'list'],
      ['audit', 'verify'],
    ] as const) {
      const env = { ...TERMINAL.env, ...(NO_COLOR !== undefined && { NO_COLOR }) };
      const { out, err } = await calls.run(name, rest, { ...TERMINAL, env });
      expect(`${out}${err}`).not.toMatch(COLOUR);
    }
});
