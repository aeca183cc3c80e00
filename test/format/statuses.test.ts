// The meaning of a status: every status in INTERFACE.md has its sentences, and no other status is ever explained.

import { describe, expect, it } from 'vitest';
import { Odd } from '../../src/api/contract/odd.ts';
import { explained } from '../../src/format/statuses.ts';
import { states } from '../../src/journal/intent.ts';
import { writeStatuses } from '../../src/money/journal-entry.ts';
import { statusText } from '../../src/records/facts.ts';
import { KINDS, type RecordKind } from '../../src/records/kinds.ts';
import { DEBIT_STATUSES } from '../../src/records/record-statuses.ts';

const listed = (kind: RecordKind): readonly string[] => Object.keys(KINDS[kind].statuses ?? {});

const about = (status: string | undefined) =>
  explained({ of: () => status, explain: DEBIT_STATUSES }, {}).map(({ label, text }) => `${label}: ${text}`);

describe('the tables', () => {
  it('have exactly the statuses that INTERFACE.md lists', () => {
    expect(listed('direct-debit')).toEqual([
      'NEW',
      'IN_REVIEW',
      'PENDING',
      'SETTLED',
      'REJECTED',
      'RETURNED',
    ]);
    expect(listed('account')).toEqual(['INACTIVE', 'ACTIVE']);
    expect(listed('transaction')).toEqual(['SETTLED', 'PENDING']);
    expect(listed('beneficiary')).toEqual(['VERIFIED', 'PENDING_VERIFICATION', 'VERIFICATION_PENDING']);
    expect(listed('conversion')).toEqual(['processing', 'SETTLED']);
    expect(listed('card')).toEqual(['ACTIVE', 'INACTIVE', 'CLOSED']);
    expect(listed('card-transaction')).toEqual(['APPROVED', 'DECLINED']);
    expect(listed('mandate')).toEqual(['ACTIVE']);
    expect(listed('rfi')).toEqual(['ACTION_REQUIRED', 'SUBMITTED']);
    expect(Object.keys(writeStatuses).toSorted()).toEqual([...states].toSorted());
  });
});

describe('a status', () => {
  it('is explained with its meaning, who acts next, whether it is final, and how it can be undone', () => {
    expect(about('PENDING')).toEqual([
      'Status: PENDING',
      expect.stringContaining('Means: Settlement is pending.'),
      expect.stringContaining('Who acts next: The service settles the direct debit.'),
      expect.stringContaining('Final: No.'),
      expect.stringContaining('You can cancel (x) a GBP direct debit in the United Kingdom'),
    ]);
  });

  it.each(['pending', 'CANCELLED', 'toString', '__proto__'])(
    '%j is unknown, and Purser guesses nothing',
    status => {
      expect(about(status)).toEqual([
        `Status: ${status}`,
        expect.stringContaining(
          'Means: Not documented by the service: the API lists no status with this name',
        ),
        'Documented: NEW, IN_REVIEW, PENDING, SETTLED, REJECTED, RETURNED',
      ]);
    },
  );

  it('that is missing has its own sentence', () => {
    expect(about(undefined)).toEqual(['Status: –', 'Means: The record has no status.']);
  });

  it('of another type is shown unchanged', () => {
    expect(statusText(new Odd('FROZEN\u0007'))).toBe('FROZEN␇');
    expect(statusText(new Odd(null))).toBe('null');
    expect(statusText('ACTIVE')).toBe('ACTIVE');
  });
});
