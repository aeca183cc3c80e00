import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Decimal } from '../../src/lib/decimal.ts';
import { folded } from '../../src/lib/fold.ts';
import { type Json, JsonNumber } from '../../src/lib/json.ts';
import { searchText } from '../../src/lib/search-text.ts';
import { type ArrivedRecord, join, noPages } from '../../src/store/paging.ts';
import {
  marksOf,
  plainAmount,
  rowsWith,
  type SearchedRow,
  type SearchTerms,
} from '../../src/store/row-search.ts';

const number = (digits: string): JsonNumber => new JsonNumber(digits as Decimal);
const arrived = (id: string, fields: Readonly<Record<string, Json>>): ArrivedRecord<unknown> => {
  const raw: Json = { id, ...fields };
  const text = searchText(raw);
  return { row: {}, raw, id, text, marks: marksOf(text) };
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

const marked = (records: readonly ArrivedRecord<unknown>[]): readonly SearchedRow[] =>
  join(noPages(), records, true).items;
/** Without marks the search reads every text. */
const unmarked = (records: readonly ArrivedRecord<unknown>[]): readonly SearchedRow[] =>
  marked(records.map(record => ({ ...record, marks: undefined })));

const found = (items: readonly SearchedRow[], terms: Partial<SearchTerms>, most = 10): readonly number[] => [
  ...rowsWith(items, [{ words: [], ...terms }], most),
];

describe('the search of loaded rows', () => {
  it.each<[string, Partial<SearchTerms>, readonly number[]]>([
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
    ['a part of an ID', { words: ['195318c1'] }, []],
    ['a time', { words: ['2026-11-21t22:25:02z'] }, []],
    ['the end of another text', { lastFour: '5678' }, []],
    ['the whole units of an amount', { words: ['821185'] }, [0, 1]],
    ['whole units', { units: '821185' }, [0, 1]],
    ['a part of the units', { units: '82118' }, []],
    ['an amount as a word', { words: ['1000'] }, [2]],
    ['an amount with other zeros', { amount: plainAmount('0821185.6600') }, [0, 1]],
    ['a fraction without its zero', { amount: plainAmount('0.25') }, []],
    ['a year that only times begin with', { amount: '2026' }, []],
    ['nothing', {}, []],
  ])('finds %s', (_, sought, rows) => {
    for (const list of [marked(page), unmarked(page)]) expect(found(list, sought)).toEqual(rows);
  });

  it('finds at most the given number of rows for each alternative, and the first alternative comes first', () => {
    const items = marked(page);
    expect(found(items, { amount: '821185.66' }, 1)).toEqual([0]);
    const alternatives = [{ words: ['zolc'] }, { words: [], amount: '821185.66' }, { words: [] }];
    expect([...rowsWith(items, alternatives, 10)]).toEqual([1, 0]);
    expect([...rowsWith(items, alternatives, 1)]).toEqual([1, 0]);
    expect([...rowsWith(items, [], 10)]).toEqual([]);
  });

  it('finds one amount among thousands', () => {
    const many = Array.from({ length: 3000 }, (_, i) =>
      arrived(`row${i}`, { amount: number(`${i}.25`), balance: number(`-${i}.50`) }),
    );
    for (const nth of [0, 1, 47, 500, 2999]) {
      expect(found(marked(many), { amount: `${nth}.5` })).toEqual([nth]);
      expect(found(marked(many), { amount: `${nth}.75` })).toEqual([]);
    }
  });

  it('finds the same amounts and words with and without marks', () => {
    const digits = fc.stringMatching(/^0{0,2}[015]{1,3}$/);
    const written = fc
      .tuple(fc.constantFrom('', '-'), digits, fc.constantFrom('', '.0', '.5', '.50', '.05'))
      .map(([sign, whole, fraction]) => sign + whole + fraction);
    const value = fc.oneof(
      written.map(number),
      fc.tuple(written, written).map(([one, other]) => `${one} ${other}`),
      written,
      fc.constantFrom('GBP', '2026-11-21T22:25:02Z', '5d01e0-11', '105 GBP', '\u2212500', '1e5', ''),
    );
    const sought = fc.record({
      words: fc.subarray(['gbp', '500', '105']),
      amount: fc.option(written.map(plainAmount), { nil: undefined }),
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(value, { maxLength: 4 }), { maxLength: 40 }),
        sought,
        (rows, { words, amount }) => {
          const records = rows.map((values, i) => arrived(`row${i}`, { values }));
          const terms = { words, ...(amount !== undefined && { amount }) };
          expect(found(marked(records), terms, 30)).toEqual(found(unmarked(records), terms, 30));
        },
      ),
    );
  });

  it('finds the same words with digits, and the same last four digits, with and without marks', () => {
    const digits = fc.constantFrom('1', '12', '2026', '0148', '12345678');
    const sign = fc.constantFrom('a', 'Z', '*', '-', ' ', 'é', 't', '.', ':', '\r', '\n', 'T10:00', '-11-20');
    const written = fc.array(fc.oneof(digits, sign), { maxLength: 8 }).map(parts => parts.join(''));
    const word = written.map(folded).filter(text => text !== '');
    const value = fc.oneof(
      written,
      digits.map(number),
      fc.constantFrom('2026-11-21T22:25:02Z', '2026-11-21T22:25', '2026-11-21', '400000******0148'),
      fc.constantFrom(
        '195318c1-2026-49b7-b3a3-840d89200148',
        'acct_2026',
        'DD-2026',
        `${'a'.repeat(76)}0148`,
      ),
      fc.constantFrom(
        '2026-11-21T22:25:02Z 0148',
        `2026 ${'a'.repeat(80)}`,
        '1234567890t12345678',
        '2026.00',
      ),
    );
    const sought = fc.oneof(
      fc.constantFrom('2026', '0148', '5678').map(lastFour => ({ words: [], lastFour })),
      fc.array(fc.oneof(word, digits), { minLength: 1, maxLength: 2 }).map(words => ({ words })),
      fc.constantFrom('2026-11-21', 'dd-2026', 'acct_2026').map(word => ({ words: [word] })),
    );
    fc.assert(
      fc.property(fc.array(fc.array(value, { maxLength: 4 }), { maxLength: 40 }), sought, (rows, terms) => {
        const records = rows.map((values, i) => arrived(`row${i}`, { values }));
        expect(found(marked(records), terms, 30)).toEqual(found(unmarked(records), terms, 30));
      }),
      { numRuns: 400 },
    );
  });
});
