// What can't be started is refused in a sentence, with exit code 2 and nothing but text on the terminal.
import { expect, test } from 'vitest';
import { startShell } from './purser.ts';

const canary = 'canary-4d1f';

test.each([
  { what: 'a flag there is none of', args: ['--colour'], says: 'There is no flag --colour.' },
  {
    what: 'G4 a key on the command line',
    args: [`--api-key=${canary}`],
    says: 'Purser never takes secrets from the command line',
  },
  {
    what: 'A5 plain http to another machine',
    env: { PURSER_BASE_URL: 'http://127.0.0.1.evil.example', PURSER_API_KEY: canary },
    says: 'must be https://',
  },
  {
    what: 'A7 a Node that would show secrets',
    env: { NODE_OPTIONS: '--trace-tls', PURSER_API_KEY: canary },
    says: 'NODE_OPTIONS contains --trace-tls',
  },
  { what: 'F19 TERM=dumb', env: { TERM: 'dumb' }, says: 'TERM is dumb' },
  { what: 'F19 no TERM', before: 'unset TERM;', says: 'TERM is not set' },
  { what: 'F19 input that is no terminal', from: '</dev/null', says: 'standard input is not one' },
  { what: 'F19 output that is no terminal', from: '>/dev/null', says: 'standard output is not one' },
  { what: 'F19 output that is closed', from: '>&-', says: 'standard output is not one' },
])('$what', async ({ args = [], env = {}, before = '', from = '', says }) => {
  const { screen, exit } = await startShell(`${before} exec "$0" "$@" ${from}`, { args, env, cols: 200 });
  expect(await exit).toEqual({ code: 2, signal: undefined });
  expect(screen.text()).toMatch(/^purser: /);
  expect(screen.text()).toContain(says);
  expect(screen.bytes).not.toContain('\x1b');
  expect(screen.bytes).not.toContain(canary);
});
