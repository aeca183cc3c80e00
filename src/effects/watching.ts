// Repeats reads automatically: of watched records, of the screen's data, and of failed reads when the network is back.

import type { Customer } from '../api/client/call-context.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Clock } from '../lib/clock.ts';
import { queryKey, type ReadQuery } from '../records/query.ts';
import { isOutOfReach, offlineSince } from '../store/exchanges.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { customerKey, documentIn, listIn, workspaceOf } from '../store/workspace.ts';
import type { Documents } from './documents.ts';
import type { Lists } from './lists.ts';
import type { Moving } from './moving.ts';
import type { Need } from './needs.ts';

interface Pace {
  /** Ms between two reads at the start. */
  readonly every: number;
  /** Ms since the start of the watch. */
  readonly age: number;
  /** Failed reads in a row. */
  readonly failures: number;
  /** Ms that the service asked for. */
  readonly asked?: number | undefined;
  /** In ms, at any age and after any failures. `asked` and the random part may exceed it. */
  readonly longest?: number | undefined;
}

const LONGEST = 10 * 60_000;
/** After ten minutes, a record is read twice a minute. */
const PART_OF_AGE = 0.05;
/** At most; random, so that many consoles do not read at once. */
const SPREAD = 0.2;

/** Ms, never less than `every`. `random` is in [0, 1). */
export function waitOf({ every, age, failures, asked = 0, longest = LONGEST }: Pace, random: number): number {
  const steady = Math.max(every, age * PART_OF_AGE);
  const wait = Math.min(Math.max(longest, every), steady * 2 ** Math.min(failures, 20));
  return Math.max(asked, wait) * (1 + SPREAD * random);
}

/** Not if the service refused the read, or a person stopped it. */
export const isWorthAgain = ({ kind }: Failure): boolean => AGAIN.has(kind);

const AGAIN: ReadonlySet<Failure['kind']> = new Set([
  'unreachable',
  'timeout',
  'cut-off',
  'throttled',
  'server-error',
]);

interface WatchingDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly lists: Lists;
  readonly documents: Documents;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  readonly moving: (state: State) => readonly Moving[];
}

interface WantedRead {
  readonly customer: Customer;
  readonly need: Need | { readonly kind: 'document'; readonly query: ReadQuery };
  /** A person asked for it, so a refusal does not end it. */
  readonly patient: boolean;
  readonly every: number;
  /** Epoch ms. Undefined: the watch starts with the first read. */
  readonly since: number | undefined;
  readonly longest: number | undefined;
}

interface WatchedRead {
  readonly wanted: WantedRead;
  /** Monotonic ms. */
  readonly first: number;
  readonly asOf: number | undefined;
  readonly failure: Failure | undefined;
  readonly failures: number;
  /** Monotonic ms. Undefined during a read, or if only a person may repeat the read. */
  readonly due: number | undefined;
}

/** In ms after the last key press: automatic reads stop. */
const IDLE = 30 * 60_000;
/** In ms, even for a read that is due: a moving selection starts no read. */
const REST = 150;
/** While the network is away, in ms. */
const BACK = { every: 5000, longest: 15_000 };

export function createWatching(parts: WatchingDeps) {
  const { store, clock, lists, documents, random } = parts;
  let entries: ReadonlyMap<string, WatchedRead> = new Map();
  let needsNow: readonly Need[] = [];
  let touchedAt = clock.monotonic();
  let busy = false;
  let stopped = false;
  let away = false;
  let armed: { readonly due: number; readonly cancel: () => void } | undefined;

  /** At each change of the state, with the screen's needs. */
  function follow(needs: readonly Need[], state: State): void {
    if (stopped) return;
    needsNow = needs;
    const offline = offlineSince(state) !== undefined;
    const back = away && !offline;
    away = offline;
    const next = new Map<string, WatchedRead>();
    for (const wanted of wantedIn(state)) {
      const key = `${customerKey(wanted.customer)} ${queryKey(wanted.need.query)}`;
      // The screen's needs come first: of two reads with the same key, the first counts.
      if (!next.has(key)) next.set(key, entryOf(wanted, state, entries.get(key), back));
    }
    entries = next;
    arm();
  }

  function wantedIn(state: State): readonly WantedRead[] {
    const { customer } = state;
    const idle = clock.monotonic() - touchedAt >= IDLE;
    if (state.session.phase !== 'signed-in' || !customer || state.lock || idle) return [];
    const onScreen = needsNow.flatMap((need): readonly WantedRead[] => {
      const { failure } = readOf(need, customer, state);
      const lost = isOutOfReach(failure);
      if (!lost && need.again === undefined) return [];
      const { every, longest } = lost ? BACK : { every: need.again ?? 0, longest: undefined };
      return [{ customer, need, patient: false, every, longest, since: undefined }];
    });
    const moving = parts
      .moving(state)
      .flatMap(({ customer: whose, again, watched }): readonly WantedRead[] => {
        const patient = watched !== undefined;
        if (!again) return [];
        const { query, every, since } = again;
        return [
          { customer: whose, need: { kind: 'document', query }, patient, every, since, longest: undefined },
        ];
      });
    return [...onScreen, ...moving];
  }

  /** `back`: the network has just come back. */
  function entryOf(
    wanted: WantedRead,
    state: State,
    before: WatchedRead | undefined,
    back: boolean,
  ): WatchedRead {
    const { loading, failure, asOf } = readOf(wanted.need, wanted.customer, state);
    const now = clock.monotonic();
    const first = before?.first ?? now;
    if (loading) return { wanted, first, asOf, failure, failures: before?.failures ?? 0, due: undefined };
    const same =
      before?.asOf === asOf && before?.failure === failure && before?.wanted.every === wanted.every;
    if (before?.due !== undefined && same && !back) return { ...before, wanted };
    const failures = !failure ? 0 : (before?.failures ?? 0) + (before?.failure === failure ? 0 : 1);
    const entry = { wanted, first, asOf, failure, failures };
    if (failure && !wanted.patient && !isWorthAgain(failure)) return { ...entry, due: undefined };
    // After a restart a status may be hours old.
    if (wanted.patient && asOf === undefined && !failure) return { ...entry, due: now + REST };
    if (failure && back) return { ...entry, due: now + REST };
    const { every, since, longest } = wanted;
    const age = since === undefined ? now - first : clock.wall() - since;
    const asked = failure?.kind === 'throttled' ? failure.retryAfterMs : undefined;
    const wait = waitOf({ every, age, failures, asked, longest }, random());
    // A person may change the wall clock.
    const gone = failure || asOf === undefined ? 0 : Math.max(0, Math.min(wait, clock.wall() - asOf));
    return { ...entry, due: now + Math.max(REST, wait - gone) };
  }

  /** One timer for the next read, and none during a read. */
  function arm(): void {
    const first = busy ? undefined : firstDue();
    if (armed && armed.due === first?.due) return;
    armed?.cancel();
    armed = undefined;
    if (first?.due === undefined) return;
    const { due } = first;
    const cancel = clock.after(Math.max(0, due - clock.monotonic()), () => {
      armed = undefined;
      void readDue();
    });
    armed = { due, cancel };
  }

  const firstDue = (): WatchedRead | undefined =>
    [...entries.values().filter(({ due }) => due !== undefined)].toSorted(
      (a, b) => (a.due ?? 0) - (b.due ?? 0),
    )[0];

  async function readDue(): Promise<void> {
    follow(needsNow, store.getState());
    const entry = firstDue();
    if (busy || stopped || entry?.due === undefined || entry.due > clock.monotonic()) return arm();
    const { need, customer } = entry.wanted;
    busy = true;
    arm();
    await (need.kind === 'list'
      ? lists.load(need.query, entry.asOf === undefined ? 'first' : 'again', need.through)
      : documents.load(need.query, customer));
    busy = false;
    follow(needsNow, store.getState());
  }

  return {
    follow,
    touched(): void {
      touchedAt = clock.monotonic();
    },
    stop(): void {
      stopped = true;
      armed?.cancel();
      armed = undefined;
    },
  };
}

function readOf({ kind, query }: WantedRead['need'], customer: Customer, state: State) {
  const workspace = workspaceOf(state, customer);
  return kind === 'list' ? listIn(workspace, queryKey(query)) : documentIn(workspace, queryKey(query));
}
