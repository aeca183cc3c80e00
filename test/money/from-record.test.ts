// A recorded write is shown only for its own customer, because Purser sends with the headers of the current customer.

import { expect, it } from 'vitest';
import type { Row } from '../../src/journal/intent.ts';
import { fromRecord } from '../../src/money/from-record.ts';
import { large } from '../journal/approval-parts.ts';

const { userId } = large(1).customer;
const intent = large(1, { customer: { userId, onBehalfOf: 'account-1' } });
const row: Row = { number: 1, intent, state: 'WAITING', wasUnknown: false, transitions: [] };

it.each([
  ['another user', { userId: 'user-2' }],
  ['the same user without the connected account', { userId }],
])('nothing is read or shown for %s', async (_, customer) => {
  // There is no client, because `fromRecord` must not use one here.
  const nothing = {} as Parameters<typeof fromRecord>[2];
  const found = await fromRecord({ row }, { ...customer, name: undefined }, nothing);
  expect(found).toEqual({ why: expect.stringMatching(/belongs to another customer/) });
});
