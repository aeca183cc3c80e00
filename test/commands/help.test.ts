// What --help lists is what the parser takes: every flag, in lines that fit a small terminal.
import { expect, test } from 'vitest';
import { FLAGS as audit } from '../../src/commands/audit.ts';
import { FLAGS as journal } from '../../src/commands/journal.ts';
import { flagLines } from '../../src/lib/flag-lines.ts';
import { simulate, FLAGS as simulated } from '../../src/sim/command.ts';
import { openDesk } from '../sim/http.ts';
import { caller } from './caller.ts';

async function helpOf(command: 'journal' | 'audit'): Promise<string> {
  const { sim } = await openDesk();
  const { code, out } = await caller(sim).run(command, ['--help']);
  await sim.close();
  expect(code).toBe(0);
  return out;
}

test('purser simulate, journal and audit --help list every flag that they take', async () => {
  const lines: string[] = [];
  expect(await simulate(['--help'], line => lines.push(line))).toBe(0);
  const helps = [
    [simulated, lines.join('\n')],
    [journal, await helpOf('journal')],
    [audit, await helpOf('audit')],
  ] as const;
  for (const [flags, help] of helps) {
    for (const [name, { says }] of Object.entries(flags)) {
      expect(help).toMatch(new RegExp(`^ {2}--${name} `, 'm'));
      expect(help.replace(/\s+/g, ' ')).toContain(says);
    }
  }
  for (const help of [helps[1][1], helps[2][1]])
    for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
});

test('a flag with what follows it, and a text that goes on under its own beginning', () => {
  const says = 'so many words that they do not fit beside the flag in one line of eighty columns';
  expect(flagLines({ all: { says: 'all of it' }, 'user-id': { takes: 'user ID', says } })).toEqual([
    '  --all              all of it',
    '  --user-id USER_ID  so many words that they do not fit beside the flag in one',
    '                     line of eighty columns',
  ]);
});
