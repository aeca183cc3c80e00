// Requests quotes: once each, because every quote is new. Esc stops the request.

import type { Client } from '../api/client/client.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Input, Result } from '../api/contract/operations.ts';
import type { Clock } from '../lib/clock.ts';
import type { Store } from '../store/store.ts';
import { customerKey } from '../store/workspace.ts';

/** The result of a quote's request. */
export type QuoteAnswer =
  | {
      readonly ok: true;
      readonly quote: Result<'quote.create'>;
      /** Monotonic ms, before anything left: all time since then counts against the quote's life. */
      readonly sentAt: number;
      /** Ms from the request to its answer. */
      readonly roundTrip: number;
      /** Epoch ms by the service's clock when the answer came; undefined if no answer ever gave its time. */
      readonly serverNow: number | undefined;
    }
  | { readonly ok: false; readonly failure: Failure };

interface QuotesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly client: () => Client | undefined;
  readonly signedOut: (failure: Failure) => void;
}

export interface Quotes {
  /**
   * Requests a quote for the current customer, once: it is never repeated automatically (INTERFACE.md, foreign
   * exchange: each call makes a new quote). An earlier request for them is stopped. `told` is called once with the
   * result.
   */
  ask(input: Input<'quote.create'>, told: (answer: QuoteAnswer) => void): Promise<void>;
  /** Stops the current customer's request; false if there was none. */
  abandon(): boolean;
}

export function createQuotes({ store, clock, client, signedOut }: QuotesDeps): Quotes {
  const asking = new Map<string, AbortController>();

  function abandon(): boolean {
    const { customer } = store.getState();
    const controller = customer && asking.get(customerKey(customer));
    controller?.abort();
    return controller !== undefined;
  }

  return {
    async ask(input, told) {
      abandon();
      const { customer } = store.getState();
      const service = client();
      if (!customer || !service) return told({ ok: false, failure: { kind: 'abandoned' } });
      const owner = customerKey(customer);
      const controller = new AbortController();
      asking.set(owner, controller);
      const sentAt = clock.monotonic();
      const outcome = await service.perform('quote.create', input, { customer, signal: controller.signal });
      const asWhole = clock.monotonic() - sentAt;
      if (asking.get(owner) === controller) asking.delete(owner);
      if (!outcome.ok) {
        const { failure } = outcome;
        if (failure.kind === 'signed-out' && client() === service) signedOut(failure);
        return told({ ok: false, failure });
      }
      const skew = service.clockSkewMs();
      told({
        ok: true,
        quote: outcome.value,
        sentAt,
        roundTrip: lastExchange(store) ?? asWhole,
        serverNow: skew === undefined ? undefined : outcome.receivedAt + skew,
      });
    },
    abandon,
  };
}

/** The ms of the newest quote's own exchange: a sign-in before it says nothing about the connection. */
const lastExchange = (store: Store): number | undefined =>
  store.getState().exchanges.findLast(one => one.operation === 'quote.create')?.durationMs;
