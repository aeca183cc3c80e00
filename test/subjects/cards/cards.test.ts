// A card's limits: a gauge if the amounts allow one, or else the service's own values.

import { describe, expect, it } from 'vitest';
import { fromServer } from '../../../src/lib/visible.ts';
import { emptyDocument } from '../../../src/store/list.ts';
import { limitsEntries } from '../../../src/subjects/cards/cards.ts';
import { limit, limitsOf } from './answers.ts';

const entriesOf = (read: ReturnType<typeof limitsOf>, currency = 'GBP') =>
  limitsEntries({ ...emptyDocument(), value: read }, 'card-0001', fromServer(currency));
const only = (one: string) => entriesOf(limitsOf(`[${one}]`))[1];

describe('a limit', () => {
  it("is a gauge of the remaining amount, in the service's digits with separators", () => {
    expect(only(limit('DAILY', '2500.00', '1234.50'))).toEqual({
      label: 'Daily',
      gauge: { left: '1234.50', whole: '2500.00', text: '1,234.50 of 2,500.00 GBP left' },
    });
    expect(only(limit('ALL_TIME', '9007199254740993.01', '0'))).toMatchObject({
      label: 'All time',
      gauge: { text: '0 of 9,007,199,254,740,993.01 GBP left' },
    });
  });

  it.each([
    ['more remains than the whole limit', limit('DAILY', '100.00', '100.01'), '100.01 of 100.00 GBP left'],
    ['the remaining amount is negative', limit('DAILY', '100.00', '-1.00'), '−1.00 of 100.00 GBP left'],
    ['the limit is 0', limit('DAILY', '0', '0'), '0 of 0 GBP left'],
    ['an amount is an unclear text', limit('DAILY', '"100,00"', '50'), '50 of ? 100,00 GBP left'],
    ['the remaining amount is missing', '{"interval": "DAILY", "amount": 100.00}', '– of 100.00 GBP left'],
    ['the remaining amount is null', limit('DAILY', '100.00', 'null'), '– of 100.00 GBP left'],
  ])('has no gauge if %s, and is shown unchanged', (_, sent, text) => {
    expect(only(sent)).toEqual({ label: 'Daily', cell: { text, tone: 'warn' } });
  });

  it('keeps an undocumented word for its interval, and an invalid limit is shown too', () => {
    expect(only(limit('HOURLY', '100', '50'))).toMatchObject({ label: '? HOURLY' });
    expect(only('7')).toEqual({ label: 'Limit', cell: { text: '? 7', tone: 'warn' } });
  });
});

describe('the limits of a card', () => {
  it('include cash withdrawal limits, and say if there are none', () => {
    const read = limitsOf(`[${limit('DAILY', '2500.00')}]`, { cash: `[${limit('DAILY', '500.00')}]` });
    expect(entriesOf(read)).toMatchObject([
      { heading: 'Limits' },
      { label: 'Daily' },
      { heading: 'Cash withdrawal limits' },
      { label: 'Daily', gauge: { whole: '500.00' } },
    ]);
    expect(entriesOf(limitsOf('[]'))[1]).toEqual({ note: 'None.' });
  });

  it("are marked if their currency differs from the card's or is missing", () => {
    expect(entriesOf(limitsOf('[]'), 'USD')[0]).toMatchObject({
      note: '? The limits are in GBP, but the card is in USD.',
    });
    expect(entriesOf(limitsOf('[]', { currency: 'null' }))[0]).toMatchObject({
      note: '? The limits are in –, but the card is in GBP.',
    });
  });

  it('are shown unchanged if they are no list', () => {
    expect(entriesOf(limitsOf('"many"'))[1]).toMatchObject({ label: 'Limits', cell: { text: '? many' } });
  });
});
