// Loads documents: single objects, each in its own entry of the store.

import type { Customer } from '../api/client/call-context.ts';
import type { DocumentQuery, ReadQuery } from '../records/query.ts';
import type { Document } from '../store/list.ts';
import { documentIn, withDocument, withWorkspace } from '../store/workspace.ts';
import type { ReadDeps } from './session.ts';
import { createSlots, slotOf } from './slots.ts';

interface DocumentsDeps extends ReadDeps {
  readonly loaded?: (query: ReadQuery, value: unknown, customer: Customer) => void;
}

export type Documents = ReturnType<typeof createDocuments>;

export function createDocuments({ store, clock, client, loaded }: DocumentsDeps) {
  const slots = createSlots(clock);

  const patch = (owner: string, key: string, change: Partial<Document<unknown>>): void =>
    store.setState(state =>
      withWorkspace(state, owner, w => withDocument(w, key, { ...documentIn(w, key), ...change })),
    );

  async function load(query: ReadQuery, customer: Customer | undefined = store.getState().customer) {
    const service = client();
    if (!customer || !service) return;
    const at = slotOf(query, customer);
    const { loading, signal } = slots.begin(at.slot, 'first');
    patch(at.owner, at.key, { loading, failure: undefined });
    const outcome = await service.perform(query.operation, query.input, { customer, signal });
    const now = store.getState().workspaces[at.owner]?.documents[at.key];
    if (now?.loading?.sequence !== loading.sequence) return;
    const stopped = signal.aborted;
    slots.end(at.slot, loading);
    if (outcome.ok) {
      const { value, raw, drift, receivedAt, other } = outcome;
      patch(at.owner, at.key, { value, raw, drift, other, asOf: receivedAt, loading: undefined });
      if (other === undefined) loaded?.(query, value, customer);
      return;
    }
    // The next session reads the document again.
    const ended = outcome.failure.kind === 'signed-out' || client() !== service;
    const failure = ended || stopped ? undefined : outcome.failure;
    patch(at.owner, at.key, { loading: undefined, failure });
  }

  function abandon(query: DocumentQuery): boolean {
    const { customer } = store.getState();
    const at = customer && slotOf(query, customer);
    if (!at || !slots.abort(at.slot)) return false;
    patch(at.owner, at.key, { loading: undefined, failure: { kind: 'abandoned' } });
    return true;
  }

  /** `abandonAll` gives no message, because the data is not needed any more. */
  return { load, abandon, abandonAll: slots.abortAll };
}
