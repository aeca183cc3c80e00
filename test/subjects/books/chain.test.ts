// Whether each balance follows from the one before: by hand, and in seeded worlds with known faults.

import { describe, expect, it } from 'vitest';
import type { Decimal } from '../../../src/lib/decimal.ts';
import { atOnce as inOneGo } from '../../../src/lib/steps.ts';
import { fromServer } from '../../../src/lib/visible.ts';
import type { HistoryEntry } from '../../../src/records/reads.ts';
import { dice } from '../../../src/sim/random.ts';
import { type Chain, checkChain as stepsOfChain } from '../../../src/subjects/books/chain.ts';
import { breakText } from '../../../src/subjects/books/check-words.ts';
import { repeated } from '../../harness/whole.ts';
import { entry, idOf, inGbp, type World, world } from './worlds.ts';

const START = Date.parse('2026-11-20T09:00:00Z');

const checkChain = (listed: readonly HistoryEntry[]): Chain => inOneGo(stepsOfChain(listed));

type Line = readonly [amount: string, balance: string, fee?: string];

/** Oldest first, an hour apart, with the IDs 0, 1, 2 and so on. */
const hourly = (...lines: readonly Line[]): readonly HistoryEntry[] =>
  lines.map(([amount, balance, fee = '0'], nth) =>
    entry({ id: String(nth), at: START + nth * 3_600_000, amount, balance, fee }),
  );

const newestFirst = (entries: readonly HistoryEntry[]): Chain => checkChain(entries.toReversed());

const found = ({ breaks }: Chain) =>
  breaks.map(({ kind, entry, before, after, expected, by }) => ({
    kind,
    rows: [before, entry, after].map(row => row && idOf(row)),
    ...{ expected, by },
  }));

describe('a history', () => {
  it('that adds up has no break, in either order of the list', () => {
    const entries = hourly(['10', '110'], ['-0.1', '109.90'], ['5', '114.9']);
    for (const chain of [checkChain(entries), newestFirst(entries)]) {
      expect(chain).toMatchObject({ entries: 3, breaks: [], misplaced: [], reordered: [], unchecked: [] });
      expect([chain.oldest, chain.newest]).toEqual([entries[0], entries[2]]);
      expect(chain.end).toBe('114.90');
      expect(chain.fees).toEqual({ place: 'none' });
    }
  });

  it('is exact at any size', () => {
    const big = '9007199254740993.01';
    expect(newestFirst(hourly(['0', '0.01'], ['9007199254740993.00', big])).breaks).toEqual([]);
    expect(newestFirst(hourly(['0', '0.01'], ['9007199254740993.01', big])).breaks).toHaveLength(1);
    expect(newestFirst(hourly(['0', '1e-7'], ['1e-7', '0.0000002'])).breaks).toEqual([]);
  });

  it('without entries, or with one, has no break', () => {
    expect(checkChain([])).toMatchObject({ entries: 0, breaks: [], end: undefined, newest: undefined });
    expect(newestFirst(hourly(['10', '110']))).toMatchObject({ entries: 1, breaks: [], end: '110' });
  });
});

describe('a break says what kind it is, by how much, and the entries on both sides', () => {
  it.each([
    {
      kind: 'gap',
      lines: [
        ['10', '110'],
        ['5', '95'],
        ['1', '96'],
      ],
      rows: ['0', '1', '2'],
      expected: '115',
      by: '-20',
    },
    {
      kind: 'sign',
      lines: [
        ['10', '110'],
        ['5', '105'],
        ['1', '106'],
      ],
      rows: ['0', '1', '2'],
      expected: '115',
      by: '-10',
    },
    {
      kind: 'extra',
      lines: [
        ['10', '110'],
        ['5', '915'],
        ['1', '111'],
      ],
      rows: ['0', '1', '2'],
      expected: '110',
      by: '800',
    },
    {
      kind: 'extra',
      lines: [
        ['10', '110'],
        ['5', '110'],
        ['1', '111'],
        ['1', '112'],
        ['1', '113'],
        ['1', '114'],
      ],
      rows: ['0', '1', '2'],
      expected: '110',
      by: '-5',
    },
    {
      kind: 'balance',
      lines: [
        ['10', '110'],
        ['5', '117'],
        ['1', '116'],
      ],
      rows: ['0', '1', '2'],
      expected: '115',
      by: '2',
    },
  ] as const)('$kind', ({ lines, ...wanted }) => {
    expect(found(newestFirst(hourly(...lines)))).toEqual([wanted]);
  });

  it('sign, with a fee in addition to the amount', () => {
    const lines: Line[] = [
      ['10', '100'],
      ['-5', '93', '2'],
      ['7', '84', '2'],
      ['1', '84', '1'],
      ['9', '92', '1'],
    ];
    expect(found(newestFirst(hourly(...lines)))).toMatchObject([{ kind: 'sign', rows: ['1', '2', '3'] }]);
  });

  it('extra, with the number of further extra entries', () => {
    const lines: Line[] = [
      ['10', '110'],
      ['5', '915'],
      ['5', '920'],
      ['1', '111'],
    ];
    const [extra, ...more] = newestFirst(hourly(...lines)).breaks;
    expect(more).toEqual([]);
    expect(extra).toMatchObject({ kind: 'extra', alsoExtra: 1, expected: '110', after: { id: '3' } });
    expect(extra && breakText(extra)).toBe(
      'The balances follow without this entry and the next 1: 110 before and after.',
    );
  });

  it('not twice, if amount or description differ', () => {
    const [first, second] = hourly(['10', '110'], ['1', '111']);
    if (!first || !second) throw new Error('no entries');
    const others = [
      { ...first, amount: '9' as Decimal },
      { ...first, description: fromServer('Deposit') },
    ];
    for (const other of others) expect(newestFirst([first, other, second]).breaks[0]?.kind).not.toBe('twice');
  });

  it('twice', () => {
    const [first, second] = hourly(['10', '110'], ['1', '111']);
    if (!first || !second) throw new Error('no entries');
    const again = { ...first };
    expect(found(newestFirst([first, again, second]))).toEqual([
      { kind: 'twice', rows: ['0', '0', '1'], expected: '110', by: '-10' },
    ]);
  });

  it('at the last entry, where no later entry can tell', () => {
    expect(found(newestFirst(hourly(['10', '110'], ['5', '116'])))).toEqual([
      { kind: 'gap', rows: ['0', '1', undefined], expected: '115', by: '1' },
    ]);
  });

  it('continues after the break, so that each break is named once', () => {
    const lines: Line[] = [
      ['10', '110'],
      ['5', '95'],
      ['1', '96'],
      ['1', '197'],
      ['1', '198'],
    ];
    expect(found(newestFirst(hourly(...lines))).map(({ rows }) => rows[1])).toEqual(['1', '3']);
  });
});

describe('fees', () => {
  const inside: readonly Line[] = [
    ['10', '110'],
    ['-5', '105', '2'],
    ['1', '106', '0.5'],
  ];
  const outside: readonly Line[] = [
    ['10', '110'],
    ['-5', '103', '2'],
    ['1', '103.5', '0.5'],
  ];

  it('inside the amounts', () => {
    expect(newestFirst(hourly(...inside)).fees).toEqual({
      ...{ place: 'inside', count: 2, sum: '2.5', neither: undefined },
    });
  });

  it('in addition to the amounts', () => {
    const chain = newestFirst(hourly(...outside));
    expect(chain).toMatchObject({ breaks: [], fees: { place: 'outside', count: 2, sum: '2.5' } });
  });

  it('with the first entry that follows in neither way', () => {
    const chain = newestFirst(hourly(...outside, ['1', '200', '3'], ['1', '300', '3']));
    expect(chain.fees).toMatchObject({ place: 'outside', neither: { id: '3' } });
    expect(chain.breaks.map(({ entry }) => idOf(entry))).toEqual(['3', '4']);
  });

  it('are unclear if the entries with a fee follow nothing', () => {
    expect(newestFirst(hourly(['10', '110', '1'], ['1', '111'])).fees).toMatchObject({
      ...{ place: 'unclear', neither: undefined },
    });
  });
});

describe('what can’t be read is not checked, and is no break', () => {
  const at = START + 3_600_000;
  const around = (middle: HistoryEntry): Chain => {
    const [first, , last] = hourly(['10', '110'], ['5', '115'], ['1', '116']);
    if (!first || !last) throw new Error('no entries');
    return newestFirst([first, middle, last]);
  };

  it.each([
    { lacks: 'balance', middle: entry({ id: '1', at, amount: '5', fee: '0' }) },
    { lacks: 'amount', middle: entry({ id: '1', at, balance: '115', fee: '0' }) },
    { lacks: 'time', middle: entry({ id: '1', amount: '4', balance: '115', fee: '0' }) },
  ])('without $lacks', ({ lacks, middle }) => {
    const chain = around(middle);
    expect(chain.breaks).toEqual([]);
    expect(chain.unchecked).toEqual([{ entry: middle, lacks }]);
    expect(chain.end).toBe('116');
  });

  it('without fee, where fees are in addition to the amounts', () => {
    const [first, , last] = hourly(['10', '110'], ['5', '113', '2'], ['1', '113.5', '0.5']);
    if (!first || !last) throw new Error('no entries');
    const middle = entry({ id: '1', at, amount: '5', balance: '113' });
    const chain = newestFirst([first, middle, last]);
    expect(chain).toMatchObject({ breaks: [], unchecked: [{ entry: middle, lacks: 'fee' }] });
  });

  it('without fee and balance, where fees are in addition to the amounts', () => {
    const [first, , last, charged] = hourly(
      ['10', '110'],
      ['5', '113', '2'],
      ['1', '114'],
      ['1', '114.5', '0.5'],
    );
    if (!first || !last || !charged) throw new Error('no entries');
    const middle = entry({ id: '1', at, amount: '5' });
    const chain = newestFirst([first, middle, last, charged]);
    expect(chain).toMatchObject({ breaks: [], unchecked: [{ entry: middle, lacks: 'balance' }] });
  });

  it('without any fee: a difference may be a fee', () => {
    const entries = hourly(['10', '110'], ['5', '113'], ['1', '114']).map(one => ({
      ...one,
      fee: undefined,
    }));
    const chain = newestFirst(entries);
    expect(chain).toMatchObject({ breaks: [], unchecked: [{ entry: entries[1], lacks: 'fee' }] });
    expect(chain.fees).toEqual({ place: 'none' });
  });

  it('without time, in another place than its balance', () => {
    const lines: Line[] = [
      ['10', '110'],
      ['5', '115'],
      ['1', '116'],
      ['2', '118'],
      ['3', '121'],
    ];
    const [one, two, three, four, five] = hourly(...lines);
    if (!one || !two || !three || !four || !five) throw new Error('no entries');
    const untimed = { ...four, create_time: undefined };
    const chain = newestFirst([one, untimed, two, three, five]);
    expect(chain).toMatchObject({
      breaks: [],
      misplaced: [],
      unchecked: [{ entry: untimed, lacks: 'time' }],
    });
  });

  it('without time, behind its neighbour in a list that is in no order', () => {
    const [one, two, three, four, five] = hourly(
      ['10', '110'],
      ['5', '115'],
      ['1', '116'],
      ['2', '118'],
      ['3', '121'],
    );
    if (!one || !two || !three || !four || !five) throw new Error('no entries');
    const untimed = { ...four, create_time: undefined };
    const chain = newestFirst([one, three, untimed, two, five]);
    expect(chain).toMatchObject({ breaks: [], misplaced: [], unchecked: [], reordered: [] });
  });

  it('without time, in its place', () => {
    const entries = hourly(['10', '110'], ['5', '115'], ['1', '116']).map((one, nth) =>
      nth === 1 ? { ...one, create_time: undefined } : one,
    );
    expect(newestFirst(entries)).toMatchObject({ breaks: [], unchecked: [], reordered: [] });
  });

  it('but the sum over an entry without a balance is', () => {
    expect(found(around(entry({ id: '1', at, amount: '9', fee: '0' })))).toMatchObject([
      { kind: 'gap', rows: ['1', '2', undefined], expected: '120', by: '-4' },
    ]);
  });
});

it('entries of clocks that are apart follow in the order of their balances', () => {
  const [one, two, three, four] = hourly(['10', '110'], ['5', '115'], ['1', '116'], ['1', '117']);
  if (!one || !two || !three || !four) throw new Error('no entries');
  const early = { ...three, create_time: entry({ at: START + 3_600_000 - 9000 }).create_time };
  const chain = newestFirst([one, early, two, four]);
  expect(chain).toMatchObject({ breaks: [], misplaced: [], reordered: [two, early] });
});

/** Oldest first, in the same second. */
const atOnce = (...lines: readonly Line[]): readonly HistoryEntry[] =>
  hourly(...lines).map(one => ({ ...one, create_time: entry({ at: START }).create_time }));

describe('entries of one second', () => {
  const batch = Array.from({ length: 200 }, (_, nth): Line => ['1', String(100 + nth)]);

  it.each([
    { name: 'newest first', listed: atOnce(...batch).toReversed() },
    { name: 'oldest first', listed: atOnce(...batch) },
  ])('follow in both orders of the list: $name', ({ listed }) => {
    expect(checkChain(listed)).toMatchObject({ breaks: [], reordered: [], end: '299' });
  });

  it('follow in the other order, within a history that is newest first', () => {
    const before = hourly(['1', '98'], ['1', '99']).map((one, nth) => ({
      ...one,
      create_time: entry({ at: START - (2 - nth) * 3_600_000 }).create_time,
    }));
    const after = entry({ id: 'z', at: START + 3_600_000, amount: '1', balance: '300', fee: '0' });
    const listed = [after, ...atOnce(...batch), ...before.toReversed()];
    expect(checkChain(listed)).toMatchObject({ breaks: [], reordered: [], end: '300' });
  });

  it('and of few amounts follow in any order', () => {
    for (let seed = 0; seed < 200; seed++) {
      const luck = dice(seed, 'one second');
      let balance = 100;
      let at = START;
      const posted = Array.from({ length: luck.whole(3, 40) }, (_, nth) => {
        const amount = luck.whole(1, 3) * luck.pick([1, -1]);
        balance += amount;
        at += luck.pick([0, 0, 1000]);
        const made = entry({
          id: String(nth),
          at,
          amount: String(amount),
          balance: String(balance),
          fee: '0',
        });
        return { made, at, place: luck.next() };
      });
      const listed = posted.toSorted((one, other) => other.at - one.at || one.place - other.place);
      expect({ seed, breaks: checkChain(listed.map(({ made }) => made)).breaks }).toEqual({
        seed,
        breaks: [],
      });
    }
  });
});

describe('a payout and its return, posted by clocks that are apart,', () => {
  const lines: Line[] = [
    ['10', '100'],
    ['5', '105'],
    ['-5', '100'],
    ['10', '110'],
    ['1', '111'],
  ];
  const [one, out, back, next, last] = hourly(...lines);
  const near = (of: HistoryEntry | undefined, ms: number) => ({
    ...(of ?? entry({})),
    create_time: entry({ at: START + 3_600_000 + ms }).create_time,
  });

  it('follow before an entry with an earlier time', () => {
    const [early, sent, returned] = [near(next, 0), near(out, 9000), near(back, 19_000)];
    const chain = newestFirst([one ?? early, early, sent, returned, last ?? early]);
    expect(chain).toMatchObject({ breaks: [], misplaced: [], reordered: [sent, returned], end: '111' });
  });

  it('need no explanation if all have the same time', () => {
    const same = [near(next, 0), near(out, 0), near(back, 0)];
    const chain = newestFirst([...(one ? [one] : []), ...same, ...(last ? [last] : [])]);
    expect(chain).toMatchObject({ breaks: [], reordered: [] });
  });

  it('and more than five minutes later they do not follow', () => {
    const late = [near(next, 0), near(out, 400_000), near(back, 410_000)];
    const chain = newestFirst([...(one ? [one] : []), ...late, ...(last ? [last] : [])]);
    expect(chain.breaks.length).toBeGreaterThan(0);
  });
});

it('entries whose times are too far apart are not put in another order', () => {
  const [one, two, three, four] = hourly(['10', '110'], ['5', '115'], ['1', '116'], ['1', '117']);
  if (!one || !two || !three || !four) throw new Error('no entries');
  const early = { ...three, create_time: entry({ at: START + 3_600_000 - 301_000 }).create_time };
  const chain = newestFirst([one, early, two, four]);
  expect(chain).toMatchObject({ breaks: [], reordered: [], misplaced: [{ entry: { id: '2' } }] });
});

it('a list that follows as listed, or by its times, follows', () => {
  const entries = hourly(['10', '110'], ['5', '115'], ['1', '116'], ['1', '117'], ['2', '119'], ['3', '122']);
  const [one, two, three, four, five, six] = entries;
  if (!one || !two || !three || !four || !five || !six) throw new Error('no entries');
  expect(newestFirst([one, four, five, three, two, six])).toMatchObject({
    breaks: [],
    misplaced: [],
    reordered: [],
  });
  const wrongTimes = entries.map((entry_, nth) => ({
    ...entry_,
    create_time: entry({ at: START + ([0, 4, 1, 5, 2, 6][nth] ?? 0) * 3_600_000 }).create_time,
  }));
  expect(newestFirst(wrongTimes)).toMatchObject({ breaks: [], misplaced: [], unchecked: [] });
});

it('of two entries that fit one gap, neither is chosen', () => {
  const entries = hourly(['10', '100'], ['1', '106'], ['1', '107'], ['1', '108'], ['1', '109']);
  const extras = ['x', 'y'].map((id, nth) =>
    entry({ id, at: START + (10 + nth * 10) * 3_600_000, amount: '5', balance: '105', fee: '0' }),
  );
  const between = [15, 16, 17, 18].map((hour, nth) =>
    entry({ id: `b${nth}`, at: START + hour * 3_600_000, amount: '1', balance: String(110 + nth), fee: '0' }),
  );
  expect(newestFirst([...entries, ...extras.slice(0, 1), ...between, ...extras.slice(1)]).misplaced).toEqual(
    [],
  );
});

it('entries of clocks that are four minutes apart follow in the order of their balances', () => {
  const [one, two, three, four] = hourly(['10', '110'], ['5', '115'], ['1', '116'], ['1', '117']);
  if (!one || !two || !three || !four) throw new Error('no entries');
  const early = { ...three, create_time: entry({ at: START + 3_600_000 - 240_000 }).create_time };
  expect(newestFirst([one, early, two, four])).toMatchObject({ breaks: [], reordered: [two, early] });
});

it('more entries of one second than Purser sorts follow in the order of the list', () => {
  const many = atOnce(...Array.from({ length: 2100 }, (_, nth): Line => ['1', String(100 + nth)]));
  expect(checkChain(many)).toMatchObject({ breaks: [], reordered: [] });
});

it('an entry without a time at the end of the list is not misplaced', () => {
  const entries = hourly(['10', '110'], ['5', '115'], ['1', '116'], ['2', '118'], ['3', '121'], ['4', '125']);
  const untimed = entries.slice(3, 4).map(one => ({ ...one, create_time: undefined }));
  const chain = newestFirst([...entries.toSpliced(3, 1), ...untimed]);
  expect(chain).toMatchObject({
    breaks: [],
    misplaced: [],
    unchecked: [{ entry: { id: '3' }, lacks: 'time' }],
  });
});

it('an entry whose time is far from its balance is misplaced, with the entry that follows it', () => {
  const lines: Line[] = [
    ['10', '110'],
    ['5', '115'],
    ['1', '116'],
    ['2', '118'],
    ['3', '121'],
    ['4', '125'],
  ];
  const entries = hourly(...lines);
  const [one, two, three, four, five, six] = entries;
  if (!one || !two || !three || !four || !five || !six) throw new Error('no entries');
  const late = { ...five, create_time: entry({ at: START + 1_800_000 }).create_time };
  const chain = newestFirst([one, late, two, three, four, six]);
  expect(chain).toMatchObject({ breaks: [], misplaced: [{ entry: late, fitsBefore: six }] });
});

it('an entry that fits two gaps is put into neither', () => {
  const gaps = hourly(
    ['10', '100'],
    ['1', '106'],
    ['-6', '100'],
    ['2', '107'],
    ['1', '108'],
    ['1', '109'],
    ['11', '120'],
  );
  const extra = entry({ id: 'x', at: START + 10 * 3_600_000, amount: '5', balance: '105', fee: '0' });
  const last = entry({ id: 'y', at: START + 20 * 3_600_000, amount: '1', balance: '121', fee: '0' });
  const chain = newestFirst([...gaps, extra, last]);
  expect(chain.misplaced).toEqual([]);
  expect(found(chain).map(({ kind, rows }) => [kind, rows[1]])).toEqual([
    ['gap', '1'],
    ['gap', '3'],
    ['extra', 'x'],
  ]);
});

/** Further breaks may only be at the neighbours of a fault, where clocks are apart too. */
const NEIGHBOURS = 2;

function unexplained({ faults, posted, clocks }: World, named: readonly string[]): readonly string[] {
  const around = clocks === 'apart' ? NEIGHBOURS : 0;
  const places = faults.flatMap(({ first, also }) => [...first, ...also]).map(id => posted.indexOf(id));
  return named.filter(id => places.every(place => Math.abs(place - posted.indexOf(id)) > around));
}

it('finds every fault at its first wrong entry, and nothing in a sound world', { timeout: 240_000 }, () => {
  const missed: unknown[] = [];
  const wrong: unknown[] = [];
  for (let seed = 0; seed < repeated(120, 1000); seed++) {
    const faults = seed % 2 === 0 ? 0 : 1 + (seed % 5);
    const made = world(seed, repeated(200, seed % 100 === 1 ? 100_000 : 200 + seed), faults);
    const { breaks, misplaced, fees, unchecked } = checkChain(inGbp(made.entries));
    const named = [...breaks, ...misplaced].map(({ entry }) => idOf(entry));
    for (const fault of made.faults)
      if (!fault.first.some(id => named.includes(id))) missed.push({ seed, fault });
    const others = unexplained(made, named);
    if (others.length > 0 || unchecked.length > 0) wrong.push({ seed, others });
    if (fees.place !== made.fee) wrong.push({ seed, fees });
  }
  expect(missed).toEqual([]);
  expect(wrong).toEqual([]);
});
