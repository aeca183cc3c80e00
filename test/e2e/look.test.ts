// The frame in every terminal: after resizes, without colours, in production, with hostile names.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { layoutOf } from '../../src/ui/screens/layout.ts';
import { temporaryFolder } from '../harness/folder.ts';
import type { PtyProgram } from '../harness/pty.ts';
import type { Screen } from '../harness/terminal.ts';
import { colours, foreign } from './bytes.ts';
import { sees, startPurser, startService, startSignedIn } from './purser.ts';

/** The rows of the screen, without the ages that change with time. */
const still = ({ screen }: PtyProgram): readonly string[] =>
  screen
    .lines()
    .slice(1)
    .map(line => line.replace(/─+ \d+ (?:s|min) ago/, '─ N ago'));

test('many resizes in quick succession end with a correct frame [F18a–b]', async () => {
  const { purser } = await startSignedIn();
  const { screen } = purser;
  screen.press('j', 'j', ']');
  await sees(screen, /IBAN +\w+/);
  const before = still(purser);
  for (let i = 0; i < 60; i++) screen.resize(20 + ((i * 37) % 180), 5 + ((i * 23) % 60));
  for (const [cols, rows] of [
    [1, 1],
    [500, 200],
    [30, 8],
  ] as const)
    screen.resize(cols, rows);
  await sees(screen, 'too small', 'DEMO');
  screen.resize(120, 40);
  await screen.until(() => still(purser).join('\n') === before.join('\n'));
  screen.press('j');
  await sees(screen, '› 日本の売上');
});

test('a window that is small for a moment shows the whole frame again [F18a]', async () => {
  const { purser } = await startSignedIn();
  const { screen } = purser;
  screen.press('j', 'j', ']');
  await sees(screen, /IBAN +\w+/);
  const before = still(purser);
  const { cols, rows } = screen;
  screen.resize(39, 9);
  screen.resize(cols, rows);
  await screen.until(() => still(purser).join('\n') === before.join('\n'));
});

async function walk({ screen }: PtyProgram): Promise<void> {
  screen.press('b');
  await sees(screen, '9 balances, all');
  screen.press('q', 'enter');
  await sees(screen, 'loaded · G loads more');
  screen.press('?');
  await sees(screen, 'Keys here');
  screen.press('esc', '@');
  await sees(screen, /Requests · \d/, 'Newest first');
  screen.press('esc');
  await sees(screen, 'loaded · G loads more');
}

test('NO_COLOR removes every colour, and nothing else; CI changes nothing [F19d]', async () => {
  const { purser: plain } = await startSignedIn({ env: { NO_COLOR: '1', CI: 'true' } });
  await walk(plain);
  expect(colours(plain.screen.bytes)).toEqual([]);
  await sees(plain.screen, 'PENDING');
  const { purser: coloured } = await startSignedIn();
  await walk(coloured);
  expect(colours(coloured.screen.bytes)).not.toEqual([]);
});

test("the theme comes from the flag or config.json, in the terminal's colours", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'config.json'), '{ "theme": "light", "profiles": {} }');
  const badge = ({ screen }: PtyProgram) => screen.cellsOf(' DEMO ')?.[0]?.background;
  const env = { PURSER_CONFIG_DIR: folder };
  const exact = { COLORTERM: 'truecolor' };
  const { purser: byFile } = await startSignedIn({ env: { ...env, ...exact } });
  expect(badge(byFile)).toBe('#116329');
  const { purser: byFlag } = await startSignedIn({ args: ['--theme', 'dark'], env: { ...env, ...exact } });
  expect(badge(byFlag)).toBe('#56d364');
  const { purser: in256 } = await startSignedIn({ env });
  expect(badge(in256)).toBe(22);
  const { purser: in16 } = await startSignedIn({ env: { ...env, TERM: 'xterm' } });
  expect(badge(in16)).toBe(2);
});

test('an unknown theme is refused with the names of all themes', async () => {
  const { screen, exit } = await startPurser({ args: ['--theme', 'drak'] });
  expect(await exit).toEqual({ code: 2, signal: undefined });
  expect(screen.text().replace(/\s+/g, ' ')).toContain('Did you mean dark?');
});

test('production is named on every screen, at every size, also without colours [E23a E23c]', async () => {
  const service = await startService();
  const { PURSER_API_KEY: key = '', ...known } = service.variables();
  const env = { ...known, PURSER_ENVIRONMENT: 'production', NO_COLOR: '1' };
  const { screen } = await startPurser({ env });
  const production = /^ PRODUCTION /;
  await sees(screen, '› API key', production);
  screen.paste(key);
  screen.press('enter', 'enter', 'enter', 'enter');
  await sees(screen, '7 accounts, all');
  for (const [sight, ...keys] of [
    ['100 transactions loaded · G loads more', 'enter'],
    ['Keys here', '?'],
    ['› Customer', 'esc', 'u'],
    [/needs attention/, 'esc', '1'],
  ] as const) {
    screen.press(...keys);
    await sees(screen, sight, production);
  }
  for (const [cols, rows] of [
    [30, 8],
    [12, 2],
    [40, 10],
    [59, 14],
  ] as const) {
    screen.resize(cols, rows);
    await sees(screen, /^ ?PRODUCTION\s/);
  }
});

/** Whether the frame's sides are in place. Text of a wrong width would have moved them. */
function isAligned(screen: Screen): boolean {
  const { list } = layoutOf({ columns: screen.cols, rows: screen.rows });
  const sides = Array.from({ length: list.height }, (_, i) =>
    [list.width + 1, list.width + 2, screen.cols - 1].map(x => screen.cell(x, 3 + i).text),
  ).flat();
  return sides.every(text => text === '│') && /^ DEMO /.test(screen.lines()[0] ?? '');
}

test('hostile names are shown as text, and the terminal executes nothing in them [C25a–b]', async () => {
  const { service, purser } = await startSignedIn({ customer: 7, cols: 140, rows: 50 });
  const { screen } = purser;
  const { accounts = [] } = service.simulator.world.customers[7] ?? {};
  await sees(screen, '␛]0;owned␇Title');
  for (const { record } of accounts) {
    await sees(screen, new RegExp(`^› .* ${record.account_number} `, 'm'));
    await screen.until(isAligned);
    screen.press('j');
  }
  screen.press('g', 'enter');
  await sees(screen, '100 transactions loaded · G loads more');
  const rows = service.simulator.world.customers[7]?.transactions.get(accounts[0]?.record.id ?? '');
  for (const at of [43, 86]) {
    screen.press('pgdn');
    await sees(screen, new RegExp(`ID +${rows?.row(at).id.slice(0, 30)}`));
    await screen.until(isAligned);
  }
  screen.press('@');
  await sees(screen, /Requests · \d/, 'Newest first');
  screen.press('pgdn');
  // The newest answer has the transactions or the Global Account. Both have hostile texts.
  await sees(screen, /description|account_name/);
  screen.press('esc');
  await sees(screen, 'transactions loaded');
  await screen.until(isAligned);

  // The answers to the questions of the first paint.
  expect(screen.replies).toEqual(['\x1b[?2026;2$y', '\x1b[1;2R']);
  expect(foreign(screen.bytes)).toEqual([]);
});
