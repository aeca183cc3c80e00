// What is recognised in an answer that the interface doesn't show: by name and form only, and nothing that can't be typed or shown.

import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/lib/json.ts';
import { recognised } from '../../../src/records/recognised.ts';
import { hostileTexts } from '../../../src/sim/world/hostile.ts';

/** What is recognised in this JSON text. */
function inText(text: string) {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return recognised(parsed.value);
}
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
    'comes with a reference under the name %s',
    name => {
      expect(inText(`{"${name}":"PAY001234"}`)).toEqual({ ids: [], references: ['PAY001234'] });
    },
  );

  it('is named once if it is repeated, and each different ID is named', () => {
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
  ])("is not taken if it hides characters, can't be typed or is too short: %j", text => {
    expect(recognised({ id: text, systemReferenceNumber: text })).toEqual(nothing);
  });
});
