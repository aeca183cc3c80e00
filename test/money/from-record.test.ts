// A recorded write is shown only for its own customer, because Purser sends with the headers of the current customer.

import { expect, it } from 'vitest';
import type { Row } from '../../src/journal/intent.ts';
import { fromRecord } from '../../src/money/from-record.ts';
import { allRules } from '../harness/rules.ts';
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

it('a request whose personal data the journal hides is never rebuilt to be sent, only to be approved', async () => {
  const one = { ...row, intent: { ...intent, operation: 'cardholder.create', body: '{"email":"•••"}' } };
  // There is no client, because `fromRecord` must not use one here.
  const sources = { rules: allRules } as unknown as Parameters<typeof fromRecord>[2];
  const customer = { userId, onBehalfOf: 'account-1', name: undefined };
  expect(await fromRecord({ row: one }, customer, sources)).toEqual({
    why: expect.stringMatching(/only the console that asked can send this request/),
  });
  const approved = await fromRecord({ row: one, digest: '0123456789' }, customer, sources);
  expect(approved).toMatchObject({ about: { question: { token: { text: '01234567' } } } });
});

it('nothing is shown if the definition would send other bytes than the recorded ones', async () => {
  const one = { ...row, intent: { ...intent, operation: 'card.close', body: '{"id":"card-1"}' } };
  const prepared = { target: intent.target, body: '{"id":"card-2"}' };
  const question = { input: {}, lines: [], warnings: [] };
  const definition = { operation: 'card.close', question: () => ({ kind: 'question', question }) };
  // The cast is safe: `fromRecord` uses only these parts.
  const sources = {
    client: { writes: { recorded: () => ({}), prepare: () => ({ ok: true, prepared }) } },
    rules: { definitions: { 'card.close': definition } },
  } as unknown as Parameters<typeof fromRecord>[2];
  const customer = { userId, onBehalfOf: 'account-1', name: undefined };
  const found = await fromRecord({ row: one }, customer, sources);
  expect(found).toEqual({ why: expect.stringMatching(/would send a different request/) });
  prepared.body = '{"id":"card-1"}';
  expect(await fromRecord({ row: one }, customer, sources)).not.toHaveProperty('why');
});
