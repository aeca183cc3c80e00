// Typed days, and local times as moments, also on the days on which the clocks change.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBusinessDays, addMonths, daysAt, momentIn, readDays, sameTimeOn } from '../../src/lib/days.ts';
import { addDays, todayIn } from '../../src/lib/time.ts';

const TODAY = '2026-11-22';

it.each([
  ['2026-11-20', '2026-11-20', '2026-11-20'],
  ['20nov', '2026-11-20', '2026-11-20'],
  ['20 Nov', '2026-11-20', '2026-11-20'],
  ['20', '2026-11-20', '2026-11-20'],
  ['25', '2026-10-25', '2026-10-25'],
  ['31', '2026-10-31', '2026-10-31'],
  ['25dec', '2025-12-25', '2025-12-25'],
  ['25 december 2024', '2024-12-25', '2024-12-25'],
  ['29feb', '2024-02-29', '2024-02-29'],
  ['today', TODAY, TODAY],
  ['yesterday', '2026-11-21', '2026-11-21'],
  ['yes', '2026-11-21', '2026-11-21'],
  ['1d', TODAY, TODAY],
  ['7d', '2026-11-16', TODAY],
  ['2w', '2026-11-09', TODAY],
  ['nov', '2026-11-01', '2026-11-30'],
  ['feb', '2026-02-01', '2026-02-28'],
  ['feb 2024', '2024-02-01', '2024-02-29'],
  ['dec', '2025-12-01', '2025-12-31'],
  ['20..21nov', '2026-11-20', '2026-11-21'],
  ['20-21nov', '2026-11-20', '2026-11-21'],
  ['20 – 21 nov', '2026-11-20', '2026-11-21'],
  ['30..2nov', '2026-10-30', '2026-11-02'],
  ['28dec..3jan', '2025-12-28', '2026-01-03'],
  ['20nov..', '2026-11-20', TODAY],
  ['20nov..yesterday', '2026-11-20', '2026-11-21'],
  ['2026-11-01..2026-11-05', '2026-11-01', '2026-11-05'],
  ['2026-11-01-2026-11-05', '2026-11-01', '2026-11-05'],
])('the typed text %s means the days from %s to %s', (typed, from, to) => {
  expect(readDays(typed, TODAY)).toEqual({ from, to });
});

it.each([
  '',
  '..',
  '-',
  '0d',
  '32',
  '31apr 2026',
  '2026-02-30',
  'to',
  'soon',
  '22nov2020..20nov2020',
  '20/11',
])('the typed text %s is no day', typed => {
  expect(readDays(typed, TODAY)).toBeUndefined();
});

const utc = (moment: number): string => new Date(moment).toISOString().slice(0, 16);

describe('the moment of a local time', () => {
  it.each([
    ['on a usual day', 'Europe/London', '2026-07-01', '12:00', '2026-07-01T11:00'],
    ['just before a gap', 'Europe/London', '2026-03-29', '00:59', '2026-03-29T00:59'],
    ['at the start of a gap', 'Europe/London', '2026-03-29', '01:00', '2026-03-29T01:00'],
    ['in a gap', 'Europe/London', '2026-03-29', '01:30', '2026-03-29T01:00'],
    ['in the last minute of a gap', 'Europe/London', '2026-03-29', '01:59', '2026-03-29T01:00'],
    ['after a gap', 'Europe/London', '2026-03-29', '02:00', '2026-03-29T01:00'],
    ['in a gap west of Greenwich', 'America/New_York', '2026-03-08', '02:30', '2026-03-08T07:00'],
    ['in a gap of half an hour', 'Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30'],
    ['in a gap of a whole day', 'Pacific/Apia', '2011-12-30', '12:00', '2011-12-30T10:00'],
    ['before the clocks go back', 'Europe/London', '2026-10-25', '00:59', '2026-10-24T23:59'],
    ['that is shown twice: the first', 'Europe/London', '2026-10-25', '01:30', '2026-10-25T00:30'],
    ['that is shown twice, west of Greenwich', 'America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30'],
    ['after the clocks went back', 'Europe/London', '2026-10-25', '02:00', '2026-10-25T02:00'],
    ['in UTC', 'UTC', '2026-03-29', '01:30', '2026-03-29T01:30'],
  ])('%s', (_, zone, date, time, moment) => {
    expect(utc(momentIn(zone, date, time))).toBe(moment);
  });

  it('is never after a moment that shows a later local time', () => {
    const zones = fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Tokyo');
    const minute = fc.integer({ min: 0, max: 2 * 366 * 24 * 60 - 1 });
    fc.assert(
      fc.property(zones, minute, fc.integer({ min: 1, max: 180 }), (zone, at, later) => {
        const localOf = (n: number): readonly [string, string] => {
          const text = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
          return [text.slice(0, 10), text.slice(11, 16)];
        };
        expect(momentIn(zone, ...localOf(at))).toBeLessThanOrEqual(momentIn(zone, ...localOf(at + later)));
      }),
      { seed: 20_261_123, numRuns: 300 },
    );
  });
});

it('the days of each zone part all moments: a day begins where the one before ends, also when the clocks change', () => {
  // Both changes of a year: in hours, half hours, and a whole day.
  for (const [zone, from, days] of [
    ['Europe/London', '2026-03-27', 5],
    ['Europe/London', '2026-10-23', 5],
    ['America/New_York', '2026-03-06', 5],
    ['America/New_York', '2026-10-30', 5],
    ['America/Havana', '2026-03-06', 5],
    ['America/Havana', '2026-10-30', 5],
    ['Australia/Lord_Howe', '2026-04-03', 5],
    ['Australia/Lord_Howe', '2026-10-02', 5],
    ['Pacific/Apia', '2011-12-28', 5],
    ['Africa/Casablanca', '2026-02-13', 5],
    ['UTC', '2026-03-27', 5],
  ] as const) {
    const dates = Array.from({ length: days }, (_, n) => addDays(from, n));
    const begins = dates.map(date => momentIn(zone, date, '00:00'));
    for (let moment = begins[0] ?? 0; moment < (begins.at(-1) ?? 0); moment += 7.5 * 60_000) {
      const day = begins.findLastIndex(begin => begin <= moment);
      expect(todayIn(zone, moment), `${zone} ${new Date(moment).toISOString()}`).toBe(dates[day]);
    }
  }
});

describe('the same local time on another day', () => {
  it.each([
    ['keeps the time of day when the clocks change', '2026-03-28T12:30:15Z', 1, '2026-03-29T11:30:15.000Z'],
    ['in a gap is the change', '2026-03-28T01:30:15Z', 1, '2026-03-29T01:00:00.000Z'],
    ['keeps its milliseconds', '2026-11-20T10:00:07.089Z', 1, '2026-11-21T10:00:07.089Z'],
    ['that is shown twice is the first', '2026-10-24T00:30:00Z', 1, '2026-10-25T00:30:00.000Z'],
    ['before 1970 keeps its seconds', '1969-06-01T10:00:07Z', 1, '1969-06-02T10:00:07.000Z'],
    ['before 1970 keeps its milliseconds', '1969-06-01T10:00:07.250Z', 1, '1969-06-02T10:00:07.250Z'],
  ])('%s', (_, from, days, to) => {
    const move = (day: string): string =>
      new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
    expect(new Date(sameTimeOn('Europe/London', Date.parse(from), move)).toISOString()).toBe(to);
  });
});

it('a moment has two dates if the local date differs from the date in UTC', () => {
  expect(daysAt('Asia/Tokyo', Date.parse('2026-11-20T15:00:00Z'))).toEqual(['2026-11-21', '2026-11-20']);
  expect(daysAt('Asia/Tokyo', Date.parse('2026-11-20T14:59:59Z'))).toEqual(['2026-11-20']);
});

it.each([
  ['2026-11-19', 1, '2026-11-20'],
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-21', 1, '2026-11-23'],
  ['2026-11-22', 2, '2026-11-24'],
  ['2026-11-20', 6, '2026-11-30'],
  ['2026-11-21', 0, '2026-11-21'],
])('%s and %i business days later is %s', (from, days, to) => expect(addBusinessDays(from, days)).toBe(to));

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-01-30', 1, '2026-02-28'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-10-31', 1, '2026-11-30'],
  ['2026-11-05', 13, '2027-12-05'],
  ['2026-11-30', 1, '2026-12-30'],
])('%s and %i months later is %s', (from, months, to) => expect(addMonths(from, months)).toBe(to));
