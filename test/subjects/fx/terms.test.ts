// The form of a quote request: each wrong field has its own sentence, and nothing is guessed.

import { describe, expect, it } from 'vitest';
import { fieldValue, setField } from '../../../src/store/form.ts';
import {
  amountIn,
  checkTerms,
  currencyIn,
  isComplete,
  quoteInput,
  sideIn,
  spilled,
  swapped,
  termsForm,
} from '../../../src/subjects/fx/terms.ts';

const filled = (values: Readonly<Record<string, string>>) =>
  Object.entries({ sell: 'gbp', buy: 'USD', amount: '1,000.50', ...values }).reduce(
    (form, [id, value]) => setField(form, id, value),
    termsForm(),
  );

describe('the form', () => {
  it('gives the terms, with currencies in capitals and the amount in plain digits', () => {
    const checked = checkTerms(filled({}));
    expect(checked).toEqual({
      ok: true,
      terms: {
        sell: 'GBP',
        buy: 'USD',
        amount: '1000.50',
        side: 'source',
        schedule: 'immediate',
        lock: '5_mins',
        type: 'conversion',
      },
    });
    expect(checked.ok && quoteInput(checked.terms)).toEqual({
      query: {
        quote_type: 'conversion',
        lock_period: '5_mins',
        conversion_schedule: 'immediate',
        source_currencycode: 'GBP',
        destination_currencycode: 'USD',
        source_amount: '1000.50',
      },
    });
  });

  it('requests a fixed buy amount with the decimal places of the buy currency', () => {
    const checked = checkTerms(filled({ side: 'destination', buy: 'kwd', amount: '1.005' }));
    expect(checked.ok && quoteInput(checked.terms).query).toMatchObject({ destination_amount: '1.005' });
    expect(checked.ok && quoteInput(checked.terms).query).not.toHaveProperty('source_amount');
  });

  it.each([
    ['sell', { sell: 'pounds' }, 'three letters'],
    ['sell', { sell: '' }, 'three letters'],
    ['sell', { sell: 'XQZ' }, 'not in ISO 4217'],
    ['buy', { buy: 'GBP' }, 'differs from the sell currency'],
    ['amount', { amount: '' }, 'Type an amount'],
    ['amount', { amount: '1.000,50' }, 'Use a point for decimals'],
    ['amount', { amount: '0.001' }, 'GBP has at most 2 decimal places'],
    ['amount', { sell: 'JPY', amount: '0.5' }, 'JPY has no decimal places'],
    ['amount', { amount: '0.00' }, 'more than 0'],
    ['amount', { amount: '-5' }, 'without a sign'],
    ['lock', { lock: '' }, 'Choose an option'],
  ])('shows an error next to the field %s for %j', (id, values, said) => {
    const checked = checkTerms(filled(values));
    expect(checked.ok ? {} : checked.errors[id]).toContain(said);
  });
});

describe('an empty form', () => {
  it('requests an immediate conversion, at a rate held for five minutes, with a fixed sell amount', () => {
    const form = termsForm();
    expect(form.fields.map(({ id, label, value, hint }) => [id, label, value, hint])).toEqual([
      ['type', 'Quote for', 'conversion', "you can't convert from a payout quote; ← → to change"],
      ['schedule', 'Settles', 'immediate', 'when the service converts; ← → to change'],
      ['lock', 'Rate held for', '5_mins', 'how long the rate stays fixed; ← → to change'],
      ['sell', 'Sell', '', 'three letters, such as GBP; or in one line: gbpusd1000'],
      ['buy', 'Buy', '', 'three letters, such as USD'],
      ['side', 'Fixed side', 'source', 'the side whose amount you type below; ← → to change'],
      ['amount', 'Amount', '', 'such as 1000 or 1,000.00'],
    ]);
    expect(form.fields[form.focus]?.id).toBe('sell');
  });

  it("offers the service's choices in words (INTERFACE.md, Family B: foreign exchange)", () => {
    const offered = termsForm().fields.flatMap(({ id, options }) =>
      options ? [[id, options.map(({ value, label }) => [value, label])]] : [],
    );
    expect(Object.fromEntries(offered)).toEqual({
      type: [
        ['conversion', 'conversion'],
        ['payout', 'payout (indication)'],
      ],
      schedule: [
        ['immediate', 'immediate'],
        ['end_of_day', 'end of day'],
        ['next_day', 'next day'],
        ['2_days', '2 days'],
      ],
      lock: [
        ['5_mins', '5 minutes'],
        ['15_mins', '15 minutes'],
        ['1_hour', '1 hour'],
        ['4_hours', '4 hours'],
        ['8_hours', '8 hours'],
        ['24_hours', '24 hours'],
      ],
      side: [
        ['source', 'sell'],
        ['destination', 'buy'],
      ],
    });
  });

  it('shows an error next to each required field', () => {
    const checked = checkTerms(termsForm());
    expect(checked).toMatchObject({
      ok: false,
      errors: {
        sell: 'A currency is three letters, such as GBP.',
        buy: 'A currency is three letters, such as GBP.',
        amount: 'Type the currency first: it decides the decimal places.',
        schedule: undefined,
        lock: undefined,
        type: undefined,
      },
    });
  });
});

describe('one wrong field', () => {
  it.each(['sell', 'buy', 'amount', 'schedule', 'lock', 'type'])(
    'bars the quote, and only this field gets an error: %s',
    wrong => {
      const checked = checkTerms(
        filled({ side: wrong === 'sell' ? 'destination' : 'source', [wrong]: 'XQZ' }),
      );
      expect(checked.ok).toBe(false);
      const errors = checked.ok ? {} : checked.errors;
      expect(Object.keys(errors).filter(id => errors[id] !== undefined)).toEqual([wrong]);
      if (['schedule', 'lock', 'type'].includes(wrong))
        expect(errors[wrong]).toBe('Choose an option with ← and →.');
    },
  );

  it.each(['GBPX', 'XGBP', 'GB1', '£££'])('may be the buy currency %s', code => {
    const checked = checkTerms(filled({ buy: code }));
    expect(checked.ok ? {} : checked.errors['buy']).toBe('A currency is three letters, such as GBP.');
  });
});

it('the amount belongs to the fixed side, which is sell by default', () => {
  const yen = { buy: 'jpy', amount: '0.5' };
  expect(amountIn(filled(yen))).toEqual({ ok: true, value: '0.50' });
  expect(amountIn(filled({ ...yen, side: 'destination' }))).toMatchObject({ ok: false });
  expect([sideIn(filled({ side: 'destination' })), sideIn(filled({ side: 'neither' }))]).toEqual([
    'destination',
    'source',
  ]);
  expect([currencyIn(filled(yen), 'sell'), currencyIn(filled(yen), 'buy')]).toEqual(['GBP', 'JPY']);
});

describe('a pair and an amount in one text', () => {
  const typed = (text: string) => {
    const form = spilled(setField(termsForm(), 'sell', text));
    return ['sell', 'buy', 'amount'].map(id => fieldValue(form, id));
  };

  it.each(['gbpusd1000', 'gbp usd 1000', 'GBP-USD 1000', 'gbp/usd, 1000'])('is read from %s', text => {
    expect(typed(text)).toEqual(['GBP', 'USD', '1000']);
  });

  it.each([
    ['a text that does not begin with a currency', '1gbpusd1000', ['1GBPUSD1000', '', '']],
    ['a currency alone', 'gbp ', ['GBP', '', '']],
    ['a pair without an amount', 'gbpusd', ['GBP', 'USD', '']],
  ])('is not read from %s', (_, text, values) => {
    expect(typed(text)).toEqual(values);
  });

  it('replaces no field that is filled', () => {
    const form = filled({ sell: 'gbpusd1000', amount: '' });
    expect(spilled(form)).toBe(form);
    const toAmount = { ...filled({ buy: 'eur5' }), focus: 4 };
    expect(spilled(toAmount)).toBe(toAmount);
  });

  it('is recognised only in the first field', () => {
    const form = { ...filled({ amount: 'gbp5' }), focus: 6 };
    expect(spilled(form)).toBe(form);
  });

  it('leaves the focus on the last filled field', () => {
    const form = spilled(setField(termsForm(), 'sell', 'gbpusd1000'));
    expect(form.fields[form.focus]?.id).toBe('amount');
  });

  it('keeps a minus, so that the amount is refused', () => {
    expect(typed('gbpusd-1000')).toEqual(['GBP', 'USD', '-1000']);
    expect(typed('gbp usd - 1000')).toEqual(['GBP', 'USD', '- 1000']);
    expect(checkTerms(spilled(setField(termsForm(), 'sell', 'gbpusd-1000'))).ok).toBe(false);
  });
});

it('a swap exchanges the currencies and keeps the amount', () => {
  const form = swapped(filled({}));
  expect(['sell', 'buy', 'amount'].map(id => fieldValue(form, id))).toEqual(['USD', 'GBP', '1,000.50']);
});

it('Enter requests a quote only from the amount of a complete form', () => {
  const at = (focus: number, values: Readonly<Record<string, string>> = {}) =>
    isComplete({ ...filled(values), focus });
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(focus => at(focus))).toEqual([
    ...Array<boolean>(6).fill(false),
    true,
    false,
  ]);
  expect(at(6, { amount: '' })).toBe(false);
});
