// The state on the screen. The results of a key are shown immediately, and so are the results of the last request in
// flight. Other changes are shown at most thirty times a second, or ten times a second while a request is in flight.

import { useSyncExternalStore } from 'react';
import type { Clock } from '../../lib/clock.ts';
import { openExchange } from '../../store/exchanges.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

/** The shortest time between two frames, in ms, if no key was pressed. */
const APART = 33;
/** The time that a change waits while a request is in flight, in ms, so that drawing does not delay the answer. */
const ASKING = 100;
/** For this many ms after a key, changes are shown immediately: a text field must get each letter before the next. */
const TYPING = 150;

export interface FrameState {
  get(): State;
  subscribe(listener: () => void): () => void;
  /** Reports that a key was pressed. */
  typed(): void;
  /** Shows the store's current state. False if it is shown already. */
  flush(): boolean;
  stop(): void;
}

/** `clock` paces the terminal, so it must be real time, even if the console's own clock is not. */
export function createFrameState(store: Store, clock: Clock): FrameState {
  const listeners = new Set<() => void>();
  let shown = store.getState();
  let shownAt = Number.NEGATIVE_INFINITY;
  let typedAt = Number.NEGATIVE_INFINITY;
  /** When the first change that is not on the screen yet was made, in monotonic ms. */
  let changedAt: number | undefined;
  let due: number | undefined;
  let cancel: (() => void) | undefined;

  function flush(): boolean {
    cancel?.();
    cancel = undefined;
    due = undefined;
    changedAt = undefined;
    const state = store.getState();
    if (state === shown) return false;
    shown = state;
    shownAt = clock.monotonic();
    for (const listener of listeners) listener();
    return true;
  }

  function flushAt(moment: number): void {
    if (moment === due) return;
    cancel?.();
    due = moment;
    cancel = clock.after(Math.max(0, moment - clock.monotonic()), flush);
  }

  const unsubscribe = store.subscribe((state, before) => {
    const now = clock.monotonic();
    changedAt ??= now;
    if (now - typedAt < TYPING) flush();
    else if (isAsking(state)) flushAt(changedAt + ASKING);
    // Waits until the current task is done: the task stores the answer's content, and may begin the next request.
    else if (isAsking(before)) flushAt(now);
    else if (shownAt + APART <= now && !cancel) flush();
    else if (!cancel) flushAt(shownAt + APART);
  });

  return {
    get: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    typed() {
      typedAt = clock.monotonic();
    },
    flush,
    stop() {
      unsubscribe();
      cancel?.();
      cancel = undefined;
    },
  };
}

const isAsking = ({ exchanges }: State): boolean => openExchange(exchanges) !== undefined;

export const useFrameState = ({ subscribe, get }: FrameState): State => useSyncExternalStore(subscribe, get);
