// The command that each command line means, and refusals that never repeat a secret.
import { expect, test } from 'vitest';
import { parseArguments } from '../../src/system/arguments.ts';

const screens = [
  'overview',
  'accounts',
  'balances',
  'history',
  'payouts',
  'beneficiaries',
  'journal',
] as const;
const parse = (...argv: string[]) => parseArguments(argv, screens);
const noFlags = { readOnly: false, write: false, screenReader: false };

function sentence(...argv: string[]): string {
  const command = parse(...argv);
  if (command.kind !== 'usage-error') throw new Error(`${argv.join(' ')} was accepted as ${command.kind}`);
  return command.sentence;
}

test('purser without arguments opens the console', () => {
  expect(parse()).toEqual({ kind: 'console', flags: noFlags });
});

test.each([
  ['accounts', { screen: 'accounts' }],
  ['accounts/', { screen: 'accounts' }],
  ['accounts/acct_1', { screen: 'accounts', id: 'acct_1' }],
  ['history/acct_1', { screen: 'history', id: 'acct_1' }],
  ['payouts/a/b?c', { screen: 'payouts', id: 'a/b?c' }],
  ['journal', { screen: 'journal' }],
])('%s is read as a place', (text, place) => {
  expect(parse(text)).toEqual({ kind: 'console', place, flags: noFlags });
});

test('every flag is read, in both spellings, before and after the place', () => {
  expect(
    parse(
      '--profile',
      'live',
      'accounts',
      '--read-only',
      '--theme=dark',
      '--screen-reader',
      '--verbose',
      '--ca-file',
      'ca.pem',
    ),
  ).toEqual({
    kind: 'console',
    place: { screen: 'accounts' },
    flags: {
      profile: 'live',
      readOnly: true,
      write: false,
      theme: 'dark',
      screenReader: true,
      verbose: true,
      caFile: 'ca.pem',
    },
  });
  expect(parse('--write')).toMatchObject({ flags: { write: true, readOnly: false } });
});

test('the arguments after simulate belong to simulate', () => {
  expect(parse('simulate', '--port', '4010', '--rows=5')).toEqual({
    kind: 'simulate',
    rest: ['--port', '4010', '--rows=5'],
  });
  expect(parse('simulate')).toEqual({ kind: 'simulate', rest: [] });
  // simulate has its own help, with flags that the program's help doesn't list.
  expect(parse('simulate', '--help')).toEqual({ kind: 'simulate', rest: ['--help'] });
  for (const flag of ['--help', '-h'])
    expect(parse('journal', flag)).toEqual({ kind: 'command', name: 'journal', rest: [flag] });
  expect(sentence('--read-only', 'simulate')).toContain('simulate comes first');
});

test('the words help and version mean the flags, for the program and for each command', () => {
  expect(parse('help')).toEqual({ kind: 'help' });
  expect(parse('quote', 'gbp', 'usd', '1,000.50')).toMatchObject({
    kind: 'console',
    quote: 'gbp usd 1,000.50',
  });
  expect(parse('quote', '--help')).toEqual({ kind: 'help', of: 'quote' });
  expect(parse('help', 'open')).toEqual({ kind: 'help', of: 'open' });
  expect(parse('help', 'call')).toEqual({ kind: 'command', name: 'call', rest: ['--help'] });
  expect(parse('help', 'simulate')).toEqual({ kind: 'simulate', rest: ['--help'] });
  expect(parse('help', 'journal')).toEqual({ kind: 'command', name: 'journal', rest: ['--help'] });
  expect(parse('version')).toEqual({ kind: 'version' });
});

test('help for a mistyped screen or command suggests the right word', () => {
  const meant = 'There is no screen or command jurnal. Did you mean journal?';
  expect(sentence('help', 'jurnal')).toBe(meant);
  expect(sentence('jurnal', '--help')).toBe(meant);
  expect(sentence('jurnal', 'list', '-h')).toBe(meant);
});

test('help and version override everything else, and reset takes no arguments', () => {
  expect(parse('--help')).toEqual({ kind: 'help' });
  expect(parse('-h')).toEqual({ kind: 'help' });
  expect(parse('accounts', '--profile', '--help', '-h')).toEqual({ kind: 'help' });
  expect(parse('--read-only', 'call', '--help')).toEqual({ kind: 'help' });
  expect(parse('--version')).toEqual({ kind: 'version' });
  expect(parse('reset')).toEqual({ kind: 'reset' });
  expect(sentence('reset', 'now')).toBe('purser reset takes no arguments.');
  expect(sentence('reset', '--write')).toBe('purser reset takes no arguments.');
});

test.each([
  ['call', 'account.list'],
  ['profile', 'list'],
  ['doctor'],
  ['audit', 'verify'],
  ['journal', 'list'],
])('the arguments after %s belong to that command', (name, ...rest) => {
  expect(parse(name, ...rest)).toEqual({ kind: 'command', name, rest });
});

test('journal is a screen and a sub-command', () => {
  expect(parse('journal', '--read-only')).toMatchObject({
    kind: 'console',
    place: { screen: 'journal' },
  });
});

test('a sub-command must be the first word', () => {
  expect(sentence('--profile', 'x', 'call', 'account.list')).toBe('call comes first: purser call [OPTIONS].');
});

test.each([
  ['acounts', 'There is no screen or command acounts. Did you mean accounts?'],
  ['acounts/x', 'There is no screen or command acounts. Did you mean accounts?'],
  ['ben', 'There is no screen or command ben. Did you mean beneficiaries?'],
  ['payuots', 'There is no screen or command payuots. Did you mean payouts?'],
  ['demo', 'The demo is a profile: purser --profile demo.'],
  ['simulat', 'There is no screen or command simulat. Did you mean simulate?'],
  ['hlep', 'There is no screen or command hlep. Did you mean help?'],
  ['--demo', 'The demo is a profile: purser --profile demo.'],
  ['--readonly', 'There is no flag --readonly. Did you mean --read-only?'],
  ['--colour', 'There is no flag --colour. See purser --help.'],
])('the typo %s gets a suggestion', (text, expected) => {
  expect(sentence(text)).toBe(expected);
});

test('an unknown word without a similar word gets the list of screens', () => {
  expect(sentence('zzzzzz')).toContain('The screens are overview, accounts');
});

test.each([
  [['--profile'], '--profile needs a name after it.'],
  [['--profile='], '--profile needs a name after it.'],
  [['--profile', '--write'], '--profile needs a name after it.'],
  [['--ca-file'], '--ca-file needs a file after it.'],
  [['--read-only=false'], '--read-only takes no value.'],
  [['--write', '--write'], '--write is given twice.'],
  [['--write', '--read-only'], '--write and --read-only contradict each other. Give one of them.'],
  [['accounts', 'acct_1'], 'Give one screen. Write the record after a slash, as in accounts/ID.'],
  [['accounts/..'], 'The text after accounts/ is not an ID.'],
  [['accounts/.'], 'The text after accounts/ is not an ID.'],
  [['accounts/a\nb'], 'The text after accounts/ is not an ID.'],
  [['accounts/a\u202eb'], 'The text after accounts/ is not an ID.'],
])('the arguments %j are refused', (argv, expected) => {
  expect(sentence(...argv)).toBe(expected);
});

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

test('a value may look like the name of a secret', () => {
  expect(parse('--profile', 'key')).toMatchObject({ flags: { profile: 'key' } });
  expect(parse('accounts/token')).toMatchObject({ place: { screen: 'accounts', id: 'token' } });
});

test('a word that looks like a secret is refused, except after --set of call', () => {
  const field = 'body.authorization_controls.allowed_transaction_count=SINGLE';
  expect(parse('call', 'card.issue', '--set', field)).toEqual({
    kind: 'command',
    name: 'call',
    rest: ['card.issue', '--set', field],
  });
  expect(sentence('call', 'account.list', '--api-key=canary')).toContain('Purser never takes secrets');
  expect(sentence('accounts', '--set', 'api_key=canary')).toContain('Purser never takes secrets');
});
