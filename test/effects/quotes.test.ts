// Requesting a quote: once, for one customer, with the times from which its lifetime counts.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '../../src/api/contract/operations.ts';
import { createQuotes, type QuoteAnswer, type Quotes } from '../../src/effects/quotes.ts';
import type { Decimal } from '../../src/lib/decimal.ts';
import type { Store } from '../../src/store/store.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { alpha, beta, NOW, signedInStore } from '../store/signed-in.ts';
import { type FakeClient, fakeClient, settled } from './fake-client.ts';

const input: Input<'quote.create'> = {
  query: {
    quote_type: 'conversion',
    lock_period: '5_mins',
    conversion_schedule: 'immediate',
    source_currencycode: 'GBP',
    destination_currencycode: 'USD',
    // The cast is safe: the text is a decimal.
    source_amount: '1000' as Decimal,
  },
};

let store: Store;
let clock: ManualClock;
let client: FakeClient;
let skew: number | undefined;
let quotes: Quotes;
let told: QuoteAnswer[];

beforeEach(() => {
  store = signedInStore(alpha);
  clock = manualClock(NOW);
  const fake = fakeClient();
  client = { ...fake, clockSkewMs: () => skew };
  skew = undefined;
  told = [];
  quotes = createQuotes({ store, clock, client: () => client });
});

const ask = () => void quotes.ask(input, answer => told.push(answer));

describe('a quote', () => {
  it('records the moment before its request, the time of its round trip, and the service’s time', async () => {
    skew = 7_200_000;
    clock.advance(500);
    ask();
    const asked = await client.next();
    clock.advance(1500);
    await asked.answer({ id: 'quote_1' }, NOW + 2000);
    expect(told).toMatchObject([
      { ok: true, sentAt: 500, roundTrip: 1500, serverNow: NOW + 2000 + 7_200_000 },
    ]);
    expect(asked.customer).toEqual(alpha);
  });

  it('lacks the service’s time until an answer has given it', async () => {
    ask();
    await (await client.next()).answer({ id: 'quote_1' }, NOW);
    expect(told).toMatchObject([{ ok: true, serverNow: undefined }]);
  });

  it('is reported and not requested again if the request fails', async () => {
    ask();
    await (await client.next()).fail({ kind: 'cut-off' });
    clock.advance(600_000);
    await settled();
    expect(told).toEqual([{ ok: false, failure: { kind: 'cut-off' } }]);
    expect(client.asked).toHaveLength(1);
  });

  it('can be stopped, and a new request for the same customer stops it', async () => {
    expect(quotes.abandon()).toBe(false);
    ask();
    const first = await client.next();
    ask();
    const second = await client.next();
    expect([first.signal?.aborted, second.signal?.aborted]).toEqual([true, false]);
    await first.fail({ kind: 'abandoned' });
    expect(quotes.abandon()).toBe(true);
    expect(second.signal?.aborted).toBe(true);
  });

  it('is still requested for one customer if another customer requests a quote', async () => {
    ask();
    const first = await client.next();
    store.setState({ customer: beta });
    expect(quotes.abandon()).toBe(false);
    ask();
    await client.next();
    expect(first.signal?.aborted).toBe(false);
  });

  it('is not requested without a customer', async () => {
    store.setState({ customer: undefined });
    ask();
    await settled();
    expect(client.asked).toEqual([]);
    expect(told).toEqual([{ ok: false, failure: { kind: 'abandoned' } }]);
  });
});
