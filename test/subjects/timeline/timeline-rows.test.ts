// The rows of a timeline: the line, the days of the filter, and periods with their sums.

import { describe, expect, it } from 'vitest';
import type { CustomerList } from '../../../src/format/customer-lists.ts';
import type { Axis } from '../../../src/subjects/timeline/axis.ts';
import {
  createTimelineRows,
  LINE_KEY,
  periodOf,
  type TimelineRow,
  type Zoom,
} from '../../../src/subjects/timeline/timeline-rows.ts';
import { ACCOUNTS, at, axisOf, entry, listOf, loaded, transaction } from './events.ts';

const history = listOf('account.balanceHistory');
const [first] = ACCOUNTS.map(id => listOf('account.transactions', id)) as [CustomerList];
const on = (time: string): number => Date.parse(time);

const DAYS = loaded(history, [
  entry('a', on('2026-11-19T23:30:00Z'), '-10.00'),
  entry('b', on('2026-11-19T00:30:00Z'), '25.00'),
  entry('c', on('2026-11-16T12:00:00Z'), '-2.00', { currency: 'EUR' }),
  entry('d', on('2026-11-15T12:00:00Z'), '-5.50'),
  entry('e', on('2026-10-25T00:30:00Z'), '-1.00'),
]);

const rowsIn = (zone = 'UTC', zoom?: 'day' | 'week' | 'month', from?: string, to?: string) =>
  createTimelineRows()(axisOf(new Map([[history, DAYS]])), zoom, from, to, zone);

const said = (row: TimelineRow): string =>
  row.kind === 'event'
    ? row.event.id
    : row.kind === 'line'
      ? LINE_KEY
      : `${row.from}..${row.to} ${row.count}`;

describe('the line', () => {
  const part = loaded(
    first,
    [transaction('t1', at(10)), transaction('t2', at(20)), transaction('t3', at(30))],
    false,
  );
  const axis = axisOf(
    new Map([
      [first, part],
      [history, loaded(history, [entry('h1', at(15)), entry('h2', at(40)), entry('h3', null)])],
    ]),
  );

  it('is above the first event that may have others beside it', () => {
    const rows = createTimelineRows()(axis, undefined, undefined, undefined, 'UTC');
    expect(rows.map(({ row }) => said(row))).toEqual(['t1', 'h1', 't2', LINE_KEY, 't3', 'h2', 'h3']);
    const complete = rows.flatMap(({ row }) => (row.kind === 'event' ? [row.complete] : []));
    expect(complete).toEqual([true, true, true, false, false, false]);
  });

  it('is first if nothing is complete, and there is none if everything is', () => {
    const none = axisOf(new Map([[first, { ...part, pages: { ...part.pages, items: [] } }]]));
    expect(createTimelineRows()(none, undefined, undefined, undefined, 'UTC').map(({ key }) => key)[0]).toBe(
      LINE_KEY,
    );
    expect(rowsIn().some(({ key }) => key === LINE_KEY)).toBe(false);
  });

  it('is at the end of days that are complete only to there, and not in days that are complete', () => {
    const rows = (from: string) =>
      createTimelineRows()(axis, undefined, from, undefined, 'UTC').map(({ key }) => key);
    expect(rows('2026-11-20')).toContain(LINE_KEY);
    // Without a time it is in no day.
    expect(rows('2026-11-20')).not.toContain('history h3');
    const all = axisOf(new Map([[first, { ...part, pages: { ...part.pages, end: 'last-page' } }]]));
    expect(
      createTimelineRows()(all, undefined, '2026-11-20', undefined, 'UTC').map(({ key }) => key),
    ).not.toContain(LINE_KEY);
  });

  it('is at the end of days that have no event before it', () => {
    const hidden = loaded(first, [transaction('same', at(30))], false);
    const joined = axisOf(
      new Map([
        [first, hidden],
        [history, loaded(history, [entry('same', at(28))])],
      ]),
    );
    const rows = createTimelineRows()(joined, undefined, '2026-11-01', undefined, 'UTC');
    expect(rows.map(({ row }) => said(row))).toEqual(['same', LINE_KEY, 'same']);
  });

  it('marks a period that it crosses', () => {
    const rows = createTimelineRows()(axis, 'day', undefined, undefined, 'UTC');
    expect(rows.map(({ row }) => (row.kind === 'period' ? row.complete : row.kind))).toEqual(['line', false]);
  });
});

describe('days', () => {
  it.each([
    ['UTC', '2026-11-19', '2026-11-19', ['a', 'b']],
    ['Asia/Tokyo', '2026-11-19', '2026-11-19', ['b']],
    ['Asia/Tokyo', '2026-11-20', undefined, ['a']],
    ['America/New_York', '2026-11-18', '2026-11-18', ['b']],
    ['UTC', undefined, '2026-11-15', ['d', 'e']],
    ['Europe/Berlin', '2026-10-25', '2026-10-25', ['e']],
  ])('begin at midnight in %s: %s to %s', (zone, from, to, expected) => {
    expect(rowsIn(zone, undefined, from, to).map(({ row }) => said(row))).toEqual(expected);
  });
});

describe('the first moment of a day', () => {
  const midnight = on('2026-11-19T00:00:00Z');
  const list = [
    transaction('t2', midnight),
    transaction('t1', midnight),
    transaction('before', midnight - 1000),
  ];
  const all = axisOf(new Map([[first, loaded(first, list)]]));
  const part = axisOf(new Map([[first, loaded(first, list.slice(0, 1), false)]]));
  const rowsOf = (axis: Axis, zoom: Zoom | undefined, from?: string, to?: string) =>
    createTimelineRows()(axis, zoom, from, to, 'UTC');

  it('belongs to the day that begins', () => {
    const days = (from?: string, to?: string) => rowsOf(all, undefined, from, to).map(({ row }) => said(row));
    expect(days('2026-11-19')).toEqual(['t2', 't1']);
    expect(days(undefined, '2026-11-18')).toEqual(['before']);
    expect(rowsOf(all, 'day').map(({ row }) => said(row))).toEqual([
      '2026-11-19..2026-11-19 2',
      '2026-11-18..2026-11-18 1',
    ]);
  });

  it('may have more events if only one of it is loaded', () => {
    expect(rowsOf(part, undefined, '2026-11-19').map(({ row }) => said(row))).toEqual([LINE_KEY, 't2']);
    const [day] = rowsOf(part, 'day');
    expect(day?.row.kind === 'period' && day.row.complete).toBe(false);
  });
});

describe('periods', () => {
  it.each([
    [
      'day',
      [
        '2026-11-19..2026-11-19 2',
        '2026-11-16..2026-11-16 1',
        '2026-11-15..2026-11-15 1',
        '2026-10-25..2026-10-25 1',
      ],
    ],
    ['week', ['2026-11-16..2026-11-22 3', '2026-11-09..2026-11-15 1', '2026-10-19..2026-10-25 1']],
    ['month', ['2026-11-01..2026-11-30 4', '2026-10-01..2026-10-31 1']],
  ] as const)('of a %s have their number of events', (zoom, expected) => {
    expect(rowsIn('UTC', zoom).map(({ row }) => said(row))).toEqual(expected);
  });

  it('begin on Monday, and end with the month', () => {
    expect(periodOf('2026-11-22', 'week')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(periodOf('2026-11-23', 'week')).toEqual({ from: '2026-11-23', to: '2026-11-29' });
    expect(periodOf('2028-02-10', 'month')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(periodOf('2026-12-31', 'month')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });

  it('add up only the balance history, for each currency, in and out', () => {
    const axis = axisOf(
      new Map([
        [history, DAYS],
        [first, loaded(first, [transaction('t', on('2026-11-19T12:00:00Z'))])],
      ]),
    );
    const [november] = createTimelineRows()(axis, 'month', undefined, undefined, 'UTC');
    const sums = november?.row.kind === 'period' ? [...november.row.sums] : [];
    expect(sums).toEqual([
      ['GBP', { in: '25.00', out: '-15.50' }],
      ['EUR', { in: undefined, out: '-2.00' }],
    ]);
  });

  it('have the days of the filter only', () => {
    const rows = rowsIn('UTC', 'month', '2026-11-16', '2026-11-18');
    expect(rows.map(({ row }) => said(row))).toEqual(['2026-11-16..2026-11-18 1']);
  });

  it('count one event once', () => {
    const axis = axisOf(
      new Map([
        [history, loaded(history, [entry('same', at(1))])],
        [first, loaded(first, [transaction('same', at(1))])],
      ]),
    );
    const [day] = createTimelineRows()(axis, 'day', undefined, undefined, 'UTC');
    expect(day?.row.kind === 'period' && day.row.count).toBe(1);
  });
});
