// Reads the API key from a file, for machines without a desktop: such as a credential of systemd.

import fs from 'node:fs';
import path from 'node:path';
import { headerWord } from '../api/contract/header-text.ts';
import { attempt } from '../lib/attempt.ts';
import { utf8 } from '../lib/utf8.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { type FileRead, readFile } from './disk.ts';
import type { Variables } from './folders.ts';

type KeyRead = { readonly key: string | undefined } | { readonly why: Visible };

/** From the file of `--key-file` or PURSER_API_KEY_FILE, or undefined. `userId`: undefined on Windows. */
export function givenKey(flag: string | undefined, env: Variables, userId: number | undefined): KeyRead {
  const [file, source] = [
    flag ?? (env['PURSER_API_KEY_FILE']?.trim() || undefined),
    flag ? '--key-file' : 'PURSER_API_KEY_FILE',
  ];
  if (file === undefined) return { key: undefined };
  if (env['PURSER_API_KEY']?.trim())
    return { why: t`PURSER_API_KEY and ${visible(source)} both give an API key. Give one of them.` };
  return keyIn(path.resolve(file), userId);
}

function keyIn(file: string, userId: number | undefined): KeyRead {
  const name = visible(file, 400);
  const read = readFile(file);
  if (read.kind !== 'file')
    return {
      why: t`The key file ${name} can't be read (${visible(read.kind === 'absent' ? 'ENOENT' : read.code)}).`,
    };
  const unsafe = userId === undefined ? undefined : checkPrivate(file, read, userId);
  if (unsafe) return { why: unsafe };
  const key = utf8(read.bytes)?.replace(/\r?\n$/, '');
  read.bytes.fill(0);
  return key !== undefined && headerWord.test(key)
    ? { key }
    : { why: t`The key file ${name} must contain the API key in one line, without spaces.` };
}

type KeyFileFacts = Pick<Extract<FileRead, { kind: 'file' }>, 'ownerId' | 'groupId' | 'mode'>;

/**
 * systemd gives root's files to one user: the group's bits are then the mask of that access list, and only this user
 * and root may enter the folder.
 */
export function checkPrivate(
  file: string,
  { ownerId, groupId, mode }: KeyFileFacts,
  userId: number,
): Visible | undefined {
  const name = visible(file, 400);
  const credential = ownerId === 0 && ownerId !== userId;
  if (ownerId !== userId && !credential)
    return t`The key file ${name} belongs to another user. Make the file your own (chown).`;
  const allowed = credential && groupId === 0 ? 0o440 : 0o600;
  if ((mode & 0o077 & ~allowed) !== 0)
    return t`Other users may read the key file ${name}. Run: chmod 600 ${name}`;
  if (credential && isEntered(path.dirname(file)))
    return t`Other users may enter the folder of the key file ${name}. Run: chmod o= ${visible(path.dirname(file), 400)}`;
  return undefined;
}

const isEntered = (folder: string): boolean =>
  attempt(() => (fs.statSync(folder).mode & 0o007) !== 0) ?? true;
