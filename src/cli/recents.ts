// Remembers each profile's recent customers, so that the switcher can offer them again.
import { fromServer, type Untrusted, unsafeText, type Visible } from '../lib/visible.ts';
import type { Disk } from './disk.ts';
import { openRecentsFile, type Profiles } from './recents-file.ts';

/** A customer as last seen. `name` may come from the service; `seenAt` is epoch milliseconds. */
export interface Recent {
  readonly userId: string;
  readonly onBehalfOf?: string;
  readonly name?: Untrusted;
  /** Never dropped for newer ones. */
  readonly pinned?: true;
  readonly seenAt: number;
}

/** Most recent first: 20, or the pinned ones and 10 others. `notice` says what went wrong with the file; the list is usable all the same. */
interface RecentList {
  readonly customers: readonly Recent[];
  readonly notice?: Visible;
}

export interface Recents {
  load(): RecentList;
  /** Puts a customer first, under its last known name if it comes without one, and returns the new list. */
  remember(recent: Recent): RecentList;
}

const maxCustomers = 20;
/** However many are pinned. */
const minRecent = 10;
const maxPinned = 100;
const maxProfiles = 50;
const maxNameLength = 200;

export interface RecentsParts {
  readonly disk: Disk;
  /** The state folder; without one nothing is kept after this run. */
  readonly folder: string | undefined;
  readonly profile: string;
}

/** The recent customers of one profile, in `recents.json` of the state folder. Another console may write it too. */
export function createRecents({ disk, folder, profile }: RecentsParts): Recents {
  let known: readonly Recent[] = [];
  const file = openRecentsFile(disk, folder);

  /** This session's customers, then the other ones in the file: by order, because a clock may have been put back. */
  const merge = (profiles: Profiles): readonly Recent[] => {
    const kept = Object.hasOwn(profiles, profile) ? (profiles[profile] ?? []) : [];
    const others = kept.map(fromFile).filter(other => !known.some(one => same(one, other)));
    return limited([...known, ...others]);
  };

  return {
    load() {
      const { profiles, notice } = file.read();
      known = merge(profiles);
      return { customers: known, ...(notice !== undefined && { notice }) };
    },
    remember(recent) {
      const { profiles, notice, writable } = file.read();
      const earlier = merge(profiles);
      const name = recent.name ?? earlier.find(other => same(other, recent))?.name;
      const first: Recent = { ...recent, ...(name !== undefined && { name }) };
      known = limited([first, ...earlier.filter(other => !same(other, recent))]);
      const others = Object.entries(profiles).filter(([key]) => key !== profile);
      const latest = Object.fromEntries([[profile, known.map(toFile)], ...others].slice(0, maxProfiles));
      const problem = writable ? file.write(latest) : undefined;
      const said = problem ?? notice;
      return { customers: known, ...(said !== undefined && { notice: said }) };
    },
  };
}

/** Those that are pinned stay, however many came after them. */
const limited = (all: readonly Recent[]): readonly Recent[] => {
  const pinned = all.filter(one => one.pinned).length;
  const others = all.filter(one => !one.pinned).slice(0, Math.max(minRecent, maxCustomers - pinned));
  return all.filter(one => one.pinned || others.includes(one)).slice(0, maxPinned);
};

/** A customer is a pair: one user ID with two connected accounts is two customers. */
function same(one: Recent, other: Recent): boolean {
  return one.userId === other.userId && one.onBehalfOf === other.onBehalfOf;
}

function fromFile({ userId, onBehalfOf, name, pinned, seenAt }: Profiles[string][number]): Recent {
  return {
    userId,
    seenAt,
    ...(onBehalfOf !== undefined && { onBehalfOf }),
    ...(name !== undefined && { name: fromServer(name) }),
    ...(pinned && { pinned }),
  };
}

function toFile(recent: Recent): Profiles[string][number] {
  const { name, ...rest } = recent;
  return { ...rest, ...(name !== undefined && { name: unsafeText(name).slice(0, maxNameLength) }) };
}
