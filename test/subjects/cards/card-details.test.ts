// A card's details have no documented form. Every value is shown whole, field by field, and no character has an effect.

import { describe, expect, it, vi } from 'vitest';
import { detailEntries } from '../../../src/subjects/cards/card-details.tsx';
import { jsonOf } from '../../harness/answers.ts';

const told = (json: string) =>
  detailEntries(jsonOf(json)).map(entry =>
    'cell' in entry ? [entry.label, entry.cell.text] : 'note' in entry ? [entry.note] : [],
  );

describe('the details', () => {
  it('leave no text in the memory of shown texts', () => {
    const kept = vi.spyOn(Map.prototype, 'set');
    expect(told('"4111\u200b1111\u200b11111111"')).toEqual([
      ['response', '4111\\u{200B}1111\\u{200B}11111111'],
    ]);
    const texts = kept.mock.calls.flat().map(String);
    kept.mockRestore();
    expect(texts.filter(text => text.includes('4111'))).toEqual([]);
  });

  it.each([
    [
      'as the simulator has them',
      '{"cardNumber":"4111111111111111","cvv":"007"}',
      [
        ['cardNumber', '4111 1111 1111 1111'],
        ['cvv', '007'],
      ],
    ],
    [
      'with numbers in their own digits',
      '{"pan":4111111111111111,"n":1.50}',
      [
        ['pan', '4111 1111 1111 1111'],
        ['n', '1.50'],
      ],
    ],
    [
      'in nested objects and lists',
      '{"card":{"expiry":{"month":1}},"x":[true,null]}',
      [
        ['card.expiry.month', '1'],
        ['x.0', 'yes'],
        ['x.1', '–'],
      ],
    ],
    ['as a bare text', '"4111111111111111"', [['response', '4111 1111 1111 1111']]],
    ['with hostile names and texts', '{"a\\u202eb":"\\u001b[2J"}', [['a\\u{202E}b', '␛[2J']]],
  ])('are shown: %s', (_, json, entries) => {
    expect(told(json)).toEqual(entries);
  });

  it.each(['null', '{}', '[]', '{"card":{}}'])('say that there are none: %s', json => {
    expect(told(json)).toEqual([[expect.stringContaining('response is empty')]]);
  });

  it('are counted beyond the limit, and not shown', () => {
    const fields = (length: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length }, (_, n) => [`f${n}`, n])));
    expect(told(fields(100))).toHaveLength(61);
    expect(told(fields(100)).at(-1)).toEqual(['… and 40 more fields, not shown here']);
    expect(told(fields(61)).at(-1)).toEqual(['… and 1 more field, not shown here']);
  });
});
