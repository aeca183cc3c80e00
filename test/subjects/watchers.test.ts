// What a watch finds in the service's answers: only its own record.

import { expect, it } from 'vitest';
import { fromServer, t } from '../../src/lib/visible.ts';
import { cardWatcher } from '../../src/subjects/cards/watch-card.ts';
import { conversionWatcher } from '../../src/subjects/fx/conversions.ts';
import type { OwnPayout } from '../../src/subjects/payouts/own-payout.ts';
import { payoutWatcher, watchPayout } from '../../src/subjects/payouts/watch-payout.ts';
import { NOW } from '../store/signed-in.ts';
import { row } from './fx/rows.ts';

const watch = {
  kind: 'payout',
  id: 'PAY123456789012',
  name: t`Payout`,
  service: '',
  since: 0,
  customer: { userId: 'acct_1' },
} as const;
const statusAfter = (...descriptions: readonly string[]): string | undefined =>
  payoutWatcher.statusIn(
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
  const status = payoutWatcher.statusIn([paid, hold], watch);
  expect(status).toBe('in the history: HOLD, PAYOUT');
  expect(payoutWatcher.statusIn([paid], { ...watch, status })).toBe(status);
});

it('a comma in the type of an entry hides no later entry', () => {
  const entry = (type: string) => ({ description: fromServer(watch.id), transaction_type: fromServer(type) });
  const status = payoutWatcher.statusIn([entry('A, B, C')], watch);
  const later = payoutWatcher.statusIn([entry('A, B, C'), entry('PAYOUT')], { ...watch, status });
  expect(later).toMatch(/PAYOUT$/);
});

it('only a payout that is DONE can be watched', () => {
  const known = { ids: [], references: [watch.id] };
  const offer = (state: OwnPayout['own']['state']) =>
    watchPayout({ kind: 'payout', known, own: { ...row({ operation: 'payout.create' }), state } });
  expect(offer('DONE')).toMatchObject({ id: watch.id });
  expect(offer('UNKNOWN')).toMatch(/^Purser can watch a payout that is DONE\./);
});

it('the status of another card or conversion is none of the watched record', () => {
  const cards = [
    { cardHashId: fromServer('c-1'), cardStatus: 'ACTIVE' },
    { cardHashId: fromServer('c-2'), cardStatus: 'CLOSED' },
  ];
  const status = (id: string) => cardWatcher.statusIn(cards, { ...watch, kind: 'card', id });
  expect(['c-1', 'c-2', 'c-3'].map(status)).toEqual(['ACTIVE', 'CLOSED', undefined]);
  const conversion = { id: fromServer('conversion_1'), status: fromServer('SETTLED') };
  const read = (id: string) => conversionWatcher.statusIn(conversion, { ...watch, kind: 'conversion', id });
  expect([read('conversion_1'), read('conversion_2')]).toEqual(['SETTLED', undefined]);
});
