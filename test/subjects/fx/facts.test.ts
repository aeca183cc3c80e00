// The lines of a quote: the direction of the rate only if the amounts prove it, and exact balances and differences.

import { describe, expect, it } from 'vitest';
import { changeCell, overdrawn } from '../../../src/money/available.ts';
import { moneyIn } from '../../../src/money/shown-lines.ts';
import { conversionLines } from '../../../src/subjects/fx/quote-facts.ts';
import { comparedWith, sideBySide } from '../../../src/subjects/fx/review.ts';
import { decimal, heldWith, quoteWith, terms } from './quotes.ts';

const nothing = { available: new Map(), asOf: undefined };
const lineValue = (label: string, changed: Readonly<Record<string, string | undefined>> = {}) =>
  conversionLines(quoteWith(changed), nothing).find(line => line.label === label)?.value;

describe('the rate', () => {
  it("has the direction that the amounts prove, and the service's digits", () => {
    expect(lineValue('Rate')).toBe('1 GBP = 1.26543 USD');
    expect(lineValue('Rate', { netExchangeRate: '0.790245' })).toBe('1 USD = 0.790245 GBP');
    expect(lineValue('Rate', { netExchangeRate: '1.265430' })).toBe('1 GBP = 1.265430 USD');
  });

  it('has a direction only if the amounts fit exactly one direction', () => {
    expect(lineValue('Rate', { netExchangeRate: '1.30' })).toBe('1.30 (direction not documented)');
    const even = { netExchangeRate: '1.00001', sourceAmount: '1.00', destinationAmount: '1.00' };
    expect(lineValue('Rate', even)).toBe('1.00001 (direction not documented)');
    expect(lineValue('Rate', { destinationCurrencyCode: '"XQZ"' })).toBe(
      '1.26543 (direction not documented)',
    );
  });

  it('is not calculated from an unusual number', () => {
    const tiny = `0.${'0'.repeat(390)}1`;
    expect(lineValue('Rate', { netExchangeRate: tiny, sourceAmount: tiny })).toContain('0.000');
    expect(lineValue('Rate', { netExchangeRate: '1e-300', destinationAmount: '1e-300' })).toBe('1e-300');
  });

  it('is a dash if it is missing, and marked if it is invalid', () => {
    expect(lineValue('Rate', { netExchangeRate: undefined })).toBe('–');
    expect(lineValue('Rate', { netExchangeRate: '"1,26543"' })).toBe('? 1,26543');
  });
});

describe('the lines of two quotes', () => {
  it('differ if any value differs', () => {
    const before = conversionLines(quoteWith(), nothing);
    for (const changed of [
      { id: '"quote_2"' },
      { netExchangeRate: '1.26544' },
      { sourceAmount: '1000.01' },
      { destinationAmount: '1265.44' },
      { sourceCurrencyCode: '"EUR"' },
      { conversionSchedule: '"next_day"' },
      { expiryTime: '"2026-11-20T10:04:59+0000"' },
    ]) {
      expect(conversionLines(quoteWith(changed), nothing)).not.toEqual(before);
    }
  });

  it('are the same for the same moment in another form', () => {
    expect(conversionLines(quoteWith({ expiryTime: '"2026-11-20T10:05:00.000Z"' }), nothing)).toEqual(
      conversionLines(quoteWith(), nothing),
    );
  });
});

describe('an amount in a line', () => {
  it('is read back unchanged', () => {
    expect(moneyIn(lineValue('Customer sells') ?? '')).toEqual({
      amount: '1000.00',
      cell: { text: '1,000.00', unit: 'GBP' },
    });
    expect(moneyIn('9,007,199,254,740,993.01 JPY')?.amount).toBe('9007199254740993.01');
  });

  it.each(['', '–', '– USD', '? 1270.54 USD', '1,00 USD', '1000 USD', '10.00', '10.00 ? XQZ', '5 a b'])(
    'is not found in %j',
    value => {
      expect(moneyIn(value)).toBeUndefined();
    },
  );
});

describe('the balance', () => {
  const balances = { available: new Map([['GBP', decimal('9007199254740993.01')]]), asOf: 0 };
  const sell = (amount: string, currency = 'GBP') =>
    ({ currency, amount: decimal(amount), by: 'sell' }) as const;

  it('is exact before and after the conversion', () => {
    expect(changeCell(sell('0.02'), balances).text).toBe(
      '9,007,199,254,740,993.01 → 9,007,199,254,740,992.99',
    );
    expect(changeCell({ ...sell('0.02'), by: 'buy' }, balances).text).toBe(
      '9,007,199,254,740,993.01 → 9,007,199,254,740,993.03, once settled',
    );
  });

  it('says that it is missing, instead of an invented value', () => {
    expect(changeCell(sell('1', 'USD'), balances).text).toBe('not listed by the service');
    expect(changeCell(sell('1'), nothing).text).toBe('not read yet');
  });

  it('gets a warning below zero, and not at zero', () => {
    expect(overdrawn(sell('9007199254740993.01'), balances)).toBeUndefined();
    expect(overdrawn(sell('9007199254740993.02'), balances)).toContain('More than the available GBP');
  });
});

describe('a new quote next to the last one', () => {
  it("is compared by the rate and the customer's money", () => {
    const better = heldWith({ destinationAmount: '1265.55', netExchangeRate: '1.26555' });
    expect(comparedWith(heldWith(), better)).toEqual([
      'The customer gets 0.12 USD more than with the last quote.',
      'The rate changed by +0.00012.',
    ]);
    expect(comparedWith(better, heldWith())).toEqual([
      'The customer gets 0.12 USD less than with the last quote.',
      'The rate changed by −0.00012.',
    ]);
  });

  it('is compared by the sell amount if the buy amount is fixed', () => {
    const buying = { ...terms, side: 'destination', amount: decimal('1265.43') } as const;
    const dearer = heldWith({ sourceAmount: '1000.10' }, { terms: buying });
    expect(comparedWith(heldWith({}, { terms: buying }), dearer)).toEqual([
      'The customer pays 0.10 GBP more than with the last quote.',
    ]);
  });

  it('is not compared if a number is missing', () => {
    const half = heldWith({ destinationAmount: undefined, netExchangeRate: '"x"' });
    expect(comparedWith(heldWith(), half)).toEqual([]);
  });

  it('is not compared with a quote that differs from its request', () => {
    const frozen = heldWith({ destinationCurrencyCode: '"FROZEN"', destinationAmount: '1265.28' });
    expect(comparedWith(heldWith(), frozen)).toEqual([]);
    expect(comparedWith(frozen, heldWith())).toEqual([]);
    expect([...sideBySide(heldWith(), frozen), ...sideBySide(frozen, heldWith())]).toEqual([]);
    expect(sideBySide(heldWith(), heldWith())).toHaveLength(3);
  });
});
