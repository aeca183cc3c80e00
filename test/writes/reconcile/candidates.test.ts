// Which entries of the balance history may be of a write: exactly its amount, its currency and its kind, and no others.

import { describe, expect, it } from 'vitest';
import { decode } from '../../../src/api/contract/decode.ts';
import { Odd } from '../../../src/api/contract/odd.ts';
import { operations } from '../../../src/api/contract/operations.ts';
import type { Intent, Row } from '../../../src/journal/intent.ts';
import { parseJson } from '../../../src/lib/json.ts';
import {
  cancelledCandidates,
  convertedCandidates,
  paidCandidates,
} from '../../../src/writes/reconcile/candidates.ts';
import { payout } from '../../journal/parts.ts';

const row = (changes: Partial<Intent>): Row => ({
  number: 1,
  intent: payout(1, changes),
  state: 'UNKNOWN',
  doubted: true,
  transitions: [],
});

/** One entry as the contract decodes it. */
function entry(text: string) {
  const parsed = parseJson(`[${text}]`);
  if (!parsed.ok) throw new Error(parsed.reason);
  const decoded = decode(operations['account.balanceHistory'].result, parsed.value);
  const [first] = 'value' in decoded ? decoded.value : [];
  if (first === undefined || first instanceof Odd) throw new Error('no entry');
  return first;
}
const paid = (amount: string, rest = '"currency":"GBP","source_type":"PAYOUT"') =>
  entry(`{"amount":${amount},${rest}}`);

describe('the candidates of a payout', () => {
  const { fits, sought } = paidCandidates(
    row({ body: '{"amount":9007199254740993.10,"currency":"GBP","beneficiary_id":"b","reference":"r"}' }),
  );

  it('are found by the amount that leaves, in every digit', () => {
    expect(sought).toBe('exactly −9,007,199,254,740,993.10 GBP');
    expect(fits(paid('-9007199254740993.1'))).toBe(true);
  });

  it.each([
    ['a cent less', paid('-9007199254740993.09')],
    ['money that comes', paid('9007199254740993.10')],
    ['another currency', paid('-9007199254740993.10', '"currency":"USD","source_type":"PAYOUT"')],
    ['another source', paid('-9007199254740993.10', '"currency":"GBP","source_type":"CONVERSION"')],
    ['an amount that is none', paid('"-9007199254740993.10"')],
    ['no currency', paid('-9007199254740993.10', '"source_type":"PAYOUT"')],
  ])('are not %s', (_, one) => {
    expect(fits(one)).toBe(false);
  });

  it('include an undocumented source', () => {
    expect(fits(paid('-9007199254740993.10', '"currency":"GBP","source_type":"PAYOUT_V2"'))).toBe(true);
  });

  it('are none if its request is unreadable', () => {
    const none = paidCandidates(row({ body: 'no JSON' }));
    expect(none.sought).toContain('to compare');
    expect(none.fits(paid('-1'))).toBe(false);
  });
});

describe('the candidates of a conversion', () => {
  const conversion = (body: string) => row({ operation: 'conversion.create', body });
  const converted = (amount: string, currency: string) =>
    entry(`{"amount":${amount},"currency":"${currency}","source_type":"CONVERSION"}`);

  it('are found by both amounts, and the missing one comes from the quote', () => {
    const parsed = parseJson('{"destinationAmount":126.54,"destinationCurrencyCode":"USD"}');
    const quote = parsed.ok ? decode(operations['quote.get'].result, parsed.value) : undefined;
    if (!quote || !('value' in quote)) throw new Error('no quote');
    const { fits } = convertedCandidates(
      conversion('{"source_amount":100,"source_currency":"GBP","destination_currency":"USD"}'),
      quote.value,
    );
    expect(fits(converted('-100.00', 'GBP'))).toBe(true);
    expect(fits(converted('126.54', 'USD'))).toBe(true);
    expect(fits(converted('100.00', 'GBP'))).toBe(false);
    expect(fits(paid('-100'))).toBe(false);
  });
});

describe('the candidates of a cancelled payout', () => {
  const { fits } = cancelledCandidates(
    row({
      operation: 'payout.cancel',
      body: '{"id":"payout-1"}',
      what: [
        { label: 'System reference', value: 'PAY123456' },
        { label: 'Amount', value: '1,200.50 GBP' },
      ],
    }),
  );

  it('are entries that return the money and name it, or have exactly its amount', () => {
    expect(fits(entry('{"amount":1,"description":"Cancelled PAY123456"}'))).toBe(true);
    expect(fits(paid('1200.5'))).toBe(true);
    expect(fits(entry('{"amount":-1,"description":"Payout PAY123456"}'))).toBe(false);
    expect(fits(paid('1200.51'))).toBe(false);
  });

  it("exclude an entry with another payout's reference", () => {
    const of = (description: string) =>
      paid('1200.50', `"currency":"GBP","source_type":"PAYOUT","description":"${description}"`);
    expect(fits(of('Cancelled PAY654321'))).toBe(false);
    expect(fits(of('Cancelled payout'))).toBe(true);
    expect(fits(of('Cancelled PAY123456'))).toBe(true);
  });
});
