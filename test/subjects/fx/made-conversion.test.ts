// Each member of a made conversion that differs from the quote is a difference, in the create form and in the get form.

import { expect, it } from 'vitest';
import { deviationsOf } from '../../../src/subjects/fx/conversion.ts';
import { asRead } from '../../../src/subjects/fx/conversion-create.ts';
import { resultOf } from '../../harness/answers.ts';

const quote = resultOf('quote.get', {
  id: 'quote_1',
  netExchangeRate: 1.26543,
  sourceCurrencyCode: 'GBP',
  destinationCurrencyCode: 'USD',
  sourceAmount: 1000,
  destinationAmount: 1265.43,
});

const made = {
  id: 'conversion_1',
  status: 'processing',
  conversion_time: '2026-11-20T10:00:00+0000',
  source_currencycode: 'GBP',
  destination_currencycode: 'USD',
  source_amount: 1000,
  destination_amount: 1265.43,
  quote_id: 'quote_1',
  net_exchangerate: 1.26543,
  system_reference_number: 'C250423-V53OOTQ',
  createdTime: '2026-11-20T10:00:00+0000',
};

const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The service chooses these. */
const OWN = ['id', 'status', 'conversion_time', 'system_reference_number', 'createdTime'];

const found = (answer: Readonly<Record<string, unknown>>): number =>
  deviationsOf(asRead(resultOf('conversion.create', answer)), quote).length;

it('has no difference if nothing differs, in either spelling', () => {
  expect(found(made)).toBe(0);
  expect(found(Object.fromEntries(Object.entries(made).map(([name, value]) => [camel(name), value])))).toBe(
    0,
  );
});

it.each(Object.keys(made).filter(name => !OWN.includes(name)))('%s alone makes a difference', name => {
  for (const value of ['another', 7, { value: 7 }, ['x'], '9.999.99']) {
    expect(found({ ...made, [name]: value }), JSON.stringify(value)).toBe(1);
    expect(
      found({
        ...Object.fromEntries(Object.entries(made).filter(([one]) => one !== name)),
        [camel(name)]: value,
      }),
    ).toBe(1);
  }
});
