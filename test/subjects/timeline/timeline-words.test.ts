// What a timeline says of a day, of how far it is complete, and of what joins two events.

import { expect, it } from 'vitest';
import type { Moment } from '../../../src/format/cells.ts';
import { createTimelineRows, type EventRow } from '../../../src/subjects/timeline/timeline-rows.ts';
import {
  clockCell,
  completeText,
  coverageEntries,
  dayCell,
  eventEntries,
  lineCell,
} from '../../../src/subjects/timeline/timeline-words.ts';
import { ACCOUNTS, at, axisOf, CARDS, entry, listOf, loaded, NOW, purchase, transaction } from './events.ts';

const history = listOf('account.balanceHistory');
const first = listOf('account.transactions', ACCOUNTS[0]);
const card = listOf('card.transactions', CARDS[0]);
const moment: Moment = { mode: 'local', now: NOW, zone: 'UTC' };

const eventsIn = (axis: ReturnType<typeof axisOf>): readonly EventRow[] =>
  createTimelineRows()(axis, undefined, undefined, undefined, 'UTC').flatMap(({ row }) =>
    row.kind === 'event' ? [row] : [],
  );

it.each([
  ['local', 'UTC', 'Thu 19 Nov', '15:30'],
  ['local', 'Asia/Tokyo', 'Fri 20 Nov', '00:30'],
  ['utc', 'Asia/Tokyo', 'Thu 19 Nov', '15:30'],
] as const)('an event has its day and its time by the same clock: %s in %s', (mode, zone, day, time) => {
  const axis = axisOf(
    new Map([[history, loaded(history, [entry('h', Date.parse('2026-11-19T15:30:00Z'))])]]),
  );
  const [row] = eventsIn(axis);
  expect([
    dayCell(row?.event.at, { ...moment, mode, zone }).short,
    row && clockCell(row, { ...moment, mode, zone }).short,
  ]).toEqual([day, time]);
});

it('names first what is loaded least, and marks what is below', () => {
  const axis = axisOf(
    new Map([
      [history, loaded(history, [entry('h', at(60))], false)],
      [first, loaded(first, [transaction('t1', at(5)), transaction('t2', at(30))], false)],
      [card, loaded(card, [purchase('c', at(10))])],
    ]),
  );
  expect(completeText(axis, moment)).toBe('complete back to 20 Nov 09:30');
  expect(lineCell(axis, moment)).toMatchObject({
    text: 'Incomplete below. Transaction of Label of account-1: not loaded before 20 Nov 09:30, and 1 other source',
  });
  expect(eventsIn(axis).map(row => [row.event.id, clockCell(row, moment).mark])).toEqual([
    ['t1', undefined],
    ['c', undefined],
    ['t2', '?'],
    ['h', '?'],
  ]);
  const said = coverageEntries(axis, moment).flatMap(one =>
    'cell' in one ? [`${one.label}: ${one.cell.text}`] : [],
  );
  expect(said).toContain('Balance history: 1 event, back to 20 Nov 09:00');
  expect(said).toContain('Card transaction of 4000********4411: 1 event, complete');
});

it.each([
  ['Each has the ID same.', 'same', {}],
  ['Each names PAY123456789012, with the same amount.', 'other', { description: 'Payout PAY123456789012' }],
])('says what joins two events: %s', (says, id, more) => {
  const axis = axisOf(
    new Map([
      [history, loaded(history, [entry('same', at(1), '-10.00', more)])],
      [first, loaded(first, [transaction(id, at(1), '10.00', more)])],
    ]),
  );
  const [row] = eventsIn(axis);
  expect(row && eventEntries(row, moment)).toContainEqual({ note: says });
});
