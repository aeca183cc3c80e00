// The file operations that the console's own files need, behind an interface that tests can fake.
import fs from 'node:fs';
import { errorCode } from '../lib/error-code.ts';
import { makeFolders } from './make-folders.ts';

/** All is read from the same open file. */
export type FileRead =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly code: string }
  | {
      readonly kind: 'file';
      readonly bytes: Uint8Array;
      readonly ownerId: number;
      readonly groupId?: number;
      readonly mode: number;
    };

/** `code`: the system's error code. */
type DiskRefusal = { readonly ok: false; readonly code: string };
export type DiskResult = { readonly ok: true } | DiskRefusal;

export interface Disk {
  /** Reads a regular file of at most 1 MiB, through symbolic links. */
  read(path: string): FileRead;
  /** The folder must be ours and writable; its mode becomes 0700. */
  makePrivateFolder(path: string): DiskResult;
  /** In one step, with mode 0600. After a failure the old file is unchanged. */
  replace(path: string, text: string): DiskResult;
  /** A missing file counts as removed. */
  remove(path: string): DiskResult;
  /** A console that dies loses its lock. */
  withLock<T>(path: string, work: () => T): { readonly ok: true; readonly value: T } | DiskRefusal;
  /** Renames the file to a free name next to it. */
  setAside(path: string): { readonly ok: true; readonly to: string } | DiskRefusal;
}

const maxBytes = 1024 * 1024;

/** `unique`: a new word for the name of each temporary file. */
export function systemDisk(unique: () => string): Disk {
  return {
    read: path => readFile(path),
    makePrivateFolder: path => attempt(() => makePrivateFolder(path), refused),
    replace: (path, text) => attempt(() => replaceFile(path, text, unique()), refused),
    remove: path => attempt(() => removeFile(path), refused),
    setAside: path => attempt(() => setAside(path), refused),
    withLock(path, work) {
      const taken = attempt(() => takeLock(`${path}.lock`), refused);
      if (!taken.ok) return taken;
      try {
        return { ok: true, value: work() };
      } finally {
        taken.free();
      }
    },
  };
}

/** As `Disk` does. `flags`: added to those of the opening. */
export const readFile = (path: string, flags = 0): FileRead =>
  attempt(() => readRegularFile(path, flags), unreadable);

const refused = (code: string) => ({ ok: false, code }) as const;
const unreadable = (code: string): FileRead =>
  code === 'ENOENT' ? { kind: 'absent' } : { kind: 'unreadable', code };

function attempt<T>(run: () => T, failed: (code: string) => T): T {
  try {
    return run();
  } catch (error) {
    return failed(codeOf(error));
  }
}

export const codeOf = (error: unknown): string => errorCode(error) ?? 'EIO';

function readRegularFile(path: string, flags: number): FileRead {
  // Opens without blocking, so that a pipe in place of the file can't stop the start.
  const file = fs.openSync(path, flags | (fs.constants.O_NONBLOCK ?? 0));
  try {
    const facts = fs.fstatSync(file);
    if (!facts.isFile()) return { kind: 'unreadable', code: facts.isDirectory() ? 'EISDIR' : 'EINVAL' };
    if (facts.size > maxBytes) return { kind: 'unreadable', code: 'EFBIG' };
    const { uid: ownerId, gid: groupId, mode } = facts;
    return { kind: 'file', bytes: fs.readFileSync(file), ownerId, groupId, mode: mode & 0o7777 };
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

/** In ms. The work under a lock takes a few ms. */
const LOCK_WAIT = 400;

/** A lock of the operating system, which SQLite takes. It ends with its process. */
function takeLock(lock: string): { readonly ok: true; readonly free: () => void } | DiskRefusal {
  fs.closeSync(fs.openSync(lock, 'a', 0o600));
  // Most consoles never take a lock.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(lock, { timeout: LOCK_WAIT });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    return refused(error instanceof Error && /locked/.test(error.message) ? 'EBUSY' : 'EIO');
  }
  return { ok: true, free: () => database.close() };
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
