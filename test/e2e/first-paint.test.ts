// Between the first paint and the first frame: an end restores the terminal, and keys wait for the console.

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../harness/folder.ts';
import { builtProgram } from './program.ts';
import { expectRestored, pidOf, sees, startService, startShell, thenSettings } from './purser.ts';

/** A copy of the program that runs `code` before the console, which is loaded after the first paint. */
function programWith(code: string): string {
  const folder = temporaryFolder();
  cpSync(dirname(builtProgram()), folder, { recursive: true });
  const console = readdirSync(folder).filter(name => name.startsWith('live-console-'));
  expect(console).toHaveLength(1);
  const file = join(folder, console[0] ?? '');
  writeFileSync(file, `${code}\n${readFileSync(file, 'utf8')}`);
  return join(folder, 'purser.mjs');
}

/** Code that waits until this file exists. */
const waitsFor = (file: string): string => `
  const { existsSync } = process.getBuiltinModule('node:fs');
  while (!existsSync(${JSON.stringify(file)})) await new Promise(resolve => setTimeout(resolve, 5));`;

const start = (program: string, env: Record<string, string>) =>
  startShell(thenSettings.replaceAll('"$0" "$@"', `"$0" ${program} accounts`), { cols: 120, rows: 30, env });

const NEVER = join(tmpdir(), 'purser-no-such-file');

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
  '%s during loading restores the terminal',
  async signal => {
    const service = await startService();
    const purser = await start(programWith(waitsFor(NEVER)), service.variables());
    await sees(purser.screen, ' DEMO ', 'signing in', '2 Accounts');
    expect(purser.screen.alternate()).toBe(true);
    process.kill(pidOf(purser), signal);
    await purser.exit;
    expectRestored(purser, { SIGTERM: 143, SIGINT: 130, SIGHUP: 129, SIGQUIT: 131 }[signal]);
  },
);

test("a console that can't be loaded restores the terminal and prints a line", async () => {
  const purser = await start(programWith('throw new TypeError("canary-4d1f");'), {});
  await purser.exit;
  expectRestored(purser, 1);
  expect(purser.screen.bytes).toContain(' DEMO ');
  expect(purser.screen.text()).toMatch(/^purser: ended by an unexpected TypeError at live-console-\S+\. The/);
  expect(purser.screen.bytes).not.toContain('canary-4d1f');
});

test('before the console is loaded, SIGTSTP does not stop Purser, and keys wait for the console', async () => {
  const folder = temporaryFolder();
  const loads = join(folder, 'loads');
  const service = await startService();
  const purser = await start(programWith(waitsFor(loads)), service.variables());
  const { screen } = purser;
  await sees(screen, 'signing in');
  process.kill(pidOf(purser), 'SIGTSTP');
  screen.type('?');
  writeFileSync(loads, '');
  await sees(screen, 'Keys');
  screen.press('esc');
  await sees(screen, '7 accounts, all');
  screen.type(':q\r');
  await purser.exit;
  expectRestored(purser, 0);
});

test('--screen-reader writes no first paint', async () => {
  const program = programWith('throw new TypeError();');
  const { screen, exit } = await startShell(`exec "$0" ${program} --screen-reader`, { cols: 120, rows: 30 });
  expect((await exit).code).toBe(1);
  expect(screen.bytes).not.toContain('DEMO');
  expect(screen.bytes).not.toContain('?1049h');
});

/** The files that a file imports, directly or through others. */
function loadedWith(folder: string, file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const text = readFileSync(join(folder, file), 'utf8');
  for (const [, next = ''] of text.matchAll(/(?:\bimport|\bfrom)"\.\/([^"]+)"/g))
    loadedWith(folder, next, loaded);
  return loaded;
}

// test/start.test.ts lists the modules. Each further file would add half a millisecond to every start.
test('the code for the first paint is in four files, without the large packages', () => {
  const folder = dirname(builtProgram());
  const files = new Set([...loadedWith(folder, 'purser.mjs'), ...loadedWith(folder, 'main.mjs')]);
  expect(files.size).toBeLessThanOrEqual(4);
  const text = [...files].map(file => readFileSync(join(folder, file), 'utf8')).join('\n');
  expect(text).toContain('function paintFirst(');
  const all = readdirSync(folder).map(file =>
    file.endsWith('.mjs') ? readFileSync(join(folder, file), 'utf8') : '',
  );
  // A word of ink, react, zod, undici, jsonc-parser and of the completion of bash.
  for (const word of [
    'ink-root',
    'ReactSharedInternals',
    '_zod',
    'UND_ERR_SOCKET',
    'scanNextNonTrivia',
    'COMPREPLY',
  ]) {
    expect(all.some(other => other.includes(word))).toBe(true);
    expect(text).not.toContain(word);
  }
});
