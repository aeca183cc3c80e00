// The state on the screen. The results of a key and of the last request are shown immediately. Other changes wait.

import { useSyncExternalStore } from 'react';
import type { Clock } from '../../lib/clock.ts';
import { openExchange } from '../../store/exchanges.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

/** Ms between two frames, if no key was pressed. */
const APART = 33;
/** Ms that a change waits while a request is in flight, so that drawing does not delay the answer. */
const ASKING = 100;
/** Ms after a key in which changes are shown immediately: a text field must get each letter before the next. */
const TYPING = 150;

export interface FrameState {
  get(): State;
  subscribe(listener: () => void): () => void;
  typed(): void;
  flush(): boolean;
  stop(): void;
}

/** `clock` must be real time, even if the console's own clock is not. */
export function createFrameState(store: Store, clock: Clock): FrameState {
  const listeners = new Set<() => void>();
  let shown = store.getState();
  let shownAt = Number.NEGATIVE_INFINITY;
  let typedAt = Number.NEGATIVE_INFINITY;
  /** Monotonic ms; undefined if everything is on the screen. */
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
