// The help of every command has all its flags, an example, and lines that fit a small terminal.
import { expect, test } from 'vitest';
import { allHelp } from '../../build/all-help.ts';
import { helpText } from '../../src/lib/command-help.ts';
import { flagLines } from '../../src/lib/flag-lines.ts';
import { t } from '../../src/lib/visible.ts';
import { FLAGS, simulate } from '../../src/sim/command.ts';
import { PLACES } from '../../src/store/places.ts';
import { type CommandName, parseArguments } from '../../src/system/arguments.ts';
import { readCommandLine } from '../../src/system/command-line.ts';
import { ownHelp, SUMMARIES, usage } from '../../src/system/usage.ts';
import { openDesk } from '../sim/http.ts';
import { caller } from './caller.ts';

const helps = allHelp;

/** What `purser COMMAND --help` prints. */
async function printed(name: string): Promise<string> {
  if (name === '') return usage(PLACES);
  if (name === 'open' || name === 'quote' || name === 'reset') return ownHelp(name);
  if (name === 'simulate') {
    const read = readCommandLine(t`purser simulate`, ['--help'], FLAGS);
    if (!read.ok) throw new Error(read.why);
    let text = '';
    const out = (more: string): void => {
      text += more;
    };
    expect(await simulate(read.line, { out, err: out })).toBe(0);
    return text;
  }
  const { sim } = await openDesk();
  const { code, out } = await caller(sim).run(name as CommandName, ['--help']);
  expect(code).toBe(0);
  return out;
}

/** Words that make the parser see a command and not a screen. */
const FIRST_WORD: Readonly<Record<string, readonly string[]>> = {
  journal: ['list'],
  open: ['purser://a/b'],
  quote: ['gbpusd1'],
};

test('every command has a help, and purser --help has its summary', () => {
  const named = helps.slice(1);
  expect(Object.fromEntries(named.map(({ name, summary }) => [name, summary]))).toEqual(SUMMARIES);
  for (const { name } of named) {
    const { kind } = parseArguments([name, ...(FIRST_WORD[name] ?? [])], PLACES);
    expect(['command', 'simulate', 'reset', 'console'], name).toContain(kind);
  }
});

test.each(helps)('purser $name --help has its flags and an example', async help => {
  const text = await printed(help.name);
  const onOneLine = text.replace(/\s+/g, ' ');
  for (const [flag, { says }] of Object.entries(help.flags)) {
    expect(text).toMatch(new RegExp(`^ {2}--${flag}[ ,]`, 'm'));
    expect(onOneLine).toContain(says);
  }
  expect(help.examples.length).toBeGreaterThan(0);
  for (const { line, says } of help.examples) {
    expect(text).toContain(`\n  ${line}\n`);
    expect(onOneLine).toContain(says);
  }
  // The reference of faults may have longer lines.
  for (const line of text.split('ACTIONs')[0]?.split('\n') ?? [])
    expect(line.length, line).toBeLessThanOrEqual(80);
  expect(text).toMatch(/[^\n]\n$/);
});

test.each(helps)('every flag and every command in an example of purser $name exists', ({ examples }) => {
  for (const { line } of examples) {
    const [, first = '', ...rest] = line.replace(/^source <\(|\)$| \|.*$/g, '').split(' ');
    const help = helps.find(({ name }) => name === first) ?? helps[0];
    const flags = [first, ...rest].flatMap(word => /^--([a-z-]+)/.exec(word)?.[1] ?? []);
    expect(Object.keys(help?.flags ?? {})).toEqual(expect.arrayContaining(flags));
  }
});

test('a long usage line breaks between its parts, and continues under its name', () => {
  const [help] = helps;
  if (!help) throw new Error('there is no help');
  const part = '[--some-flag WITH_A_VALUE]';
  const usage = [`audit verify ${[part, part, part].join(' ')}`, 'completion bash|zsh'];
  expect(
    helpText({ ...help, usage })
      .split('\n\n')[0]
      ?.split('\n'),
  ).toEqual([
    `Usage: purser audit verify ${part} ${part}`,
    `                           ${part}`,
    '       purser completion bash|zsh',
  ]);
});

test('a flag is on one line with its value, and a long text continues under its first word', () => {
  const says = 'so many words that they do not fit beside the flag in one line of eighty columns';
  const flags = { all: { says: 'all of it', short: 'a' }, 'user-id': { takes: 'user ID', says } };
  expect(flagLines(flags)).toEqual([
    '  --all, -a          all of it',
    '  --user-id USER_ID  so many words that they do not fit beside the flag in one',
    '                     line of eighty columns',
  ]);
});
