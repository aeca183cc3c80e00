// Which events are one: only an ID or a reference of the service joins them, and two that fit equally well are never joined.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CustomerList } from '../../../src/format/customer-lists.ts';
import type { Json } from '../../../src/lib/json.ts';
import { dice } from '../../../src/sim/random.ts';
import type { Axis } from '../../../src/subjects/timeline/axis.ts';
import { possiblySame, sameReference, WINDOW } from '../../../src/subjects/timeline/same.ts';
import { isWhole } from '../../harness/whole.ts';
import {
  ACCOUNTS,
  at,
  axisOf,
  CARDS,
  debit,
  entry,
  listOf,
  loaded,
  purchase,
  transaction,
} from './events.ts';

const history = listOf('account.balanceHistory');
const [first, second] = ACCOUNTS.map(id => listOf('account.transactions', id)) as [
  CustomerList,
  CustomerList,
];
const card = listOf('card.transactions', CARDS[0]);

const REFERENCE = 'PAY123456789012';
const named = { description: `Payout ${REFERENCE}` };

const world = (...parts: readonly (readonly [CustomerList, ...Json[]])[]): Axis =>
  axisOf(new Map(parts.map(([list, ...raws]) => [list, loaded(list, raws)])));

const joinsIn = ({ joins }: Axis): readonly string[] =>
  [...joins.others].flatMap(([event, others]) =>
    joins.repeated.has(event) ? [] : [[event, ...others].map(({ id }) => id).join('=')],
  );

function possibleFor(axis: Axis, id: string) {
  const event = axis.events.find(one => one.id === id);
  if (!event) throw new Error(`no event ${id}`);
  const { found, more } = possiblySame(event, axis.events, axis.joins);
  return { ids: found.map(one => one.event.id), more, found };
}

describe('one event', () => {
  it('has the same reference and amount in two sources', () => {
    const axis = world(
      [history, entry('h', at(3), '-10.00', named)],
      [first, transaction('t', at(1), '10', named)],
    );
    expect(joinsIn(axis)).toEqual(['h=t']);
    expect(possibleFor(axis, 'h').ids).toEqual([]);
  });

  it('is at most five minutes apart, also exactly', () => {
    const near = (id: string): Axis =>
      world([history, entry(id, at(1))], [first, transaction('t', at(1) - WINDOW)]);
    expect(joinsIn(near('t'))).toEqual(['t=t']);
    expect([possibleFor(near('h'), 'h').ids, possibleFor(near('h'), 't').ids]).toEqual([['t'], ['h']]);
  });

  it('of a direct debit is the entry that went out with its reference', () => {
    const debits = listOf('directDebit.list');
    const paid = (digits: string): Axis =>
      world(
        [history, entry('h', at(1), digits, named)],
        [debits, debit('d', at(1), { statement_ref: REFERENCE })],
      );
    expect(joinsIn(paid('-10.00'))).toEqual(['h=d']);
    expect(joinsIn(paid('10.00'))).toEqual([]);
  });

  it('has the same ID in two sources', () => {
    expect(joinsIn(world([history, entry('same', at(3))], [first, transaction('same', at(1))]))).toEqual([
      'same=same',
    ]);
  });

  it.each<[string, Json, Json]>([
    ['another amount', entry('h', at(1), '-10.00', named), transaction('t', at(1), '10.01', named)],
    [
      'another currency',
      entry('h', at(1), '-10.00', named),
      transaction('t', at(1), '10.00', { ...named, currency: 'EUR' }),
    ],
    ['the other direction', entry('h', at(1), '10.00', named), transaction('t', at(1), '10.00', named)],
    [
      'another reference',
      entry('h', at(1), '-10.00', named),
      transaction('t', at(1), '10.00', { description: 'Payout PAY123456789013' }),
    ],
    [
      'a time too far away',
      entry('h', at(1), '-10.00', named),
      transaction('t', at(1) - WINDOW - 1000, '10.00', named),
    ],
    ['no ID or reference', entry('h', at(1)), transaction('t', at(1))],
    [
      'only a number in common',
      entry('h', at(1), '-10.00', { description: 'Invoice 251358' }),
      transaction('t', at(1), '10.00', { description: 'Invoice 251358' }),
    ],
    [
      'a held amount',
      entry('h', at(1), '-10.00', { ...named, transaction_type: 'HOLD' }),
      transaction('t', at(1), '10.00', named),
    ],
  ])('is not made by %s', (_, one, other) => {
    expect(joinsIn(world([history, one], [first, other]))).toEqual([]);
  });

  it('is not chosen if two events of one source fit', () => {
    const axis = world(
      [history, entry('h1', at(1), '-10.00', named), entry('h2', at(2), '-10.00', named)],
      [first, transaction('t', at(1), '10.00', named)],
    );
    expect(joinsIn(axis)).toEqual([]);
    expect(possibleFor(axis, 't').ids).toEqual(['h1', 'h2']);
    expect(possibleFor(axis, 't').found[0]?.agrees).toEqual([
      'reference',
      'amount',
      'currency',
      'direction',
      'time',
      'text',
    ]);
  });

  it('is not chosen if an ID and a reference lead to different events', () => {
    const axis = world(
      [history, entry('x', at(1), '-10.00', named)],
      [first, transaction('x', at(1), '7.00')],
      [second, transaction('t', at(1), '10.00', named)],
    );
    expect(joinsIn(axis)).toEqual([]);
  });
});

describe('the same reference', () => {
  it('has events of any time and amount, such as the held amount of a payout', () => {
    const axis = world(
      [
        history,
        entry('paid', at(10), '-10.00', named),
        entry('held', at(9000), '-10.00', { ...named, transaction_type: 'HOLD' }),
        entry('other', at(9001)),
      ],
      [first, transaction('fee', at(20), '1.00', named)],
    );
    const paid = axis.events.find(({ id }) => id === 'paid');
    expect(paid && sameReference(paid, axis.joins)).toMatchObject({
      found: [{ id: 'fee' }, { id: 'held' }],
      more: 0,
    });
    expect(possibleFor(axis, 'paid').ids).toEqual([]);
  });

  it('is not also said to be possibly the same, and the event of another source is not in it', () => {
    const held = entry('held', at(2), '-10.00', { ...named, transaction_type: 'HOLD' });
    const axis = world([history, held], [first, transaction('t', at(1), '10.00', named)]);
    expect(possibleFor(axis, 't').ids).toEqual([]);
    const joined = world(
      [history, entry('h', at(2), '-10.00', named)],
      [first, transaction('t', at(1), '10.00', named)],
    );
    const one = joined.events.find(({ id }) => id === 't');
    expect(one && sameReference(one, joined.joins)).toEqual({ found: [], more: 0 });
  });

  it('shows five, and counts the others', () => {
    const many = Array.from({ length: 8 }, (_, n) => transaction(`t${n}`, at(n * 60), `${n + 1}.00`, named));
    const axis = world([first, ...many]);
    const [newest] = axis.events;
    const { found, more } = (newest && sameReference(newest, axis.joins)) ?? { found: [], more: 0 };
    expect([found.length, more]).toEqual([5, 2]);
  });
});

describe('possibly the same', () => {
  it('names what agrees and what differs', () => {
    const axis = world(
      [history, entry('h', at(1))],
      [first, transaction('t', at(1) - 3000, '10.00', { description: 'Else' })],
    );
    const { ids, found } = possibleFor(axis, 'h');
    expect(ids).toEqual(['t']);
    expect(found[0]?.agrees).toEqual(['amount', 'currency', 'direction']);
    expect(found[0]?.differs).toEqual(['time, by 0:03', 'text']);
  });

  it.each<[string, Json]>([
    ['another amount', transaction('t', at(1), '10.01')],
    ['another currency', transaction('t', at(1), '10.00', { currency: 'EUR' })],
    ['the other direction', transaction('t', at(1), '10.00', { type: 'CREDIT' })],
    ['a time more than five minutes away', transaction('t', at(1) - WINDOW - 1000)],
    ['no time', transaction('t', null)],
    ['no amount', { ...transaction('t', at(1)), amount: 'ten' }],
  ])('is not said of %s', (_, other) => {
    expect(possibleFor(world([history, entry('h', at(1))], [first, other]), 'h').ids).toEqual([]);
  });

  it('names every event that fits, and counts those after the fifth', () => {
    const many = Array.from({ length: 8 }, (_, n) => transaction(`t${n}`, at(1)));
    const { ids, more } = possibleFor(world([history, entry('h', at(1))], [first, ...many]), 'h');
    expect(ids).toEqual(['t0', 't1', 't2', 't3', 't4']);
    expect(more).toBe(3);
  });

  it('compares sizes if the service does not say a direction', () => {
    const axis = world([history, entry('h', at(1), '-10.000')], [card, purchase('c', at(2))]);
    expect(possibleFor(axis, 'c').ids).toEqual(['h']);
    expect(possibleFor(axis, 'c').found[0]?.agrees).toEqual(['amount', 'currency']);
  });

  it('names one event once, also if it is in two sources', () => {
    const axis = world(
      [history, entry('h', at(1), '-10.00', named)],
      [first, transaction('t', at(1), '10.00', named)],
      [card, purchase('c', at(2))],
    );
    expect(possibleFor(axis, 'c')).toMatchObject({ ids: ['h'], more: 0 });
  });

  it('is not said of two rows of one source, nor of nothing moved', () => {
    expect(possibleFor(world([history, entry('h1', at(1)), entry('h2', at(1))]), 'h1').ids).toEqual([]);
    const zero = world([history, entry('h', at(1), '0.00')], [first, transaction('t', at(1), '0')]);
    expect(possibleFor(zero, 'h').ids).toEqual([]);
  });
});

it('joins only what fits in one way, in any world, and names every other event that fits', () => {
  fc.assert(
    fc.property(fc.nat(), seed => {
      const luck = dice(seed, 'joins');
      const rows = new Map<CustomerList, Json[]>([history, first, second].map(list => [list, []]));
      const groups = Array.from({ length: luck.whole(1, 6) }, (_, group) => {
        const members = [history, first, second].flatMap(list =>
          Array.from({ length: luck.whole(0, 2) }, (_, n) => ({ list, id: `${list.key} ${group} ${n}` })),
        );
        const about = { description: `Payout PAY00000000000${group}` };
        for (const { list, id } of members) {
          const time = at(group * 60) + luck.whole(0, 60) * 1000;
          rows
            .get(list)
            ?.push(
              list === history
                ? entry(id, time, `-${group + 1}`, about)
                : transaction(id, time, `${group + 1}`, about),
            );
        }
        return members;
      });
      const axis = world(...[...rows].map(([list, raws]) => [list, ...raws] as const));
      const kindOf = ({ list }: { readonly list: CustomerList }): string => list.view.place;
      const clear = groups.filter(
        members => members.length > 1 && new Set(members.map(kindOf)).size === members.length,
      );
      const joined = [...axis.joins.others]
        .filter(([one]) => !axis.joins.repeated.has(one))
        .map(([one, others]) => [one, ...others].map(({ id }) => id).toSorted());
      expect(joined.toSorted()).toEqual(
        clear.map(members => members.map(({ id }) => id).toSorted()).toSorted(),
      );
      for (const members of groups.filter(group => !clear.includes(group)))
        for (const member of members) {
          const { ids, more } = possibleFor(axis, member.id);
          const others = members.filter(other => kindOf(other) !== kindOf(member)).map(({ id }) => id);
          expect(ids.length + more).toBe(others.length);
          expect(ids.every(id => others.includes(id))).toBe(true);
        }
    }),
    { seed: 29, numRuns: isWhole ? 1000 : 100 },
  );
});
