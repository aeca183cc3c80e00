// The entries of the balance history that may belong to a write: exactly its amount, its currency and its kind.

import { describe, expect, it } from 'vitest';
import { Odd } from '../../../src/api/contract/odd.ts';
import { momentOf } from '../../../src/format/cells.ts';
import type { Intent, Row } from '../../../src/journal/intent.ts';
import {
  cancelledCandidates,
  convertedCandidates,
  historyEvidence,
  paidCandidates,
} from '../../../src/money/check/history-entries.ts';
import type { CheckedWrite } from '../../../src/money/check/reconciliation.ts';
import { resultOf } from '../../harness/answers.ts';
import { payout } from '../../journal/parts.ts';
import { signedInStore } from '../../store/signed-in.ts';

const row = (changes: Partial<Intent>): Row => ({
  number: 1,
  intent: payout(1, changes),
  state: 'UNKNOWN',
  wasUnknown: true,
  transitions: [],
});

/** One entry as the contract decodes it. */
function entry(text: string) {
  const [first] = resultOf('account.balanceHistory', `[${text}]`);
  if (first === undefined || first instanceof Odd) throw new Error('no entry');
  return first;
}
const paid = (amount: string, rest = '"currency":"GBP","source_type":"PAYOUT"') =>
  entry(`{"amount":${amount},${rest}}`);

describe('the candidates of a payout', () => {
  const { fits, searched } = paidCandidates(
    row({ body: '{"amount":9007199254740993.10,"currency":"GBP","beneficiary_id":"b","reference":"r"}' }),
  );

  it('are found by exactly the debited amount', () => {
    expect(searched).toBe('exactly −9,007,199,254,740,993.10 GBP');
    expect(fits(paid('-9007199254740993.1'))).toBe(true);
  });

  it.each([
    ['a cent less', paid('-9007199254740993.09')],
    ['incoming money', paid('9007199254740993.10')],
    ['another currency', paid('-9007199254740993.10', '"currency":"USD","source_type":"PAYOUT"')],
    ['another source', paid('-9007199254740993.10', '"currency":"GBP","source_type":"CONVERSION"')],
    ['an amount sent as an unclear text', paid('"-9007199254740993,10"')],
    ['no currency', paid('-9007199254740993.10', '"source_type":"PAYOUT"')],
  ])('do not include %s', (_, one) => {
    expect(fits(one)).toBe(false);
  });

  it.each([
    ['without a time', ''],
    ['with an unreadable time', ',"create_time":"soon"'],
    ['of the time of the write', ',"create_time":"2026-11-20T10:00:00Z"'],
  ])('include an entry %s', (_, time) => {
    const found = paid('-9007199254740993.10', `"currency":"GBP","source_type":"PAYOUT"${time}`);
    const checked = {
      outcomeCheck: { since: Date.parse('2026-11-20T10:00:00Z') },
      moment: momentOf(signedInStore().getState()),
    } as CheckedWrite;
    const shown = historyEvidence({ entries: [found], complete: true }, checked, { fits, searched });
    expect(shown).toContainEqual(expect.objectContaining({ note: 'Candidate 1 of 1:' }));
  });

  it('include an undocumented source', () => {
    expect(fits(paid('-9007199254740993.10', '"currency":"GBP","source_type":"PAYOUT_V2"'))).toBe(true);
  });

  it('cannot be found if the request is unreadable', () => {
    const none = paidCandidates(row({ body: 'no JSON' }));
    expect(none.searched).toBe('nothing, because the request has no amount');
    expect(none.fits(paid('-1'))).toBe(false);
  });
});

describe('the candidates of a conversion', () => {
  const conversion = (body: string) => row({ operation: 'conversion.create', body });
  const converted = (amount: string, currency: string) =>
    entry(`{"amount":${amount},"currency":"${currency}","source_type":"CONVERSION"}`);

  it('are found by both amounts, and a missing amount comes from the quote', () => {
    const { fits } = convertedCandidates(
      conversion('{"source_amount":100,"source_currency":"GBP","destination_currency":"USD"}'),
      resultOf('quote.get', '{"destinationAmount":126.54,"destinationCurrencyCode":"USD"}'),
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

  it('are entries of returned money that name the payout, or have exactly its amount', () => {
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

  it('are none if the payout has only a short ID', () => {
    const none = cancelledCandidates(row({ operation: 'payout.cancel', body: '{"id":"p-1"}', what: [] }));
    expect(none.searched).toBe('nothing, because Purser has no amount and no ID of 6 or more characters');
    expect(none.fits(entry('{"amount":1,"description":"Cancelled p-1"}'))).toBe(false);
  });
});
