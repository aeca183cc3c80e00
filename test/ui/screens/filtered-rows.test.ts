// The local filter and the cursor: typed text finds the record, and the cursor stays on it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountCell, type Moment, movedCell, signedCell, textCell } from '../../../src/format/cells.ts';
import type { Cell } from '../../../src/format/entry.ts';
import { parseDecimal } from '../../../src/lib/decimal.ts';
import { folded } from '../../../src/lib/fold.ts';
import type { Json } from '../../../src/lib/json.ts';
import { searchText } from '../../../src/lib/search-text.ts';
import { fromServer, t } from '../../../src/lib/visible.ts';
import type { Item } from '../../../src/store/paging.ts';
import { openView, type View } from '../../../src/store/view.ts';
import type { Column } from '../../../src/ui/kit/column-widths.ts';
import {
  balanceColumn,
  cellColumn,
  figureColumn,
  timeColumn,
} from '../../../src/ui/screens/common-columns.ts';
import { createRowFinder } from '../../../src/ui/screens/filtered-rows.ts';
import { jsonOf } from '../../harness/answers.ts';

const item = (key: string, json: string): Item<string> => ({ key, row: key, raw: jsonOf(json) });

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
/** A new finder. Later calls of the same finder use its kept results. */
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
    ['−0.125', ['refund']],
    ['1E-7', ['tiny']],
    ['1e-7', ['tiny']],
    ['1235', []],
  ])('finds an amount as the service sends it and as the screen shows it: %s', (filter, keys) => {
    expect(found(filter)).toEqual(keys);
  });

  it.each([
    ['rent', ['rent']],
    ['RENT march', ['rent']],
    ['march rent', ['rent']],
    ['ashdown 727971', ['refund']],
    ['rent ashdown', []],
    ['höß', ['big']],
    ['hoss', ['big']],
    ['HÖSS', ['big']],
    ['ashdown|rent', ['rent', 'refund']],
    ['ach', ['big']],
    ['true', ['tiny']],
    ['gbp 1,234', ['rent']],
  ])('needs every word, in any order, at any depth and in any case: "%s"', (filter, keys) => {
    expect(found(filter)).toEqual(keys);
  });

  it.each(['', '   '])('keeps all rows in their order for "%s"', filter => {
    expect(finder()(items, view({ filter })).items).toBe(items);
  });

  it('does not search the names of fields', () => {
    expect(found('description')).toEqual([]);
  });

  it('applies to rows that are loaded later, and to another list', () => {
    const find = finder();
    const filtered = view({ filter: 'rent' });
    expect(find(items, filtered).items).toHaveLength(1);
    expect(find([...items, item('rent2', '"rent"')], filtered).items).toHaveLength(2);
    expect(find([], filtered).items).toEqual([]);
    expect(find(items, view({ filter: 'refund' })).items.map(({ key }) => key)).toEqual(['refund']);
  });

  it('keeps its result, so that drawing the list again costs nothing', () => {
    const find = finder();
    expect(find(items, view({ filter: 'rent' })).items).toBe(find(items, view({ filter: 'rent' })).items);
  });

  it('finds every record by any of its words, in quotes if the word looks like grammar', () => {
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

describe('terms of columns and amounts', () => {
  interface Payment {
    readonly name: string;
    readonly amount: string;
    readonly at: number;
  }
  const columns: readonly Column<Payment, Moment>[] = [
    cellColumn('name', t`Name`, [1, 9, 0], row => textCell(row.name)),
    figureColumn('amount', t`Amount`, [1, 9, 0], ({ amount }) =>
      amountCell(parseDecimal(amount), fromServer('GBP')),
    ),
    timeColumn(row => ({ text: fromServer(''), epochMs: row.at })),
  ];
  const payments: readonly Item<Payment>[] = [
    { name: 'rent', amount: '1000.50', at: Date.UTC(2026, 10, 20, 23, 30) },
    { name: 'refund', amount: '-20', at: Date.UTC(2026, 10, 21, 8, 0) },
    { name: 'pending', amount: 'none', at: 0 },
  ].map(row => ({ key: row.name, row, raw: JSON.parse(JSON.stringify(row)) as Json }));
  const here = (filter: string, at: Moment = moment) =>
    createRowFinder(columns)(payments, view({ filter }), at).items.map(({ key }) => key);

  it.each([
    ['name:re', ['rent', 'refund']],
    ['!name:re', ['pending']],
    ['amount:1000.5', ['rent']],
    ['amount:1,000', ['rent']],
    ['amount:gbp', ['rent', 'refund', 'pending']],
    ['>1,000', ['rent']],
    ['=1000.5', ['rent']],
    ['<0', ['refund']],
    ['!<0', ['rent', 'pending']],
    ['>=-20 name:ref', ['refund']],
    ['colour:x rent', []],
    ['!colour:x', []],
    ['>500', ['rent']],
    ['=20', ['refund']],
    ['name=rent', ['rent']],
    ['name=re', []],
    ['!name=rent|refund', ['pending']],
    ['time=2026-11-20', ['rent']],
    ['time>2026-11-20', ['refund']],
    ['time>=2026-11-20', ['rent', 'refund']],
    ['time<2026-11-20', ['pending']],
    ['!time<2026-11-20 <0', ['refund']],
  ])('match as expected: %s', (filter, keys) => expect(here(filter)).toEqual(keys));

  it.each([
    ['821185.66', ['debit', 'credit']],
    ['-821185.66', ['debit']],
    ['−821,185.66', ['debit']],
    ['+821', ['credit']],
    ['-', ['debit']],
    ['!-821185.66', ['credit']],
    ['amount:-821', ['debit']],
    ['>1000', ['debit', 'credit']],
    ['=821185.66', ['debit', 'credit']],
    ['=-821185.66', ['debit']],
    ['<0', ['debit']],
    ['>0', ['credit']],
    ['>=821185.66', ['debit', 'credit']],
    ['amount>500', ['debit', 'credit']],
    ['>500 <900000', ['debit', 'credit']],
    ['<500', []],
    ['!>500', []],
    ['!=821185.66', []],
    ['<=821,185.66', ['debit', 'credit']],
    ['<821185.66', []],
    ['amount:821185', ['debit', 'credit']],
    ['<-500', ['debit']],
    ['>-500', ['credit']],
    ['>-900000 <-500', ['debit']],
    ['>500 <-500', ['debit']],
    ['<-500 >500', ['debit']],
    ['>+500', ['credit']],
    ['=+821185.66', ['credit']],
    ['=\u2212821,185.66', ['debit']],
  ])(
    'find a size in both directions, and keep a typed sign, whether the service sends a sign or a word: %s',
    (filter, keys) => {
      const column = (cell: (row: Json) => Cell) => figureColumn('amount', t`Amount`, [1, 9, 0], cell);
      const amountOf = (row: Json) => (row === 'DEBIT' ? '-821185.66' : '821185.66');
      for (const moved of [
        column(row => signedCell(parseDecimal('821185.66'), fromServer('GBP'), String(row))),
        column(row => movedCell(parseDecimal(amountOf(row)), fromServer('GBP'))),
        column(row => amountCell(parseDecimal(amountOf(row)), fromServer('GBP'))),
      ]) {
        const both = ['DEBIT', 'CREDIT'].map(row => ({
          key: row.toLowerCase(),
          row: row as Json,
          raw: { amount: amountOf(row), direction: row } as unknown as Json,
        }));
        const find = createRowFinder([moved]);
        // Types the filter letter by letter.
        for (let end = 0; end < filter.length; end++)
          find(both, view({ filter: filter.slice(0, end) }), moment);
        const found = find(both, view({ filter }), moment).items.map(({ key }) => key);
        // Without a direction, money in has no plus to find.
        if (!filter.startsWith('+') || moved.cell('CREDIT', moment).sign) expect(found).toEqual(keys);
      }
    },
  );

  it.each([
    ['available<100', ['overdrawn', 'low']],
    ['available>100', ['high']],
    ['<100', ['overdrawn', 'low']],
    ['=500', ['high']],
    ['=-500', ['overdrawn']],
  ])('compare a balance with its sign: %s', (filter, keys) => {
    const column = balanceColumn<Json>('available', t`Available`, [1, 9, 0], row =>
      amountCell(parseDecimal(String(row))),
    );
    const items = Object.entries({ overdrawn: '-500', low: '5', high: '500' }).map(([key, row]) => ({
      ...{ key, row: row as Json, raw: row as Json },
    }));
    const found = createRowFinder([column])(items, view({ filter }), moment).items;
    expect(found.map(({ key }) => key)).toEqual(keys);
  });

  it('match times as the screen shows them, or local times if the screen shows ages', () => {
    expect(here('time:2026-11-20')).toEqual(['rent']);
    expect(here('time:2026-11-20', { ...moment, mode: 'local', zone: 'Asia/Tokyo' })).toEqual([]);
    expect(here('time:2026-11-21', { ...moment, mode: 'relative', zone: 'Asia/Tokyo' })).toEqual([
      'rent',
      'refund',
    ]);
    const find = createRowFinder(columns);
    const at = (change: Partial<Moment>) =>
      find(payments, view({ filter: 'time:2026-11-20' }), { ...moment, ...change }).items.length;
    expect([at({}), at({ mode: 'local', zone: 'Asia/Tokyo' }), at({})]).toEqual([1, 0, 1]);
  });

  it('report their errors', () => {
    const { wrong, items: left } = createRowFinder(columns)(payments, view({ filter: 'colour:x' }), moment);
    expect(wrong).toEqual(['no column begins with “colour”']);
    expect(left).toEqual([]);
  });

  it('find the same rows whether the text is typed letter by letter or in one go', () => {
    const piece = fc.constantFrom(
      're',
      'f',
      ' ',
      '!',
      '"',
      'name:',
      'amount',
      '>',
      '<',
      '=',
      '-',
      '1',
      '0',
      '2',
      '.',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(2), (pieces, loaded) => {
        const find = createRowFinder(columns);
        const text = pieces.join('');
        for (let end = 0; end <= text.length; end++) {
          const all = end < text.length / 2 ? payments.slice(0, loaded) : payments;
          const filter = text.slice(0, end);
          expect(find(all, view({ filter }), moment).items).toEqual(
            createRowFinder(columns)(all, view({ filter }), moment).items,
          );
        }
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });

  it('are those whose text contains the typed word, letter by letter, among many rows', () => {
    const words = ['refund', 'fund', 'rerefund', 'funder', 'söhne', 'ref', '中 1.50', 'top-up'];
    const many: readonly Item<Payment>[] = Array.from({ length: 2500 }, (_, n) => {
      const name = `${words[n % 5]} ${words[n % 8]} ${n % 40}`;
      const row = { name, amount: String((n % 60) - 30), at: 0 };
      return { key: `${n}`, row, raw: JSON.parse(JSON.stringify(row)) as Json, text: searchText(name) };
    });
    const letter = fc.constantFrom(
      'r',
      'e',
      'f',
      'u',
      'n',
      'd',
      'ö',
      '中',
      '.',
      '-up',
      '1',
      '2',
      'ref',
      'fund',
    );
    const typed = fc.tuple(
      fc.constantFrom('r', 'e', 'u', 'so', '中', '1'),
      fc.array(letter, { maxLength: 5 }),
    );
    fc.assert(
      fc.property(typed, ([begin, pieces]) => {
        const find = createRowFinder(columns);
        for (let end = 0; end <= pieces.length; end++) {
          const filter = begin + pieces.slice(0, end).join('');
          const matching = many.filter(({ text = '' }) => text.includes(folded(filter)));
          expect(find(many, view({ filter }), moment).items).toEqual(matching);
        }
      }),
      { seed: 20_261_122, numRuns: 60 },
    );
  });
});

describe('the cursor', () => {
  const cursor = (change: Partial<View>, of: readonly Item<string>[] = items): number =>
    finder()(of, view(change)).cursor;

  it('starts at the first row, and is -1 in an empty list', () => {
    expect(cursor({})).toBe(0);
    expect(cursor({}, [])).toBe(-1);
    expect(cursor({ filter: 'nowhere' })).toBe(-1);
  });

  it('stays on its record when the record moves', () => {
    const find = finder();
    const on = view({ cursorKey: 'refund', cursorIndex: 1 });
    expect(find(items, on).cursor).toBe(1);
    expect(find([item('new', '1'), item('newer', '2'), ...items], on).cursor).toBe(3);
    expect(find(items, { ...on, filter: 'refund' }).cursor).toBe(0);
  });

  it('finds its record even far away', () => {
    const find = finder();
    const others = Array.from({ length: 1000 }, (_, n) => item(`o${n}`, '1'));
    const on = view({ cursorKey: 'refund', cursorIndex: 1 });
    expect(find([...others, ...items], on).cursor).toBe(1001);
    expect(find([...items, ...others], { ...on, cursorIndex: 900 }).cursor).toBe(1);
  });

  it('stays at its index if its record is gone, within the list', () => {
    expect(cursor({ cursorKey: 'gone', cursorIndex: 2 })).toBe(2);
    expect(cursor({ cursorKey: 'gone', cursorIndex: 99 })).toBe(3);
  });
});
