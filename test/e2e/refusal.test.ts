// A start that Purser refuses: a sentence, exit code 2, and no escape sequence on the terminal.
import { expect, test } from 'vitest';
import { startShell } from './purser.ts';

const canary = 'canary-4d1f';

test.each([
  { what: 'an unknown flag', args: ['--colour'], says: 'There is no flag --colour.' },
  {
    what: 'a key on the command line [G4a–b]',
    args: [`--api-key=${canary}`],
    says: 'Purser never takes secrets from the command line',
  },
  {
    what: 'plain http to another machine [A5a–b]',
    env: { PURSER_BASE_URL: 'http://127.0.0.1.evil.example', PURSER_API_KEY: canary },
    says: 'must be https://',
  },
  {
    what: 'a Node option that would show secrets [A7]',
    env: { NODE_OPTIONS: '--trace-tls', PURSER_API_KEY: canary },
    says: 'NODE_OPTIONS contains --trace-tls',
  },
  { what: 'TERM=dumb [F19a–c]', env: { TERM: 'dumb' }, says: 'TERM is dumb' },
  {
    what: 'TERM=dumb with CI and NO_COLOR [F19d]',
    env: { TERM: 'dumb', CI: 'true', NO_COLOR: '1' },
    says: 'TERM is dumb',
  },
  { what: 'a missing TERM [F19a–c]', before: 'unset TERM;', says: 'TERM is not set' },
  { what: 'input that is not a terminal [F19a–c]', from: '</dev/null', says: 'standard input is not one' },
  { what: 'output that is not a terminal [F19a–c]', from: '>/dev/null', says: 'standard output is not one' },
  { what: 'closed output [F19a–c]', from: '>&-', says: 'standard output is not one' },
])('Purser does not start with $what', async ({ args = [], env = {}, before = '', from = '', says }) => {
  const { screen, exit } = await startShell(`${before} exec "$0" "$@" ${from}`, { args, env, cols: 200 });
  expect(await exit).toEqual({ code: 2, signal: undefined });
  expect(screen.text()).toMatch(/^purser: /);
  expect(screen.text()).toContain(says);
  expect(screen.bytes).not.toContain('\x1b');
  expect(screen.bytes).not.toContain(canary);
});
