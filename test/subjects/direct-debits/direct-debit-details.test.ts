// The deadlines to dispute a direct debit, as rows.

import { expect, it } from 'vitest';
import { fromServer } from '../../../src/lib/visible.ts';
import { disputeEntries } from '../../../src/subjects/direct-debits/direct-debit-details.ts';

const created = '2026-11-18T03:00:00Z';
const debit = {
  status: 'SETTLED',
  created_at: { text: fromServer(created), epochMs: Date.parse(created) },
} as const;
const account = {
  country_code: fromServer('US'),
  routing_codes: [{ type: fromServer('ach'), value: fromServer('021000024') }],
};
const moment = { mode: 'utc', now: Date.parse('2026-11-18T12:00:00Z'), zone: 'UTC' } as const;
const said = (...given: Parameters<typeof disputeEntries>): string =>
  disputeEntries(...given)
    .map(entry => {
      if ('cell' in entry) return `${entry.label}: ${entry.cell.text}`;
      if ('note' in entry) return entry.note;
      return 'heading' in entry ? entry.heading : '';
    })
    .join('\n');

it('the entries have the deadline, its calculation, and the source of the rule', () => {
  const text = said(debit, account, moment);
  expect(text).toContain('Dispute guidance');
  expect(text).toContain('business, without review: before 18 Nov 2026 19:00:00 UTC (in 7 h)');
  expect(text).toContain('T + 16 hours');
  expect(text).toContain('handles disputes and decides');
});

it('the entries say that a deadline has expired', () => {
  expect(said(debit, account, { ...moment, now: Date.parse('2026-11-18T19:00:00Z') })).toContain(
    'business, without review: expired 18 Nov 2026 19:00:00 UTC',
  );
});

it('if a rule has two readings, the entries say that one deadline has expired and when the other ends', () => {
  // 60 days later, New York is on standard time: the same local time is an hour later in UTC.
  const autumn = '2026-10-01T12:00:00Z';
  const row = { ...debit, created_at: { text: fromServer(autumn), epochMs: Date.parse(autumn) } };
  const at = (now: string) => said(row, account, { ...moment, now: Date.parse(now) });
  expect(at('2026-11-30T12:30:00Z')).toContain(
    'individual, without review: expired 30 Nov 2026 12:00:00 UTC by one reading, or open until 30 Nov 2026 13:00:00 UTC by the other: ask support',
  );
  expect(at('2026-11-30T13:00:00Z')).toContain(
    'individual, without review: expired 30 Nov 2026 12:00:00 UTC\n',
  );
});

it.each([
  ['that has not settled', { ...debit, status: 'PENDING' } as const, account, ''],
  ['whose account is not read', debit, undefined, 'which Purser has not read'],
  [
    'without a time',
    { status: 'SETTLED', created_at: undefined } as const,
    account,
    "Purser can't read when the direct debit was created",
  ],
  ['elsewhere', debit, { ...account, country_code: fromServer('FR') }, 'documents no dispute window'],
])('the entries say why a direct debit %s has no deadline', (_, row, of, words) => {
  expect(said(row, of, moment)).toContain(words);
  if (words === '') expect(disputeEntries(row, of, moment)).toEqual([]);
});
