// The running loads, one for each list or document. A new load stops the older one, and each load can be stopped.

import type { Clock } from '../lib/clock.ts';
import type { Loading } from '../store/list.ts';

export interface Slots {
  /** Stops an older load. */
  begin(
    slot: string,
    purpose: Loading['purpose'],
  ): { readonly loading: Loading; readonly signal: AbortSignal };
  /** Also stops requests that the load made in advance. */
  end(slot: string, loading: Loading): void;
  /** False if none was running. */
  abort(slot: string): boolean;
  abortAll(): void;
}

export function createSlots(clock: Clock): Slots {
  const running = new Map<string, { readonly loading: Loading; readonly controller: AbortController }>();
  let sequence = 0;

  function abort(slot: string): boolean {
    const load = running.get(slot);
    running.delete(slot);
    load?.controller.abort();
    return load !== undefined;
  }

  return {
    begin(slot, purpose) {
      abort(slot);
      const controller = new AbortController();
      const loading = { sequence: ++sequence, purpose, since: clock.monotonic() };
      running.set(slot, { loading, controller });
      return { loading, signal: controller.signal };
    },
    end(slot, loading) {
      if (running.get(slot)?.loading === loading) abort(slot);
    },
    abort,
    abortAll() {
      for (const slot of [...running.keys()]) abort(slot);
    },
  };
}
