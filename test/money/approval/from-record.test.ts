// A waiting write is shown only for its own customer, because Purser sends with the headers of the current customer.

import { expect, it } from 'vitest';
import type { Waiting } from '../../../src/journal/approvals.ts';
import { fromRecord } from '../../../src/money/approval/from-record.ts';
import { large } from '../../journal/approval-parts.ts';

const { userId } = large(1).customer;
const intent = large(1, { customer: { userId, onBehalfOf: 'account-1' } });
const row: Waiting['row'] = { number: 1, intent, state: 'WAITING', wasUnknown: false, transitions: [] };

const waiting: Waiting = {
  ...{ row, asker: 'Ana', part: 'send', digest: 'f'.repeat(64), warnings: [], needed: 1, votes: [] },
  ...{ askedAt: 0, expiresAt: 60_000, lasts: 60_000 },
};

it.each([
  ['another user', { userId: 'user-2' }],
  ['the same user without the connected account', { userId }],
])('nothing is read or shown for %s', async (_, customer) => {
  // There is no client, because `fromRecord` must not use one here.
  const nothing = {} as Parameters<typeof fromRecord>[2];
  const found = await fromRecord(waiting, { ...customer, name: undefined }, nothing);
  expect(found).toEqual({ why: expect.stringMatching(/belongs to another customer/) });
});
