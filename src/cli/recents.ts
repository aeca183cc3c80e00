// Remembers, per profile, the customers that were looked at last, so that the switcher can offer them again.
import path from 'node:path';
import { z } from 'zod';
import { fromServer, t, type Untrusted, unsafeText, type Visible, visible } from '../lib/visible.ts';
import type { Disk } from './disk.ts';

/** A customer as last seen. `name` may come from the service; `seenAt` is epoch milliseconds. */
export interface Recent {
  readonly userId: string;
  readonly onBehalfOf?: string;
  readonly name?: Untrusted;
  readonly seenAt: number;
}

/** Most recent first, at most 20. `notice` says what went wrong with the file; the list is usable all the same. */
export interface RecentList {
  readonly customers: readonly Recent[];
  readonly notice?: Visible;
}

export interface Recents {
  load(): RecentList;
  /** Puts a customer first, under its last known name if it comes without one, and returns the new list. */
  remember(recent: Recent): RecentList;
}

const maxCustomers = 20;
const maxProfiles = 50;

const fileSchema = z.object({
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

type Profiles = z.output<typeof fileSchema>['profiles'];

export interface RecentsParts {
  readonly disk: Disk;
  /** The state folder; without one nothing is kept beyond this run. */
  readonly folder: string | undefined;
  readonly profile: string;
}

/** The recent customers of one profile, in `recents.json` of the state folder. Another console may write it too. */
export function createRecents({ disk, folder, profile }: RecentsParts): Recents {
  let known: readonly Recent[] = [];
  const file = folder === undefined ? undefined : path.join(folder, 'recents.json');

  const read = (): { profiles: Profiles; notice?: Visible; writable: boolean } => {
    const nothing = Object.create(null);
    if (file === undefined) return { profiles: nothing, writable: false };
    const found = disk.read(file);
    if (found.kind === 'absent') return { profiles: nothing, writable: true };
    if (found.kind === 'unreadable') {
      return {
        profiles: nothing,
        writable: false,
        notice: t`Recent customers can't be read (${visible(found.code)}).`,
      };
    }
    const profiles = parse(found.bytes);
    if (profiles !== undefined) return { profiles, writable: true };
    const aside = disk.setAside(file);
    return aside.ok
      ? {
          profiles: nothing,
          writable: true,
          notice: t`The list of recent customers was unreadable and is kept as ${visible(aside.to)}.`,
        }
      : {
          profiles: nothing,
          writable: false,
          notice: t`The list of recent customers is unreadable and was left as it is (${visible(aside.code)}).`,
        };
  };

  const write = (profiles: Profiles): Visible | undefined => {
    if (file === undefined || folder === undefined)
      return t`There is no state folder, so recent customers are not kept.`;
    const made = disk.makePrivateFolder(folder);
    const done = made.ok ? disk.replace(file, JSON.stringify({ version: 1, profiles })) : made;
    return done.ok ? undefined : t`Recent customers can't be kept (${visible(done.code)}).`;
  };

  return {
    load() {
      const { profiles, notice } = read();
      known = (profiles[profile] ?? []).slice(0, maxCustomers).map(fromFile);
      return { customers: known, ...(notice !== undefined && { notice }) };
    },
    remember(recent) {
      const { profiles, notice, writable } = read();
      const kept = writable ? (profiles[profile] ?? []).map(fromFile) : known;
      const same = (other: Recent) =>
        other.userId === recent.userId && other.onBehalfOf === recent.onBehalfOf;
      const name = recent.name ?? [...kept, ...known].find(same)?.name;
      const first: Recent = { ...recent, ...(name !== undefined && { name }) };
      known = [first, ...kept.filter(other => !same(other))].slice(0, maxCustomers);
      const others = Object.entries(profiles).filter(([key]) => key !== profile);
      const latest = Object.fromEntries([[profile, known.map(toFile)], ...others].slice(0, maxProfiles));
      const problem = writable || file === undefined ? write(latest) : undefined;
      const said = problem ?? notice;
      return { customers: known, ...(said !== undefined && { notice: said }) };
    },
  };
}

function parse(bytes: Uint8Array): Profiles | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return fileSchema.safeParse(JSON.parse(text)).data?.profiles;
  } catch {
    return undefined;
  }
}

function fromFile({ userId, onBehalfOf, name, seenAt }: Profiles[string][number]): Recent {
  return {
    userId,
    seenAt,
    ...(onBehalfOf !== undefined && { onBehalfOf }),
    ...(name !== undefined && { name: fromServer(name) }),
  };
}

function toFile(recent: Recent): Profiles[string][number] {
  const { name, ...rest } = recent;
  return { ...rest, ...(name !== undefined && { name: unsafeText(name) }) };
}
