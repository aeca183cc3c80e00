// A cell shows the value unchanged. An absent value is a dash, never a zero; an unexpected value has a "?" before it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from '../../src/api/contract/decode.ts';
import { Odd } from '../../src/api/contract/odd.ts';
import { operations } from '../../src/api/contract/operations.ts';
import {
  amountCell,
  flagCell,
  minuteCell,
  movedCell,
  signedCell,
  statusCell,
  textCell,
  timeCell,
  wordsCell,
} from '../../src/format/cells.ts';
import type { Cell } from '../../src/format/entry.ts';
import { parseDecimal } from '../../src/lib/decimal.ts';
import { fromServer, visible } from '../../src/lib/visible.ts';
import { idText } from '../../src/records/facts.ts';
import { jsonOf } from '../harness/answers.ts';
import { hostileText } from '../lib/hostile.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const utc = { mode: 'utc', now: NOW, zone: 'UTC' } as const;

const odd = (text: string): Odd => new Odd(jsonOf(text));
const decimal = (text: string) => {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`no number: ${text}`);
  return value;
};
const moment = (text: string) => ({ text: fromServer(text), epochMs: Date.parse(text) });
const tones = { ACTIVE: 'good', INACTIVE: 'warn' } as const;

const everyCell: readonly (readonly [name: string, cell: (value: Odd | undefined) => Cell])[] = [
  ['text', value => textCell(value)],
  ['amount', value => amountCell(value)],
  ['time', value => timeCell(value, utc)],
  ['minute', value => minuteCell(value, utc)],
  ['flag', value => flagCell(value)],
  ['status', value => statusCell(value, tones)],
  ['words', value => wordsCell(value)],
];

describe.each(everyCell)('the cell of %s', (_, cell) => {
  it('is a dash for an absent value [C17]', () => {
    expect(cell(undefined)).toMatchObject({ text: '–', tone: 'dim' });
  });

  it.each([
    ['"too soon"', '? too soon'],
    ['12.50', '? 12.50'],
    ['9007199254740993.01', '? 9007199254740993.01'],
    ['true', '? true'],
    ['{"a": [1.10, null]}', '? {"a":[1.10,null]}'],
    ['[]', '? []'],
    ['1e400', '? 1e400'],
    ['"\\u001b[2J"', `? ${visible('\u001b[2J')}`],
  ])('shows %s unchanged, after a "?" [C11b C13a C15a C19b]', (sent, shown) => {
    expect(cell(odd(sent))).toEqual({ text: shown, tone: 'warn' });
  });

  it('masks a card number [C26b]', () => {
    expect(cell(odd('"4111 1111 1111 1111"')).text).toBe('? •••• •••• •••• 1111');
  });
});

it('a status that the API does not list says so, and briefly in a list [C13a]', () => {
  const cell = { text: 'FROZEN (not documented)', short: '? FROZEN', tone: 'warn' };
  expect(statusCell(odd('"FROZEN"'), tones)).toEqual(cell);
});

it('an amount of zero has no sign, whatever its direction', () => {
  for (const value of ['0.00', '-0.00'])
    for (const direction of ['CREDIT', 'DEBIT']) {
      const cell = signedCell(parseDecimal(value), fromServer('GBP'), direction);
      expect(cell).toMatchObject({ text: '0.00' });
      expect(cell).not.toHaveProperty('sign');
    }
});

it('an amount that moved has the colour of its direction, whoever gives the sign', () => {
  const cell = (value: string, direction: string) =>
    signedCell(parseDecimal(value), fromServer('GBP'), direction);
  expect(cell('5.00', 'CREDIT')).toMatchObject({ sign: '+', tone: 'money-in' });
  expect(cell('5.00', 'DEBIT')).toMatchObject({ sign: '−', tone: 'money-out' });
  expect(cell('-5.00', 'DEBIT')).toEqual({ text: '−5.00', unit: 'GBP', tone: 'money-out' });
  expect(cell('5.00', 'OTHER')).toEqual({ text: '5.00', unit: 'GBP' });
});

describe('an amount', () => {
  it('that is absent is never 0.00 in any currency [C17]', () => {
    expect(amountCell(undefined, fromServer('GBP'))).toEqual({ text: '–', tone: 'dim', unit: 'GBP' });
  });

  it.each([
    ['1234.50', '1,234.50'],
    ['9007199254740993.01', '9,007,199,254,740,993.01'],
    ['1.10', '1.10'],
    ['0', '0'],
    ['1e-7', '1e-7'],
  ])('%s keeps its digits [C12b]', (sent, shown) => {
    expect(amountCell(decimal(sent))).toEqual({ text: shown });
  });

  it('shows its currency, and a negative sign', () => {
    expect(amountCell(decimal('-7.50'), fromServer('GBP'))).toEqual({
      text: '−7.50',
      unit: 'GBP',
      tone: 'bad',
    });
    expect(amountCell(decimal('-0'), fromServer('GBP')).tone).toBeUndefined();
  });

  it.each([
    ['7.50', 'GBP', { text: '7.50', sign: '+', tone: 'money-in' }],
    ['-7.50', 'GBP', { text: '−7.50', tone: 'money-out' }],
    ['0.00', 'GBP', { text: '0.00' }],
    ['-7.5', 'JPY', { text: '−7.5', tone: 'warn' }],
  ])('%s of the balance history in %s has the sign and the colour of its direction', (sent, unit, cell) => {
    expect(movedCell(decimal(sent), fromServer(unit))).toMatchObject(cell);
    expect('sign' in movedCell(decimal(sent), fromServer(unit))).toBe('sign' in cell);
  });

  it.each([
    ['JPY', '100.5', '? JPY'],
    ['KWD', '1.2345', '? KWD'],
    ['XQZ', '1.00', '? XQZ'],
    ['gbp', '1.00', '? gbp'],
    ['JPY', '100.00', 'JPY'],
    ['KWD', '1.234', 'KWD'],
    ['XAU', '1.2345', 'XAU'],
  ])('in %s with the value %s is shown unchanged, with "%s" after it [C14a–b]', (currency, sent, unit) => {
    const cell = amountCell(decimal(sent), fromServer(currency));
    expect(cell).toMatchObject({ text: sent, unit });
    expect(cell.tone).toBe(unit.startsWith('?') ? 'warn' : undefined);
  });

  it('in an invalid currency is shown with the text that the service sent, and marked', () => {
    expect(amountCell(decimal('1.00'), odd('826'))).toMatchObject({
      text: '1.00',
      unit: '? 826',
      tone: 'warn',
    });
    expect(amountCell(undefined, odd('826')).unit).toBe('? 826');
    expect(visible(amountCell(decimal('1'), odd(`"${'x'.repeat(500)}"`)).unit ?? '').length).toBeLessThan(16);
  });
});

describe('a time', () => {
  it.each([
    ['utc', 'UTC', '20 Nov 2026 09:30:15 UTC'],
    ['local', 'Asia/Tokyo', '20 Nov 2026 18:30:15 GMT+9'],
    ['relative', 'UTC', '29 min ago'],
  ] as const)('in the form %s in the zone %s is %s', (mode, zone, shown) => {
    expect(timeCell(moment('2026-11-20T09:30:15Z'), { mode, now: NOW, zone }).text).toBe(shown);
  });

  it('in a column has no seconds, unless the time is relative', () => {
    const at = moment('2026-11-20T09:30:15Z');
    expect(minuteCell(at, utc).text).toMatch(/^2026-11-20 09:30/);
    expect(minuteCell(at, utc).text).not.toContain(':15');
    expect(minuteCell(at, { ...utc, mode: 'relative' }).text).toBe('29 min ago');
  });
});

describe('a short time', () => {
  it.each([
    ['2026-11-20T09:30:15Z', '20 Nov 09:30'],
    ['2026-01-02T09:30:15Z', '02 Jan 09:30'],
    ['2027-01-02T09:30:15Z', '02 Jan 09:30'],
    ['2025-11-20T09:30:15Z', '20 Nov 2025'],
  ])('of %s has the time of day, or the year if the day is far away', (at, shown) => {
    expect(minuteCell(moment(at), utc).short).toBe(shown);
  });
});

describe('a status', () => {
  it('is the contract’s word in its colour', () => {
    expect(statusCell('ACTIVE', tones)).toEqual({ text: 'ACTIVE', tone: 'good' });
  });
});

describe('a text', () => {
  it('is a dash if it is empty', () => expect(textCell(fromServer('')).text).toBe('–'));

  it('has only visible characters', () => {
    fc.assert(
      fc.property(hostileText, text => {
        expect(textCell(fromServer(text)).text).toBe(visible(text) === '' ? '–' : visible(text));
      }),
      { seed: 20_261_120 },
    );
  });
});

describe('words', () => {
  it('are separated by commas, each unchanged', () => {
    expect(wordsCell([fromServer('ACH'), odd('7'), fromServer('FEDWIRE')]).text).toBe('ACH, ? 7, FEDWIRE');
    expect(wordsCell([]).text).toBe('none');
  });
});

it('a request accepts as an ID only a non-empty text from the service', () => {
  expect(idText(fromServer('a\u202eb'))).toBe('a\u202eb');
  expect([idText(fromServer('')), idText(odd('7')), idText(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('a flag is shown as a word', () => {
  expect([flagCell(true).text, flagCell(false).text]).toEqual(['yes', 'no']);
});

it('an empty record shows no digit anywhere [C17]', () => {
  const decoded = decode(operations['account.transactions'].result, jsonOf('[{}]'));
  const [row] = 'value' in decoded ? decoded.value : [];
  if (!row || row instanceof Odd) throw new Error('not a record');
  const cells = [
    amountCell(row.amount, row.currency),
    timeCell(row.create_time, utc),
    statusCell(row.status, { SETTLED: 'good', PENDING: 'warn' }),
    textCell(row.description),
    textCell(row.id),
  ];
  expect(cells.map(cell => `${cell.text}${cell.unit ?? ''}`)).toEqual(['–', '–', '–', '–', '–']);
});
