// Files that the user names: an export, which never replaces a file, and a text to import.

import fs from 'node:fs';
import path from 'node:path';
import { utf8 } from '../lib/utf8.ts';
import { codeOf, type Disk, type DiskResult } from './disk.ts';

export interface ExportFile {
  /** Absolute and final. */
  readonly path: string;
  write(text: string): Promise<DiskResult>;
  /** When all is on the disk, gives it its final name. EEXIST if the name is taken. */
  finish(): Promise<DiskResult>;
  /** Even if it has its final name already. */
  drop(): void;
}

/** If the path is taken, `free` is a similar path without a file. */
export type CreatedFile =
  | { readonly ok: true; readonly file: ExportFile }
  | { readonly ok: false; readonly code: string; readonly free?: string };

export type ExportFiles = Pick<ReturnType<typeof exportFiles>, 'folder' | 'create'>;

interface ExportFileDeps extends TypedFrom {
  /** For the name of each temporary file. */
  readonly unique: () => string;
}

const done = { ok: true } as const;

export function exportFiles({ home, workingFolder, unique }: ExportFileDeps) {
  const resolved = (typed: string): string => typedPath(typed, { home, workingFolder });

  /** `~` is the home folder. */
  async function create(typed: string): Promise<CreatedFile> {
    const target = resolved(typed);
    try {
      if (isFolder(target)) return { ok: false, code: 'EISDIR' };
      if (isTaken(target)) return { ok: false, code: 'EEXIST', free: freeName(typed, resolved) };
      const temporary = `${target}.${unique()}.tmp`;
      const handle = await fs.promises.open(temporary, 'wx', 0o600);
      return { ok: true, file: fileOf(handle, temporary, target) };
    } catch (error) {
      return { ok: false, code: codeOf(error) };
    }
  }

  return { folder: home === undefined ? ('.' as const) : ('~' as const), create };
}

function fileOf(handle: fs.promises.FileHandle, temporary: string, target: string): ExportFile {
  const attempt = async (run: () => Promise<unknown>): Promise<DiskResult> => {
    try {
      await run();
      return done;
    } catch (error) {
      return { ok: false, code: codeOf(error) };
    }
  };
  let taken = false;
  let dropped = false;
  return {
    path: target,
    // `handle.write` might write only a part.
    write: text => attempt(() => handle.writeFile(text)),
    finish: () =>
      attempt(async () => {
        await handle.sync();
        await handle.close();
        if (dropped) throw new Error('dropped');
        take(temporary, target);
        taken = true;
        await syncFolder(path.dirname(target));
      }),
    // Synchronous, because the process may end next. It also removes a finished file.
    drop() {
      dropped = true;
      void handle.close().catch(() => {});
      fs.rmSync(temporary, { force: true });
      if (taken) fs.rmSync(target, { force: true });
    },
  };
}

/**
 * Never over another file: `linkSync` fails if the new name exists. Synchronous, so that `drop` knows whether the
 * file has its name.
 */
function take(temporary: string, target: string): void {
  try {
    fs.linkSync(temporary, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    // This file system has no hard links.
    if (isTaken(target)) throw Object.assign(new Error('taken'), { code: 'EEXIST' });
    fs.renameSync(temporary, target);
  }
  fs.rmSync(temporary, { force: true });
}

/** Makes the new name survive a power failure. Some systems can't open a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.promises.open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** Also as a link to nothing. */
const isTaken = (target: string): boolean => fs.lstatSync(target, { throwIfNoEntry: false }) !== undefined;

const isFolder = (target: string): boolean =>
  fs.statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Such as `payouts-2.csv`. */
function freeName(typed: string, resolved: (name: string) => string): string {
  const { dir, name, ext } = path.parse(typed);
  for (let n = 2; ; n++) {
    const candidate = path.join(dir, `${name}-${n}${ext}`);
    if (!isTaken(resolved(candidate))) return candidate;
  }
}

export type TextRead =
  | { readonly ok: true; readonly text: string }
  /** ENOENT: missing. EFBIG: too large. EILSEQ: not UTF-8. Otherwise the system's error code. */
  | { readonly ok: false; readonly code: string };

export const readTextFile =
  (disk: Pick<Disk, 'read'>, from: TypedFrom) =>
  (typed: string): TextRead => {
    const found = disk.read(typedPath(typed, from));
    if (found.kind === 'absent') return { ok: false, code: 'ENOENT' };
    if (found.kind === 'unreadable') return { ok: false, code: found.code };
    const text = utf8(found.bytes);
    return text === undefined ? { ok: false, code: 'EILSEQ' } : { ok: true, text };
  };

interface TypedFrom {
  /** For `~`. */
  readonly home: string | undefined;
  readonly workingFolder: string;
}

const typedPath = (typed: string, { home, workingFolder }: TypedFrom): string =>
  home !== undefined && /^~(?=[/\\]|$)/.test(typed)
    ? path.join(home, typed.slice(1))
    : path.resolve(workingFolder, typed);
