// Remembers the recent customers of each profile, for the list from which a person chooses a customer.
import { fromServer, type Untrusted, unsafeText, type Visible } from '../lib/visible.ts';
import type { Disk } from './disk.ts';
import { openRecentsFile, type Profiles } from './recents-file.ts';

/** A recent customer. `name` may come from the service. `seenAt` is in ms since 1970. */
export interface Recent {
  readonly userId: string;
  readonly onBehalfOf?: string;
  readonly name?: Untrusted;
  /** A pinned customer stays, even after many newer customers. */
  readonly pinned?: true;
  readonly seenAt: number;
}

/**
 * Most recent first, at most 20. With more than 10 pinned customers: the pinned customers and 10 others, at most 100 in
 * all. `notice`: a problem with the file. The list is usable anyway.
 */
interface RecentList {
  readonly customers: readonly Recent[];
  readonly notice?: Visible;
}

export interface Recents {
  load(): RecentList;
  /** Puts a customer first and returns the new list. A customer without a name keeps its last known name. */
  remember(recent: Recent): RecentList;
}

const maxCustomers = 20;
/** At least this many customers that are not pinned stay. */
const minRecent = 10;
const maxPinned = 100;
const maxProfiles = 50;
const maxNameLength = 200;

export interface RecentsParts {
  readonly disk: Disk;
  /** The state folder. Without a state folder, nothing is kept after this run. */
  readonly folder: string | undefined;
  readonly profile: string;
}

/** The recent customers of one profile, in `recents.json` of the state folder. Other consoles may write the same file. */
export function createRecents({ disk, folder, profile }: RecentsParts): Recents {
  let known: readonly Recent[] = [];
  const file = openRecentsFile(disk, folder);

  /**
   * This session's customers, then the others in the file. `seenAt` does not decide the order, because a clock may be
   * changed.
   */
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

/** Keeps the pinned customers and the newest of the others, `maxPinned` in all. */
const limited = (all: readonly Recent[]): readonly Recent[] => {
  const pinned = all.filter(one => one.pinned).length;
  const others = all.filter(one => !one.pinned).slice(0, Math.max(minRecent, maxCustomers - pinned));
  return all.filter(one => one.pinned || others.includes(one)).slice(0, maxPinned);
};

/** Whether both are the same customer: the same user ID with the same connected account. */
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
