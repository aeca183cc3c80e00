// The local filter and the cursor: what one types finds the record, and the cursor stays on it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, parseJson } from '../../../src/lib/json.ts';
import type { Item } from '../../../src/store/paging.ts';
import { openView, type View } from '../../../src/store/view.ts';
import type { Moment } from '../../../src/ui/screens/cells.ts';
import { createRowFinder } from '../../../src/ui/screens/rows.ts';

const item = (key: string, json: string): Item<string> => {
  const parsed = parseJson(json);
  if (!parsed.ok) throw new Error(parsed.reason);
  return { key, row: key, raw: parsed.value };
};

const items: readonly Item<string>[] = [
  item('rent', '{"description": "Rent March", "amount": 1234.50, "currency": "GBP"}'),
  item('refund', '{"description": "Refund 727971 Ashdown & Vale", "amount": -0.125, "status": "SETTLED"}'),
  item(
    'big',
    '{"amount": 9007199254740993.01, "institution": {"name": "Sparkasse Höß", "codes": ["ACH", null]}}',
  ),
  item('tiny', '{"amount": 1E-7, "flag": true}'),
];

const view = (change: Partial<View>): View => ({ ...openView('transactions'), ...change });
const moment: Moment = { mode: 'utc', now: 0, zone: 'UTC' };
/** Finds anew, or goes on finding with the same finder. */
const finder = () => {
  const find = createRowFinder<string>([]);
  return (all: readonly Item<string>[], of: View) => find(all, of, moment);
};
const found = (filter: string): string[] => finder()(items, view({ filter })).items.map(({ key }) => key);

describe('the filter', () => {
  it.each([
    ['1234.50', ['rent']],
    ['1,234.50', ['rent']],
    ['1,234', ['rent']],
    ['234.5', ['rent']],
    ['9007199254740993.01', ['big']],
    ['9,007,199,254,740,993.01', ['big']],
    ['-0.125', ['refund']],
    ['1E-7', ['tiny']],
    ['1e-7', ['tiny']],
    ['1235', []],
  ])('%s finds an amount as it was sent and as it is shown', (filter, keys) => {
    expect(found(filter)).toEqual(keys);
  });

  it.each([
    ['rent', ['rent']],
    ['RENT march', ['rent']],
    ['march rent', ['rent']],
    ['ashdown 727971', ['refund']],
    ['rent ashdown', []],
    ['höß', ['big']],
    ['ach', ['big']],
    ['true', ['tiny']],
    ['gbp 1,234', ['rent']],
  ])('"%s": every word must be there, in any order, at any depth, in any case', (filter, keys) => {
    expect(found(filter)).toEqual(keys);
  });

  it.each(['', '   '])('"%s" leaves everything, in its order', filter => {
    expect(finder()(items, view({ filter })).items).toBe(items);
  });

  it('doesn’t find the names of fields', () => {
    expect(found('description')).toEqual([]);
  });

  it('looks at what is loaded since, and at another list', () => {
    const find = finder();
    const filtered = view({ filter: 'rent' });
    expect(find(items, filtered).items).toHaveLength(1);
    expect(find([...items, item('rent2', '"rent"')], filtered).items).toHaveLength(2);
    expect(find([], filtered).items).toEqual([]);
    expect(find(items, view({ filter: 'refund' })).items.map(({ key }) => key)).toEqual(['refund']);
  });

  it('remembers its answer, so that drawing the same again costs nothing', () => {
    const find = finder();
    expect(find(items, view({ filter: 'rent' })).items).toBe(find(items, view({ filter: 'rent' })).items);
  });

  it('finds every record by any word of it, in quotes whatever that word looks like', () => {
    const value: fc.Arbitrary<Json> = fc.array(fc.string({ minLength: 1 })).map(texts => texts);
    fc.assert(
      fc.property(value, fc.nat(), (raw, at) => {
        const words = (raw as readonly string[]).flatMap(text => text.split(/[\s"]+/)).filter(Boolean);
        const word = words[at % Math.max(1, words.length)] ?? '';
        expect(finder()([{ key: 'k', row: 'k', raw }], view({ filter: `"${word}"` })).items).toHaveLength(1);
      }),
      { seed: 20_261_120 },
    );
  });
});

describe('the cursor', () => {
  const cursor = (change: Partial<View>, of: readonly Item<string>[] = items): number =>
    finder()(of, view(change)).cursor;

  it('begins at the first row; an empty list has none', () => {
    expect(cursor({})).toBe(0);
    expect(cursor({}, [])).toBe(-1);
    expect(cursor({ filter: 'nowhere' })).toBe(-1);
  });

  it('stays on its record wherever that moves to', () => {
    const find = finder();
    const on = view({ cursorKey: 'refund', cursorIndex: 1 });
    expect(find(items, on).cursor).toBe(1);
    expect(find([item('new', '1'), item('newer', '2'), ...items], on).cursor).toBe(3);
    expect(find(items, { ...on, filter: 'refund' }).cursor).toBe(0);
  });

  it('stays in its place when its record is gone, and within the list', () => {
    expect(cursor({ cursorKey: 'gone', cursorIndex: 2 })).toBe(2);
    expect(cursor({ cursorKey: 'gone', cursorIndex: 99 })).toBe(3);
  });
});
