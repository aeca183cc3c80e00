// Who may change a file: its owner, everybody who may write it, and the owners of the folders above.

import fs from 'node:fs';
import path from 'node:path';
import { errorCode } from '../lib/error-code.ts';

export interface Trust {
  readonly top: string;
  /** Absent on Windows, whose rights Node can't read. */
  readonly isOwner: ((userId: number) => boolean) | undefined;
  /** Symbolic links are allowed, and their targets are checked too. */
  readonly links?: true;
  /** Allows a folder where everybody may add files, but only the owner may replace a file. */
  readonly sticky?: true;
}

export interface Weakness {
  readonly file: string;
  /** Or the system's error code. */
  readonly why: 'link' | 'owner' | 'open' | (string & {});
}

/** The first file or folder that others may change. Undefined if only the owners may change the file. */
export function weaknessOf(file: string, trust: Trust): Weakness | undefined {
  const own = first(path.resolve(file), trust);
  if (own || !trust.links) return own;
  try {
    return first(fs.realpathSync(file), trust);
  } catch (error) {
    return { file, why: errorCode(error) ?? 'EIO' };
  }
}

function first(file: string, trust: Trust): Weakness | undefined {
  for (const each of from(trust.top, file)) {
    const why = weakness(each, trust);
    if (why !== undefined) return { file: each, why };
  }
  return undefined;
}

const STICKY = 0o1000;

function weakness(file: string, { isOwner, links, sticky }: Trust): Weakness['why'] | undefined {
  let facts: fs.Stats;
  try {
    facts = fs.lstatSync(file);
  } catch (error) {
    return errorCode(error) ?? 'EIO';
  }
  const isLink = facts.isSymbolicLink();
  if (isLink && !links) return 'link';
  if (!isOwner) return undefined;
  if (!isOwner(facts.uid)) return 'owner';
  const shared = sticky && facts.isDirectory() && (facts.mode & STICKY) !== 0;
  // A link's own mode says nothing.
  return !isLink && !shared && (facts.mode & 0o022) !== 0 ? 'open' : undefined;
}

/** The folders from `top` down to `file`, and the file. All folders if the file is elsewhere. */
function from(top: string, file: string): readonly string[] {
  const above = path.dirname(file);
  return file === top || above === file ? [file] : [...from(top, above), file];
}
