import { expect, it } from 'vitest';
import { disputeEntries } from '../../../src/features/payouts/dispute-entries.ts';
import { fromServer } from '../../../src/lib/visible.ts';

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

it('says until when, how that was reckoned, and whose word it is', () => {
  const text = said(debit, account, moment);
  expect(text).toContain('Disputing it (guidance)');
  expect(text).toContain('business, without review: before 2026-11-18 19:00:00 UTC (in 7 h)');
  expect(text).toContain('T + 16 hours');
  expect(text).toContain('which decides');
});

it('says what is over', () => {
  expect(said(debit, account, { ...moment, now: Date.parse('2026-11-18T19:00:00Z') })).toContain(
    'business, without review: over since 2026-11-18 19:00:00 UTC',
  );
});

it.each([
  ['that has not settled', { ...debit, status: 'PENDING' } as const, account, ''],
  ['whose account is not read', debit, undefined, 'has not been read'],
  ['without a time', { status: 'SETTLED', created_at: undefined } as const, account, "can't be read"],
  ['elsewhere', debit, { ...account, country_code: fromServer('FR') }, 'gives no dispute window'],
])('of one %s it says so', (_, row, of, words) => {
  expect(said(row, of, moment)).toContain(words);
  if (words === '') expect(disputeEntries(row, of, moment)).toEqual([]);
});
