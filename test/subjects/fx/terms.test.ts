// The form of a quote request: each wrong field has its own sentence, and nothing is guessed.

import { describe, expect, it } from 'vitest';
import { fieldValue, setField } from '../../../src/store/form-state.ts';
import {
  amountIn,
  checkLine,
  checkTerms,
  currencyIn,
  isComplete,
  quoteInput,
  requestText,
  sideIn,
  spilled,
  swapped,
  termsForm,
  termsOfLine,
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
    ['sell', { sell: 'XQZ' }, 'ISO 4217 has no decimal places for XQZ'],
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

it('a pair in one text empties the amount, which was for another pair', () => {
  const before = { ...filled({}), focus: 6 };
  const form = spilled(setField(before, 'amount', 'eurusd'), before);
  expect([currencyIn(form, 'sell'), fieldValue(form, 'amount')]).toEqual(['EUR', '']);
  const sold = { ...filled({ buy: '' }), focus: 3 };
  expect(fieldValue(spilled(setField(sold, 'sell', 'eurusd'), sold), 'amount')).toBe('');
});

describe('an empty form', () => {
  it('requests an immediate conversion, with a lock period of five minutes, with a fixed sell amount', () => {
    const form = termsForm();
    expect(form.fields.map(({ id, label, value, hint }) => [id, label, value, hint])).toEqual([
      ['type', 'Quote for', 'conversion', "you can't convert from a payout quote; ← → to change"],
      ['schedule', 'Settles', 'immediate', 'when the service converts; ← → to change'],
      ['lock', 'Lock period', '5_mins', 'requested; the quote may expire sooner; ← → to change'],
      ['sell', 'Sell', '', 'three letters, such as GBP; or in one line: gbpusd1000'],
      ['buy', 'Buy', '', 'three letters, such as USD'],
      ['side', 'Fixed side', 'source', 'the side whose amount you type below; ← → to change'],
      ['amount', 'Amount', '', 'such as 1000 or 1,000.00; or in one line: eurusd50'],
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

  it('leaves the focus on the amount', () => {
    const form = spilled(setField(termsForm(), 'sell', 'gbpusd1000'));
    expect(form.fields[form.focus]?.id).toBe('amount');
  });

  it('keeps a minus, so that the amount is refused', () => {
    expect(typed('gbpusd-1000')).toEqual(['GBP', 'USD', '-1000']);
    expect(typed('gbp usd - 1000')).toEqual(['GBP', 'USD', '- 1000']);
    expect(checkTerms(spilled(setField(termsForm(), 'sell', 'gbpusd-1000'))).ok).toBe(false);
  });
});

describe('a line that is typed key by key', () => {
  const FIELDS: Readonly<Record<string, number>> = { sell: 3, buy: 4, amount: 6 };
  const older = { sell: 'GBP', buy: 'USD', amount: '1000' };

  /** Each key is added to the text of the field that has the focus then. */
  const keyed = (line: string, at: string, values: Readonly<Record<string, string>>, selected: boolean) => {
    const start = { ...filled(values), focus: FIELDS[at] ?? 0 };
    const [first = '', ...rest] = line;
    const old = selected ? '' : fieldValue(start, at);
    const begun = spilled(setField(start, at, old + first), start, { sell: 'GBP', buy: 'USD' });
    const form = rest.reduce((form, key) => {
      const focused = form.fields[form.focus];
      return focused
        ? spilled(setField(form, focused.id, (focused.kept ? '' : focused.value) + key), form, {
            sell: 'GBP',
            buy: 'USD',
          })
        : form;
    }, begun);
    return ['sell', 'buy', 'amount', 'side'].map(id => fieldValue(form, id)).join(' ');
  };

  const LINES = [
    ['eurusd50', 'EUR USD 50 source'],
    ['EUR/USD 50.25', 'EUR USD 50.25 source'],
    ['eur to usd, 1,000.50', 'EUR USD 1,000.50 source'],
    ['50 eur usd', 'EUR USD 50 source'],
    ['1,000.50 eur to usd', 'EUR USD 1,000.50 source'],
    ['eur usd buy 300', 'EUR USD 300 destination'],
    ['eurusd sell 300', 'EUR USD 300 source'],
  ] as const;

  describe.each(['sell', 'buy', 'amount'])('in the field %s', at => {
    it.each(LINES)('fills the form: %s', (line, expected) => {
      const empty = { sell: '', buy: '', amount: '' };
      expect(keyed(line, at, empty, false), 'an empty form').toBe(expected);
      expect(keyed(line, at, older, true), 'over an older pair').toBe(expected);
    });

    it('keeps the pair if the line names one currency', () => {
      expect(keyed('usd buy 300', at, older, true)).toBe('GBP USD 300 destination');
      expect(keyed('buy 300', at, older, true)).toBe('GBP USD 300 destination');
    });

    it.each(['eurusd50', 'eur/usd50'])('replaces older text that stays before it: %s', line => {
      expect(keyed(line, at, older, false)).toBe('EUR USD 50 source');
    });
  });

  it('sells, although an older quote fixed the buy amount', () => {
    const fixed = { ...older, side: 'destination' };
    for (const at of ['sell', 'buy', 'amount'])
      expect(keyed('eurusd50', at, fixed, true)).toBe('EUR USD 50 source');
    expect(keyed('eurusd50', 'sell', { sell: '', buy: '', amount: '', side: 'destination' }, true)).toBe(
      'EUR USD 50 source',
    );
  });

  it('never joins an older amount and a new one', () => {
    expect(keyed('eurusd', 'amount', older, false)).toBe('GBP USD 1000eurusd source');
  });

  describe.each([
    ['2:eurusd500', 'EUR USD 500 source'],
    ['500 gbpeur700', 'GBP EUR 700 source'],
    ['150:gbpusd1000', 'GBP USD 1000 source'],
    ['2/eurusd500', 'EUR USD 500 source'],
    ['10gbpusd500', 'GBP USD 500 source'],
    ['sell 2 eurusd500', 'EUR USD 500 source'],
    ['2 eur usd buy 300', 'EUR USD 300 destination'],
    ['50 eur usd, 70', 'EUR USD 70 source'],
    ['50 eur usd ', 'EUR USD 50 source'],
  ])('after a number that was typed first: %s', (line, expected) => {
    it('replaces that number key by key, and never joins two numbers', () => {
      expect(keyed(line, 'amount', older, true)).toBe(expected);
      const [, first = '', rest = ''] = /^(\d*)(.*)$/.exec(line) ?? [];
      expect(keyed(rest, 'amount', { ...older, amount: first }, first === '')).toBe(expected);
    });
  });

  it.each(['2:eurusd500', '2 eurusd500', '10/eurusd500'])('replaces that number at once: %s', line => {
    const start = { ...filled(older), focus: 6 };
    const form = spilled(setField(start, 'amount', line), start);
    expect(['sell', 'buy', 'amount'].map(id => fieldValue(form, id))).toEqual(['EUR', 'USD', '500']);
  });

  it('is filled in without an amount when the field is left', () => {
    const before = filled({ sell: 'EURJPY', buy: 'USD', amount: '' });
    const left = spilled({ ...before, focus: 4 }, before);
    expect(['sell', 'buy'].map(id => fieldValue(left, id))).toEqual(['EUR', 'JPY']);
  });

  it('keeps a decimal comma, so that the amount is refused', () => {
    expect(keyed('gbpusd,50', 'sell', { sell: '', buy: '', amount: '' }, false)).toBe('GBP USD ,50 source');
  });
});

describe('a whole line', () => {
  it.each([
    ['gbpusd1000', { sell: 'GBP', buy: 'USD', side: 'source', amount: '1000.00' }],
    ['gbp usd 1,000.50', { sell: 'GBP', buy: 'USD', side: 'source', amount: '1000.50' }],
    ['50eurusd', { sell: 'EUR', buy: 'USD', side: 'source', amount: '50.00' }],
    ['sell 50 eur to usd', { sell: 'EUR', buy: 'USD', side: 'source', amount: '50.00' }],
    ['gbpjpybuy300', { sell: 'GBP', buy: 'JPY', side: 'destination', amount: '300' }],
  ])('gives the terms of a quote: %s', (line, expected) => {
    expect(termsOfLine(line)).toMatchObject({
      ok: true,
      terms: { ...expected, schedule: 'immediate', type: 'conversion' },
    });
    expect(checkLine(line)).toBeUndefined();
  });

  it.each([
    ['gbpusd1.000,50', 'Use a point for decimals'],
    ['gbpusd1 000', 'Use only digits'],
    ['gbpusd10k', 'Use only digits'],
    ['gbpusd1m', 'Use only digits'],
    ['gbpusd-5', 'without a sign'],
    ['gbpusd0', 'more than 0'],
    ['jpygbp0.5', 'JPY has no decimal places'],
    ['gbpgbp5', 'differs from the sell currency'],
    ['gbpxau5', 'ISO 4217 has no decimal places for XAU'],
    ['eur 50 usd', 'not clear which currency'],
    ['usd buy 300 gbp', 'not clear which currency'],
    ['buy 300 usd gbp', 'not clear which currency'],
  ])('is refused with a reason, and never guessed: %s', (line, said) => {
    const read = termsOfLine(line);
    expect(read?.ok === false ? read.why : read).toContain(said);
    expect(checkLine(line)).toContain(said);
  });

  it.each([
    ['gbpusd', 'two currencies and an amount'],
    ['usd buy 300', 'two currencies and an amount'],
    ['1000 gbp', 'two currencies and an amount'],
    ['', 'two currencies and an amount'],
    ['Refund ashdown', 'two currencies and an amount'],
    ['gbpxyz1000', 'XYZ is not a currency'],
    ['cadaed12-1234-4123-8123-1234567890ab', 'two currencies and an amount'],
  ])('is no quote, so that : finds it, but a command refuses it: %s', (line, said) => {
    expect(termsOfLine(line)).toBeUndefined();
    expect(checkLine(line)).toContain(said);
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

it('the text of a request names the fixed side first', () => {
  const terms = (line: string) => {
    const read = termsOfLine(line);
    if (!read?.ok) throw new Error(`${line} is no quote`);
    return read.terms;
  };
  expect(requestText(terms('gbpusd1000'))).toBe('Get a quote: sell 1,000.00 GBP, buy USD');
  expect(requestText(terms('gbp usd buy 300'))).toBe('Get a quote: buy 300.00 USD, sell GBP');
});

it.each(['gbp', 'gbp 1000', 'usd'])('%s alone is no whole quote', line => {
  expect(termsOfLine(line)).toBeUndefined();
});
