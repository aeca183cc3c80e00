// Asking for quotes: once each, for no two of them are the same, and given up by Esc.

import type { Client } from '../api/client/client.ts';
import type { Failure } from '../api/client/failure.ts';
import type { Input, Result } from '../api/contract/operations.ts';
import type { Clock } from '../lib/clock.ts';
import type { Store } from '../store/store.ts';
import { customerKey } from '../store/workspace.ts';

/** What asking for a quote came to. */
export type QuoteAnswer =
  | {
      readonly ok: true;
      readonly quote: Result<'quote.create'>;
      /** Monotonic ms, before anything left: all that happened since counts against the quote's life. */
      readonly sentAt: number;
      /** Ms from the request to its answer. */
      readonly roundTrip: number;
      /** Epoch ms by the server's clock when the answer came; undefined where none ever told it. */
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
   * Asks for the current customer, once: it is never repeated by itself (INTERFACE.md, foreign exchange: each call makes
   * a new quote). What was being asked for them before is given up. `told` is called once with what it came to.
   */
  ask(input: Input<'quote.create'>, told: (answer: QuoteAnswer) => void): Promise<void>;
  /** Gives up what is being asked for the current customer; false if nothing was. */
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

/** The ms of the newest quote's own exchange: a sign-in that came before it says nothing about the line. */
const lastExchange = (store: Store): number | undefined =>
  store.getState().exchanges.findLast(one => one.operation === 'quote.create')?.durationMs;
