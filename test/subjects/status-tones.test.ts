// One colour has one meaning. Green: settled or active. Yellow: waiting. Red: failed, returned or unknown. Dim: over.

import { expect, it } from 'vitest';
import { Odd } from '../../src/api/contract/odd.ts';
import type { Moment } from '../../src/format/cells.ts';
import { writeStatuses } from '../../src/money/journal-entry.ts';
import { KINDS } from '../../src/records/kinds.ts';
import { transactions } from '../../src/subjects/accounts/money-lists.ts';

const moment: Moment = { mode: 'utc', now: 0, zone: 'UTC' };
const transactionCell = (column: 'status' | 'type', value: unknown) =>
  transactions.columns.find(({ id }) => id === column)?.cell({ [column]: value } as never, moment);

const tables = Object.entries(KINDS).flatMap(([kind, { statuses }]) =>
  statuses ? [[kind, statuses] as const] : [],
);

it.each([...tables, ['journal entry', writeStatuses] as const])(
  'each status of a %s has its colour',
  (_, statuses) => {
    const good = /^(?:SETTLED|ACTIVE|APPROVED|VERIFIED|DONE|SUBMITTED)$/;
    const waits =
      /^(?:NEW|IN_REVIEW|PENDING\w*|processing|VERIFICATION_PENDING|INACTIVE|ACTION_REQUIRED|WAITING|PREPARED|SENT)$/;
    const bad = /^(?:REJECTED|RETURNED|DECLINED|REFUSED|NOT SENT|UNKNOWN)$/;
    const over = /^(?:CLOSED|CANCELLED|RESOLVED)$/;
    for (const [status, { tone }] of Object.entries(statuses)) {
      const wanted = [
        [good, 'good'],
        [waits, 'warn'],
        [bad, 'bad'],
        [over, 'dim'],
      ] as const;
      expect(tone, status).toBe(wanted.find(([words]) => words.test(status))?.[1]);
    }
  },
);

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
