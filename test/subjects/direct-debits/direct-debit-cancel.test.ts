// Which direct debits can be cancelled: PENDING, in GBP, in the United Kingdom. All three must be certain.

import { describe, expect, it } from 'vitest';
import { barDebitCancel } from '../../../src/subjects/direct-debits/direct-debit-cancel.ts';
import { resultOf } from '../../harness/answers.ts';

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

/** Why a payout with this change can't be cancelled. `accountChange` changes its account. */
const why = (change: object, accountChange: object | 'unread' = {}): string | undefined =>
  barDebitCancel(
    resultOf('directDebit.get', { ...debit, ...change }),
    accountChange === 'unread' ? undefined : resultOf('globalAccount.get', { ...account, ...accountChange }),
  );

it('a PENDING payout in GBP of a Global Account in the United Kingdom can be cancelled', () => {
  expect(why({})).toBeUndefined();
  expect(why({}, { country_code: 'UK' })).toBeUndefined();
  expect(why({ status: 'pending' })).toBeUndefined();
});

describe('any other direct debit is barred', () => {
  it.each([
    [{ status: 'NEW' }, 'The status is NEW. Only a PENDING'],
    [{ status: 'IN_REVIEW' }, 'The status is IN_REVIEW'],
    [{ status: 'SETTLED' }, 'The status is SETTLED'],
    [{ status: 'REJECTED' }, 'The status is REJECTED'],
    [{ status: 'RETURNED' }, 'The status is RETURNED'],
    [{ currency: 'EUR' }, 'The currency is EUR. Only GBP'],
    [{ currency: 'gbb' }, 'The currency is gbb. Only GBP'],
  ])('because of its own values: %j', (change, sentence) => expect(why(change)).toContain(sentence));

  it.each(['US', 'IE', 'gb', 'GB\u200b', 'Great Britain'])('because its account is in %j', country =>
    expect(why({}, { country_code: country })).toContain('Only direct debits in the United Kingdom'),
  );
});

describe('missing or unexpected values bar the cancellation, and the reason names them [C15b]', () => {
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
    [{ id: 'ga-2' }, 'a different Global Account'],
    [{ id: undefined }, 'a different Global Account'],
  ] as const)('with this account: %j', (change, sentence) => expect(why({}, change)).toContain(sentence));

  it('hostile text in a reason is made visible', () => {
    expect(why({ currency: '\u001b[2J' })).toContain('␛[2J');
    expect(why({}, { country_code: 'GB\u202e' })).toContain('\\u{202E}');
  });
});
