// The lines of a quote: the direction of the rate only if the amounts prove it, and exact balances and differences.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeCell, overdrawn } from '../../../src/money/available.ts';
import { moneyIn } from '../../../src/money/shown-lines.ts';
import { barForever, checkMatch, conversionLines } from '../../../src/subjects/fx/quote-facts.ts';
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
    expect(lineValue('Rate', { netExchangeRate: '1.30' })).toBe('1.30 (does not fit the amounts)');
    const even = { netExchangeRate: '1.00001', sourceAmount: '1.00', destinationAmount: '1.00' };
    expect(lineValue('Rate', even)).toBe('1.00001 (direction not documented)');
    // Without a table, the digits of the amount are all that Purser knows.
    expect(lineValue('Rate', { destinationCurrencyCode: '"XQZ"' })).toBe('1 GBP = 1.26543 XQZ');
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

/** An exact fraction, rounded to `digits` in one of the usual modes; `trimmed` as JSON writers shorten it. */
function rounded(top: bigint, bottom: bigint, digits: number, mode: Mode, trimmed: boolean): string {
  const scaled = top * 10n ** BigInt(digits);
  const down = scaled / bottom;
  const rest = scaled % bottom;
  const up = mode === 'up' ? rest > 0n : mode === 'half' && rest * 2n >= bottom;
  const text = String(up ? down + 1n : down).padStart(digits + 1, '0');
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return trimmed && whole.includes('.') ? whole.replace(/\.?0+$/, '') : whole;
}
const MODES = ['up', 'down', 'half'] as const;
type Mode = (typeof MODES)[number];

const PLACES = { USD: 2, SGD: 2, JPY: 0, KWD: 3, CLF: 4, HUF: 0, XQZ: 2 } as const;
const codes = fc.constantFrom(...(Object.keys(PLACES) as (keyof typeof PLACES)[]));
const mode = fc.constantFrom(...MODES);

/** Of any sound calculation: the rate names either direction, and each of the three numbers is rounded somehow. */
const sound = fc
  .record({
    ...{ from: codes, to: codes, units: fc.bigInt(1n, 10n ** 12n), price: fc.bigInt(1n, 10n ** 14n) },
    ...{ rateDigits: fc.integer({ min: 2, max: 8 }), modes: fc.tuple(mode, mode, mode) },
    ...{ inverse: fc.boolean(), fixedBuy: fc.boolean(), trimmed: fc.boolean() },
  })
  .map(({ from, to, units, price, rateDigits, modes: [one, two, three], inverse, fixedBuy, trimmed }) => {
    const [given, other] = fixedBuy ? [to, from] : [from, to];
    const unit = 10n ** BigInt(PLACES[given]);
    // The rate is `price` / 10^8, from the given amount to the other one or back.
    const [top, bottom] = [units * price, unit * 10n ** 8n];
    const amount = rounded(units, unit, PLACES[given], one, trimmed);
    const result = rounded(top, bottom, PLACES[other], two, trimmed);
    const rate = inverse
      ? rounded(10n ** 8n, price, rateDigits, three, trimmed)
      : rounded(price, 10n ** 8n, rateDigits, three, trimmed);
    return {
      id: '"quote_1"',
      sourceCurrencyCode: `"${from}"`,
      destinationCurrencyCode: `"${to}"`,
      sourceAmount: fixedBuy ? result : amount,
      destinationAmount: fixedBuy ? amount : result,
      netExchangeRate: rate,
    };
  })
  // No service publishes a rate that is rounded to nothing.
  .filter(({ netExchangeRate, sourceAmount, destinationAmount }) =>
    [netExchangeRate, sourceAmount, destinationAmount].every(text => /[1-9]/.test(text)),
  );

const whyNot = (changed: Readonly<Record<string, string>>) =>
  checkMatch(quoteWith(changed), { quote_id: 'quote_1' });
it.each([
  ['sell', { source_currency: 'EUR' }, 'The sell currency is GBP in the quote; you gave EUR.'],
  ['buy', { destination_currency: 'EUR' }, 'The buy currency is USD in the quote; you gave EUR.'],
])('a quote in another %s currency than the order is not converted', (_, given, why) => {
  expect(checkMatch(quoteWith({}), { quote_id: 'quote_1', ...given })).toBe(why);
});

const MISFIT = "The quote's rate does not fit its amounts.";

describe('a quote whose amounts do not fit its rate in any direction', () => {
  it('is never a quote that somebody calculated and rounded', () => {
    fc.assert(
      fc.property(sound, quote => {
        expect(whyNot(quote)).toBeUndefined();
        expect(lineValue('Rate', quote)).not.toContain('does not fit');
      }),
      { seed: 46, numRuns: 5000 },
    );
  });

  const published = {
    ...{ id: '"quote_1"', sourceCurrencyCode: '"USD"', destinationCurrencyCode: '"SGD"' },
    ...{ sourceAmount: '100', destinationAmount: '132.79', netExchangeRate: '1.3279389' },
  };

  it('can be converted as the service publishes it', () => {
    expect(whyNot(published)).toBeUndefined();
  });

  it.each([
    { destinationAmount: '13279' },
    { destinationAmount: '13279.00', netExchangeRate: '1.3279' },
    { destinationAmount: '13.279' },
    { destinationAmount: '132.90' },
    { destinationAmount: '7530.47' },
    { sourceAmount: '1000' },
    { netExchangeRate: '0' },
    { netExchangeRate: '0.0000' },
    { netExchangeRate: '-1.3279389' },
    { netExchangeRate: '13.279389e0' },
    { destinationCurrencyCode: '"JPY"', destinationAmount: '13279' },
    { destinationCurrencyCode: '"KWD"', destinationAmount: '132.900' },
  ])('can not be converted: %j', changed => {
    expect(whyNot({ ...published, ...changed })).toBe(MISFIT);
    const quote = { ...published, ...changed };
    const buy = quote.destinationCurrencyCode.slice(1, -1);
    const asked = { ...terms, sell: 'USD', buy, amount: decimal(quote.sourceAmount) };
    expect(barForever(heldWith(quote, { terms: asked }))).toBe(
      `You can't convert from this quote. ${MISFIT} Press r for a new quote.`,
    );
    expect(lineValue('Rate', { ...published, ...changed })).toContain('(does not fit the amounts)');
  });
});

it('a rate that no conversion has is marked, also beside an unreadable amount', () => {
  for (const rate of ['0', '-1.3', '-0.0001'])
    expect(lineValue('Rate', { sourceAmount: '"a lot"', netExchangeRate: rate })).toContain(
      '(does not fit the amounts)',
    );
  expect(lineValue('Rate', { sourceAmount: '"a lot"', netExchangeRate: '1.3' })).not.toContain('fit');
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
