// What each subject says to the customer about its records: the right fields, and never a whole number.

import { expect, it } from 'vitest';
import { type Summary, summaryText } from '../../src/format/summary.ts';
import type { Row } from '../../src/journal/intent.ts';
import { fromServer } from '../../src/lib/visible.ts';
import type { State } from '../../src/store/state.ts';
import { accounts } from '../../src/subjects/accounts/accounts.ts';
import { history, transactions } from '../../src/subjects/accounts/money-lists.ts';
import { beneficiaries } from '../../src/subjects/beneficiaries/beneficiaries.ts';
import { cardTransactions } from '../../src/subjects/cards/card-transactions.ts';
import { conversions } from '../../src/subjects/fx/conversions.ts';
import { payouts } from '../../src/subjects/payouts/payouts.ts';
import { alpha, NOW, signedInStore } from '../store/signed-in.ts';
import { row } from './fx/rows.ts';

const state = signedInStore(alpha).getState();

function said(
  { summary }: { readonly summary?: unknown },
  record: object,
  now: State = state,
): string | undefined {
  // Each record has the fields that its summary reads.
  const made = (summary as (row: object, state: State) => Summary | undefined)(record, now);
  const text = made && summaryText(made, undefined);
  return text && ('text' in text ? text.text : text.why);
}

const IBAN = 'GB33BUKB20201555555555';
const [number, label, gbp] = [IBAN, 'Main', 'GBP'].map(fromServer);
const at = (epochMs: number) => ({ text: fromServer(''), epochMs });

it('an account and a beneficiary have only the end of their number', () => {
  expect(said(accounts, { label, account_number: number, status: 'ACTIVE' })).toBe(
    'Your account Main is active. Its number ends in 5555.',
  );
  const payee = { account_holder_name: label, currency: gbp, account_number: number, status: 'VERIFIED' };
  expect(said(beneficiaries, payee)).toBe('You can now pay Main in GBP. The account number ends in 5555.');
});

it.each([
  [
    '-5',
    'On 20 Nov 2026 your balance changed by −5 GBP.',
    'A payout of 5 GBP left your balance on 20 Nov 2026.',
  ],
  ['5', 'On 20 Nov 2026 your balance changed by +5 GBP.', 'On 20 Nov 2026 your balance changed by +5 GBP.'],
])('an entry of %s says the direction, also in the list of payouts', (amount, entry, payout) => {
  const record = { amount, currency: gbp, create_time: at(NOW) };
  expect(said(history, record)).toBe(entry);
  expect(said(payouts(), record)).toBe(payout);
});

it('a transaction has its direction, and its day is the one of the profile’s time zone', () => {
  const record = {
    amount: '5',
    currency: gbp,
    type: 'DEBIT',
    status: 'SETTLED',
    create_time: at(Date.parse('2026-11-20T20:00Z')),
  };
  const tokyo = { ...state, reach: { ...state.reach, zone: 'Asia/Tokyo' } };
  expect(said(transactions, record, tokyo)).toBe('The transaction of 21 Nov 2026 is complete: −5 GBP.');
});

it('a card transaction has the end of the number of its card', () => {
  const record = {
    ...{ masked_card_number: fromServer('400000******1234'), status: 'APPROVED', merchant: { name: label } },
    ...{ transaction_amount: '5', transaction_currency: gbp, transaction_date: at(NOW) },
  };
  expect(said(cardTransactions, record)).toBe(
    'The payment of 5 GBP at Main on 20 Nov 2026 with the card ending in 1234 was approved.',
  );
});

it('a conversion says which amount was sold', () => {
  const what = [
    { label: 'Customer sells', value: '10.00 GBP' },
    { label: 'Customer buys', value: '11.52 EUR' },
  ];
  expect(said(conversions(), { row: row({ what }), answered: {} })).toBe(
    'You sold 10.00 GBP and bought 11.52 EUR on 20 Nov 2026.',
  );
});

const DAY = 24 * 3_600_000;
const paid = (changed: Partial<Row> = {}, payee = 'Zoë Ltd'): object => ({
  kind: 'payout',
  known: { ids: [], references: [] },
  own: {
    ...row({
      operation: 'payout.create',
      what: [
        { label: 'Amount', value: '12.50 GBP' },
        { label: 'Beneficiary', value: payee },
      ],
    }),
    ...changed,
  },
});
const verdict = (of: 'DONE' | 'NOT DONE'): Partial<Row> => ({
  state: 'RESOLVED',
  transitions: [
    {
      ...{ number: 1, from: 'UNKNOWN', to: 'RESOLVED', at: NOW, process: { pid: 1, started: '' } },
      resolution: { verdict: of, by: '', evidence: '', note: '' },
    } as unknown as Row['transitions'][number],
  ],
});
const UNKNOWN = /^We are checking whether your payout of 12\.50 GBP to Zoë Ltd/;
const NOT_MADE = /^Your payout of 12\.50 GBP to Zoë Ltd on 20 Nov 2026 was not made\./;
const MADE = 'Your payout of 12.50 GBP to Zoë Ltd was created on 20 Nov 2026.';

it.each<[string, object, string | RegExp]>([
  ['DONE', paid(), MADE],
  ['DONE to an unreadable name', paid({}, '? 7'), 'Your payout of 12.50 GBP was created on 20 Nov 2026.'],
  ['SENT', paid({ state: 'SENT' }), UNKNOWN],
  ['PREPARED', paid({ state: 'PREPARED' }), UNKNOWN],
  ['NOT SENT', paid({ state: 'NOT SENT' }), NOT_MADE],
  ['resolved as done', paid(verdict('DONE')), MADE],
  ['resolved as not done', paid(verdict('NOT DONE')), NOT_MADE],
  [
    'cancelled the day after',
    {
      ...paid(),
      cancelled: {
        ...row({ operation: 'payout.cancel' }),
        transitions: row().transitions.map(one => ({ ...one, at: NOW + DAY })),
      },
    },
    'Your payout of 12.50 GBP to Zoë Ltd was cancelled on 21 Nov 2026.',
  ],
])('a payout that is %s', (_, record, text) => expect(said(payouts(), record)).toMatch(text));
