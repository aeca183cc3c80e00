// One colour has one meaning. Green: settled or active. Yellow: waiting. Red: failed, returned or unknown. Dim: over.

import { expect, it } from 'vitest';
import { Odd } from '../../src/api/contract/odd.ts';
import type { Moment } from '../../src/format/cells.ts';
import type { Tone } from '../../src/format/entry.ts';
import { journalTones } from '../../src/money/journal-entry.ts';
import { accounts } from '../../src/subjects/accounts/accounts.ts';
import { transactions } from '../../src/subjects/accounts/money-lists.ts';
import { statusTones as beneficiaries } from '../../src/subjects/beneficiaries/beneficiaries.ts';
import { cardTones, transactionTones } from '../../src/subjects/cards/card-lines.ts';
import { statusTones as directDebits } from '../../src/subjects/direct-debits/direct-debit-details.ts';
import { statusTones as conversions } from '../../src/subjects/fx/conversion.ts';
import { statusTones as mandates } from '../../src/subjects/mandates/mandate-details.ts';

const moment: Moment = { mode: 'utc', now: 0, zone: 'UTC' };
type Status = 'INACTIVE' | 'ACTIVE';
const accountTone = (status: Status) =>
  accounts.columns.find(({ id }) => id === 'status')?.cell({ status } as never, moment).tone;
const transactionCell = (column: 'status' | 'type', value: unknown) =>
  transactions.columns.find(({ id }) => id === column)?.cell({ [column]: value } as never, moment);

it.each<[string, Readonly<Record<string, Tone | undefined>>]>([
  ['direct debit', directDebits],
  ['journal entry', journalTones],
  ['card', cardTones],
  ['card transaction', transactionTones],
  ['conversion', conversions],
  ['mandate', mandates],
  ['beneficiary', beneficiaries],
  ['account', { ACTIVE: accountTone('ACTIVE'), INACTIVE: accountTone('INACTIVE') }],
  [
    'transaction',
    {
      SETTLED: transactionCell('status', 'SETTLED')?.tone,
      PENDING: transactionCell('status', 'PENDING')?.tone,
    },
  ],
])('each status of a %s has its colour', (_, tones) => {
  const good = /^(?:SETTLED|ACTIVE|APPROVED|VERIFIED|DONE)$/;
  const waits =
    /^(?:NEW|IN_REVIEW|PENDING\w*|processing|VERIFICATION_PENDING|INACTIVE|WAITING|PREPARED|SENT)$/;
  const bad = /^(?:REJECTED|RETURNED|DECLINED|REFUSED|NOT SENT|UNKNOWN)$/;
  const over = /^(?:CLOSED|CANCELLED|RESOLVED)$/;
  for (const [status, tone] of Object.entries(tones)) {
    const wanted = [
      [good, 'good'],
      [waits, 'warn'],
      [bad, 'bad'],
      [over, 'dim'],
    ] as const;
    expect(tone, status).toBe(wanted.find(([words]) => words.test(status))?.[1]);
  }
});

it('RETURNED is red even if the service does not document the word', () => {
  expect(transactionCell('status', new Odd('RETURNED'))).toEqual({
    text: 'RETURNED (not documented)',
    short: '? RETURNED',
    tone: 'bad',
  });
  expect(transactionCell('status', new Odd('OTHER'))).toEqual({
    text: 'OTHER (not documented)',
    short: '? OTHER',
    tone: 'warn',
  });
});

it('a credit is money in, and a debit is money out', () => {
  expect(transactionCell('type', 'CREDIT')?.tone).toBe('money-in');
  expect(transactionCell('type', 'DEBIT')?.tone).toBe('money-out');
});
