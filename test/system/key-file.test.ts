// The API key in a file: only for the user of the file, or as a credential of systemd.

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { checkPrivate, givenKey } from '../../src/system/key-file.ts';
import { temporaryFolder } from '../harness/folder.ts';

const me = process.getuid?.() ?? 0;

function keyFile(content: string | Uint8Array, mode = 0o600): string {
  const file = path.join(temporaryFolder(), 'key');
  fs.writeFileSync(file, content);
  fs.chmodSync(file, mode);
  return file;
}

const read = (file: string, env = {}) => givenKey(file, env, me);
const refusal = (file: string, env = {}): string => {
  const found = read(file, env);
  if (!('why' in found)) throw new Error('the key was accepted');
  return found.why;
};

test.each(['canary-key', 'canary-key\n', 'canary-key\r\n'])('the key is one line: %j', text => {
  expect(read(keyFile(text))).toEqual({ key: 'canary-key' });
  expect(read(keyFile(text, 0o400))).toEqual({ key: 'canary-key' });
});

test('the file comes from the variable too, and the flag has priority', () => {
  const [one, other] = [keyFile('one'), keyFile('other')];
  expect(givenKey(undefined, { PURSER_API_KEY_FILE: one }, me)).toEqual({ key: 'one' });
  expect(givenKey(other, { PURSER_API_KEY_FILE: one }, me)).toEqual({ key: 'other' });
  expect(givenKey(undefined, {}, me)).toEqual({ key: undefined });
  expect(givenKey(undefined, { PURSER_API_KEY_FILE: ' ' }, me)).toEqual({ key: undefined });
});

test('two keys contradict each other', () => {
  const file = keyFile('one');
  expect(refusal(file, { PURSER_API_KEY: 'x' })).toBe(
    'PURSER_API_KEY and --key-file both give an API key. Give one of them.',
  );
  expect(givenKey(undefined, { PURSER_API_KEY: 'x', PURSER_API_KEY_FILE: file }, me)).toEqual({
    why: 'PURSER_API_KEY and PURSER_API_KEY_FILE both give an API key. Give one of them.',
  });
});

test.each(['', '\n', 'two\nlines', 'canary key', 'canary\u0000', Uint8Array.of(0xff)])(
  'no other content is a key, and no sentence shows it: %j',
  content => {
    const why = refusal(keyFile(content));
    expect(why).toContain('must contain the API key in one line');
    expect(why).not.toContain('canary');
  },
);

test.each([0o640, 0o604, 0o644, 0o660, 0o620, 0o602, 0o610, 0o601, 0o444])(
  'a file that others may read is refused: %o',
  mode => {
    const file = keyFile('canary-key', mode);
    expect(refusal(file)).toBe(`Other users may read the key file ${file}. Run: chmod 600 ${file}`);
  },
);

test('an unreadable file is named', () => {
  const file = path.join(temporaryFolder(), 'none');
  expect(refusal(file)).toBe(`The key file ${file} can't be read (ENOENT).`);
  expect(refusal(path.dirname(file))).toContain('EISDIR');
});

describe('a credential of systemd', () => {
  const user = 1000;
  const folder = (mode: number): string => {
    const made = temporaryFolder();
    fs.chmodSync(made, mode);
    return path.join(made, 'key');
  };
  const root = { ownerId: 0, groupId: 0, mode: 0o400 };

  it('is root’s, and an access list gives it to one user', () => {
    for (const mode of [0o500, 0o550, 0o700]) {
      expect(checkPrivate(folder(mode), root, user)).toBeUndefined();
      expect(checkPrivate(folder(mode), { ...root, mode: 0o440 }, user)).toBeUndefined();
    }
    expect(checkPrivate(folder(0o755), { ownerId: user, groupId: user, mode: 0o400 }, user)).toBeUndefined();
  });

  it('is refused if others may read it, or enter its folder', () => {
    for (const mode of [0o444, 0o404, 0o460, 0o442])
      expect(checkPrivate(folder(0o500), { ...root, mode }, user)).toContain(
        'Other users may read the key file',
      );
    expect(checkPrivate(folder(0o500), { ...root, groupId: 100, mode: 0o440 }, user)).toContain(
      'Other users may read',
    );
    for (const mode of [0o501, 0o505, 0o755])
      expect(checkPrivate(folder(mode), root, user)).toContain('Other users may enter the folder');
    expect(checkPrivate('/nowhere/key', root, user)).toContain('Other users may enter the folder');
  });

  it('of a third user is refused', () => {
    expect(checkPrivate(folder(0o500), { ...root, ownerId: 1001 }, user)).toContain(
      'belongs to another user',
    );
  });
});
