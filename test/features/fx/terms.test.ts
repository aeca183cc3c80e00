// What may be asked for: each field with its own sentence, and nothing guessed.

import { describe, expect, it } from 'vitest';
import { checkTerms, quoteInput, termsForm } from '../../../src/features/fx/terms.ts';
import { setField } from '../../../src/store/form.ts';

const filled = (values: Readonly<Record<string, string>>) =>
  Object.entries({ sell: 'gbp', buy: 'USD', amount: '1,000.50', ...values }).reduce(
    (form, [id, value]) => setField(form, id, value),
    termsForm(),
  );

describe('the form', () => {
  it('gives the terms, currencies in capitals and the amount in plain digits', () => {
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

  it('asks by the amount to buy where that is fixed, in the digits of its currency', () => {
    const checked = checkTerms(filled({ side: 'destination', buy: 'kwd', amount: '1.005' }));
    expect(checked.ok && quoteInput(checked.terms).query).toMatchObject({ destination_amount: '1.005' });
    expect(checked.ok && quoteInput(checked.terms).query).not.toHaveProperty('source_amount');
  });

  it.each([
    ['sell', { sell: 'pounds' }, 'three letters'],
    ['sell', { sell: '' }, 'three letters'],
    ['sell', { sell: 'XQZ' }, 'ISO 4217 lists no money'],
    ['buy', { buy: 'GBP' }, 'nothing to convert'],
    ['amount', { amount: '' }, 'Type an amount'],
    ['amount', { amount: '1.000,50' }, 'The decimal sign is a point'],
    ['amount', { amount: '0.001' }, 'GBP has 2 digits'],
    ['amount', { sell: 'JPY', amount: '0.5' }, 'JPY has no digits'],
    ['amount', { amount: '0.00' }, 'more than 0'],
    ['amount', { amount: '-5' }, 'without a sign'],
    ['lock', { lock: '' }, 'Choose one'],
  ])('says at %s what is wrong with %j', (id, values, said) => {
    const checked = checkTerms(filled(values));
    expect(checked.ok ? {} : checked.errors[id]).toContain(said);
  });
});
