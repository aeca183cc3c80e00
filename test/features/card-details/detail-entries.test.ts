// A card's details have no shape that anybody gave: whatever comes is shown whole, field by field, and nothing obeyed.

import { describe, expect, it } from 'vitest';
import { detailEntries } from '../../../src/features/card-details/detail-entries.ts';
import { parseJson } from '../../../src/lib/json.ts';

const told = (json: string) => {
  const parsed = parseJson(json);
  if (!parsed.ok) throw new Error(parsed.reason);
  return detailEntries(parsed.value).map(entry =>
    'cell' in entry ? [entry.label, entry.cell.text] : 'note' in entry ? [entry.note] : [],
  );
};

describe('the details', () => {
  it.each([
    [
      'as the simulator has them',
      '{"cardNumber":"4111111111111111","cvv":"007"}',
      [
        ['cardNumber', '4111111111111111'],
        ['cvv', '007'],
      ],
    ],
    [
      'with numbers in their own digits',
      '{"pan":4111111111111111,"n":1.50}',
      [
        ['pan', '4111111111111111'],
        ['n', '1.50'],
      ],
    ],
    [
      'in one another',
      '{"card":{"expiry":{"month":1}},"x":[true,null]}',
      [
        ['card.expiry.month', '1'],
        ['x.0', 'yes'],
        ['x.1', '–'],
      ],
    ],
    ['as a bare text', '"4111111111111111"', [['response', '4111111111111111']]],
    ['with hostile names and texts', '{"a\\u202eb":"\\u001b[2J"}', [['a\\u{202E}b', '␛[2J']]],
  ])('are shown: %s', (_, json, entries) => {
    expect(told(json)).toEqual(entries);
  });

  it.each(['null', '{}', '[]', '{"card":{}}'])('of %s say that there are none', json => {
    expect(told(json)).toEqual([[expect.stringContaining('response is empty')]]);
  });

  it('beyond the limit of a card are counted, not shown', () => {
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, n])));
    expect(told(many)).toHaveLength(61);
    expect(told(many).at(-1)).toEqual(['… and 40 more fields, not shown here']);
  });
});
