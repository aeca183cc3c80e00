// One axis for all lists: complete and in order above its line, whatever the order of the answers.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allDebits, type CustomerList } from '../../../src/format/customer-lists.ts';
import type { Json } from '../../../src/lib/json.ts';
import { dice } from '../../../src/sim/random.ts';
import { noPages, type Pages } from '../../../src/store/paging.ts';
import { type Axis, createAxis } from '../../../src/subjects/timeline/axis.ts';
import { WINDOW } from '../../../src/subjects/timeline/same.ts';
import { readingsOf } from '../../../src/subjects/timeline/sources.ts';
import { DEBIT_PERIOD, type LoadedList } from '../../../src/subjects/timeline/timeline-lists.ts';
import { isWhole } from '../../harness/whole.ts';
import {
  ACCOUNTS,
  at,
  axisOf,
  CARDS,
  dataOf,
  debit,
  entry,
  failing,
  listOf,
  loaded,
  NOW,
  purchase,
  transaction,
  withPage,
} from './events.ts';

const history = listOf('account.balanceHistory');
const [first, second] = ACCOUNTS.map(id => listOf('account.transactions', id)) as [
  CustomerList,
  CustomerList,
];
const card = listOf('card.transactions', CARDS[0]);
const TIMED = [history, first, second, card] as const;

const ids = ({ events }: Axis): readonly string[] => events.map(({ id }) => id);

it('has the newest event first, and equal times in the order of their sources', () => {
  const axis = axisOf(
    new Map([
      [first, loaded(first, [transaction('t1', at(1)), transaction('t2', at(9))])],
      [history, loaded(history, [entry('h1', at(5)), entry('h2', at(9)), entry('h3', at(9))])],
      [card, loaded(card, [purchase('c1', at(3))])],
    ]),
  );
  expect(ids(axis)).toEqual(['t1', 'c1', 'h1', 'h2', 'h3', 't2']);
  expect(axis.back).toBe(Number.NEGATIVE_INFINITY);
});

it('puts events without a time, or with an impossible one, in a group of their own', () => {
  const far = new Date(NOW + 3 * 24 * 3_600_000).toISOString();
  const rows = [
    entry('ahead', NOW + 24 * 3_600_000),
    entry('no', null),
    entry('word', 'yesterday'),
    entry('early', '1970-01-01T00:00:00+0000'),
    entry('far', far),
  ];
  const axis = axisOf(new Map([[history, loaded(history, rows)]]));
  expect(ids(axis)).toEqual(['ahead']);
  expect(axis.undated.map(({ id }) => id)).toEqual(['no', 'word', 'early', 'far']);
});

it('has an event for each time of a record, and only the first has its ID', () => {
  const cards = listOf('card.list');
  const iso = (minutes: number): string => new Date(at(minutes)).toISOString();
  const rows = [
    { cardHashId: 'c-1', nameOnCard: 'Ann', createdAt: iso(90), updatedAt: iso(1) },
    { cardHashId: 'c-2', nameOnCard: 'Bob', createdAt: iso(90), updatedAt: iso(90) },
  ];
  const { events } = axisOf(new Map([[cards, loaded(cards, rows)]]));
  expect(events.map(event => [event.at, event.source.says(event).words, event.own])).toEqual([
    [at(1), 'Last changed: Ann · –', undefined],
    [at(90), 'Created: Ann · –', 'c-1'],
    [at(90), 'Created: Bob · –', 'c-2'],
  ]);
  expect(new Set(events.map(({ key }) => key)).size).toBe(3);
});

describe('the line', () => {
  const some = loaded(first, [transaction('t1', at(10)), transaction('t2', at(20))], false);

  it('is at the last event of the list that is loaded least', () => {
    const more = loaded(history, [entry('h1', at(5)), entry('h2', at(90))], false);
    expect(
      axisOf(
        new Map([
          [first, some],
          [history, more],
        ]),
      ).back,
    ).toBe(at(20));
  });

  it.each([
    ['is not loaded', { ...some, pages: noPages<unknown>() }],
    ['failed', failing({ kind: 'abandoned' })],
    ['has no time so far', loaded(first, [transaction('t1', null)], false)],
  ])('is above everything if a list %s', (_, list) => {
    const { back, coverage } = axisOf(new Map([[first, list]]));
    expect(back).toBe(Number.POSITIVE_INFINITY);
    expect(coverage.filter(one => one.back !== Number.NEGATIVE_INFINITY)).toHaveLength(1);
  });

  it('is above everything if the accounts failed, because their transactions are not known', () => {
    const accounts = listOf('account.list');
    const { back, coverage } = axisOf(new Map([[accounts, failing({ kind: 'abandoned' })]]));
    expect(back).toBe(Number.POSITIVE_INFINITY);
    expect(coverage.find(one => one.back === back)).toMatchObject({
      source: { kind: 'transaction' },
      why: 'stopped',
    });
  });

  it.each([
    ['account.list', { label: 'Main' }, 'an account has no readable ID'],
    ['card.list', { nameOnCard: 'Ann' }, 'a card has no readable ID'],
  ] as const)('is above everything if %s has a row without a readable ID', (operation, row, why) => {
    const list = listOf(operation);
    const { back, coverage } = axisOf(new Map([[list, loaded(list, [row])]]));
    expect(back).toBe(Number.POSITIVE_INFINITY);
    expect(coverage.find(one => one.back === back)?.why).toBe(why);
  });

  it.each([
    ['account-1', Number.NEGATIVE_INFINITY],
    ['card-1', Number.NEGATIVE_INFINITY],
    ['account-9', Number.POSITIVE_INFINITY],
  ])('is above everything in the timeline of an unknown ID: %s', (under, back) => {
    expect(axisOf(new Map(), { under }).back).toBe(back);
  });

  it('is above everything if the service does not send the newest first', () => {
    const mixed = loaded(
      first,
      [transaction('t1', at(60)), transaction('t2', at(10)), transaction('t3', at(90))],
      false,
    );
    expect(axisOf(new Map([[first, mixed]])).back).toBe(Number.POSITIVE_INFINITY);
  });

  it('leaves room for two clocks if an event is a little newer than the one before it', () => {
    const clocks = loaded(
      first,
      [transaction('t1', at(60)), transaction('t2', at(58)), transaction('t3', at(90))],
      false,
    );
    expect(axisOf(new Map([[first, clocks]])).back).toBe(at(90) + WINDOW);
  });

  it('does not exist for a list that a list of accounts no longer names, or that ended', () => {
    expect(axisOf(new Map()).back).toBe(Number.NEGATIVE_INFINITY);
  });

  it('is where a list ends that the service repeats', () => {
    const repeated = { ...some, pages: { ...some.pages, end: 'repeated-page' as const } };
    const { back, coverage } = axisOf(new Map([[first, repeated]]));
    expect(back).toBe(at(20));
    expect(coverage.find(one => one.back === back)?.why).toBe('the service repeated a page');
  });

  it('is 30 days back for direct debits, until older ones are loaded', () => {
    const debits = listOf('directDebit.list');
    const recent = debit('recent', at(9));
    const old = debit('old', NOW - DEBIT_PERIOD - 9000);
    const withOlder = (older: LoadedList): Axis =>
      axisOf(
        new Map([
          [debits, loaded(debits, [recent])],
          [allDebits, older],
        ]),
      );
    expect(withOlder(loaded(allDebits, [recent], false)).back).toBe(NOW - DEBIT_PERIOD);
    expect(withOlder(loaded(allDebits, [recent, old], false)).back).toBe(NOW - DEBIT_PERIOD - 9000);
    const failed = withOlder(failing({ kind: 'malformed', detail: 'no' as never }));
    expect(failed.back).toBe(NOW - DEBIT_PERIOD);
    expect(failed.coverage.find(({ back }) => back === failed.back)?.failed).toBeDefined();
    const whole = withOlder(loaded(allDebits, [recent, old]));
    expect([whole.back, ids(whole)]).toEqual([Number.NEGATIVE_INFINITY, ['recent', 'old']]);
  });
});

/** A world of lists that grow while they are read page by page, in any order. */
interface Reading {
  readonly truth: ReadonlyMap<
    CustomerList,
    readonly { readonly raw: Json; readonly at: number; readonly id: string }[]
  >;
  readonly steps: readonly { readonly list: CustomerList; readonly kind: 'page' | 'grow' | 'reload' }[];
}

const SIZE = 4;

function worldOf(seed: number): Reading {
  const luck = dice(seed, 'timeline');
  const truth = new Map(
    TIMED.map(list => {
      let time = NOW - luck.whole(0, 600) * 1000;
      const rows = Array.from({ length: luck.whole(0, 18) }, (_, n) => {
        time -= luck.next() < 0.2 ? 0 : luck.whole(1, 7200) * 1000;
        const id = `${list.view.subject ?? 'h'}-${n}`;
        const raw =
          list === history ? entry(id, time) : list === card ? purchase(id, time) : transaction(id, time);
        return { raw, at: time, id };
      });
      return [list, rows] as const;
    }),
  );
  const steps = Array.from({ length: luck.whole(1, 40) }, () => ({
    list: luck.pick(TIMED),
    kind: luck.pick(['page', 'page', 'page', 'page', 'grow', 'reload'] as const),
  }));
  return { truth, steps };
}

/** Reads as the service answers: a page is a part of the list as it is at that moment. */
function check({ truth, steps }: Reading): void {
  const axisFor = createAxis();
  const now = new Map<CustomerList, { readonly raw: Json }[]>(
    [...truth].map(([list, rows]) => [list, [...rows]]),
  );
  const read = new Map<CustomerList, Pages<unknown>>(TIMED.map(list => [list, noPages()]));
  let grown = 0;
  for (const { list, kind } of steps) {
    const rows = now.get(list) ?? [];
    const pages = read.get(list) ?? noPages();
    if (kind === 'grow') {
      grown += 1;
      const id = `new-${grown}`;
      const time = NOW + grown * 1000;
      rows.unshift({
        raw: list === history ? entry(id, time) : list === card ? purchase(id, time) : transaction(id, time),
      });
    } else if (kind === 'reload') read.set(list, noPages());
    else if (pages.end === undefined) {
      const from = pages.taken * SIZE;
      read.set(
        list,
        withPage(
          list,
          pages,
          rows.slice(from, from + SIZE).map(({ raw }) => raw),
        ),
      );
    }
    const given = new Map(
      [...read].map(([one, own]) => [one, { pages: own, failure: undefined, asOf: NOW }]),
    );
    const axis = axisFor(readingsOf(dataOf(given)));
    const shown = axis.events.filter(event => (event.at ?? 0) > axis.back);
    const times = axis.events.map(event => event.at ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const expected = [...truth.values()].flat().filter(event => event.at > axis.back);
    const seen = new Set(shown.map(({ id }) => id));
    expect(expected.filter(({ id }) => !seen.has(id))).toEqual([]);
    expect(seen.size).toBe(shown.length);
  }
}

it('is complete and in order above its line in any world, while lists grow, and after reloads', () => {
  fc.assert(
    fc.property(fc.nat(), seed => check(worldOf(seed))),
    { seed: 29, numRuns: isWhole ? 2000 : 150 },
  );
});

it('is the same for any order of the answers', () => {
  fc.assert(
    fc.property(fc.nat(), seed => {
      const { truth } = worldOf(seed);
      const luck = dice(seed, 'order');
      const orders = [TIMED, TIMED.toSorted(() => luck.next() - 0.5)];
      const axes = orders.map(order => {
        const axisFor = createAxis();
        const given = new Map<CustomerList, ReturnType<typeof loaded>>();
        let axis: Axis | undefined;
        for (const list of order) {
          given.set(
            list,
            loaded(
              list,
              (truth.get(list) ?? []).map(({ raw }) => raw),
            ),
          );
          axis = axisFor(readingsOf(dataOf(given)));
        }
        return axis?.events.map(({ key }) => key);
      });
      expect(axes[0]).toEqual(axes[1]);
    }),
    { seed: 29, numRuns: isWhole ? 1000 : 80 },
  );
});
