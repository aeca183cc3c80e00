// Records that the service has no list of: the RFI and the conversions.

import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/api/client/failure.ts';
import { openView } from '../../../src/store/view.ts';
import { jsonOf, resultOf } from '../../harness/answers.ts';
import { at, axisOf } from './events.ts';

const refused = (status: number): Failure => ({ kind: 'refused', status }) as Failure;
const iso = (epochMs: number): string => new Date(epochMs).toISOString();

describe.each([
  {
    name: 'an RFI',
    of: (failure?: Failure) => ({ rfi: { failure } }),
    kind: 'rfi',
    absent: Number.NEGATIVE_INFINITY,
  },
  {
    name: 'a conversion',
    of: (failure?: Failure) => ({ conversions: [{ id: 'conversion_1', read: { failure } }] }),
    kind: 'conversion',
    absent: Number.POSITIVE_INFINITY,
  },
])('$name', ({ of, kind, absent }) => {
  it.each([
    ['is not read', undefined, Number.POSITIVE_INFINITY],
    ['is refused', refused(403), Number.POSITIVE_INFINITY],
    ['does not exist', refused(404), absent],
  ])('that %s', (_, failure, back) => {
    const axis = axisOf(new Map(), of(failure));
    expect(axis.back).toBe(back);
    const [limit] = axis.coverage.filter(one => one.back !== Number.NEGATIVE_INFINITY);
    expect(limit?.source.kind).toBe(Number.isFinite(back) || back > 0 ? kind : undefined);
    expect(limit?.failed === undefined).toBe(failure === undefined || back < 0);
  });
});

it('a question is an event when it was asked, and when it was answered', () => {
  const request = (title: string, asked: number) => ({
    ...{ created_at: iso(at(asked)), updated_at: iso(at(asked - 10)) },
    questions: [{ id: title, title: { en: title } }],
  });
  const sent = { active_request: request('Why', 20), answered_requests: [request('Who', 60)] };
  const value = resultOf('rfi.get', sent);
  const { events, back } = axisOf(new Map(), { rfi: { value, raw: jsonOf(JSON.stringify(sent)) } });
  expect(back).toBe(Number.NEGATIVE_INFINITY);
  expect(events.map(event => [event.at, event.source.says(event).words, event.source.view(event)])).toEqual([
    [at(20), 'Asked: Why', { ...openView('rfi'), cursorKey: 'Why' }],
    [at(50), 'Answered: Who', { ...openView('rfi'), cursorKey: 'Who' }],
    [at(60), 'Asked: Who', { ...openView('rfi'), cursorKey: 'Who' }],
  ]);
});

it('a conversion is at the time when it was made, and opens its record', () => {
  const value = resultOf('conversion.get', {
    ...{ id: 'conversion_1', status: 'SETTLED', createdTime: iso(at(9)), conversionTime: iso(at(1)) },
    ...{
      sourceAmount: 10,
      sourceCurrencycode: 'GBP',
      destinationAmount: 12.5,
      destinationCurrencycode: 'USD',
    },
  });
  const { events } = axisOf(new Map(), { conversions: [{ id: 'conversion_1', read: { value } }] });
  expect(events.map(event => [event.at, event.source.says(event).words, event.source.view(event)])).toEqual([
    [at(9), '10 GBP → 12.5 USD', openView('conversion', 'conversion_1')],
  ]);
});
