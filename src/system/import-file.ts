// Reads a text file that the user names: a regular file of at most 1 MiB, in UTF-8.
import { utf8 } from '../lib/utf8.ts';
import type { Disk } from './disk.ts';
import { type TypedFrom, typedPath } from './typed-path.ts';

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
