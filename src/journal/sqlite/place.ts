// The journal's place: a folder and a file that are ours alone, checked before SQLite sees them.

import fs from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../../lib/error-code.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { makeFolders } from '../../system/make-folders.ts';

export type DatabasePlace =
  | { readonly ok: true; readonly exists: boolean }
  | { readonly ok: false; readonly why: Visible };

/** The folder gets 0700. Refuses a file that isn't a regular file of our own. */
export function preparePlace(file: string): DatabasePlace {
  try {
    const folder = dirname(file);
    makeFolders(folder);
    const facts = fs.statSync(folder);
    if (!facts.isDirectory()) return refused(folder, t`the path is not a folder`);
    if (!isOurs(facts)) return refused(folder, t`the folder belongs to another user`);
    keepPrivate(folder, facts, 0o700);
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return prepareFiles(file);
  } catch (error) {
    return refused(file, visible(errorCode(error) ?? 'EIO'));
  }
}

function prepareFiles(file: string): DatabasePlace {
  for (const each of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
    const facts = fs.statSync(each, { throwIfNoEntry: false });
    if (facts === undefined) continue;
    if (!facts.isFile()) return refused(each, t`the path is not a file`);
    if (!isOurs(facts)) return refused(each, t`the file belongs to another user`);
    keepPrivate(each, facts, 0o600);
  }
  const exists = fs.existsSync(file);
  if (exists) fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK);
  return { ok: true, exists };
}

/** Nobody ever sees half a journal, and no file is overwritten. */
export function putInPlace(finished: string, file: string): void {
  try {
    fs.linkSync(finished, file);
  } catch (error) {
    // Some systems have no hard links.
    if (errorCode(error) !== 'EEXIST') copyInPlace(finished, file);
  }
  syncFolder(dirname(file));
}

function copyInPlace(finished: string, file: string): void {
  try {
    fs.copyFileSync(finished, file, fs.constants.COPYFILE_EXCL);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Makes the name in the folder survive a power failure. Windows can't do that, and needn't. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/** Whether the open file is still in its place. If not, its records are gone when the program ends. */
export function watchPlace(file: string): () => boolean {
  const identity = () =>
    [file, `${file}-wal`].map(each => {
      const facts = fs.statSync(each, { throwIfNoEntry: false });
      return facts && `${facts.dev} ${facts.ino}`;
    });
  const opened = identity();
  return () => identity().every((each, index) => opened[index] === undefined || each === opened[index]);
}

/** Network file systems on Linux, where processes on two machines can't share the memory that WAL needs. */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x5346414f,
]);

export const onNetwork = (folder: string): boolean =>
  process.platform === 'linux' && networkTypes.has(fs.statfsSync(folder).type);

function isOurs(facts: fs.Stats): boolean {
  const user = process.getuid?.();
  return user === undefined || facts.uid === user;
}

function keepPrivate(path: string, facts: fs.Stats, mode: number): void {
  if (process.getuid !== undefined && (facts.mode & 0o077) !== 0) fs.chmodSync(path, mode);
}

const refused = (path: string, why: Visible): DatabasePlace => ({
  ok: false,
  why: t`${visible(path)}: ${why}`,
});
