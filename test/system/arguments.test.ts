// The command that each command line means, and refusals that never repeat a secret.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseArguments } from '../../src/system/arguments.ts';
import { expectReviewed, wordsOf } from '../harness/reviewed.ts';

const screens = ['overview', 'accounts', 'balances', 'history', 'payouts', 'beneficiaries', 'journal'];
const parse = (...argv: string[]) => parseArguments(argv, screens);

function sentence(...argv: string[]): string {
  const command = parse(...argv);
  if (command.kind !== 'usage-error') throw new Error(`${argv.join(' ')} was accepted as ${command.kind}`);
  return command.sentence;
}

test('each command line means what the reviewed file says', () =>
  expectReviewed(join(import.meta.dirname, 'arguments.txt'), line => {
    const command = parse(...wordsOf(line).slice(1));
    return command.kind === 'usage-error' ? command.sentence : JSON.stringify(command);
  }));

const canary = 'CANARY51deadbeef';

test.each([
  [`--api-key=${canary}`],
  ['--api-key', canary],
  ['--apikey', canary],
  ['--API_KEY', canary],
  ['-api-key', canary],
  ['\u2014token', canary],
  ['\u2013\u2013secret', canary],
  ['--client-secret', canary],
  ['--shared-api-key', canary],
  ['--token', canary],
  ['--password', canary],
  ['--auth', canary],
  [`PURSER_API_KEY=${canary}`],
  [`x-api-key: ${canary}`],
  ['simulate', '--api-key', canary],
  ['accounts', '--', '--secret', canary],
  ['--help', '--api-key', canary],
  ['call', 'account.list', `--api-key=${canary}`],
  ['accounts', '--set', `api_key=${canary}`],
])('a secret on the command line is refused and not repeated: %s [G4a]', (...argv) => {
  expect(sentence(...argv)).toMatch(/never takes secrets from the command line.*PURSER_API_KEY/);
  expect(sentence(...argv)).not.toContain(canary);
});

test.each([
  [canary],
  [`--${canary}`],
  [`--x=${canary}`],
  [`-${canary}`],
  ['accounts', canary],
  [`accounts/\t${canary}`],
  [`--read-only=${canary}`],
])('a key in the wrong argument is not repeated: %s', (...argv) => {
  expect(sentence(...argv)).not.toContain(canary);
});
