// Requests quotes. Purser never repeats a request automatically, because each request makes a new quote. Esc stops the
// request.

import type { Failure } from '../api/client/failure.ts';
import type { Input, Result } from '../api/contract/operations.ts';
import type { Store } from '../store/store.ts';
import { customerKey } from '../store/workspace.ts';
import type { ReadDeps } from './session.ts';

export type QuoteAnswer =
  | {
      readonly ok: true;
      readonly quote: Result<'quote.create'>;
      /** Monotonic ms just before sending. The quote's lifetime counts from here, to be safe. */
      readonly sentAt: number;
      /** In ms. */
      readonly roundTrip: number;
      /** At the answer, by the service's clock, in epoch ms. Undefined if it never sent its time. */
      readonly serverNow: number | undefined;
    }
  | { readonly ok: false; readonly failure: Failure };

export type Quotes = ReturnType<typeof createQuotes>;

export function createQuotes({ store, clock, client }: ReadDeps) {
  const asking = new Map<string, AbortController>();

  /** False if none was running. */
  function abandon(): boolean {
    const { customer } = store.getState();
    const controller = customer && asking.get(customerKey(customer));
    controller?.abort();
    return controller !== undefined;
  }

  return {
    /** Stops an earlier request. Never repeats one (INTERFACE.md, foreign exchange: each makes a quote). */
    async ask(input: Input<'quote.create'>, answered: (answer: QuoteAnswer) => void): Promise<void> {
      abandon();
      const { customer } = store.getState();
      const service = client();
      if (!customer || !service) return answered({ ok: false, failure: { kind: 'abandoned' } });
      const owner = customerKey(customer);
      const controller = new AbortController();
      asking.set(owner, controller);
      const sentAt = clock.monotonic();
      const outcome = await service.perform('quote.create', input, { customer, signal: controller.signal });
      const asWhole = clock.monotonic() - sentAt;
      if (asking.get(owner) === controller) asking.delete(owner);
      if (!outcome.ok) return answered(outcome);
      const skew = service.clockSkewMs();
      answered({
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

/** In ms, without a sign-in. Undefined if not known. */
const lastExchange = (store: Store): number | undefined =>
  store.getState().exchanges.findLast(one => one.operation === 'quote.create')?.durationMs;
