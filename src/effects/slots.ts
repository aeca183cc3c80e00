// What is under way, one load for each thing that is read: the newest wins, and any can be given up.

import type { Clock } from '../lib/clock.ts';
import type { Loading } from '../store/list.ts';

export interface Slots {
  /** Gives up the load that was under way in this slot and begins another. */
  begin(
    slot: string,
    purpose: Loading['purpose'],
  ): { readonly loading: Loading; readonly signal: AbortSignal };
  /** The load has ended by itself. */
  end(slot: string, loading: Loading): void;
  /** Gives up what is under way; false if nothing was. */
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
      if (running.get(slot)?.loading === loading) running.delete(slot);
    },
    abort,
    abortAll() {
      for (const slot of [...running.keys()]) abort(slot);
    },
  };
}
