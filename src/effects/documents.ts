// Loads documents: single objects, each in its own entry of the store.

import type { Client } from '../api/client/client.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Customer } from '../api/client/service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Document } from '../store/list.ts';
import type { Store } from '../store/store.ts';
import { customerKey, documentIn, withDocument, withWorkspace } from '../store/workspace.ts';
import { type DocumentQuery, queryKey } from './query.ts';
import { createSlots } from './slots.ts';

interface DocumentsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly client: () => Client | undefined;
  readonly signedOut: (failure: Failure) => void;
  readonly loaded?: (query: DocumentQuery, value: unknown, customer: Customer) => void;
}

export interface Documents {
  /** For the current customer if no other is given. */
  load(query: DocumentQuery, customer?: Customer): Promise<void>;
  abandon(query: DocumentQuery): boolean;
  /** Without a message, because the data is not needed any more. */
  abandonAll(): void;
}

export function createDocuments({ store, clock, client, signedOut, loaded }: DocumentsDeps): Documents {
  const slots = createSlots(clock);

  const slotOf = (
    query: DocumentQuery,
    customer: Customer | undefined,
  ): { owner: string; key: string; slot: string } | undefined => {
    if (!customer) return undefined;
    const owner = customerKey(customer);
    const key = queryKey(query);
    return { owner, key, slot: `${owner} ${key}` };
  };
  const patch = (owner: string, key: string, change: Partial<Document<unknown>>): void =>
    store.setState(state =>
      withWorkspace(state, owner, w => withDocument(w, key, { ...documentIn(w, key), ...change })),
    );

  async function load(
    query: DocumentQuery,
    customer: Customer | undefined = store.getState().customer,
  ): Promise<void> {
    const service = client();
    const at = slotOf(query, customer);
    if (!customer || !service || !at) return;
    const { loading, signal } = slots.begin(at.slot, 'first');
    patch(at.owner, at.key, { loading, failure: undefined });
    const outcome = await service.perform(query.operation, query.input, { customer, signal });
    const now = store.getState().workspaces[at.owner]?.documents[at.key];
    if (now?.loading?.sequence !== loading.sequence) return;
    const stopped = signal.aborted;
    slots.end(at.slot, loading);
    if (outcome.ok) {
      const { value, raw, drift, receivedAt } = outcome;
      patch(at.owner, at.key, { value, raw, drift, asOf: receivedAt, loading: undefined });
      loaded?.(query, value, customer);
      return;
    }
    const ended = outcome.failure.kind === 'signed-out';
    // Not a sign-out from a previous session.
    if (ended && client() === service) signedOut(outcome.failure);
    // The next session reads the document again.
    const failure = ended || client() !== service || stopped ? undefined : outcome.failure;
    patch(at.owner, at.key, { loading: undefined, failure });
  }

  function abandon(query: DocumentQuery): boolean {
    const at = slotOf(query, store.getState().customer);
    if (!at || !slots.abort(at.slot)) return false;
    patch(at.owner, at.key, { loading: undefined, failure: { kind: 'abandoned' } });
    return true;
  }

  return { load, abandon, abandonAll: slots.abortAll };
}
