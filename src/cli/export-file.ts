// Files of exports: written under a temporary name with mode 0600, then renamed, whole or not at all; an existing file
// is never replaced.
import fs from 'node:fs';
import path from 'node:path';
import { type TypedFrom, typedPath } from './typed-path.ts';

export type FileResult = { readonly ok: true } | { readonly ok: false; readonly code: string };

interface NewFile {
  readonly path: string;
  write(text: string): Promise<FileResult>;
  finish(): Promise<FileResult>;
  drop(): void;
}

interface ExportFileDeps extends TypedFrom {
  /** A new word for each temporary file's name. */
  readonly unique: () => string;
}

const done = { ok: true } as const;

export function exportFiles({ home, workingFolder, unique }: ExportFileDeps) {
  const resolved = (typed: string): string => typedPath(typed, { home, workingFolder });

  async function create(
    typed: string,
  ): Promise<
    | { readonly ok: true; readonly file: NewFile }
    | { readonly ok: false; readonly code: string; readonly free?: string }
  > {
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

function fileOf(handle: fs.promises.FileHandle, temporary: string, target: string): NewFile {
  const attempt = async (run: () => Promise<unknown>): Promise<FileResult> => {
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
    // Not handle.write, which may write only a part.
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
    // At once, because the process may be about to end. A finished file is unwanted too.
    drop() {
      dropped = true;
      void handle.close().catch(() => {});
      fs.rmSync(temporary, { force: true });
      if (taken) fs.rmSync(target, { force: true });
    },
  };
}

/**
 * Renames, but never over another file: a link fails if one exists. In one step, so that the caller knows whether the
 * file has its name.
 */
function take(temporary: string, target: string): void {
  try {
    fs.linkSync(temporary, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    // A file system without links.
    if (isTaken(target)) throw Object.assign(new Error('taken'), { code: 'EEXIST' });
    fs.renameSync(temporary, target);
  }
  fs.rmSync(temporary, { force: true });
}

/** So that the name survives a power failure too; some systems can't open a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.promises.open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** By any entry, also a link to nothing. */
const isTaken = (target: string): boolean => fs.lstatSync(target, { throwIfNoEntry: false }) !== undefined;

const isFolder = (target: string): boolean =>
  fs.statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The name with a number before its ending, the first that is free. */
function freeName(typed: string, resolved: (name: string) => string): string {
  const { dir, name, ext } = path.parse(typed);
  for (let n = 2; ; n++) {
    const candidate = path.join(dir, `${name}-${n}${ext}`);
    if (!isTaken(resolved(candidate))) return candidate;
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'EIO';
}
