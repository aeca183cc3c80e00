// The user's editor, which is a shell script here: the file that it gets, the text that comes back, and no leftovers.

import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import here from 'node:process';
import { beforeEach, expect, it } from 'vitest';
import { clearLeftovers, textEditor } from '../../src/system/editor.ts';
import { temporaryFolder } from '../harness/folder.ts';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

/** An editor that runs these lines of shell. `$1` is the file, `$HOME_OF_TEST` the test's folder. */
function script(lines: string): string {
  const file = join(home, 'editor.sh');
  writeFileSync(file, `#!/bin/sh\nset -e\ncd "${home}"\n${lines}\n`);
  chmodSync(file, 0o755);
  return file;
}
const process = () => Object.assign(new EventEmitter(), { pid: 1 }) as unknown as NodeJS.Process;
const editor = (variables: Record<string, string>, around = process()) => {
  const found = textEditor(variables, { folder: join(home), process: around });
  if (!found) throw new Error('no editor was found');
  return found;
};
const noted = (name: string): string => readFileSync(join(home, name), 'utf8');
const leftBehind = (): string[] => readdirSync(home).filter(name => name.startsWith('purser-'));

it('the editor gets the text in a private file, and Purser reads the file when the editor ends', async () => {
  const command = script(
    'cp "$1" given; ls -ld "$1" | cut -c1-10 > mode; ls -ld "$(dirname "$1")" | cut -c1-10 > folder; printf "one\\ntwo\\n" > "$1"',
  );
  expect(await editor({ EDITOR: command })('the text')).toEqual({ ok: true, text: 'one\ntwo\n' });
  expect(noted('given')).toBe('the text\n');
  expect(noted('mode')).toBe('-rw-------\n');
  expect(noted('folder')).toBe('drwx------\n');
  expect(leftBehind()).toEqual([]);
});

it('VISUAL takes precedence over EDITOR, and may have flags', async () => {
  const command = script('echo "$1" > flag; echo done > "$2"');
  expect(await editor({ VISUAL: `${command} --wait`, EDITOR: 'false' })('')).toMatchObject({ ok: true });
  expect(noted('flag')).toBe('--wait\n');
});

it.each([{}, { EDITOR: '' }, { VISUAL: ' ', EDITOR: '' }])(
  'no editor is chosen if the environment names none: %j',
  variables => {
    expect(textEditor(variables, { folder: home, process: process() })).toBeUndefined();
  },
);

it('the editor may replace the file with a new file', async () => {
  const command = script('echo new > "$1.new"; mv "$1.new" "$1"');
  expect(await editor({ EDITOR: command })('old')).toEqual({ ok: true, text: 'new\n' });
});

it.each([
  ['that fails', 'echo lost > "$1"; exit 3', 'ended with 3'],
  ['that is killed', 'kill -9 $$', 'ended'],
  ['that removes the file', 'rm "$1"', 'could not write or read'],
  ['that leaves no UTF-8', 'printf "\\377\\376" > "$1"', "isn't UTF-8"],
  ['that leaves too much', 'head -c 1100000 /dev/zero > "$1"', 'larger than 1 MiB'],
])('an editor %s does not change the text, and leaves no file', async (_, lines, said) => {
  const edited = await editor({ EDITOR: script(lines) })('the text');
  expect(edited).toEqual({ ok: false, why: expect.stringContaining(said) });
  expect(edited).toEqual({ ok: false, why: expect.stringContaining('your text is unchanged') });
  expect(leftBehind()).toEqual([]);
});

it('the text stays unchanged if the program of the editor is missing', async () => {
  expect(await editor({ EDITOR: join(home, 'nowhere') })('x')).toEqual({
    ok: false,
    why: expect.stringContaining('ended with 127'),
  });
});

it('the editor starts only if Purser can make the file; otherwise Purser says why', async () => {
  writeFileSync(join(home, 'file'), '');
  const command = textEditor({ EDITOR: 'true' }, { folder: join(home, 'file', 'x'), process: process() });
  expect(await command?.('x')).toEqual({ ok: false, why: expect.stringContaining('could not make a file') });
});

it('the editor has a folder that only this user can read', async () => {
  const folder = join(home, 'state', 'editing');
  const command = script('ls -ld "$(dirname "$(dirname "$1")")" | cut -c1-10 > mode');
  await textEditor({ EDITOR: command }, { folder, process: process() })?.('x');
  expect(noted('mode')).toBe('drwx------\n');
});

it('the next console removes the files of a killed console, but not those of a running console', () => {
  const ended = spawnSync('true').pid;
  const [own, running, killed] = [9_999_999, here.pid, ended].map(pid => `purser-${pid}-AbCdEf`);
  for (const name of [own, running, killed, 'other']) {
    mkdirSync(join(home, `${name}`));
    writeFileSync(join(home, `${name}`, 'text.txt'), 'personal');
  }
  clearLeftovers(home, 9_999_999);
  expect(readdirSync(home).toSorted()).toEqual(['other', running]);
  clearLeftovers(join(home, 'nowhere'), 1);
});

it('the editor gets Ctrl+C while it runs; afterwards Ctrl+C ends Purser again', async () => {
  const around = process();
  const heard: string[] = [];
  around.on('SIGINT', () => heard.push('SIGINT'));
  const edited = editor(
    { EDITOR: script('touch open; while [ ! -e close ]; do sleep 0.02; done') },
    around,
  )('x');
  await expect.poll(() => existsSync(join(home, 'open')), { timeout: 15_000 }).toBe(true);
  around.emit('SIGINT');
  expect(heard).toEqual([]);
  writeFileSync(join(home, 'close'), '');
  await edited;
  around.emit('SIGINT');
  expect(heard).toEqual(['SIGINT']);
  expect(around.listenerCount('exit')).toBe(0);
});

it('no file is left if Purser ends while the editor is open', async () => {
  const around = process();
  const edited = editor(
    { EDITOR: script('touch open; while [ ! -e close ]; do sleep 0.02; done') },
    around,
  )('x');
  await expect.poll(() => existsSync(join(home, 'open')), { timeout: 15_000 }).toBe(true);
  expect(leftBehind()).toHaveLength(1);
  around.emit('exit');
  expect(leftBehind()).toEqual([]);
  writeFileSync(join(home, 'close'), '');
  expect(await edited).toMatchObject({ ok: false });
});
