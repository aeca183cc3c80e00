// The warnings before a conversion: unresolved conversions, and the same conversion a short time ago.
// The read of a quote before sending: any difference rejects the quote.

import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/journal/intent.ts';
import { SIMILAR_MS } from '../../../src/money/duplicates.ts';
import { usableOf } from '../../../src/subjects/fx/quote-facts.ts';
import { checkReread, warningsFor } from '../../../src/subjects/fx/review.ts';
import { beta, NOW, signedInStore } from '../../store/signed-in.ts';
import { at, decimal, heldWith, quoteWith, terms } from './quotes.ts';
import { row } from './rows.ts';

const FULL =
  '{"quote_id":"quote_0","source_amount":1000.0,"source_currency":"GBP","destination_currency":"USD","validAmount":true}';
const what = [
  { label: 'Customer sells', value: '1,000.00 GBP' },
  { label: 'Customer buys', value: '1,264.00 USD' },
];
const full = (changed: Partial<Row['intent']> = {}): Row => row({ body: FULL, what, ...changed });

/** The write `of`, which a person or a check resolved with this verdict at `at`. */
function resolved(of: Row, verdict: 'DONE' | 'NOT DONE', at = NOW): Row {
  const resolution = { by: 'sam', verdict, evidence: 'the balance history', note: '' };
  const process = { pid: 1, started: '1' };
  const change = { number: 90, from: 'UNKNOWN', to: 'RESOLVED', at, process, resolution } as const;
  return { ...of, state: 'RESOLVED', transitions: [...of.transitions, change] };
}

/** The write `of` on its way from this console, or in `state`. */
const flying = (of: Row, state: Row['state'] = 'SENT'): Row => ({ ...of, state });

function warned(rows: readonly Row[], held = heldWith()): readonly string[] {
  const store = signedInStore();
  store.setState({ journal: { kind: 'open', rows, complete: true } });
  const usable = usableOf(held);
  if ('missing' in usable) throw new Error(usable.missing.join());
  return warningsFor(held, usable, store.getState());
}

const AGAIN: unknown = expect.stringMatching(
  /^Possible duplicate: the same amount was converted at 20 Nov 2026 10:00:00 UTC \(request ID r-\d+\)\. Confirm only if the customer wants a second conversion\.$/,
);

describe('a recent conversion', () => {
  it('causes a warning with its time if it was the same conversion', () => {
    expect(warned([full()])).toEqual([AGAIN]);
    expect(warned([full({ createdAt: NOW - 3_600_000 })])).toEqual([AGAIN]);
  });

  it('counts from the time when a person resolved it as done', () => {
    const old = full({ createdAt: NOW - 86_400_000 });
    expect(warned([resolved(old, 'DONE')])).toEqual([
      expect.stringMatching(
        /^Possible duplicate: the same amount was converted \(resolved as done at 20 Nov 2026 10:00:00 UTC\)/,
      ),
    ]);
    expect(warned([resolved(old, 'DONE', NOW - SIMILAR_MS)])).toHaveLength(1);
    expect(warned([resolved(old, 'DONE', NOW - SIMILAR_MS - 1)])).toEqual([]);
  });

  it('does not count if it was resolved as not done, or refused', () => {
    expect(warned([resolved(full(), 'NOT DONE')])).toEqual([]);
    expect(warned([{ ...full(), state: 'REFUSED' }])).toEqual([]);
  });

  it('is recognised by its request, whatever its lines are', () => {
    expect(warned([full({ what: [] })])).toEqual([AGAIN]);
  });

  it('is recognised by its confirmed lines if its request has no amount, or only the other amount', () => {
    expect(warned([full({ body: '{"quote_id":"quote_0","source_amount":1000.00}' })])).toEqual([AGAIN]);
    expect(warned([full({ body: '{"quote_id":"quote_0","destination_amount":1264.00}' })])).toEqual([AGAIN]);
    const buying = { ...terms, side: 'destination', amount: decimal('1264') } as const;
    expect(warned([full()], heldWith({ destinationAmount: '1264' }, { terms: buying }))).toEqual([AGAIN]);
  });

  it.each([
    ['another amount', { body: FULL.replace('1000.0', '1000.01') }],
    ['another currency sold', { body: FULL.replace('GBP', 'EUR') }],
    ['another currency bought', { body: FULL.replace('USD', 'EUR') }],
    ['no amount at all', { body: '{"quote_id":"quote_0"}', what: [] }],
    ['another customer', { customer: { userId: beta.userId } }],
    ['another service', { baseUrl: 'http://127.0.0.1:9' }],
  ])('does not count with %s', (_, changed) => {
    expect(warned([full(changed)])).toEqual([]);
  });
});

describe('an unresolved conversion', () => {
  it('gets a warning with any amount', () => {
    const unknown: Row = { ...full({ body: FULL.replace('1000.0', '5') }), state: 'UNKNOWN' };
    expect(warned([unknown])).toEqual([
      'An earlier conversion (20 Nov 2026 10:00:00 UTC) is unresolved. Check the journal (Esc, 0) first.',
    ]);
  });
});

describe('a conversion that has not ended', () => {
  const other = (state: Row['state']): Row =>
    flying(full({ body: FULL.replace('1000.0', '5'), requestId: 'r-other' }), state);
  const own = (state: Row['state']): Row =>
    flying(full({ body: FULL.replace('quote_0', 'quote_1'), requestId: 'r-own' }), state);

  it.each(['PREPARED', 'SENT'] as const)('is being sent while it is %s', state => {
    expect(warned([other(state)])).toEqual([
      'An earlier conversion (20 Nov 2026 10:00:00 UTC) is being sent. Wait for its outcome.',
    ]);
    expect(warned([own(state)])).toEqual([
      "This quote's conversion is being sent (request ID r-own). Wait for its outcome.",
    ]);
  });

  it('waits for approval while it is WAITING', () => {
    expect(warned([other('WAITING')])).toEqual([
      'An earlier conversion (20 Nov 2026 10:00:00 UTC) waits for approval.',
    ]);
    expect(warned([own('WAITING')])).toEqual([
      "This quote's conversion waits for approval already (request ID r-own).",
    ]);
  });

  it('causes no second warning after this quote was converted', () => {
    expect(warned([own('UNKNOWN')])).toHaveLength(1);
    expect(warned([own('UNKNOWN')])[0]).toContain('This quote may be converted already');
    expect(warned([own('DONE')])).toHaveLength(1);
  });
});

describe('a warning', () => {
  it('has the same words at the second check before sending', () => {
    const rows = [full(), { ...full(), state: 'UNKNOWN' as const }];
    const store = signedInStore();
    store.setState({ journal: { kind: 'open', rows, complete: true } });
    const held = heldWith();
    const usable = usableOf(held);
    if ('missing' in usable) throw new Error('not usable');
    const before = warningsFor(held, usable, store.getState());
    store.setState({ now: NOW + 90_000 });
    expect(before).toHaveLength(2);
    expect(warningsFor(held, usable, store.getState())).toEqual(before);
  });
});

const held = heldWith();
const soon = at(20_000);

describe('a quote read again', () => {
  it('may be converted if its values are equal, even in another form', () => {
    expect(checkReread(held, quoteWith(), soon)).toBeUndefined();
    const alike = {
      sourceAmount: '1000',
      netExchangeRate: '1.265430',
      expiryTime: '"2026-11-20T11:05:00+0100"',
      quoteType: undefined,
      createdTime: undefined,
    };
    expect(checkReread(held, quoteWith(alike), soon)).toBeUndefined();
  });

  it.each([
    ['ID', { id: '"quote_2"' }, 'Quote: was quote_1, now quote_2.'],
    ['amount sold', { sourceAmount: '1000.01' }, 'Customer sells: was 1,000.00 GBP, now 1,000.01 GBP.'],
    ['amount bought', { destinationAmount: '1.00' }, 'Customer buys: was 1,265.43 USD, now 1.00 USD.'],
    ['currency sold', { sourceCurrencyCode: '"EUR"' }, 'was 1,000.00 GBP, now 1,000.00 EUR.'],
    ['currency bought', { destinationCurrencyCode: '"CAD"' }, 'was 1,265.43 USD, now 1,265.43 CAD.'],
    ['rate', { netExchangeRate: '1.26544' }, 'Rate: was 1.26543, now 1.26544.'],
    ['schedule', { conversionSchedule: '"next_day"' }, 'Settles: was immediate, now next day.'],
    ['lock', { lockPeriod: '"1_hour"' }, 'Lock period: was 5 minutes, now 1 hour.'],
    [
      'end one second earlier',
      { expiryTime: '"2026-11-20T10:04:59+0000"' },
      'Expires at: was 20 Nov 2026 10:05:00 UTC, now 20 Nov 2026 10:04:59 UTC.',
    ],
    ['missing ID', { id: undefined }, 'Quote: was quote_1, now –.'],
    ['missing amount', { destinationAmount: undefined }, 'was 1,265.43 USD, now – USD.'],
    ['amount that is no number', { destinationAmount: '"1265,43"' }, 'was 1,265.43 USD, now ? 1265,43 USD.'],
    ['missing currency', { sourceCurrencyCode: undefined }, 'was 1,000.00 GBP, now 1,000.00.'],
    ['missing end', { expiryTime: undefined }, 'now –.'],
    ['end that is no time', { expiryTime: '"soon"' }, 'now ? soon.'],
    ['missing rate', { netExchangeRate: undefined }, 'Rate: was 1.26543, now –.'],
  ])('is discarded with a sentence that has both values if this differs: %s [D13a]', (_, changed, said) => {
    const why = checkReread(held, quoteWith(changed), soon);
    expect(why).toContain(said);
    expect(why).toContain("You can't convert from this quote. Go back and press r for a new quote.");
  });

  it('names every difference', () => {
    const why = checkReread(held, quoteWith({ id: '"quote_2"', netExchangeRate: '1.3' }), soon);
    expect(why).toContain('quote_2');
    expect(why).toContain('now 1.3.');
  });

  it('counts as the same quote if it has a value that the first quote lacked, or a later expiry', () => {
    const silent = heldWith({ netExchangeRate: undefined, lockPeriod: undefined });
    expect(checkReread(silent, quoteWith(), soon)).toBeUndefined();
    expect(checkReread(held, quoteWith({ expiryTime: '"2026-11-20T10:06:00+0000"' }), soon)).toBeUndefined();
  });

  it('is discarded if it has expired, or if the machine slept', () => {
    expect(checkReread(held, quoteWith(), at(310_000))).toContain('Too late to convert this quote');
    expect(checkReread(held, quoteWith(), at(20_000, 60_000))).toContain('slept');
  });
});
