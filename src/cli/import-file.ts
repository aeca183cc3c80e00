// Text files that a person names: regular ones of at most 1 MiB, in UTF-8.
import type { Disk } from './disk.ts';
import { type TypedFrom, typedPath } from './typed-path.ts';

export type TextRead =
  | { readonly ok: true; readonly text: string }
  /** ENOENT if it is missing, EFBIG if it is too large, EILSEQ if it isn't UTF-8; otherwise the system's code. */
  | { readonly ok: false; readonly code: string };

export const readTextFile =
  (disk: Pick<Disk, 'read'>, from: TypedFrom) =>
  (typed: string): TextRead => {
    const found = disk.read(typedPath(typed, from));
    if (found.kind === 'absent') return { ok: false, code: 'ENOENT' };
    if (found.kind === 'unreadable') return { ok: false, code: found.code };
    try {
      // A byte order mark is dropped.
      return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(found.bytes) };
    } catch {
      return { ok: false, code: 'EILSEQ' };
    }
  };
