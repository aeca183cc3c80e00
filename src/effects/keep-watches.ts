// Starts and stops watches, and keeps them for the next start in a file that other consoles may write too.

import type { Clock } from '../lib/clock.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { isFinal, isGrave } from '../records/facts.ts';
import { queryKey } from '../records/query.ts';
import { WATCH_READS, type WatchReads } from '../records/watch-reads.ts';
import { type Document, isNotFound } from '../store/list.ts';
import { info, warn } from '../store/notices.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import {
  isSameWatch,
  MOST_WATCHES,
  serviceKey,
  WATCHED_FOR,
  type Watch,
  type Watchable,
  watchesNow,
  watchKey,
} from '../store/watches.ts';
import { customerIds, documentIn, workspaceOf } from '../store/workspace.ts';
import type { Moving } from './moving.ts';
import type { KeptFile } from './views.ts';

export type WatchEffects = ReturnType<typeof createWatches>;

interface WatchesDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Without it watches end with Purser. */
  readonly file: KeptFile<readonly Watch[]> | undefined;
}

/** A name such as "Żółć sp. z o.o." already ends with one. */
const withoutStop = (name: Visible): Visible => visible(name.replace(/\.$/, ''));

const FULL = t`Purser watches ${MOST_WATCHES} records already. Press W on one of them to stop it. The overview (!) lists them.`;

export function createWatches({ store, clock, file }: WatchesDeps) {
  const isLive = ({ since }: Watch): boolean => Math.abs(clock.wall() - since) < WATCHED_FOR;

  const read = file?.read();
  if (read && 'content' in read) store.setState({ watches: read.content.filter(isLive) });
  if (read && 'why' in read) warn(store, read.why);

  /** Only this console's changes, because another console has its own watches. */
  function keep(now: readonly Watch[], before: readonly Watch[]): void {
    const has = (all: readonly Watch[], watch: Watch): boolean => all.some(one => isSameWatch(one, watch));
    const changed = now.filter(watch => !before.includes(watch));
    const begun = changed.filter(watch => !has(before, watch));
    const gone = before.filter(watch => !has(now, watch));
    // Another console may have stopped a watch whose status is new here.
    const done = file?.change(all => [
      ...all
        .filter(one => isLive(one) && !has([...begun, ...gone], one))
        .map(one => changed.find(watch => isSameWatch(one, watch)) ?? one),
      ...begun,
    ]);
    if (done && 'why' in done) warn(store, done.why);
  }

  return {
    /** Of the open customer. */
    toggle({ kind, id, name, status, at }: Watchable): void {
      const state = store.getState();
      const { customer, reach, watches } = state;
      if (!customer) return;
      const watch: Watch = {
        kind,
        id,
        name,
        service: serviceKey(reach),
        since: clock.wall(),
        customer: customerIds(customer),
        ...(status !== undefined && { status }),
        ...(at && { at }),
      };
      const others = watches.filter(one => !isSameWatch(one, watch));
      const stops = others.length < watches.length;
      if (!stops && watchesNow(state).length >= MOST_WATCHES) {
        warn(store, FULL);
        return;
      }
      const text = stops
        ? t`Purser stopped watching: ${withoutStop(name)}.`
        : t`Watching: ${withoutStop(name)}. Purser announces each change for 12 hours.`;
      // In one step: a newer answer may end the watch at once, and its message comes after this one.
      store.setState({ watches: stops ? others : [...watches, watch], notice: info(text) });
    },
    watch: (): (() => void) =>
      store.subscribe(({ watches }, { watches: before }) => {
        if (watches !== before) keep(watches, before);
      }),
  };
}

export const watchesMoving = (state: State): readonly Moving[] =>
  watchesNow(state).map((watch): Moving => {
    const { customer, name, since } = watch;
    const { kind, every, ...reads }: WatchReads = WATCH_READS[watch.kind];
    const query = reads.query(watch);
    const { value, asOf, failure } = documentIn(workspaceOf(state, customer), queryKey(query));
    const read = value === undefined ? undefined : reads.statusIn(value, watch);
    const status = read ?? watch.status;
    const watched = endOf(watch, state.now, failure) ?? (isFinal(kind, read) ? 'last' : 'on');
    return {
      ...{ customer, key: watchKey(watch), name, status, watched },
      asOf: read === undefined ? undefined : asOf,
      grave: isGrave(kind, status),
      ...(watched === 'on' && { again: { query, every, since } }),
    };
  });

function endOf(
  { since }: Watch,
  now: number,
  failure: Document<unknown>['failure'],
): 'expired' | 'unreadable' | undefined {
  if (Math.abs(now - since) >= WATCHED_FOR) return 'expired';
  // Family B answers 400 to many failures, so another refusal may pass.
  return isNotFound(failure) || failure?.kind === 'invalid-input' ? 'unreadable' : undefined;
}
