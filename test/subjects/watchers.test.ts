// What a watch finds in the service's answers: only its own record.

import { expect, it } from 'vitest';
import { Odd } from '../../src/api/contract/odd.ts';
import { fromServer } from '../../src/lib/visible.ts';
import { WATCH_READS } from '../../src/records/watch-reads.ts';
import { type OwnPayout, watchPayout } from '../../src/subjects/payouts/own-payout.ts';
import { NOW } from '../store/signed-in.ts';
import { row } from './fx/rows.ts';

const watch = { id: 'PAY123456789012' } as const;
const statusAfter = (...descriptions: readonly string[]): string | undefined =>
  WATCH_READS.payout.statusIn(
    descriptions.map(text => ({
      description: fromServer(text),
      transaction_type: fromServer('HOLD'),
    })),
    watch,
  );

it('an entry names the payout in any case and beside punctuation', () => {
  expect(statusAfter('Held for payout pay123456789012.')).toBe('in the history: HOLD');
});

it.each(['Payout PAY1234567890123', 'Payout XPAY123456789012', 'Payout PAY123456789012\u0301', ''])(
  '%j is the entry of another payout',
  text => expect(statusAfter(text)).toBeUndefined(),
);

it('the entries of a payout are in the order of their times, and entries that left the page change nothing', () => {
  const entry = (type: string, epochMs: number) => ({
    description: fromServer(watch.id),
    transaction_type: fromServer(type),
    create_time: { text: fromServer(''), epochMs },
  });
  const [hold, paid] = [entry('HOLD', NOW), entry('PAYOUT', NOW + 1)];
  const status = WATCH_READS.payout.statusIn([paid, hold], watch);
  expect(status).toBe('in the history: HOLD, PAYOUT');
  expect(WATCH_READS.payout.statusIn([paid], { ...watch, status })).toBe(status);
});

it('a comma in the type of an entry hides no later entry', () => {
  const entry = (type: string) => ({ description: fromServer(watch.id), transaction_type: fromServer(type) });
  const status = WATCH_READS.payout.statusIn([entry('A, B, C')], watch);
  const later = WATCH_READS.payout.statusIn([entry('A, B, C'), entry('PAYOUT')], { ...watch, status });
  expect(later).toMatch(/PAYOUT$/);
});

it('only a payout that is DONE can be watched', () => {
  const known = { ids: [], references: [watch.id] };
  const offer = (state: OwnPayout['own']['state']) =>
    watchPayout({ kind: 'payout', known, own: { ...row({ operation: 'payout.create' }), state } });
  expect(offer('DONE')).toMatchObject({ id: watch.id });
  expect(offer('UNKNOWN')).toMatch(/^Purser can watch a payout that is DONE\./);
});

it('the status of another record is none of the watched record', () => {
  const cards = [
    { cardHashId: fromServer('c-1'), cardStatus: 'ACTIVE' },
    { cardHashId: fromServer('c-2'), cardStatus: 'CLOSED' },
  ];
  const card = (id: string) => WATCH_READS.card.statusIn(cards, { id });
  expect(['c-1', 'c-2', 'c-3'].map(card)).toEqual(['ACTIVE', 'CLOSED', undefined]);
  const debit = { transaction_id: fromServer('d-1'), status: 'SETTLED' };
  const record = { id: fromServer('r-1'), status: 'SETTLED' };
  for (const [kind, answer, own] of [
    ['direct debit', debit, 'd-1'],
    ['conversion', record, 'r-1'],
    ['mandate', record, 'r-1'],
  ] as const) {
    const read = (id: string) => WATCH_READS[kind].statusIn(answer, { id });
    expect([read(own), read('another')]).toEqual(['SETTLED', undefined]);
  }
});

it('a status that the API does not list is announced only where the API documents no list to its end', () => {
  const status = new Odd('HELD');
  const of = (kind: 'direct debit' | 'conversion' | 'mandate' | 'rfi') =>
    WATCH_READS[kind].statusIn(
      { id: fromServer('r-1'), transaction_id: fromServer('r-1'), status },
      { id: 'r-1' },
    );
  expect(of('direct debit')).toBeUndefined();
  expect((['conversion', 'mandate', 'rfi'] as const).map(of)).toEqual(['? HELD', '? HELD', '? HELD']);
});
