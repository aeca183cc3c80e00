// The warnings before a conversion: unresolved conversions, and the same conversion a short time ago.

import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/journal/intent.ts';
import { SIMILAR_MS } from '../../../src/money/duplicates.ts';
import { usableOf } from '../../../src/subjects/fx/held.ts';
import { warningsFor } from '../../../src/subjects/fx/review.ts';
import { beta, NOW, signedInStore } from '../../store/signed-in.ts';
import { decimal, heldWith, terms } from './quotes.ts';
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

const AGAIN =
  'Possible duplicate: the same amount was converted at 20 Nov 2026 10:00:00 UTC. Confirm only if the customer wants a second conversion.';

describe('a recent conversion', () => {
  it('causes a warning with its time if it was the same conversion', () => {
    expect(warned([full()])).toEqual([AGAIN]);
    expect(warned([full({ createdAt: NOW - 3_600_000 })])).toEqual([AGAIN]);
  });

  it('counts from the time when a person resolved it as done', () => {
    const old = full({ createdAt: NOW - 86_400_000 });
    expect(warned([resolved(old, 'DONE')])).toEqual([
      'Possible duplicate: the same amount was converted (resolved as done at 20 Nov 2026 10:00:00 UTC). Confirm only if the customer wants a second conversion.',
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
