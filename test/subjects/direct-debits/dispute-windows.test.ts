import { describe, expect, it } from 'vitest';
import { disputesOf } from '../../../src/subjects/direct-debits/dispute-windows.ts';

const at = (iso: string) => Date.parse(iso);
const code = (type: string, value: string) => [{ type, value }];
const show = (moment: number | undefined) =>
  moment === undefined ? undefined : new Date(moment).toISOString().slice(0, 16);

/** The deadlines of an account as `who, review: moment`, with their calculation. */
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
  it('has 16 hours, 60 days, one year and two years for an ACH code ending in 0024', () => {
    expect(windows('US', 'ach', '021000024', '2026-03-08T00:30:00Z').map(w => [w.for, w.before])).toEqual([
      ['business, without review', '2026-03-08T16:30'],
      ['individual, without review', '2026-05-06T23:30'],
      ['business, with review', '2027-03-08T00:30'],
      ['individual, with review', '2028-03-08T00:30'],
    ]);
  });

  it('counts 28 February as the anniversary of 29 February', () => {
    expect(windows('US', 'ach', '0024', '2028-02-29T10:00:00Z').at(2)?.before).toBe('2029-02-28T10:00');
    expect(windows('US', 'ach', '0024', '2028-02-29T10:00:00Z').at(3)?.before).toBe('2030-02-28T10:00');
  });

  it.each([
    ['before the clocks go forward', '2026-03-05T20:00:00Z', '2026-03-06T14:00'],
    ['over the weekend on which they go forward', '2026-03-06T20:00:00Z', '2026-03-09T13:00'],
    ['before they go back', '2026-10-29T20:00:00Z', '2026-10-30T13:00'],
    ['over the weekend on which they go back', '2026-10-30T20:00:00Z', '2026-11-02T14:00'],
    ['from a Saturday', '2026-11-21T20:00:00Z', '2026-11-23T14:00'],
    ['with another day in UTC', '2026-11-18T03:00:00Z', '2026-11-18T14:00'],
  ])(
    'has until 6:00 Pacific on the next business day for an ACH code ending in 0381, %s',
    (_, created, before) => {
      expect(first('US', 'ach', '021000381', created)).toBe(before);
    },
  );

  it('has 36 hours for an ACH code ending in 6768', () => {
    expect(first('US', 'ach', '6768', '2026-10-31T20:00:00Z')).toBe('2026-11-02T08:00');
  });

  it.each([
    ['before the clocks go forward', '2026-03-05T20:00:00Z', '2026-03-06T14:00'],
    ['over that weekend', '2026-03-06T20:00:00Z', '2026-03-09T13:00'],
    ['before they go back', '2026-10-29T20:00:00Z', '2026-10-30T13:00'],
    ['over that weekend', '2026-10-30T20:00:00Z', '2026-11-02T14:00'],
  ])(
    'has until 9:00 Eastern on the next business day for an ACH code ending in 3150, %s',
    (_, created, before) => {
      expect(first('US', 'ach', '3150', created)).toBe(before);
    },
  );
});

it('in the United Kingdom a dispute without review is not available, and a dispute with review has no deadline', () => {
  for (const value of ['200085', '201907']) {
    expect(windows('GB', 'sort_code', value, '2026-03-29T00:00:00Z').map(w => [w.before, w.how])).toEqual([
      [undefined, 'not available: cancel the mandate or the direct debit instead'],
      [undefined, 'no deadline'],
    ]);
  }
});

it.each([
  ['before summer time begins', '2026-10-01T02:00:00Z', '2026-10-01T20:45'],
  ['over the weekend on which it begins', '2026-10-02T02:00:00Z', '2026-10-04T19:45'],
  ['before it ends', '2026-04-02T02:00:00Z', '2026-04-02T19:45'],
  ['over the weekend on which it ends', '2026-04-03T02:00:00Z', '2026-04-05T20:45'],
  ['never before the payout itself', '2026-11-18T20:00:00Z', '2026-11-19T19:45'],
])('Australia has until 6:45 on the next business day, %s', (_, created, before) => {
  expect(first('AU', 'bsb', '083943', created)).toBe(before);
  expect(windows('AU', 'bsb', '083943', '2026-02-28T01:00:00Z').at(1)?.before).toBe('2033-02-28T01:00');
});

it.each([
  ['before the clocks go forward', '2026-03-02T18:00:00Z', '2026-03-07T05:00'],
  ['over that weekend', '2026-03-03T18:00:00Z', '2026-03-10T04:00'],
  ['before they go back', '2026-10-26T18:00:00Z', '2026-10-31T04:00'],
  ['over that weekend', '2026-10-27T18:00:00Z', '2026-11-03T04:00'],
])('Canada has until 10 pm Mountain time, four business days later, %s', (_, created, before) => {
  expect(first('CA', 'institution_number', '352', created)).toBe(before);
});

it.each([
  ['in winter', '2026-02-15T12:00:00Z', '2027-03-15T21:00'],
  ['in summer', '2026-03-15T12:00:00Z', '2027-04-15T20:00'],
  ['on a day that the month does not have', '2026-01-31T12:00:00Z', '2027-02-28T21:00'],
  ['the last day of summer time', '2026-09-30T12:00:00Z', '2027-10-30T20:00'],
  ['after summer time', '2026-10-31T12:00:00Z', '2027-11-30T21:00'],
])(
  'the Netherlands have until 10 pm Central European time, thirteen months later, %s',
  (_, created, before) => {
    expect(first('NL', 'swift', 'AINHNL22', created)).toBe(before);
  },
);

/** Each window in one line: who, the deadline and its calculation. */
function lines(country: string, type: string, value: string, created = '2026-06-03T12:00:00Z') {
  return disputesOf(country, code(type, value), at(created)).flatMap(dispute => [
    `${dispute.location}, ${dispute.code}`,
    ...dispute.windows.map(
      ({ who, review, before, how }) => `${who}, ${review}: ${show(before) ?? 'none'}, ${how}`,
    ),
  ]);
}

const NEXT_DAY = 'T + 1 business day, which is 2026-06-04; weekends are excluded, bank holidays are not';

it.each([
  ['0024', '2026-06-04T04:00, T + 16 hours'],
  ['0381', `2026-06-04T13:00, 06:00 Pacific on ${NEXT_DAY}`],
  ['6768', '2026-06-05T00:00, T + 36 hours'],
  ['3150', `2026-06-04T13:00, 09:00 Eastern on ${NEXT_DAY}`],
])('a window of the United States is written in words for an ACH code ending in %s', (ends, business) => {
  expect(lines('us', 'ach', `02100${ends}`)).toEqual([
    `United States, ACH code ending ${ends}`,
    `business, without review: ${business}`,
    "individual, without review: 2026-08-02T12:00, T + 60 calendar days, at T's time of day; by the end of that day it would be later",
    "business, with review: 2027-06-03T12:00, T + 1 year, at T's time of day",
    "individual, with review: 2028-06-03T12:00, T + 2 years, at T's time of day",
  ]);
});

it.each([
  [
    'UK',
    'sort_code',
    '200085',
    [
      'United Kingdom, sort code ending 0085',
      'anyone, without review: none, not available: cancel the mandate or the direct debit instead',
      'anyone, with review: none, no deadline',
    ],
  ],
  [
    'AU',
    'bsb',
    '083943',
    [
      'Australia, BSB ending 3943',
      `anyone, without review: 2026-06-03T20:45, 06:45 Australian Eastern on ${NEXT_DAY}`,
      "anyone, with review: 2033-06-03T12:00, T + 7 years, at T's time of day",
    ],
  ],
  [
    'CA',
    'institution_number',
    '352',
    [
      'Canada, institution number 352',
      'anyone, without review: 2026-06-10T04:00, 22:00 Mountain on T + 4 business days, which is 2026-06-09; weekends are excluded, bank holidays are not',
      'anyone, with review: none, no deadline',
    ],
  ],
  [
    'NL',
    'swift',
    'AINHNL22',
    [
      'Europe (Netherlands), SWIFT code AINHNL22',
      'anyone, without review: 2027-07-03T20:00, 22:00 Central European on T + 13 months, which is 2027-07-03',
      'anyone, with review: none, no dispute after 13 months',
    ],
  ],
])('the windows of %s are written in words', (country, type, value, said) => {
  expect(lines(country, type, value)).toEqual(said);
});

it('if a rule has several readings, the calculation names each reading: the day of the payment by each clock, and the zones', () => {
  const [, canada] = lines('CA', 'institution_number', '352', '2026-12-02T02:00:00Z');
  expect(canada).toMatch(
    /; T is on 2026-12-01 or 2026-12-02, in UTC or local time; the local time is America\/Edmonton or America\/Denver: the earlier deadline applies$/,
  );
  const [, clocksAlone] = lines('CA', 'institution_number', '352', '2026-12-01T12:00:00Z');
  expect(clocksAlone).toMatch(
    /not; the local time is America\/Edmonton or America\/Denver: the earlier deadline applies$/,
  );
  const [, dayAlone] = lines('NL', 'swift', 'AINHNL22', '2026-06-03T22:30:00Z');
  expect(dayAlone).toMatch(
    /07-03; T is on 2026-06-03 or 2026-06-04, in UTC or local time: the earlier deadline applies$/,
  );
});

it.each([
  ['GB', 'iban', '200085'],
  ['GB', 'sort_code', '200084'],
  ['AU', 'swift', '083943'],
  ['AU', 'bsb', '083944'],
  ['CA', 'transit', '352'],
  ['CA', 'institution_number', '351'],
  ['NL', 'sepa', 'AINHNL22'],
  ['NL', 'swift', 'ABNANL2A'],
  ['NL', 'swift', 'AINHNL22ABXXX'],
  ['US', 'ach', '0025'],
  ['US', 'aba', '0024'],
  ['GB', 'ach', '0024'],
  ['', 'sort_code', '200085'],
  ['', 'swift', 'AINHNL22'],
])('a deadline is not given for %s, %s %s', (country, type, value) => {
  expect(lines(country, type, value)).toEqual([]);
});

it('a rule is found by any of several codes, and counts once if two of its codes match', () => {
  const both = [...code('fedwire', '1'), ...code('sort_code', '201907'), ...code('sort_code', '200085')];
  expect(disputesOf('GB', both, 0).map(dispute => dispute.code)).toEqual(['sort code ending 0085']);
  expect(disputesOf('GB', both.slice(0, 2), 0).map(dispute => dispute.code)).toEqual([
    'sort code ending 1907',
  ]);
});

it("seven years end by Sydney's clock, also if summer time has started since", () => {
  expect(lines('AU', 'bsb', '083943', '2026-10-03T10:00:00Z').at(-1)).toBe(
    "anyone, with review: 2033-10-03T09:00, T + 7 years, at T's time of day in Australia/Sydney, the earliest reading",
  );
});

it('a deadline exactly at T, the time of the payout, has passed, so the next deadline counts', () => {
  expect(first('AU', 'bsb', '083943', '2026-06-03T20:45:00Z')).toBe('2026-06-04T20:45');
});

it('a deadline shows its calculation, and says that the rule has two readings', () => {
  expect(windows('US', 'ach', '0381', '2026-11-18T03:00:00Z')[0]?.how).toBe(
    '06:00 Pacific on T + 1 business day, which is 2026-11-18; weekends are excluded, bank holidays are not; T is on 2026-11-17 or 2026-11-18, in UTC or local time: the earlier deadline applies',
  );
});

it.each([
  ['GB', 'sort_code', '20-00-85', 'sort code ending 0085'],
  ['GB', 'sort_code', '20 19 07', 'sort code ending 1907'],
  ['AU', 'bsb', '083-943', 'BSB ending 3943'],
  ['AU', 'bsb', '083 943', 'BSB ending 3943'],
  ['NL', 'swift', 'AINHNL22XXX', 'SWIFT code AINHNL22'],
  ['NL', 'bic', 'ainh nl 22', 'SWIFT code AINHNL22'],
  ['CA', 'institution_number', '352', 'institution number 352'],
])('a code is recognised in each usual spelling: %s %s %s', (country, type, value, said) => {
  expect(disputesOf(country, code(type, value), 0).map(dispute => dispute.code)).toEqual([said]);
});

it.each([
  ['NL', 'swift', 'XAINHNL22'],
  ['NL', 'swift', 'AINHNL22ABC'],
  ['CA', 'institution_number', '1352'],
])('a complete code matches no other code: %s %s %s', (country, type, value) => {
  expect(disputesOf(country, code(type, value), 0)).toEqual([]);
});

it.each([
  [
    'over spring',
    '2026-03-01T12:00:30.500Z',
    '2026-04-30T11:00:30.500Z',
    'in America/New_York, the earliest reading',
  ],
  ['over autumn', '2026-10-01T12:00:00Z', '2026-11-30T12:00:00Z', 'in UTC, the earliest reading'],
  [
    'between them',
    '2026-06-01T12:00:00Z',
    '2026-07-31T12:00:00Z',
    "T's time of day; by the end of that day it would be later",
  ],
])(
  '60 calendar days end by the earliest clock, %s, and the calculation names that clock',
  (_, created, before, how) => {
    const window = disputesOf('US', code('ach', '0024'), at(created))[0]?.windows[1];
    expect(new Date(window?.before ?? 0).toISOString()).toBe(new Date(before).toISOString());
    expect(window?.how).toContain(how);
  },
);

it('a year from 29 February ends by the clock that still showed 28 February at the start', () => {
  // In New York it is 28 February. Both anniversaries are on the 28th, and the evening there is later in UTC.
  const window = disputesOf('US', code('ach', '0024'), at('2028-02-29T02:00:00Z'))[0]?.windows[2];
  expect(show(window?.before)).toBe('2029-02-28T02:00');
  expect(window?.how).toContain('in UTC');
});

it('other countries, codes and types get no deadline', () => {
  expect(disputesOf('US', code('ach', '021000021'), 0)).toEqual([]);
  expect(disputesOf('US', code('fedwire', '021000024'), 0)).toEqual([]);
  expect(disputesOf('FR', code('swift', 'AINHNL22'), 0)).toEqual([]);
});

it.each([
  // T is on 17 November in local time and on 18 November in UTC.
  [
    'different local times',
    'US',
    'ach',
    '0381',
    '2026-11-18T03:00:00Z',
    ['2026-11-18T14:00', '2026-11-19T14:00'],
  ],
  [
    'the same local time in both ways',
    'US',
    'ach',
    '0381',
    '2026-03-05T20:00:00Z',
    ['2026-03-06T14:00', '2026-03-06T14:00'],
  ],
  ['hours', 'US', 'ach', '0024', '2026-03-08T00:30:00Z', ['2026-03-08T16:30', undefined]],
])(
  'if a rule has several readings, the latest deadline is known: %s',
  (_, country, type, value, created, expected) => {
    const [window] = disputesOf(country, code(type, value), at(created))[0]?.windows ?? [];
    expect([show(window?.before), show(window?.latest)]).toEqual(expected);
  },
);
