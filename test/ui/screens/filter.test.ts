// The grammar of the local filter: typed text, its conditions on a row, and the errors of wrong terms.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderKey, parseDecimal } from '../../../src/lib/decimal.ts';
import { folded } from '../../../src/lib/fold.ts';
import { t } from '../../../src/lib/visible.ts';
import { balances, history } from '../../../src/subjects/accounts/money-lists.ts';
import {
  type FilterColumn,
  fitsAmount,
  fitsMoment,
  narrows,
  parseFilter,
} from '../../../src/ui/screens/filter.ts';

const columns = [
  { id: 'time', title: t`Time`, align: 'left' },
  { id: 'status', title: t`Status`, align: 'left' },
  { id: 'source', title: t`Source`, align: 'left' },
  { id: 'amount', title: t`Amount`, align: 'decimal' },
  { id: 'balance', title: t`Balance after`, align: 'decimal' },
  { id: 'request-id', title: t`Request ID`, align: 'left' },
] as const;
const parse = (typed: string) => parseFilter(typed, columns);
const word = (text: string, not = false) => ({ kind: 'word', texts: [text], not });
const column = (ids: readonly string[], text: string, not = false) => ({
  kind: 'column',
  columns: ids,
  whole: false,
  texts: [text],
  not,
});
const whole = (ids: readonly string[], texts: readonly string[], not = false) => ({
  kind: 'column',
  columns: ids,
  whole: true,
  texts,
  not,
});
const time = (ids: readonly string[], relation: string, bound: string) => ({
  kind: 'time',
  columns: ids,
  relation,
  bound,
  not: false,
});
const bound = (text: string): string => {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(text);
  return orderKey(value);
};
const amount = (ids: readonly string[], relation: string, value: string, not = false, size = true) => ({
  kind: 'amount',
  columns: ids,
  relation,
  bound: bound(value),
  size,
  not,
});
const signed = (relation: string, value: string) => amount(ALL, relation, value, false, false);
const ALL = ['amount', 'balance'];

describe('a typed filter', () => {
  it.each([
    ['', []],
    ['Rent  MARCH', [word('rent'), word('march')]],
    ['"Rent March"', [word('rent march')]],
    ['"rent mar', [word('rent mar')]],
    ['"a|b', [word('a|b')]],
    ['time>"2026-11-20 "', [time(['time'], '>', '2026-11-20')]],
    ['!rent', [word('rent', true)]],
    ['!"rent march"', [word('rent march', true)]],
    ['1,234.50', [word('1,234.50')]],
    ['-12', [word('-12')]],
    ['09:15', [word('09:15')]],
    ['":>="', [word(':>=')]],
    [':x', [word(':x')]],
    ['status:Pending', [column(['status'], 'pending')]],
    ['STAT:p', [column(['status'], 'p')]],
    ['s:x', [column(['status', 'source'], 'x')]],
    ['req:1', [column(['request-id'], '1')]],
    ['!status:"not yet"', [column(['status'], 'not yet', true)]],
    ['status:a:b', [column(['status'], 'a:b')]],
    ['>100', [amount(ALL, '>', '100')]],
    ['>=1,000.50', [amount(ALL, '>=', '1000.5')]],
    ['<-5', [signed('<', '-5')]],
    ['=\u2212587.58', [signed('=', '-587.58')]],
    ['>+5', [signed('>', '5')]],
    ['<0', [signed('<', '0')]],
    ['>=0.00', [signed('>=', '0')]],
    ['=0.10', [amount(ALL, '=', '0.1')]],
    ['amount<=9007199254740993.01', [amount(['amount'], '<=', '9007199254740993.01')]],
    ['bal>1', [amount(['balance'], '>', '1')]],
    ['!>100', [amount(ALL, '>', '100', true)]],
    ['status=Active', [whole(['status'], ['active'])]],
    ['!status="not yet"', [whole(['status'], ['not yet'], true)]],
    ['s=x|y', [whole(['status', 'source'], ['x', 'y'])]],
    ['amount="1,000"', [amount(['amount'], '=', '1000')]],
    ['phy|Virtual', [{ kind: 'word', texts: ['phy', 'virtual'], not: false }]],
    ['"phy|virtual"', [word('phy|virtual')]],
    ['status:a|"b|c"|', [{ ...column(['status'], 'a'), texts: ['a', 'b|c'] }]],
    ['time>2026-11-20', [time(['time'], '>', '2026-11-20')]],
    ['time<=2026-11-20T09:15', [time(['time'], '<=', '2026-11-20 09:15')]],
    ['time="2026-11-20 09"', [time(['time'], '=', '2026-11-20 09')]],
    ['>=2026-11', [time(['time', 'status', 'source', 'request-id'], '>=', '2026-11')]],
    ['>2026', [amount(ALL, '>', '2026')]],
    ['Straße zoë', [word('strasse'), word('zoe')]],
    ['rent >1 status:x', [word('rent'), amount(ALL, '>', '1'), column(['status'], 'x')]],
  ])('is read as its terms: %s', (typed, terms) => expect(parse(typed)).toEqual({ terms, wrong: [] }));

  it.each(['!', '"', '""', '!""', 'status:', 'status:"', ':', 'status=', 'status="', '|', 'status:|'])(
    'has no error while it is unfinished: %s',
    typed => expect(parse(typed).wrong).toEqual([]),
  );

  it.each([
    ['colour:red', 'no column begins with “colour”'],
    ['colour>1', 'no column begins with “colour”'],
    ['>', '> needs a number or a day'],
    ['amount>=', '>= needs a number or a day'],
    ['amount=ten', '“ten” is not a number'],
    ['time>yesterday', 'Time has no amounts, and “yesterday” is not a day'],
    ['>1.000,50', '“1.000,50” is not a number'],
    ['>ten', '“ten” is not a number'],
    ['>+-5', '“+-5” is not a number'],
    ['<-', '“-” is not a number'],
    ['status>5', 'Status has no amounts, and “5” is not a day'],
    ['time>x2026-11-20', 'Time has no amounts, and “x2026-11-20” is not a day'],
    ['time>2026-11-20x', 'Time has no amounts, and “2026-11-20x” is not a day'],
    ['amount>2026-11-20', '“2026-11-20” is not a number'],
    ['=paid', '“paid” is not a number'],
  ])('is wrong and gives no condition for %s: %s', (typed, why) => {
    expect(parse(typed)).toEqual({ terms: [], wrong: [why] });
    expect(parse(`rent ${typed}`).terms).toEqual([word('rent')]);
  });

  it('compares only the list’s main amount for > without a column', () => {
    const beside = columns.map(column =>
      column.id === 'balance' ? { ...column, onlyNamed: true as const } : column,
    );
    const columnsIn = (typed: string) =>
      parseFilter(typed, beside).terms.map(term => 'columns' in term && term.columns);
    expect(columnsIn('>1')).toEqual([ALL.filter(id => id !== 'balance')]);
    expect(columnsIn('balance>1')).toEqual([['balance']]);
  });

  it('compares balances with their sign, and other amounts by their size', () => {
    const sizesOf = (typed: string, list: readonly FilterColumn[]) =>
      parseFilter(typed, list).terms.map(term => 'size' in term && term.size);
    const signed = [false, false, false, false];
    expect(sizesOf('>1000 available<100 pend>1 reserved=5', balances.columns)).toEqual(signed);
    expect(sizesOf('balance>1 amount>1 fee>1 >1', history.columns)).toEqual([false, true, true, true]);
  });

  it('has an error for > in a list without amounts', () => {
    const why = ['this list has no amounts, and “1” is not a day'];
    expect(parseFilter('>1', columns.slice(0, 2)).wrong).toEqual(why);
    expect(parseFilter('>1', []).wrong).toEqual(why);
  });

  it('finds a column by its title or ID in any case: first by the whole name, then by its beginning', () => {
    const named = [
      { id: 'cardHashId', title: t`Number`, align: 'left' },
      { id: 'fee', title: t`FEE`, align: 'decimal' },
      { id: 'fee-total', title: t`Fees in all`, align: 'decimal' },
    ] as const;
    const columnsOf = (typed: string) => {
      const [term] = parseFilter(typed, named).terms;
      return term && term.kind !== 'word' ? term.columns : undefined;
    };
    expect(['cardhash:1', 'NUMBER:1', 'numb:1'].map(columnsOf)).toEqual(Array(3).fill(['cardHashId']));
    expect([columnsOf('fee>1'), columnsOf('fee-total>1')]).toEqual([['fee'], ['fee-total']]);
    expect([columnsOf('fe>1'), columnsOf('fees>1')]).toEqual([['fee', 'fee-total'], ['fee-total']]);
    expect(columnsOf('total>1')).toBeUndefined();
  });

  it('has an error that is safe to show for any typed text', () => {
    expect(parse('a\u001b[2J:x').wrong[0]).toContain('␛');
  });
});

/** Pieces of the grammar in any order, with any text between them. */
const typed = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '!',
        '"',
        ' ',
        ':',
        '>',
        '>=',
        '<',
        '<=',
        '=',
        '-',
        '1',
        '10',
        '1,0',
        'status',
        's',
        'amount',
        'x',
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 10 },
  )
  .map(pieces => pieces.join(''));

describe('any filter', () => {
  it('is parsed, and each term has a condition', () => {
    fc.assert(
      fc.property(typed, text => {
        for (const term of parse(text).terms) {
          if (term.kind !== 'word') expect(term.columns.length).toBeGreaterThan(0);
          if ('texts' in term) expect(term.texts.length).toBeGreaterThan(0);
          if ('texts' in term) expect(term.texts).not.toContain('');
        }
      }),
      { seed: 20_261_121, numRuns: 2000 },
    );
  });

  it('in quotes is one unchanged phrase', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), text => {
        const phrase = text.replaceAll('"', '');
        const looked = folded(phrase);
        expect(parse(`"${phrase}"`).terms).toEqual(looked === '' ? [] : [word(looked)]);
      }),
      { seed: 20_261_121 },
    );
  });

  it('finds no more rows with one more term', () => {
    fc.assert(
      fc.property(typed, typed, (one, other) => {
        const both = { terms: [...parse(one).terms, ...parse(other).terms], wrong: [] };
        expect(narrows(parse(one), parse(one))).toBe(true);
        expect(narrows(parse(one), both)).toBe(true);
      }),
      { seed: 20_261_121 },
    );
  });
});

describe('one more letter', () => {
  it.each([
    ['re', 'ref', true],
    ['ref a', 'ref as', true],
    ['status:p', 'status:pe', true],
    ['s:p', 'status:pe', true],
    ['!re', '!ref', false],
    ['<1', '<10', false],
    ['>-1', '>-10', false],
    ['stat', 'status:', false],
    ['status:p', 's:p', false],
    ['>1', '>1x', false],
    ['re', 'ref|x', false],
    ['re|x', 'ref', true],
    ['re|x', 'ref|xy', true],
    ['status:act', 'status=active', true],
    ['status=act', 'status=active', false],
    ['status=active', 'status:active', false],
    ['status=a|b', 'status=a', true],
    ['status=a', 'status=a|b', false],
    ['time>2026-11', 'time>2026-11-20', false],
    ['>1', '>1 x', true],
    ['!re', '!re x', true],
    ['re', '!re', false],
    ['re', '!ref', false],
    ['!re', 'ref', false],
    ['>1', 'x', false],
    ['x', '>1', false],
    ['amount:1', 'amount>1', false],
    ['amount>1', 'amount:1', false],
    ['status:p', 'pe', false],
    ['p', 'status:pe', false],
    ['5', '"+5"', false],
    ['"+5"', '"+50"', true],
    ['"+1"', '"+1,000.5"', true],
    ['a', 'a+5', true],
    ['5', '"+5x"', true],
    ['x', '"-x"', true],
  ])('from %s to %s can only narrow the earlier rows: %s', (before, after, narrower) => {
    expect(narrows(parse(before), parse(after))).toBe(narrower);
  });
});

describe('a relation', () => {
  it.each([
    ['>', false, false, true],
    ['>=', false, true, true],
    ['<', true, false, false],
    ['<=', true, true, false],
    ['=', false, true, false],
  ] as const)('finds the right amounts among 4, 5 and 6: %s 5', (relation, four, five, six) => {
    expect(['4', '5.00', '6'].map(text => fitsAmount(bound(text), relation, bound('5')))).toEqual([
      four,
      five,
      six,
    ]);
  });
});

describe('a relation to a moment', () => {
  const DAYS = [
    '2026-11-19 23:59',
    '2026-11-20 00:00',
    '2026-11-20 23:59',
    '2026-11-21 00:00',
    '–',
    '? 2026',
  ];
  it.each([
    ['>', '2026-11-20', ['2026-11-21 00:00']],
    ['>=', '2026-11-20', DAYS.slice(1, 4)],
    ['<', '2026-11-20', DAYS.slice(0, 1)],
    ['<=', '2026-11-20', DAYS.slice(0, 3)],
    ['=', '2026-11-20', DAYS.slice(1, 3)],
    ['=', '2026-11', DAYS.slice(0, 4)],
    ['>', '2026-11-20 23', ['2026-11-21 00:00']],
    ['=', '2026-11-20 23:59', ['2026-11-20 23:59']],
  ] as const)('%s %s treats a day as all of its hours', (relation, bound, fit) => {
    expect(DAYS.filter(written => fitsMoment(written, relation, bound))).toEqual(fit);
  });
});

it('text that does not begin with a date matches no moment', () => {
  for (const written of ['x2026-11-20', '2026-11-2', '20 November']) {
    expect(fitsMoment(written, '>', '2026')).toBe(false);
    expect(fitsMoment(written, '<', '2027')).toBe(false);
  }
  expect(fitsMoment('2026-11-20 10:00:00 UTC', '=', '2026-11')).toBe(true);
});
