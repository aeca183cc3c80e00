// Possible IDs in an undocumented answer: found by name and form only, and only if they can be typed and shown.

import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../../src/sim/world/hostile.ts';
import { recognised } from '../../../src/subjects/payouts/own-payout.ts';
import { jsonOf } from '../../harness/answers.ts';

/** The IDs that Purser recognises in this JSON text. */
const inText = (text: string) => recognised(jsonOf(text));
const nothing = { ids: [], references: [] };

describe('an ID of a payout', () => {
  it.each(['id', 'payoutId', 'payout_id', 'transferId', 'transfer_id'])(
    'is recognised under the name %s',
    name => {
      expect(inText(`{"${name}":"po-0001"}`).ids).toEqual(['po-0001']);
      expect(inText(`{"data":{"${name}":"po-0001"}}`).ids).toEqual(['po-0001']);
    },
  );

  it.each(['systemReferenceNumber', 'system_reference_number'])(
    'may come with a reference under the name %s',
    name => {
      expect(inText(`{"${name}":"PAY001234"}`)).toEqual({ ids: [], references: ['PAY001234'] });
    },
  );

  it('is listed once if it is repeated, and each different ID is listed', () => {
    expect(inText('{"id":"po-0001","payout_id":"po-0001","data":{"id":"po-0002"}}').ids).toEqual([
      'po-0001',
      'po-0002',
    ]);
  });

  it.each([
    'null',
    'true',
    '1',
    '"po-0001"',
    '[]',
    '[{"id":"po-0001"}]',
    '{}',
    '{"data":[{"id":"po-0001"}]}',
    '{"data":{"data":{"id":"po-0001"}}}',
    '{"id":null}',
    '{"id":12345678}',
    '{"id":{"id":"po-0001"}}',
    '{"id":["po-0001"]}',
    '{"ID":"po-0001"}',
    '{"beneficiary_id":"po-0001"}',
    '{"__proto__":{"id":"po-0001"}}',
    '{"id":"po-0001","id":"po-0002"}',
    '{"data":"id","payoutId":""}',
  ])('is not guessed from %s', text => {
    expect(inText(text)).toEqual(nothing);
  });

  it('is unknown without an answer', () => {
    expect(recognised(undefined)).toEqual(nothing);
  });

  it.each([
    ...hostileTexts.filter(text => text !== '__proto__'),
    'po 0001',
    'po\n0001',
    '••••0001',
    'раyоut-id',
    '--- ---',
    'a-1',
    'x'.repeat(101),
  ])("is refused if it hides characters, can't be typed or is too short: %j", text => {
    expect(recognised({ id: text, systemReferenceNumber: text })).toEqual(nothing);
  });
});
