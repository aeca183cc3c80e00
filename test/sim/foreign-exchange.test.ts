// Quotes and conversions change only by the clock and by requests.
import { beforeEach, describe, expect, it } from 'vitest';
import { customer, send } from './http.ts';
import { conversionInput, goodSample, quoted, quoteInput } from './samples.ts';
import {
  data,
  desk,
  digits,
  effects,
  type Fields,
  held,
  later,
  message,
  must,
  newest,
  openTeller,
} from './teller.ts';

beforeEach(openTeller);

describe('a quote', () => {
  it('calculates the other amount from either side, and shows the same values when read later', async () => {
    const sold = (await data('quote.create', quoteInput('GBP', 'USD', '100.00'))) as Fields;
    const bought = (await data(
      'quote.create',
      quoteInput('GBP', 'USD', '100.00', 'destination_amount'),
    )) as Fields;
    const rate = Number(digits(sold['netExchangeRate']));
    expect(Number(digits(sold['destinationAmount']))).toBeCloseTo(100 * rate, 2);
    expect(Number(digits(bought['sourceAmount']))).toBeCloseTo(100 / rate, 2);
    const { quoteType, createdTime, ...rest } = sold;
    expect([quoteType, createdTime]).toEqual(['conversion', rest['rateCaptureTime']]);
    expect({ ...((await data('quote.get', { query: { quote_id: String(sold['id']) } })) as Fields) }).toEqual(
      rest,
    );
  });

  it('has a rate that changes with the clock, and is the same at the same time', async () => {
    const rate = async () =>
      digits(((await data('quote.create', quoteInput('GBP', 'USD', '5'))) as Fields)['netExchangeRate']);
    const first = await rate();
    expect(await rate()).toBe(first);
    await later(60_000);
    expect(await rate()).not.toBe(first);
  });

  it('is refused without a rate, for a zero amount, and with more decimals than the currency has', async () => {
    for (const input of [
      quoteInput('GBP', 'XQZ', '5'),
      quoteInput('GBP', 'GBP', '5'),
      quoteInput('IDR', 'GBP', '0.01'),
      quoteInput('JPY', 'GBP', '5.5'),
    ]) {
      expect((await desk.ask('quote.create', input)).status).toBe(400);
    }
  });

  it('belongs to one customer, and a wrong ID is refused', async () => {
    const quote_id = await quoted(desk, quoteInput('GBP', 'USD', '5'));
    for (const [id, person] of [
      [quote_id, customer(desk.sim, 1)],
      ['quote_nothing', customer(desk.sim, 0)],
    ] as const) {
      const got = await desk.ask('quote.get', { query: { quote_id: id } }, person);
      expect([got.status, message(got)]).toEqual([400, 'Invalid quote ID']);
    }
  });
});

describe('a conversion', () => {
  it('is accepted until the quote expires', async () => {
    await desk.control('/quote', { life_s: 30 });
    const sent = await Promise.all([
      goodSample(desk, 'conversion.create'),
      goodSample(desk, 'conversion.create'),
    ]);
    await later(29_999);
    expect((await send(desk.sim.url, sent[0])).status).toBe(200);
    await later(1);
    const got = await send(desk.sim.url, sent[1]);
    expect([got.status, message(got)]).toEqual([400, 'The quote has expired.']);
    expect(effects()).toHaveLength(1);
    expect((await desk.control('/quote', { life_s: 'long' })).status).toBe(400);
  });

  it('takes the sell amount at once, adds the buy amount at settlement, and shows both in the history', async () => {
    const before = await held('USD');
    const body = must(await conversionInput(desk, must(desk.sim.world.customers[0])));
    const made = (await data('conversion.create', body)) as Fields;
    expect([made['status'], await held('GBP')]).toEqual(['processing', ['184103.17', '1250.00', '400.00']]);
    expect(await newest(1)).toEqual(['HOLD -100.00 → 184103.17']);
    const id = { query: { conversion_id: String(made['id']) } };
    expect(await data('conversion.get', id)).toMatchObject({
      status: 'processing',
      quoteId: made['quote_id'],
    });
    await later(19_999);
    expect(await data('conversion.get', id)).toMatchObject({ status: 'processing' });
    await later(1);
    expect(await data('conversion.get', id)).toMatchObject({
      status: 'SETTLED',
      systemReferenceNumber: made['system_reference_number'],
    });
    const after = await held('USD');
    const gained = Number(after[0]) - Number(before[0]);
    expect(gained).toBeCloseTo(Number(digits(made['destination_amount'])), 6);
    expect([after[1], (await held('GBP'))[2]]).toEqual([before[1], '300.00']);
    expect(await newest(1)).toEqual([`CONVERSION_BUY ${digits(made['destination_amount'])} → ${after[0]}`]);
  });

  it('is refused if anything differs from the quote, or if the balance is too low', async () => {
    const good = must(await conversionInput(desk, must(desk.sim.world.customers[0])));
    for (const change of [
      { source_amount: '100.01' },
      { source_currency: 'EUR' },
      { destination_currency: 'JPY' },
      { quote_id: 'quote_x' },
    ]) {
      const got = await desk.ask('conversion.create', { body: { ...good.body, ...change } as never });
      expect(got.status, JSON.stringify(change)).toBe(400);
    }
    const much = await quoted(desk, quoteInput('GBP', 'USD', '9999999.00'));
    const got = await desk.ask('conversion.create', {
      body: { ...good.body, quote_id: much, source_amount: '9999999.00' as never },
    });
    expect([got.status, effects().length]).toEqual([400, 0]);
  });
});
