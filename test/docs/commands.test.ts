// The commands in the documents exist, and each command of a code block is run here or by the trial that the table names.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allHelp } from '../../build/all-help.ts';
import type { CommandName } from '../../src/system/arguments.ts';
import { calls, desk, openCalls, setsOf } from '../commands/caller.ts';
import { temporaryFolder } from '../harness/folder.ts';
import { inputFor } from '../sim/samples.ts';
import { commandsIn, writtenPart } from './code-lines.ts';

const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync('docs').flatMap(name => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];

const linesOf = (page: string): readonly string[] => commandsIn(writtenPart(page));

/** The words of code in a sentence. */
const codeOf = (page: string): readonly string[] =>
  [
    ...writtenPart(page)
      .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, code = '']) => code);

const helps = allHelp;

describe('each `purser` command exists with its flags', () => {
  it.each(PAGES)('in %s', page => {
    for (const text of [...linesOf(page), ...codeOf(page)]) {
      const [, name, rest = ''] = /(?:^|[ /])purser ([a-z]+)(.*)/.exec(text) ?? [];
      const help = helps.find(one => one.name === name);
      // Another word is the name of a screen.
      if (name === undefined || !help) continue;
      const [first] = /^[a-z-]+/.exec(rest.trim()) ?? [];
      const isWord = first !== undefined && help.words !== undefined;
      if (isWord) expect(Object.keys(help.words ?? {}), text).toContain(first);
      const flags = (isWord ? help.words?.[first]?.flags : undefined) ?? Object.keys(help.flags);
      for (const [, flag] of rest.matchAll(/ --([a-z-]+)/g)) expect([...flags, 'help'], text).toContain(flag);
    }
  });
});

/** Commands that need another system, and the trial that runs them. */
const ELSEWHERE: readonly (readonly [line: RegExp, trial: string])[] = [
  [/^npm (?:ci|test|start|run check)/, '.ci/run'],
  [/^npm run years /, 'test/years/years.test.ts'],
  [/^npm install --global/, 'test/package/main.ts'],
  [/^(?:apt|dnf) install|^install -m 755 /, 'test/package/bare-root.ts'],
  [/^(?:minisign|sha256sum) /, 'test/package/signature.test.ts'],
  // With a real root: the built program in a mount namespace.
  [/^install -d -o root|^install -o root/, 'test/e2e'],
  [/^export PURSER_|^read -rs|^purser(?: --version)?$/, 'test/e2e'],
  // It runs until somebody stops it, and writes outside the home folder or to a collector.
  [/^purser audit follow/, 'test/commands/audit-follow.test.ts'],
  [/^(?:install -m 644 \/usr\/share|systemctl )/, 'test/package/examples.test.ts'],
  [/^(?:su postgres|apt-get install|purser team|purser journal import|useradd|rm -f)/, 'test/team/main.ts'],
  [/^(?:install -D|echo .TLS_CACERT)/, 'test/team/sign-ins.ts'],
];
/** Files of other programs. */
const SETTINGS =
  /^(?:\[Service\]|[A-Z][A-Za-z-]+[:=]|hostssl |listen_addresses|ssl|0 2 \* |HOME=|PATH=|MATCH |(?:\S+ )(?:delay|status|set|reset)=)/;

const isHere = (line: string): boolean =>
  !ELSEWHERE.some(([elsewhere]) => elsewhere.test(line)) && !SETTINGS.test(line);

const inShell = (line: string, cwd: string) => spawnSync('bash', ['-c', line], { cwd, encoding: 'utf8' });
const noSqlite = inShell('sqlite3 --version', '.').status !== 0;

/** A customer with a payout, a profile, and the words of the documents with their values here. */
async function setUp() {
  // A timeline reads all lists.
  await openCalls({ rows: 30 });
  const home = temporaryFolder();
  const order = await inputFor(desk, 'payout.create', 0);
  expect((await calls.call('payout.create', ...setsOf(order ?? {}), '--confirm', '10.10')).code).toBe(0);
  const [paid] = desk.sim.world.payouts.all;
  const [payout, customer] = [paid?.id ?? '', desk.sim.world.customers[0]];
  const { clientId, programId } = desk.sim.credentials;
  const live = { baseUrl: desk.sim.url, clientId, programId, environment: 'demo' };
  writeFileSync(join(home, 'config.json'), JSON.stringify({ profiles: { live } }));
  const account = customer?.accounts[0]?.record.id ?? '';
  const values: readonly (readonly [word: string, here: string])[] = [
    ['PAYOUT_ID', payout],
    ['BENEFICIARY_ID', paid?.beneficiaryId ?? ''],
    ['4f2a', payout.slice(-4)],
    ['CARD_ID', customer?.cards.all[0]?.id ?? ''],
    ['ACCOUNT_ID', account],
    [' ID', ` ${account}`],
    ['~/.config/purser', calls.folder],
    ['~/.local/state/purser', calls.folder],
    ['/backup/audit-2026-11-22', `${home}/audit-$(date +%F)`],
    ['/backup', home],
  ];
  return { home, values };
}

/** 2: without its token a write is not sent. 3: the simulator's history of an account does not prove everything. */
const codesOf = (line: string): readonly number[] =>
  line === 'purser call payout.cancel --set id=PAYOUT_ID'
    ? [2]
    : line.startsWith('purser check')
      ? [0, 3]
      : [0];

describe('the commands of the code blocks', () => {
  const pages = PAGES.map(page => [page, linesOf(page).filter(isHere)] as const);
  it.each(pages.filter(([, lines]) => lines.length > 0))('of %s run: %j', async (_, lines) => {
    const { home, values } = await setUp();
    let head = '';
    for (const line of lines) {
      const put = values.reduce((now, [word, here]) => now.replaceAll(word, here), line);
      const [program = '', name, ...rest] = put
        .replaceAll('$(date +%F)', 'today')
        .replace('N:HASH', head)
        .split(' ');
      if (program === 'purser') {
        const { code, out, err } = await calls.run(name as CommandName, rest);
        expect(codesOf(line), `${line}: ${err}`).toContain(code);
        if (line.includes('audit export')) head = JSON.parse(out).head;
      } else if (!noSqlite || !line.includes('sqlite3')) {
        const { status, stderr } = inShell(put.replaceAll('$(date +%F)', 'today'), home);
        expect([status, stderr], line).toEqual([0, '']);
        // A copy of the journal is as private as the journal.
        if (line.includes('sqlite3'))
          expect(statSync(join(home, 'journal-today.db')).mode & 0o777).toBe(0o600);
      }
    }
  });

  it.each(ELSEWHERE)('%s is run by %s', (_, trial) => {
    expect(existsSync(trial)).toBe(true);
  });
});
