// The state on the screen. The result of a key is shown at once; other news at most thirty times a second.

import { useSyncExternalStore } from 'react';
import type { Clock } from '../../lib/clock.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

/** Ms between two frames without a key. */
const APART = 33;
/**
 * After a key, every change is shown at once for this many ms: text fields must see each letter before the next one.
 */
const TYPING = 150;

export interface FrameState {
  get(): State;
  subscribe(listener: () => void): () => void;
  /** Somebody typed. */
  typed(): void;
  /** Shows the store's current state. */
  flush(): void;
  stop(): void;
}

/** `clock` is real time even if the console's own clock is not: it paces the terminal. */
export function createFrameState(store: Store, clock: Clock): FrameState {
  const listeners = new Set<() => void>();
  let shown = store.getState();
  let shownAt = Number.NEGATIVE_INFINITY;
  let typedAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;

  function flush(): void {
    cancel?.();
    cancel = undefined;
    const state = store.getState();
    if (state === shown) return;
    shown = state;
    shownAt = clock.monotonic();
    for (const listener of listeners) listener();
  }

  const unsubscribe = store.subscribe(() => {
    const now = clock.monotonic();
    const wait = now - typedAt < TYPING ? 0 : shownAt + APART - now;
    if (wait <= 0) flush();
    else cancel ??= clock.after(wait, flush);
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

export const useFrameState = ({ subscribe, get }: FrameState): State => useSyncExternalStore(subscribe, get);
