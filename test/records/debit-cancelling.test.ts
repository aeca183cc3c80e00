// Which direct debit payouts can be cancelled: GBP, in the United Kingdom, PENDING, and nothing that is merely likely to be.

import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { decode } from '../../src/api/contract/decode.ts';
import { operations } from '../../src/api/contract/operations.ts';
import { parseJson } from '../../src/lib/json.ts';
import { whyNotCancellable } from '../../src/records/debit-cancelling.ts';

const debit = {
  transaction_id: 'dd-1',
  mandate_id: 'm-1',
  global_account_id: 'ga-1',
  amount: 10.5,
  currency: 'GBP',
  debtor_name: 'Ashdown Ltd',
  statement_ref: 'DD-1',
  status: 'PENDING',
  created_at: '2026-11-20T09:00:00Z',
};
const account = { id: 'ga-1', country_code: 'GB', currency: 'GBP' };

/** As the client would hand it over: read by the contract from these words. */
function received<S extends z.ZodType>(result: S, sent: object) {
  const parsed = parseJson(JSON.stringify(sent));
  if (!parsed.ok) throw new Error(parsed.reason);
  const read = decode(result, parsed.value);
  if ('shapeError' in read) throw new Error(read.shapeError);
  return read.value;
}

/** The reason for a debit that differs from the one above in this, and for its account. */
const why = (change: object, accountChange: object | 'unread' = {}): string | undefined =>
  whyNotCancellable(
    received(operations['directDebit.get'].result, { ...debit, ...change }),
    accountChange === 'unread'
      ? undefined
      : received(operations['globalAccount.get'].result, { ...account, ...accountChange }),
  );

it('a pending payout in pounds, of a Global Account in the United Kingdom, can be cancelled', () => {
  expect(why({})).toBeUndefined();
  expect(why({}, { country_code: 'UK' })).toBeUndefined();
  expect(why({ status: 'pending' })).toBeUndefined();
});

describe('another direct debit is barred with the reason', () => {
  it.each([
    [{ status: 'NEW' }, 'The status is NEW. Only a PENDING'],
    [{ status: 'IN_REVIEW' }, 'The status is IN_REVIEW'],
    [{ status: 'SETTLED' }, 'The status is SETTLED'],
    [{ status: 'REJECTED' }, 'The status is REJECTED'],
    [{ status: 'RETURNED' }, 'The status is RETURNED'],
    [{ currency: 'EUR' }, 'The currency is EUR. Only GBP'],
    [{ currency: 'gbp' }, 'The currency is gbp. Only GBP'],
  ])('because of its own values: %j', (change, sentence) => expect(why(change)).toContain(sentence));

  it.each(['US', 'IE', 'gb', 'GB\u200b', 'Great Britain'])('because its account is in %j', country =>
    expect(why({}, { country_code: country })).toContain('Only direct debit payouts in the United Kingdom'),
  );
});

describe('missing or unexpected values bar the cancellation, and the reason names them [C15, C17]', () => {
  it.each([
    [{ status: undefined }, 'status is missing'],
    [{ status: null }, 'status is missing'],
    [{ status: 'FROZEN' }, 'status (? FROZEN) is not documented'],
    [{ status: 3 }, 'status (? 3) is not documented'],
    [{ currency: undefined }, 'currency (–) is missing'],
    [{ currency: 826 }, 'currency (? 826)'],
    [{ currency: '' }, 'currency (–) is missing'],
    [{ transaction_id: undefined }, 'transaction ID'],
    [{ transaction_id: '' }, 'transaction ID'],
    [{ transaction_id: 7 }, 'transaction ID'],
    [{ global_account_id: undefined }, 'has no Global Account'],
    [{ global_account_id: ['ga-1'] }, 'has no Global Account'],
  ])('as in %j', (change, sentence) => expect(why(change)).toContain(sentence));

  it.each([
    ['unread', 'has not read'],
    [{ country_code: undefined }, 'country of the Global Account (–)'],
    [{ country_code: 44 }, 'country of the Global Account (? 44)'],
    [{ id: 'ga-2' }, "another Global Account than the payout's"],
    [{ id: undefined }, "another Global Account than the payout's"],
  ] as const)('with this account: %j', (change, sentence) => expect(why({}, change)).toContain(sentence));

  it('hostile text in a reason is made visible', () => {
    expect(why({ currency: '\u001b[2J' })).toContain('␛[2J');
    expect(why({}, { country_code: 'GB\u202e' })).toContain('\\u{202E}');
  });
});
