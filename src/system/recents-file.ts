// The file of the recent customers. Its content is checked, and a file that Purser can't read is never overwritten.

import path from 'node:path';
import { isObject } from '../lib/json.ts';
import { jsonIn } from '../lib/utf8.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Disk } from './disk.ts';

interface KeptRecents {
  readonly userId: string;
  readonly onBehalfOf?: string;
  readonly name?: string;
  readonly pinned?: true;
  readonly seenAt: number;
}

/** The recent customers by the name of the profile, most recent first. */
export type Profiles = Readonly<Record<string, readonly KeptRecents[]>>;

interface RecentsRead {
  readonly profiles: Profiles;
  /** Whether `write` may replace the file without a loss of data. */
  readonly writable: boolean;
  readonly notice?: Visible;
}

export interface RecentsFile {
  /** Reads the file. An invalid file is renamed, so that its content is kept. */
  read(): RecentsRead;
  /** Replaces the file. After a failure, returns the reason. */
  write(profiles: Profiles): Visible | undefined;
}

/** `recents.json` in the state folder. Without a folder, the list is empty and can't be written. */
export function openRecentsFile(disk: Disk, folder: string | undefined): RecentsFile {
  if (folder === undefined) {
    const sentence = t`There is no state folder, so Purser does not keep recent customers.`;
    return { read: () => empty(true), write: () => sentence };
  }
  const file = path.join(folder, 'recents.json');
  return {
    read() {
      const found = disk.read(file);
      if (found.kind === 'absent') return empty(true);
      if (found.kind === 'unreadable') {
        return empty(false, t`Recent customers can't be read (${visible(found.code)}).`);
      }
      const profiles = parse(found.bytes);
      if (profiles !== undefined) return { profiles, writable: true };
      const aside = disk.setAside(file);
      const unreadable = t`The list of recent customers is unreadable`;
      return aside.ok
        ? empty(true, t`${unreadable}. Purser keeps it as ${visible(aside.to)}.`)
        : empty(false, t`${unreadable}. Purser did not change it (${visible(aside.code)}).`);
    },
    write(profiles) {
      const made = disk.makePrivateFolder(folder);
      const done = made.ok ? disk.replace(file, JSON.stringify({ version: 1, profiles })) : made;
      return done.ok ? undefined : t`Recent customers can't be kept (${visible(done.code)}).`;
    },
  };
}

const empty = (writable: boolean, notice?: Visible): RecentsRead => ({
  profiles: {},
  writable,
  ...(notice !== undefined && { notice }),
});

// Checks the file without a schema, because a schema takes too long to load at the start.
function parse(bytes: Uint8Array): Profiles | undefined {
  const file = jsonIn(bytes);
  if (!isObject(file) || file['version'] !== 1 || !isObject(file['profiles'])) return undefined;
  const profiles: [string, readonly KeptRecents[]][] = [];
  for (const [name, list] of Object.entries(file['profiles'])) {
    if (!Array.isArray(list) || !list.every(isKept)) return undefined;
    profiles.push([name, list.map(withoutOthers)]);
  }
  return Object.fromEntries(profiles);
}

const isKept = (value: unknown): value is KeptRecents =>
  isObject(value) &&
  isName(value['userId']) &&
  (value['onBehalfOf'] === undefined || isName(value['onBehalfOf'])) &&
  (value['name'] === undefined || typeof value['name'] === 'string') &&
  (value['pinned'] === undefined || value['pinned'] === true) &&
  Number.isFinite(value['seenAt']);

const isName = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** The customer without unknown fields, which a newer version may have written. */
const withoutOthers = ({ userId, onBehalfOf, name, pinned, seenAt }: KeptRecents): KeptRecents => ({
  userId,
  ...(onBehalfOf !== undefined && { onBehalfOf }),
  ...(name !== undefined && { name }),
  ...(pinned && { pinned }),
  seenAt,
});
