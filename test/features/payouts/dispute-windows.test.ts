import { describe, expect, it } from 'vitest';
import { disputesOf } from '../../../src/features/payouts/dispute-windows.ts';

const at = (iso: string) => Date.parse(iso);
const code = (type: string, value: string) => [{ type, value }];
const show = (moment: number | undefined) =>
  moment === undefined ? undefined : new Date(moment).toISOString().slice(0, 16);

/** The deadlines of an account, as `who, review: moment` and how they were reckoned. */
function windows(country: string, type: string, value: string, created: string) {
  const [dispute] = disputesOf(country, code(type, value), at(created));
  return (dispute?.windows ?? []).map(({ who, review, before, how }) => ({
    for: `${who}, ${review}`,
    before: show(before),
    how,
  }));
}
const first = (...given: Parameters<typeof windows>) => windows(...given)[0]?.before;

describe('United States', () => {
  it('ACH ending 0024: 16 hours, 60 days, one year, two years', () => {
    expect(windows('US', 'ach', '021000024', '2026-03-08T00:30:00Z').map(w => [w.for, w.before])).toEqual([
      ['business, without review', '2026-03-08T16:30'],
      ['individual, without review', '2026-05-07T00:30'],
      ['business, with review', '2027-03-08T00:30'],
      ['individual, with review', '2028-03-08T00:30'],
    ]);
  });

  it('a leap day has its anniversary on the 28th', () => {
    expect(windows('US', 'ach', '0024', '2028-02-29T10:00:00Z').at(2)?.before).toBe('2029-02-28T10:00');
    expect(windows('US', 'ach', '0024', '2028-02-29T10:00:00Z').at(3)?.before).toBe('2030-02-28T10:00');
  });

  it.each([
    ['before the clocks go forward', '2026-03-05T20:00:00Z', '2026-03-06T14:00'],
    ['over the weekend on which they go forward', '2026-03-06T20:00:00Z', '2026-03-09T13:00'],
    ['before they go back', '2026-10-29T20:00:00Z', '2026-10-30T13:00'],
    ['over the weekend on which they go back', '2026-10-30T20:00:00Z', '2026-11-02T14:00'],
    ['from a Saturday', '2026-11-21T20:00:00Z', '2026-11-23T14:00'],
    ['the day being another one in UTC', '2026-11-18T03:00:00Z', '2026-11-18T14:00'],
  ])('ACH ending 0381: 6:00 Pacific on the next business day, %s', (_, created, before) => {
    expect(first('US', 'ach', '021000381', created)).toBe(before);
  });

  it('ACH ending 6768: 36 hours', () => {
    expect(first('US', 'ach', '6768', '2026-10-31T20:00:00Z')).toBe('2026-11-02T08:00');
  });

  it.each([
    ['before the clocks go forward', '2026-03-05T20:00:00Z', '2026-03-06T14:00'],
    ['over that weekend', '2026-03-06T20:00:00Z', '2026-03-09T13:00'],
    ['before they go back', '2026-10-29T20:00:00Z', '2026-10-30T13:00'],
    ['over that weekend', '2026-10-30T20:00:00Z', '2026-11-02T14:00'],
  ])('ACH ending 3150: 9:00 Eastern on the next business day, %s', (_, created, before) => {
    expect(first('US', 'ach', '3150', created)).toBe(before);
  });
});

it('United Kingdom: nothing without review, no end with it', () => {
  for (const value of ['200085', '201907']) {
    expect(windows('GB', 'sort_code', value, '2026-03-29T00:00:00Z').map(w => [w.before, w.how])).toEqual([
      [undefined, 'not applicable: cancel the mandate or the payout instead'],
      [undefined, 'without an end'],
    ]);
  }
});

it.each([
  ['before summer time begins', '2026-10-01T02:00:00Z', '2026-10-01T20:45'],
  ['over the weekend on which it begins', '2026-10-02T02:00:00Z', '2026-10-04T19:45'],
  ['before it ends', '2026-04-02T02:00:00Z', '2026-04-02T19:45'],
  ['over the weekend on which it ends', '2026-04-03T02:00:00Z', '2026-04-05T20:45'],
  ['never before the payout itself', '2026-11-18T20:00:00Z', '2026-11-19T19:45'],
])('Australia: 6:45 on the next business day, %s', (_, created, before) => {
  expect(first('AU', 'bsb', '083943', created)).toBe(before);
  expect(windows('AU', 'bsb', '083943', '2026-02-28T01:00:00Z').at(1)?.before).toBe('2033-02-28T01:00');
});

it.each([
  ['before the clocks go forward', '2026-03-02T18:00:00Z', '2026-03-07T05:00'],
  ['over that weekend', '2026-03-03T18:00:00Z', '2026-03-10T04:00'],
  ['before they go back', '2026-10-26T18:00:00Z', '2026-10-31T04:00'],
  ['over that weekend', '2026-10-27T18:00:00Z', '2026-11-03T04:00'],
])('Canada: 10 pm Mountain, four business days later, %s', (_, created, before) => {
  expect(first('CA', 'institution_number', '352', created)).toBe(before);
});

it.each([
  ['in winter', '2026-02-15T12:00:00Z', '2027-03-15T21:00'],
  ['in summer', '2026-03-15T12:00:00Z', '2027-04-15T20:00'],
  ['on a day that the month does not have', '2026-01-31T12:00:00Z', '2027-02-28T21:00'],
  ['the last day of summer time', '2026-09-30T12:00:00Z', '2027-10-30T20:00'],
  ['after summer time', '2026-10-31T12:00:00Z', '2027-11-30T21:00'],
])('Netherlands: 10 pm Central European, thirteen months later, %s', (_, created, before) => {
  expect(first('NL', 'swift', 'AINHNL22', created)).toBe(before);
});

it('shows how it was worked out, and that there are two readings', () => {
  expect(windows('US', 'ach', '0381', '2026-11-18T03:00:00Z')[0]?.how).toBe(
    '06:00 Pacific on T + 1 business day, which is 2026-11-18; weekends left out, bank holidays not; T is on 2026-11-17 or 2026-11-18, by UTC or by that clock: the earlier holds',
  );
});

it('says nothing of other countries, codes and types', () => {
  expect(disputesOf('US', code('ach', '021000021'), 0)).toEqual([]);
  expect(disputesOf('US', code('fedwire', '021000024'), 0)).toEqual([]);
  expect(disputesOf('FR', code('swift', 'AINHNL22'), 0)).toEqual([]);
});
