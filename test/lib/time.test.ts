/** Times are read strictly and shown in fixed forms (FAULTS C19, D15). */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  addDays,
  isDate,
  isTimeZone,
  parseTimestamp,
  showClock,
  showDuration,
  showTime,
  stampOf,
  systemZone,
  todayIn,
} from '../../src/lib/time.ts';

const noon = Date.UTC(2026, 10, 20, 10, 56, 11);
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

describe('a timestamp', () => {
  it.each([
    '2026-11-20T10:56:11Z',
    '2026-11-20T10:56:11+0000',
    '2026-11-20T10:56:11-00:00',
    '2026-11-20T11:56:11+01:00',
    '2026-11-20T05:26:11-0530',
    '2026-11-20T10:56:11.000Z',
    '2026-11-20T10:56:11.000999999+0000',
    '2026-11-21T00:56:11+1400',
    '2026-11-21T10:55:11+2359',
  ])('accepts %s as the same instant [C19a]', text => {
    expect(parseTimestamp(text)).toBe(noon);
  });

  it('keeps milliseconds', () => {
    expect(parseTimestamp('2026-11-20T10:56:11.5Z')).toBe(noon + 500);
    expect(parseTimestamp('2026-11-20T10:56:11.007+0000')).toBe(noon + 7);
    expect(parseTimestamp('0099-01-01T00:00:00Z')).toBe(Date.parse('0099-01-01T00:00:00Z'));
  });

  it.each([
    '',
    '2026-11-20',
    '2026-11-20T10:56:11',
    '2026-11-20 10:56:11Z',
    '2026-11-20T10:56Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T10:60:00Z',
    '2026-11-20T10:56:60Z',
    '2026-02-29T10:56:11Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '0000-00-00T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '+275761-01-01T00:00:00Z',
    '275761-01-01T00:00:00Z',
    '2026-11-20T10:56:11+24:00',
    '2026-11-20T10:56:11+00:60',
    'at 2026-11-20T10:56:11Z',
    '2026-11-20T10:56:11+01',
    '2026-11-20T10:56:11Z\n',
    '２026-11-20T10:56:11Z',
    'Invalid Date',
  ])('refuses %j [C19a]', text => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  it('has the same value in every written form', () => {
    const instants = fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2199, 0) });
    const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 });
    fc.assert(
      fc.property(instants, offsets, fc.boolean(), (epochMs, offset, colon) => {
        const local = new Date(epochMs + offset * 60_000).toISOString().slice(0, -1);
        const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
        const zone = `${offset < 0 ? '-' : '+'}${two(Math.abs(offset) / 60)}${colon ? ':' : ''}${two(Math.abs(offset) % 60)}`;
        expect(parseTimestamp(local + zone)).toBe(epochMs);
        const shown = stampOf(epochMs, 'utc', 'UTC').replace(' ', 'T').replace(' UTC', 'Z');
        expect(parseTimestamp(shown)).toBe(Math.floor(epochMs / 1000) * 1000);
      }),
      { seed: 19, numRuns: 500 },
    );
  });
});

it('impossible days are refused', () => {
  expect(['2026-11-20', '2024-02-29', '0001-01-01'].map(isDate)).toEqual([true, true, true]);
  expect(['2026-02-29', '2026-2-1', '2026-00-10', '0000-00-00', '2026-11-20T', ''].map(isDate)).toEqual(
    Array(6).fill(false),
  );
});

describe('a time on the screen', () => {
  it('is UTC, or local with its zone', () => {
    expect(showTime(noon + 999, 'utc', 0, 'Europe/Berlin')).toBe('20 Nov 2026 10:56:11 UTC');
    expect(showTime(noon, 'local', 0, 'Europe/Berlin')).toBe('20 Nov 2026 11:56:11 CET');
    expect(showTime(Date.UTC(2026, 5, 1), 'local', 0, 'Europe/London')).toBe('01 Jun 2026 01:00:00 BST');
    expect(showTime(Date.UTC(2026, 5, 1), 'local', 0, 'Asia/Kolkata')).toMatch(/^01 Jun 2026 05:30:00 \S+$/);
  });

  it('tells apart the two equal hours of an autumn night', () => {
    const first = Date.UTC(2026, 9, 25, 0, 30);
    expect(showTime(first, 'local', 0, 'Europe/Berlin')).toBe('25 Oct 2026 02:30:00 CEST');
    expect(showTime(first + HOUR, 'local', 0, 'Europe/Berlin')).toBe('25 Oct 2026 02:30:00 CET');
  });

  it.each([
    [0, 'now'],
    [-999, 'now'],
    [999, 'now'],
    [-SECOND, '1 s ago'],
    [SECOND, 'in 1 s'],
    [-60 * SECOND, '1 min ago'],
    [-HOUR, '1 h ago'],
    [-DAY, '1 d ago'],
    [-12 * SECOND, '12 s ago'],
    [-3 * 60 * SECOND - 59 * SECOND, '3 min ago'],
    [-2 * HOUR, '2 h ago'],
    [2 * HOUR + 1, 'in 2 h'],
    [-29 * DAY, '29 d ago'],
    [-30 * DAY, '21 Oct 2026'],
    [40 * DAY, '30 Dec 2026'],
  ])('is relative: %i ms away is %s', (distance, shown) => {
    expect(showTime(noon + distance, 'relative', noon, 'UTC')).toBe(shown);
  });

  it('has a year of four digits, and is a dash outside the calendar', () => {
    const first = Date.parse('0099-06-01T00:00:00Z');
    expect(showTime(first, 'local', 0, 'UTC')).toBe('01 Jun 0099 00:00:00 UTC');
    expect(showTime(first, 'local', 0, 'Europe/Berlin')).toMatch(/^01 Jun 0099 00:53:28 /);
    const last = Date.parse('9999-12-31T23:59:59Z');
    expect(showTime(last, 'utc', 0, 'UTC')).toBe('31 Dec 9999 23:59:59 UTC');
    const yearNought = Date.parse('0000-06-15T00:00:00Z');
    for (const outside of [last + SECOND, yearNought, yearNought - 400 * DAY]) {
      for (const mode of ['utc', 'local', 'relative'] as const) {
        expect(showTime(outside, mode, noon, 'UTC'), mode).toBe('–');
      }
    }
  });

  it('is UTC in an unknown zone, and a dash outside the calendar', () => {
    expect(showTime(noon, 'local', 0, 'Mars/Olympus')).toBe('20 Nov 2026 10:56:11 UTC');
    for (const mode of ['utc', 'local', 'relative'] as const) {
      for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -8.64e15]) {
        expect(showTime(odd, mode, noon, 'Europe/Berlin')).toBe('–');
      }
    }
    expect(stampOf(Number.NaN, 'utc', 'UTC')).toBe('–');
  });
});

it("the machine's zones are known by name", () => {
  expect(['UTC', 'Europe/Berlin', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});

it('durations are in whole seconds', () => {
  const shown = [9000, 9999, 29 * 60_000 + 41_000, HOUR + 2 * 60_000 + 3000, 0, -5, Number.NaN].map(
    showDuration,
  );
  expect(shown).toEqual(['0:09', '0:09', '29:41', '1:02:03', '0:00', '0:00', '–']);
});

it('today depends on the zone, and days are counted over months, years and leap days', () => {
  const newYear = Date.UTC(2026, 11, 31, 23, 30);
  expect([todayIn('UTC', newYear), todayIn('Europe/Berlin', newYear)]).toEqual(['2026-12-31', '2027-01-01']);
  expect(todayIn('Mars/Olympus', newYear)).toBe('2026-12-31');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29');
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
  expect(addDays('2026-02-30', 1)).toBe('2026-02-30');
});

describe('the clock of a zone', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Pacific/Apia',
    'Mars/Olympus',
  ];

  it.each(zones)('shows the local time of the zone: %s', zone => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), epochMs => {
        expect(showClock(epochMs, zone)).toBe(stampOf(epochMs, 'local', zone).slice(11, 16));
      }),
    );
    expect(showClock(noon, zone)).toMatch(/^\d\d:\d\d$/);
  });

  it('shows a dash for a time outside the calendar', () => {
    for (const time of [Number.NaN, Number.POSITIVE_INFINITY, 9e15])
      expect(showClock(time, 'Europe/Berlin')).toBe('');
  });

  it('uses Temporal instead of Intl, and also works in a Node without Temporal', async () => {
    const format = vi.spyOn(Intl, 'DateTimeFormat');
    expect(showClock(noon, 'Asia/Tokyo')).toBe('19:56');
    expect(systemZone()).not.toBe('');
    if ('Temporal' in globalThis) expect(format).not.toHaveBeenCalled();
    format.mockRestore();
    vi.stubGlobal('Temporal', undefined);
    vi.resetModules();
    const older = await import('../../src/lib/time.ts');
    expect(older.showClock(noon, 'Asia/Tokyo')).toBe('19:56');
    expect(older.systemZone()).toBe(systemZone());
    expect(['Asia/Tokyo', 'Mars/Olympus'].map(older.isTimeZone)).toEqual([true, false]);
    vi.unstubAllGlobals();
  });

  it('is the clock of UTC if the machine names an unknown zone', () => {
    const named = vi.spyOn(Temporal.Now, 'timeZoneId');
    for (const [name, zone] of [
      ['Asia/Tokyo', 'Asia/Tokyo'],
      ['Mars/Olympus', 'UTC'],
      [undefined, 'UTC'],
    ]) {
      named.mockReturnValue(name as string);
      expect(systemZone()).toBe(zone);
    }
    named.mockRestore();
  });

  it('knows a zone that Temporal knows, even without Intl', () => {
    const format = vi.spyOn(Intl, 'DateTimeFormat');
    expect(['UTC', 'Pacific/Chatham'].map(isTimeZone)).toEqual([true, true]);
    expect(showClock(noon, 'UTC')).toBe('10:56');
    expect(format).not.toHaveBeenCalled();
    format.mockRestore();
  });

  it('needs no calendar for UTC', () => {
    const zoned = vi.spyOn(Temporal, 'ZonedDateTime');
    expect(showClock(noon, 'UTC')).toBe('10:56');
    expect(isTimeZone('UTC')).toBe(true);
    expect(zoned).not.toHaveBeenCalled();
    zoned.mockRestore();
  });

  it('knows each zone that Intl knows, and no other', () => {
    const others = ['Etc/Unknown', 'Europe', '2026-11-20T10:56:11Z[Europe/Berlin]', 'US/Eastern', '+01:00'];
    for (const zone of [...Intl.supportedValuesOf('timeZone'), ...others]) {
      let known = true;
      try {
        new Intl.DateTimeFormat('en', { timeZone: zone });
      } catch {
        known = false;
      }
      expect(isTimeZone(zone), zone).toBe(known);
    }
  });
});

describe('local times by the day', () => {
  const asked = (epochMs: number, zone: string): string => {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      dateStyle: undefined,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    }).formatToParts(epochMs);
    const part = (type: string): string => parts.find(one => one.type === type)?.value ?? '';
    return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')} ${part('timeZoneName')}`;
  };

  const asking = () => vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  const local = (epochMs: number, zone: string) => showTime(epochMs, 'local', 0, zone);

  it('need Intl only for the two ends of a day', () => {
    const parts = asking();
    const midnight = Date.UTC(2031, 4, 5);
    const shown = [0, 7, 23].map(hour => local(midnight + hour * HOUR, 'Asia/Yangon'));
    expect(shown).toEqual(['06:30', '13:30', '05:30'].map(time => expect.stringContaining(`${time}:00 `)));
    expect(parts).toHaveBeenCalledTimes(2);
    local(midnight + DAY, 'Asia/Yangon');
    expect(parts).toHaveBeenCalledTimes(4);
    local(midnight, 'Asia/Dhaka');
    expect(parts).toHaveBeenCalledTimes(6);
    local(midnight, 'Asia/Yangon');
    expect(parts).toHaveBeenCalledTimes(6);
    parts.mockRestore();
  });

  it('need Intl for each time of a day on which the clocks change', () => {
    const parts = asking();
    const midnight = Date.UTC(2026, 2, 29);
    expect(local(midnight, 'Europe/Prague')).toBe('29 Mar 2026 01:00:00 CET');
    expect(local(midnight + 2 * HOUR, 'Europe/Prague')).toBe('29 Mar 2026 04:00:00 CEST');
    expect(parts).toHaveBeenCalledTimes(4);
    parts.mockRestore();
  });

  it('name the zone correctly on a day on which only its name changes', () => {
    const change = Date.UTC(1992, 8, 27, 1);
    expect(local(change - HOUR / 2, 'Europe/Lisbon')).toBe('27 Sep 1992 01:30:00 WEST');
    expect(local(change + HOUR / 2, 'Europe/Lisbon')).toBe('27 Sep 1992 02:30:00 CET');
  });

  it('need no Intl for UTC, and one format for each zone', () => {
    const parts = asking();
    expect(local(noon, 'UTC')).toBe('20 Nov 2026 10:56:11 UTC');
    expect(parts).not.toHaveBeenCalled();
    parts.mockRestore();
    local(noon, 'Asia/Seoul');
    const format = vi.spyOn(Intl, 'DateTimeFormat');
    local(noon + DAY, 'Asia/Seoul');
    expect(format).not.toHaveBeenCalled();
    format.mockRestore();
  });

  it('are kept for at most 2,000 days', () => {
    const start = Date.UTC(1990, 0, 1);
    local(start, 'Asia/Tashkent');
    for (let day = 0; day < 2000; day++) local(start + day * DAY, 'Asia/Karachi');
    const parts = asking();
    local(start + 1999 * DAY, 'Asia/Karachi');
    expect(parts).not.toHaveBeenCalled();
    local(start, 'Asia/Tashkent');
    expect(parts).toHaveBeenCalledTimes(2);
    parts.mockRestore();
  });

  it('are right on days on which the clocks change', () => {
    const zones = [
      'Europe/Vienna',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Casablanca',
      'UTC',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.oneof(
          fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2037-12-31') }),
          // The hours around a change of the clocks in Vienna, in New York and on Lord Howe Island.
          fc
            .tuple(
              fc.constantFrom(
                '2026-03-29T01:00:00Z',
                '2026-10-25T01:00:00Z',
                '2026-11-01T06:00:00Z',
                '2026-04-04T15:00:00Z',
              ),
              fc.integer({ min: -90_000_000, max: 90_000_000 }),
            )
            .map(([at, by]) => Date.parse(at) + by),
        ),
        (zone, at) => {
          expect(stampOf(at, 'local', zone)).toBe(asked(at, zone));
        },
      ),
      { numRuns: 2000, seed: 11 },
    );
  });
});
