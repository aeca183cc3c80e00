// The findings as rows: the worst first, bounded, with all of them counted.

import { expect, it } from 'vitest';
import type { BooksReading } from '../../../src/effects/read-books.ts';
import type { Row } from '../../../src/journal/intent.ts';
import type { Decimal } from '../../../src/lib/decimal.ts';
import { fromServer, t } from '../../../src/lib/visible.ts';
import type { HistoryEntry } from '../../../src/records/reads.ts';
import { conclude } from '../../../src/subjects/books/findings.ts';
import { payout } from '../../journal/parts.ts';
import { entry } from './worlds.ts';

const START = Date.parse('2026-11-20T09:00:00Z');
const HOUR = 3_600_000;

const reading = (
  entries: readonly HistoryEntry[],
  incomplete: BooksReading['incomplete'] = undefined,
): BooksReading => ({
  entries: new Map(entries.toReversed().map(one => [one, null])),
  balances: incomplete === undefined ? endingAt(entries.at(-1)?.balance) : undefined,
  incomplete,
  conversions: new Map(),
});

function endingAt(available_balance: HistoryEntry['balance']) {
  const zero = '0' as Decimal;
  const now = { currency: fromServer('GBP'), available_balance, pending_amount: zero, reserved_amount: zero };
  return { before: [now], after: [now] };
}

/** Oldest first, an hour apart: the balance jumps before each. */
const jumps = (count: number): readonly HistoryEntry[] =>
  Array.from({ length: count }, (_, nth) =>
    entry({
      id: String(nth),
      at: START + nth * HOUR,
      amount: '1',
      fee: '0',
      balance: String(nth * nth * 10),
    }),
  );

const INCOMPLETE = t`The service failed.`;

it('an incomplete reading has a row, after entries that do not follow', async () => {
  const { verdict, rows } = await conclude(reading(jumps(3), INCOMPLETE));
  expect(verdict).toBe('DOES NOT FOLLOW');
  expect(rows.map(({ row }) => row.verdict)).toEqual([
    ...['DOES NOT FOLLOW', 'DOES NOT FOLLOW', 'DOES NOT FOLLOW', 'NOT CHECKED'],
  ]);
  const says = `${INCOMPLETE} Only 3 entries were read: the findings are about these.`;
  expect(rows.at(-1)?.row.text).toBe(says);
  expect(rows[0]?.row.details.at(-1)).toEqual({ note: says });
});

it('an incomplete reading in which all follows is not checked', async () => {
  const sound = ['1', '2'].map((balance, nth) =>
    entry({ id: balance, at: START + nth * HOUR, amount: '1', fee: '0', balance }),
  );
  expect((await conclude(reading(sound))).verdict).toBe('FOLLOWS');
  const { verdict, unexplained } = await conclude(reading(sound, INCOMPLETE));
  expect({ verdict, unexplained }).toEqual({ verdict: 'NOT CHECKED', unexplained: 0 });
});

it('lists 200 entries of a currency, says so, and counts all', async () => {
  const { rows, unexplained } = await conclude(reading(jumps(302)));
  expect(rows.filter(({ row }) => row.entry)).toHaveLength(200);
  expect(unexplained).toBe(301);
  expect(rows[0]?.row.details.at(-1)).toEqual({
    note: 'The first 200 are listed. purser check --json has all.',
  });
});

it('an end that does not follow counts', async () => {
  const { unexplained } = await conclude({ ...reading(jumps(2)), balances: endingAt('9' as Decimal) });
  expect(unexplained).toBe(2);
});

it('an entry that does not follow has the entries on both sides, also as the service sent them', async () => {
  const entries = jumps(3);
  const sent = new Map(entries.toReversed().map(one => [one, { id: String(one.id) }]));
  const { rows } = await conclude({ ...reading(entries), entries: sent });
  const found = rows.find(({ row }) => row.entry === entries[1]);
  expect(found?.raw).toMatchObject({ before: { id: '0' }, since: { id: '1' }, after: { id: '2' } });
  expect(
    found?.row.details.flatMap(one => ('cell' in one && one.label === 'ID' ? [one.cell.text] : [])),
  ).toEqual(['0', '1', '2']);
});

it('a limit of a card that does not follow counts', async () => {
  const limit = { interval: 'DAILY', amount: '100' as Decimal, remaining: '140' as Decimal } as const;
  const limits = { currency: fromServer('GBP'), limits: [limit], cash_withdrawal_limits: [] };
  const card = { id: 'c-1', now: START, before: limits, after: limits, transactions: new Map() };
  const { verdict, unexplained } = await conclude({ ...reading([]), balances: undefined, card });
  expect({ verdict, unexplained }).toEqual({ verdict: 'DOES NOT FOLLOW', unexplained: 1 });
});

it('says nothing of a limit that is not reached', async () => {
  const { rows } = await conclude(reading(jumps(201)));
  expect(rows.filter(({ row }) => row.entry)).toHaveLength(200);
  expect(rows[0]?.row.details).toHaveLength(1);
});

it('a misplaced entry has a row, with the entry that follows it', async () => {
  const balances = ['110', '111', '112', '113', '114', '115'];
  const entries = balances.map((balance, nth) =>
    entry({ id: String(nth), at: START + nth * HOUR, amount: '1', fee: '0', balance }),
  );
  const late = entries
    .splice(4, 1)
    .map(one => ({ ...one, create_time: entry({ at: START + 1 }).create_time }));
  const { verdict, rows } = await conclude(reading(entries.toSpliced(1, 0, ...late)));
  expect(verdict).toBe('EXPECTED');
  expect(rows.map(({ row }) => [row.short, row.entry?.id])).toEqual([
    ['6 entries', undefined],
    ['Posted later', '4'],
    ['Balance now', undefined],
  ]);
});

it('an UNKNOWN write has a row with ten of its candidates, and its request ID', async () => {
  const intent = payout(1, {
    createdAt: START,
    body: '{"amount":5.00,"currency":"GBP"}',
    target: '/svc/api/v1/transfer/',
  });
  const row: Row = {
    ...{ number: 1, intent, state: 'UNKNOWN', wasUnknown: false },
    transitions: [{ number: 1, from: 'SENT', to: 'UNKNOWN', at: START, process: { pid: 1, started: '' } }],
  };
  const entries = Array.from({ length: 12 }, (_, nth) =>
    entry({
      id: String(nth),
      at: START + nth * 1000,
      amount: '-5.00',
      fee: '0',
      balance: String(100 - nth * 5),
    }),
  );
  const side = { rows: [row], scope: {}, began: START + HOUR, skew: 0 };
  const { rows } = await conclude(reading(entries), side);
  const own = rows.find(one => one.row.write);
  expect(own?.row).toMatchObject({ verdict: 'NOT CHECKED', short: 'Outcome unknown', write: row });
  expect(own?.raw).toMatchObject({ requestId: intent.requestId });
  const headings = own?.row.details.flatMap(one => ('heading' in one ? [String(one.heading)] : []));
  expect(headings?.filter(heading => heading.startsWith('Candidate'))).toHaveLength(10);
  expect(own?.row.details).toContainEqual({
    note: 'The first 10 candidates are listed. purser check --json has more.',
  });
});
