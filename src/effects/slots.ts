// The running loads, one for each list or document. A new load stops the older one, and each load can be stopped.

import type { Customer } from '../api/client/call-context.ts';
import type { Clock } from '../lib/clock.ts';
import { queryKey, type ReadQuery } from '../records/query.ts';
import type { Loading } from '../store/list.ts';
import { customerKey } from '../store/workspace.ts';

/** The list or document of the query, for this customer. */
export function slotOf(query: ReadQuery, customer: Customer) {
  const owner = customerKey(customer);
  const key = queryKey(query);
  return { owner, key, slot: `${owner} ${key}` };
}

export function createSlots(clock: Clock) {
  const running = new Map<string, { readonly loading: Loading; readonly controller: AbortController }>();
  let sequence = 0;

  /** False if none was running. */
  function abort(slot: string): boolean {
    const load = running.get(slot);
    running.delete(slot);
    load?.controller.abort();
    return load !== undefined;
  }

  return {
    /** Stops an older load. */
    begin(slot: string, purpose: Loading['purpose']) {
      abort(slot);
      const controller = new AbortController();
      const loading = { sequence: ++sequence, purpose, since: clock.monotonic() };
      running.set(slot, { loading, controller });
      return { loading, signal: controller.signal };
    },
    /** Also stops requests that the load made in advance. */
    end(slot: string, loading: Loading): void {
      if (running.get(slot)?.loading === loading) abort(slot);
    },
    abort,
    abortAll(): void {
      for (const slot of [...running.keys()]) abort(slot);
    },
  };
}
