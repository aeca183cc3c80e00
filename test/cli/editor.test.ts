// A real editor, as far as a script can be one: what it is given, what comes back, and what is left behind.

import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import here from 'node:process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearLeftovers, textEditor } from '../../src/cli/editor.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'purser-editor-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** An editor that is this shell script; in it `$1` is the file, and `$HOME_OF_TEST` the test's folder. */
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

it('gets the text in a file that nobody else can read, and gives back what it left there', async () => {
  const command = script(
    'cp "$1" given; ls -ld "$1" | cut -c1-10 > mode; ls -ld "$(dirname "$1")" | cut -c1-10 > folder; printf "one\\ntwo\\n" > "$1"',
  );
  expect(await editor({ EDITOR: command })('the text')).toEqual({ ok: true, text: 'one\ntwo\n' });
  expect(noted('given')).toBe('the text\n');
  expect(noted('mode')).toBe('-rw-------\n');
  expect(noted('folder')).toBe('drwx------\n');
  expect(leftBehind()).toEqual([]);
});

it('takes VISUAL before EDITOR, with its flags', async () => {
  const command = script('echo "$1" > flag; echo done > "$2"');
  expect(await editor({ VISUAL: `${command} --wait`, EDITOR: 'false' })('')).toMatchObject({ ok: true });
  expect(noted('flag')).toBe('--wait\n');
});

it.each([{}, { EDITOR: '' }, { VISUAL: ' ', EDITOR: '' }])(
  'finds no editor where the environment names none: %j',
  variables => {
    expect(textEditor(variables, { folder: home, process: process() })).toBeUndefined();
  },
);

it('may replace the file by another one, as some do', async () => {
  const command = script('echo new > "$1.new"; mv "$1.new" "$1"');
  expect(await editor({ EDITOR: command })('old')).toEqual({ ok: true, text: 'new\n' });
});

it.each([
  ['that fails', 'echo lost > "$1"; exit 3', 'ended with 3'],
  ['that is killed', 'kill -9 $$', 'ended'],
  ['that removes the file', 'rm "$1"', 'could not write or read'],
  ['that leaves no UTF-8', 'printf "\\377\\376" > "$1"', "isn't UTF-8"],
  ['that leaves too much', 'head -c 1100000 /dev/zero > "$1"', 'larger than 1 MiB'],
])('%s leaves the text as it was, and no file', async (_, lines, said) => {
  const edited = await editor({ EDITOR: script(lines) })('the text');
  expect(edited).toEqual({ ok: false, why: expect.stringContaining(said) });
  expect(edited).toEqual({ ok: false, why: expect.stringContaining('your text is unchanged') });
  expect(leftBehind()).toEqual([]);
});

it('leaves the text as it was if the editor is missing', async () => {
  expect(await editor({ EDITOR: join(home, 'nowhere') })('x')).toEqual({
    ok: false,
    why: expect.stringContaining('ended with 127'),
  });
});

it('says that no file can be made for the text', async () => {
  writeFileSync(join(home, 'file'), '');
  const command = textEditor({ EDITOR: 'true' }, { folder: join(home, 'file', 'x'), process: process() });
  expect(await command?.('x')).toEqual({ ok: false, why: expect.stringContaining('could not make a file') });
});

it('makes its folder for this user alone', async () => {
  const folder = join(home, 'state', 'editing');
  const command = script('ls -ld "$(dirname "$(dirname "$1")")" | cut -c1-10 > mode');
  await textEditor({ EDITOR: command }, { folder, process: process() })?.('x');
  expect(noted('mode')).toBe('drwx------\n');
});

it('removes the files of a console that was killed, and none of a console that lives', () => {
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

it('receives Ctrl+C while it runs; afterwards Ctrl+C ends the program again', async () => {
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

it('leaves no file behind if Purser ends while it is open', async () => {
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
