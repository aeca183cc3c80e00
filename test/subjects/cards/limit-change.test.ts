// A change of limits: the requested limits next to the current limits, and the result at services that merge
// or replace limits.

import { describe, expect, it } from 'vitest';
import type { Decimal } from '../../../src/lib/decimal.ts';
import { t } from '../../../src/lib/visible.ts';
import { field } from '../../../src/store/form-state.ts';
import type { Form } from '../../../src/store/state.ts';
import { checkLimitsForm } from '../../../src/subjects/cards/card-update.ts';
import { type LimitOrder, limitLines, limitWarnings } from '../../../src/subjects/cards/limit-lines.ts';
import { outcomeEntries } from '../../../src/subjects/cards/limit-outcome.ts';
import { limit, limitsOf } from './answers.ts';

const order: LimitOrder = {
  currency: 'GBP',
  limits: [
    { interval: 'DAILY', value: '3000' as Decimal },
    { interval: 'WEEKLY', value: '9000' as Decimal },
  ],
};
const card = { id: 'card-0001', card: t`A Vale · 0148` };
const before = limitsOf(`[${limit('DAILY', '2500.00', '12.00')}, ${limit('MONTHLY', '20000.00')}]`);

describe('the confirmation of limits', () => {
  it('shows each sent limit, before and after, and the limits that are not sent', () => {
    expect(limitLines(card, order, before)).toEqual([
      { label: 'Card', value: 'A Vale · 0148' },
      { label: 'Card ID', value: 'card-0001' },
      { label: 'Daily', value: '2,500.00 GBP → 3,000 GBP' },
      { label: 'Weekly', value: 'none → 9,000 GBP' },
      { label: 'Not sent', value: 'Monthly 20,000.00 GBP' },
    ]);
  });

  it('warns if a limit is above the limit of a longer time, even if only one of the two is sent', () => {
    const high: LimitOrder = { currency: 'GBP', limits: [{ interval: 'WEEKLY', value: '30000' as Decimal }] };
    expect(limitWarnings(high, before)[0]).toContain('Weekly (30,000) is above Monthly (20,000.00)');
    expect(limitWarnings(order, before).join()).not.toContain('is above');
    const other = { ...high, currency: 'EUR' };
    // Limits in different currencies can't be compared.
    expect(limitWarnings(other, before).join()).not.toContain('is above');
  });

  it('stays the same if the spent amounts change, but not if a limit changes', () => {
    const spent = limitsOf(`[${limit('DAILY', '2500.00', '3.00')}, ${limit('MONTHLY', '20000.00', '1')}]`);
    expect(limitLines(card, order, spent)).toEqual(limitLines(card, order, before));
    const other = limitsOf(`[${limit('DAILY', '2500.00')}, ${limit('MONTHLY', '20000.01')}]`);
    expect(limitLines(card, order, other)).not.toEqual(limitLines(card, order, before));
  });

  it('does not say that a limit is missing if any limit has an unknown interval', () => {
    const strange = limitsOf(`[${limit('HOURLY', '5.00')}, ${limit('MONTHLY', '20000.00')}]`);
    expect(limitLines(card, order, strange)).toContainEqual({
      label: 'Daily',
      value: 'not known → 3,000 GBP',
    });
    expect(limitWarnings(order, strange)[0]).toContain('the interval ? HOURLY');
    expect(outcomeEntries(order, before, strange)).toMatchObject([
      { note: expect.stringContaining('the interval ? HOURLY'), tone: 'warn' },
      { cell: { text: 'requested 3,000 GBP, now not known, was 2,500.00 GBP', tone: 'warn' } },
      { cell: { text: 'requested 9,000 GBP, now not known, was none', tone: 'warn' } },
      { cell: { text: 'not sent, now 20,000.00 GBP, was 20,000.00 GBP' } },
    ]);
  });

  it('warns if the limits have a different currency or no currency', () => {
    expect(limitWarnings(order, limitsOf('[]', { currency: '"USD"' }))[0]).toContain('in USD, not in GBP');
    expect(limitWarnings(order, limitsOf('null'))[0]).toContain('the current limits are not known');
    expect(limitWarnings(order, before)).toHaveLength(2);
  });
});

describe('the limits after the change', () => {
  const said = (now: ReturnType<typeof limitsOf>) => {
    const [sum, ...fates] = outcomeEntries(order, before, now);
    return { sum, fates };
  };
  const daily = limit('DAILY', '3000.00');
  const weekly = limit('WEEKLY', '9000.00');
  const monthly = limit('MONTHLY', '20000.00');

  it('are merged: each sent limit as requested, and the others unchanged', () => {
    const { sum, fates } = said(limitsOf(`[${monthly}, ${daily}, ${weekly}]`));
    expect(sum).toMatchObject({ note: expect.stringContaining('The other limits are unchanged') });
    expect(fates).toEqual([
      {
        label: 'Daily',
        cell: { text: 'requested 3,000 GBP, now 3,000.00 GBP, was 2,500.00 GBP', tone: 'good' },
      },
      { label: 'Weekly', cell: { text: 'requested 9,000 GBP, now 9,000.00 GBP, was none', tone: 'good' } },
      {
        label: 'Monthly',
        cell: { text: 'not sent, now 20,000.00 GBP, was 20,000.00 GBP', tone: 'plain' },
      },
    ]);
  });

  it('are replaced: a sentence first says that the other limits are gone', () => {
    const { sum, fates } = said(limitsOf(`[${daily}, ${weekly}]`));
    expect(sum).toMatchObject({
      note: expect.stringContaining('Some of the other limits changed or are gone'),
      tone: 'warn',
    });
    expect(fates[2]).toEqual({
      label: 'Monthly',
      cell: { text: 'not sent, now none, was 20,000.00 GBP', tone: 'warn' },
    });
  });

  it.each([
    ['another amount', `[${limit('DAILY', '2999.99')}, ${weekly}, ${monthly}]`],
    ['a missing limit', `[${weekly}, ${monthly}]`],
    ['a repeated limit', `[${daily}, ${daily}, ${weekly}, ${monthly}]`],
    ['an amount sent as an unclear text', `[${limit('DAILY', '"3,000"')}, ${weekly}, ${monthly}]`],
  ])('differ from the request: %s', (_, now) => {
    const { sum, fates } = said(limitsOf(now));
    expect(sum).toMatchObject({ note: 'Some limits differ from the request:', tone: 'bad' });
    expect(fates[0]).toMatchObject({ label: 'Daily', cell: { tone: 'bad' } });
  });

  it('all differ from the request if the currency differs', () => {
    expect(said(limitsOf(`[${daily}, ${weekly}, ${monthly}]`, { currency: '"USD"' })).sum).toMatchObject({
      tone: 'bad',
    });
  });

  it('are compared only if they are a list', () => {
    expect(said(limitsOf('"gone"'))).toMatchObject({ sum: { tone: 'warn' }, fates: [] });
  });
});

describe('the form of limits', () => {
  const formOf = (values: Readonly<Record<string, string>>): Form => ({
    fields: Object.entries({ currency: '', PER_TRANSACTION: '', DAILY: '', WEEKLY: '', ...values }).map(
      ([id, value]) => ({ ...field(id, t`Label`, '', t`hint`), value }),
    ),
    focus: 1,
  });
  const errors = (values: Readonly<Record<string, string>>, read = before) => {
    const checked = checkLimitsForm(formOf(values), read);
    return checked.ok ? {} : checked.errors;
  };

  it('accepts whole amounts, and leaves out empty fields', () => {
    expect(checkLimitsForm(formOf({ DAILY: ' 3,000 ', WEEKLY: '9000' }), before)).toEqual({
      ok: true,
      order,
      read: before,
    });
    expect(checkLimitsForm(formOf({ currency: 'usd', DAILY: '1' }), before)).toMatchObject({
      order: { currency: 'USD', limits: [{ interval: 'DAILY', value: '1' }] },
    });
  });

  it.each([
    ['1.5', 'A limit has no decimal places.'],
    ['1.0', 'A limit has no decimal places.'],
    ['0', 'A limit must be more than 0, without a sign.'],
    ['-5', 'A limit must be more than 0, without a sign.'],
    ['1.000,50', 'A limit is a whole number. Use commas only between groups of three digits: 1000 or 1,000.'],
    ['10,00', 'A limit is a whole number. Use commas only between groups of three digits: 1000 or 1,000.'],
    ['lots', 'A limit is a whole number, such as 1000 or 1,000.'],
    ['1e3', 'A limit is a whole number, such as 1000 or 1,000.'],
  ])('refuses %s in its field', (typed, why) => {
    for (const id of ['PER_TRANSACTION', 'DAILY', 'WEEKLY'])
      expect(errors({ [id]: typed })).toMatchObject({ [id]: why, currency: undefined });
  });

  it('refuses a form without a limit, an unknown currency, and unread limits', () => {
    expect(errors({})).toMatchObject({ PER_TRANSACTION: 'Enter at least one limit.' });
    expect(errors({ currency: 'pounds', DAILY: '1' })).toMatchObject({
      currency: 'A currency is three letters, such as GBP.',
    });
    expect(checkLimitsForm(formOf({ DAILY: '1' }), undefined)).toMatchObject({
      ok: false,
      errors: { currency: 'Purser has not read the limits yet. Press Ctrl+R.' },
    });
  });
});
