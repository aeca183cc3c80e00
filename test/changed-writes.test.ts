// `npm run check` knows the writes of each subject.

import { expect, it } from 'vitest';
import { registry } from '../src/subjects/registry.ts';
import { writesOf } from './changed-writes.ts';

it('each write is of the subject that has its definition', () => {
  const of = (room: string) => writesOf([`src/subjects/${room}/any.ts`]);
  const rooms = [
    'accounts',
    'beneficiaries',
    'cards',
    'customer',
    'direct-debits',
    'fx',
    'mandates',
    'payouts',
    'rfi',
  ];
  expect(rooms.flatMap(of).toSorted()).toEqual(Object.keys(registry).toSorted());
  expect(of('payouts')).toEqual(['payout.cancel', 'payout.create']);
});

it('code that all writes share is tested with one of each kind', () => {
  expect(writesOf(['src/money/ask.ts'])).toHaveLength(3);
  expect(writesOf(['docs/keys.md'])).toEqual([]);
  expect(writesOf(['payouts', 'cards', 'fx', 'rfi'].map(room => `src/subjects/${room}/x.ts`))).toHaveLength(
    3,
  );
});
