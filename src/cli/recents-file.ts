// The file of the recent customers: never trusted, never written over unless it was understood.
import path from 'node:path';
import * as z from 'zod';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Disk } from './disk.ts';

const schema = z.object({
  version: z.literal(1),
  profiles: z.record(
    z.string(),
    z.array(
      z.object({
        userId: z.string().min(1),
        onBehalfOf: z.string().min(1).optional(),
        name: z.string().optional(),
        seenAt: z.number(),
      }),
    ),
  ),
});

/** The customers under each profile's name, most recent first. */
export type Profiles = z.output<typeof schema>['profiles'];

interface RecentsRead {
  readonly profiles: Profiles;
  /** Whether the file may be replaced without losing what isn't understood. */
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
    const sentence = t`There is no state folder, so recent customers are not kept.`;
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
        ? empty(true, t`${unreadable}, and is kept as ${visible(aside.to)}.`)
        : empty(false, t`${unreadable}, and was left as it is (${visible(aside.code)}).`);
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

function parse(bytes: Uint8Array): Profiles | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return schema.safeParse(JSON.parse(text)).data?.profiles;
  } catch {
    return undefined;
  }
}
