import { describe, expect, it } from 'vitest';
import type { Decimal } from '../../src/lib/decimal.ts';
import { type Json, JsonNumber } from '../../src/lib/json.ts';
import { searchText } from '../../src/lib/search-text.ts';
import { type ArrivedRecord, join, noPages } from '../../src/store/paging.ts';
import { indexed, plainAmount, rowsWith, type Sought } from '../../src/store/row-index.ts';

const number = (digits: string): JsonNumber => new JsonNumber(digits as Decimal);
const arrived = (id: string, fields: Readonly<Record<string, Json>>): ArrivedRecord<unknown> => {
  const raw: Json = { id, ...fields };
  return { row: {}, raw, id, text: searchText(raw) };
};

const page = [
  arrived('195318c1-68b1-49b7-b3a3-840d892c3222', {
    amount: number('-821185.66'),
    currency: 'GBP',
    description: 'Refund 727971 Ashdown & Vale Ltd',
    create_time: '2026-11-21T22:25:02Z',
  }),
  arrived('conversion_5b61', {
    amount: number('821185.660'),
    currency: 'EUR',
    description: 'Żółć, Łódź',
    reference: 'DD-12345678',
  }),
  arrived('third', { amount: number('1000'), number: '400000******0148', description: 'บริษัท สยาม' }),
];

const found = (sought: Partial<Sought>): readonly number[] =>
  rowsWith(join(noPages(), page, true), { words: [], ...sought }, 10);

describe('the index of loaded rows', () => {
  it.each<[string, Partial<Sought>, readonly number[]]>([
    ['an amount in any spelling', { amount: plainAmount('821185.66') }, [0, 1]],
    ['a whole amount', { amount: plainAmount('1000.00') }, [2]],
    ['an ID', { words: ['195318c1-68b1-49b7-b3a3-840d892c3222'] }, [0]],
    ['an ID with a prefix', { words: ['conversion_5b61'] }, [1]],
    ['a reference', { words: ['dd-12345678'] }, [1]],
    ['a part of a reference', { words: ['12345678'] }, [1]],
    ['a number in a text', { words: ['727971'] }, [0]],
    ['the last four', { lastFour: '0148' }, [2]],
    ['a word', { words: ['ashdown'] }, [0]],
    ['beginnings of words', { words: ['ref', 'ash'] }, [0]],
    ['words without accents', { words: ['zolc'] }, [1]],
    ['another script', { words: ['สยาม'] }, [2]],
    ['an amount with its currency', { amount: '821185.66', words: ['eur'] }, [1]],
    ['words of different rows', { words: ['ashdown', 'eur'] }, []],
    ['the middle of a word', { words: ['shdown'] }, []],
    ['nothing', {}, []],
  ])('finds %s', (_, sought, rows) => {
    expect(found(sought)).toEqual(rows);
  });

  it('reads each page once, and only new rows', () => {
    const first = join(noPages(), page.slice(0, 1), true);
    expect(indexed(first).rows).toBe(1);
    const both = join(first, page.slice(1), true);
    expect(indexed(both).rows).toBe(3);
    expect(rowsWith(both, { words: ['eur'] }, 10)).toEqual([1]);
    expect(rowsWith(first, { words: ['eur'] }, 10)).toEqual([]);
  });
});
