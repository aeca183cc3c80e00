// The file of the recent customers: never trusted, and never overwritten unless Purser could read it.

import path from 'node:path';
import { isObject } from '../lib/json.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Disk } from './disk.ts';

interface KeptRecents {
  readonly userId: string;
  readonly onBehalfOf?: string;
  readonly name?: string;
  readonly pinned?: true;
  readonly seenAt: number;
}

/** The customers under each profile's name, most recent first. */
export type Profiles = Readonly<Record<string, readonly KeptRecents[]>>;

interface RecentsRead {
  readonly profiles: Profiles;
  /** Whether the file may be replaced without losing unknown data. */
  readonly writable: boolean;
  readonly notice?: Visible;
}

export interface RecentsFile {
  /** A corrupt file is moved aside, so that it is neither lost nor in the way. */
  read(): RecentsRead;
  /** Says why it can't be written, if so. */
  write(profiles: Profiles): Visible | undefined;
}

/** `recents.json` in the state folder; without a folder it reads as empty and can't be written. */
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

// Checked by hand, because loading a schema at the start takes too long.
function parse(bytes: Uint8Array): Profiles | undefined {
  let file: unknown;
  try {
    file = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
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

/** A newer version may keep more. */
const withoutOthers = ({ userId, onBehalfOf, name, pinned, seenAt }: KeptRecents): KeptRecents => ({
  userId,
  ...(onBehalfOf !== undefined && { onBehalfOf }),
  ...(name !== undefined && { name }),
  ...(pinned && { pinned }),
  seenAt,
});
