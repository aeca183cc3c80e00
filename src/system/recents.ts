// What a later start remembers: the recent customers of each profile, and whether the first-run card was seen.

import path from 'node:path';
import { isObject } from '../lib/json.ts';
import { jsonIn } from '../lib/utf8.ts';
import { fromServer, t, type Untrusted, unsafeText, type Visible, visible } from '../lib/visible.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import type { Disk } from './disk.ts';

/** `name` may come from the service. `seenAt`: ms since 1970. */
export interface Recent {
  readonly userId: string;
  readonly onBehalfOf?: string;
  readonly name?: Untrusted;
  readonly pinned?: true;
  readonly seenAt: number;
  /** JSON of the place where the customer's call is open. */
  readonly call?: object;
}

/**
 * Most recent first, at most 20. With more than 10 pinned customers: the pinned ones and 10 others, at most 100 in
 * all.
 */
interface RecentList {
  readonly customers: readonly Recent[];
  readonly notice?: Visible;
}

export type Recents = ReturnType<typeof createRecents>;

const maxCustomers = 20;
/** Of those that are not pinned. */
const minRecent = 10;
const maxPinned = 100;
const maxProfiles = 50;
const maxNameLength = 200;

interface RecentsParts {
  readonly disk: Disk;
  /** Without a state folder, nothing is kept after this run. */
  readonly folder: string | undefined;
  readonly profile: string;
}

/** In `recents.json` of the state folder, which other consoles may write too. */
export function createRecents({ disk, folder, profile }: RecentsParts) {
  let known: readonly Recent[] = [];
  const file = openRecentsFile(disk, folder);

  /** This session's customers first. `seenAt` does not decide the order, because a clock may be changed. */
  const merge = (profiles: Profiles): readonly Recent[] => {
    const kept = Object.hasOwn(profiles, profile) ? (profiles[profile] ?? []) : [];
    const others = kept.map(fromFile).filter(other => !known.some(one => same(one, other)));
    return limited([...known, ...others]);
  };

  return {
    load(): RecentList {
      const { profiles, notice } = file.read();
      known = merge(profiles);
      return withoutUndefined({ customers: known, notice });
    },
    /** Puts a customer first. A customer without a name keeps the last known name. */
    remember(recent: Recent): RecentList {
      const { profiles, notice, writable } = file.read();
      const earlier = merge(profiles);
      const name = recent.name ?? earlier.find(other => same(other, recent))?.name;
      known = limited([
        withoutUndefined({ ...recent, name }),
        ...earlier.filter(other => !same(other, recent)),
      ]);
      const others = Object.entries(profiles).filter(([key]) => key !== profile);
      const latest = Object.fromEntries([[profile, known.map(toFile)], ...others].slice(0, maxProfiles));
      const problem = writable ? file.write(latest) : undefined;
      return withoutUndefined({ customers: known, notice: problem ?? notice });
    },
  };
}

const limited = (all: readonly Recent[]): readonly Recent[] => {
  const pinned = all.filter(one => one.pinned).length;
  const others = all.filter(one => !one.pinned).slice(0, Math.max(minRecent, maxCustomers - pinned));
  return all.filter(one => one.pinned || others.includes(one)).slice(0, maxPinned);
};

const same = (one: Recent, other: Recent): boolean =>
  one.userId === other.userId && one.onBehalfOf === other.onBehalfOf;

const fromFile = ({ name, ...rest }: KeptRecent): Recent =>
  withoutUndefined({ ...rest, name: name === undefined ? undefined : fromServer(name) });

const toFile = ({ name, ...rest }: Recent): KeptRecent =>
  withoutUndefined({ ...rest, name: name && unsafeText(name).slice(0, maxNameLength) });

type KeptRecent = Omit<Recent, 'name'> & { readonly name?: string };

/** By the name of the profile, most recent first. */
type Profiles = Readonly<Record<string, readonly KeptRecent[]>>;

interface RecentsRead {
  readonly profiles: Profiles;
  readonly writable: boolean;
  readonly notice?: Visible;
}

interface RecentsFile {
  /** Renames an invalid file, so that its content is kept. */
  read(): RecentsRead;
  /** Returns why it failed. */
  write(profiles: Profiles): Visible | undefined;
}

function openRecentsFile(disk: Disk, folder: string | undefined): RecentsFile {
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

const empty = (writable: boolean, notice?: Visible): RecentsRead =>
  withoutUndefined({ profiles: {}, writable, notice });

// Not with a schema, which takes too long to load at the start.
function parse(bytes: Uint8Array): Profiles | undefined {
  const file = jsonIn(bytes);
  if (!isObject(file) || file['version'] !== 1 || !isObject(file['profiles'])) return undefined;
  const profiles: [string, readonly KeptRecent[]][] = [];
  for (const [name, list] of Object.entries(file['profiles'])) {
    if (!Array.isArray(list) || !list.every(isKept)) return undefined;
    profiles.push([name, list.map(withoutOthers)]);
  }
  return Object.fromEntries(profiles);
}

const isKept = (value: unknown): value is KeptRecent =>
  isObject(value) &&
  isName(value['userId']) &&
  (value['onBehalfOf'] === undefined || isName(value['onBehalfOf'])) &&
  (value['name'] === undefined || typeof value['name'] === 'string') &&
  (value['pinned'] === undefined || value['pinned'] === true) &&
  (value['call'] === undefined || isObject(value['call'])) &&
  Number.isFinite(value['seenAt']);

const isName = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** A newer version may have written other fields. */
const withoutOthers = ({ userId, onBehalfOf, name, pinned, seenAt, call }: KeptRecent): KeptRecent =>
  withoutUndefined({ userId, onBehalfOf, name, pinned, seenAt, call });

/**
 * Returns what records that the card was seen. Undefined if it was seen before, or without a state folder: otherwise
 * the card would appear at every start.
 */
export function firstRun(disk: Disk, folder: string | undefined): (() => void) | undefined {
  if (folder === undefined) return undefined;
  const file = path.join(folder, 'welcome.json');
  if (disk.read(file).kind !== 'absent') return undefined;
  return () => {
    if (disk.makePrivateFolder(folder).ok) disk.replace(file, JSON.stringify({ version: 1, seen: true }));
  };
}
