// Drafts in the state folder: one file for each customer of each service, for this user only.

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { counted } from '../lib/counted.ts';
import { utf8 } from '../lib/utf8.ts';
import { t, type Visible } from '../lib/visible.ts';
import { codeOf, type Disk, type DiskResult } from './disk.ts';

export interface DraftOf {
  readonly service: string;
  readonly programId: string;
  /** `customerKey`. */
  readonly customer: string;
}

export type DraftFiles = ReturnType<typeof draftFiles>;

/** `service`: replaces the service's address, if that changes at each start. */
export function draftFiles(disk: Disk, stateFolder: string | undefined, service?: string) {
  const folder = stateFolder && path.join(stateFolder, 'drafts');
  const absent = { ok: false, code: 'ENOENT' } as const;

  const fileOf = (of: DraftOf): string | undefined => {
    const names = JSON.stringify([service ?? of.service, of.programId, of.customer]);
    const name = createHash('sha256').update(names).digest('hex').slice(0, 32);
    return folder && path.join(folder, `new-customer-${name}.json`);
  };
  const textOf = (file: string) => {
    const found = disk.read(file);
    if (found.kind !== 'file') return found;
    const text = utf8(found.bytes);
    return text === undefined ? ({ kind: 'damaged' } as const) : ({ kind: 'text', text } as const);
  };
  /** Another console may have written its own draft. */
  const isAsBefore = (file: string, before: string | undefined): boolean => {
    const now = textOf(file);
    return now.kind === 'absent' ? true : now.kind === 'text' && now.text === before;
  };

  return {
    /** `damaged`: not UTF-8. */
    read(of: DraftOf) {
      const file = fileOf(of);
      return file === undefined ? ({ kind: 'absent' } as const) : textOf(file);
    },
    /** Gives EEXIST if the file has another text than `before`. */
    write(of: DraftOf, text: string, before: string | undefined): DiskResult {
      const file = fileOf(of);
      if (file === undefined || folder === undefined || stateFolder === undefined) return absent;
      for (const made of [disk.makePrivateFolder(stateFolder), disk.makePrivateFolder(folder)])
        if (!made.ok) return made;
      return isAsBefore(file, before) ? disk.replace(file, text) : { ok: false, code: 'EEXIST' };
    },
    remove(of: DraftOf, before: string | undefined): DiskResult {
      const file = fileOf(of);
      if (file === undefined) return { ok: true };
      return isAsBefore(file, before) ? disk.remove(file) : { ok: false, code: 'EEXIST' };
    },
    setAside(of: DraftOf) {
      const file = fileOf(of);
      return file === undefined ? absent : disk.setAside(file);
    },
  };
}

export interface KeptDraft {
  readonly file: string;
  /** Epoch ms. */
  readonly changedAt: number;
  /** Returns the system's error code, or undefined. */
  remove(): string | undefined;
}

export const draftCount = (count: number): Visible =>
  counted(count, t`draft of a new customer`, t`drafts of new customers`);

/** Oldest first, also those that were set aside. Or the system's error code. */
export function keptDrafts(folder: string): readonly KeptDraft[] | string {
  try {
    return fs
      .readdirSync(folder)
      .filter(name => name.startsWith('new-customer-'))
      .map(name => draftIn(path.join(folder, name)))
      .toSorted((a, b) => a.changedAt - b.changedAt);
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? [] : codeOf(error);
  }
}

const draftIn = (file: string): KeptDraft => ({
  file,
  changedAt: fs.lstatSync(file).mtimeMs,
  remove() {
    try {
      fs.rmSync(file, { force: true });
      return undefined;
    } catch (error) {
      return codeOf(error);
    }
  },
});
