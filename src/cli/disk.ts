// The file system as the console's own files need it, behind an interface that tests can fake.
import fs from 'node:fs';
import { makeFolders } from './make-folders.ts';

/** A file with the facts its trust depends on, all taken from one open file. `mode` is the permission bits. */
export type FileRead =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly code: string }
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly ownerId: number; readonly mode: number };

/** The result of a change to the disk; `code` is the system's (`EACCES`, `ENOSPC`, …). */
type DiskRefusal = { readonly ok: false; readonly code: string };
type DiskResult = { readonly ok: true } | DiskRefusal;

export interface Disk {
  /** Reads a regular file of at most 1 MiB, through symbolic links. */
  read(path: string): FileRead;
  /** Makes the folder, and its parents, if needed; checks that it is ours, writable and 0700. */
  makePrivateFolder(path: string): DiskResult;
  /** Replaces the file whole or not at all, with mode 0600. */
  replace(path: string, text: string): DiskResult;
  /** Removes the file; a missing file counts as removed. */
  remove(path: string): DiskResult;
  /** Runs `work` while no other console is in such work on this file. A lock that a dead console left lasts 5 s. */
  alone<T>(path: string, work: () => T): { readonly ok: true; readonly value: T } | DiskRefusal;
  /** Renames the file to a free name next to it, and returns that name. */
  setAside(path: string): { readonly ok: true; readonly to: string } | DiskRefusal;
}

const maxBytes = 1024 * 1024;

/** The disk of this machine. `unique` gives a new word for each temporary file's name. */
export function systemDisk(unique: () => string): Disk {
  return {
    read: path => attempt(() => readRegularFile(path), unreadable),
    makePrivateFolder: path => attempt(() => makePrivateFolder(path), refused),
    replace: (path, text) => attempt(() => replaceFile(path, text, unique()), refused),
    remove: path => attempt(() => removeFile(path), refused),
    setAside: path => attempt(() => setAside(path), refused),
    alone(path, work) {
      const lock = `${path}.lock`;
      const taken = attempt(() => takeLock(lock), refused);
      if (!taken.ok) return taken;
      try {
        return { ok: true, value: work() };
      } finally {
        attempt(() => removeFile(lock), refused);
      }
    },
  };
}

const refused = (code: string) => ({ ok: false, code }) as const;
const unreadable = (code: string): FileRead =>
  code === 'ENOENT' ? { kind: 'absent' } : { kind: 'unreadable', code };

function attempt<T>(run: () => T, failed: (code: string) => T): T {
  try {
    return run();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return failed(typeof code === 'string' ? code : 'EIO');
  }
}

function readRegularFile(path: string): FileRead {
  // Not blocking, so that a pipe in the file's place can't hang the start.
  const file = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  try {
    const facts = fs.fstatSync(file);
    if (!facts.isFile()) return { kind: 'unreadable', code: facts.isDirectory() ? 'EISDIR' : 'EINVAL' };
    if (facts.size > maxBytes) return { kind: 'unreadable', code: 'EFBIG' };
    return { kind: 'file', bytes: fs.readFileSync(file), ownerId: facts.uid, mode: facts.mode & 0o7777 };
  } finally {
    fs.closeSync(file);
  }
}

function makePrivateFolder(path: string): DiskResult {
  makeFolders(path);
  const facts = fs.statSync(path);
  if (!facts.isDirectory()) return refused('ENOTDIR');
  const user = process.getuid?.();
  if (user !== undefined && facts.uid !== user) return refused('EPERM');
  if (user !== undefined && (facts.mode & 0o077) !== 0) fs.chmodSync(path, 0o700);
  fs.accessSync(path, fs.constants.W_OK | fs.constants.X_OK);
  return { ok: true };
}

function replaceFile(path: string, text: string, unique: string): DiskResult {
  const temporary = `${path}.${unique}.tmp`;
  const file = fs.openSync(temporary, 'wx', 0o600);
  try {
    try {
      fs.writeFileSync(file, text);
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
    fs.renameSync(temporary, path);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  return { ok: true };
}

/** How long a lock lasts in ms, how often Purser tries to get it, and the pause between in ms. */
const LOCK_LASTS = 5000;
const LOCK_TRIES = 20;
const LOCK_PAUSE = 20;

function takeLock(lock: string): DiskResult {
  for (let tries = 0; tries < LOCK_TRIES; tries++) {
    try {
      fs.closeSync(fs.openSync(lock, 'wx', 0o600));
      return { ok: true };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const facts = fs.statSync(lock, { throwIfNoEntry: false });
    if (facts && Date.now() - facts.mtimeMs > LOCK_LASTS) fs.rmSync(lock, { force: true });
    // The work under a lock takes a few ms, and nothing else may run in between.
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_PAUSE);
  }
  return refused('EBUSY');
}

function removeFile(path: string): DiskResult {
  fs.rmSync(path, { force: true });
  return { ok: true };
}

function setAside(path: string): { ok: true; to: string } | { ok: false; code: string } {
  for (let number = 1; number < 100; number++) {
    const to = `${path}.unreadable-${number}`;
    if (fs.existsSync(to)) continue;
    fs.renameSync(path, to);
    return { ok: true, to };
  }
  return refused('EEXIST');
}
