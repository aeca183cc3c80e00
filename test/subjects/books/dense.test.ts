// Very many entries near in time: they follow, or they are not checked. Only a fault that shows in every order is one.

import { expect, it } from 'vitest';
import { atOnce } from '../../../src/lib/steps.ts';
import type { HistoryEntry } from '../../../src/records/reads.ts';
import { type Dice, dice } from '../../../src/sim/random.ts';
import { type Chain, checkChain } from '../../../src/subjects/books/chain.ts';
import { entry } from './worlds.ts';

const START = Date.parse('2026-11-20T09:00:00Z');

interface Dense {
  readonly count: number;
  readonly most: number;
  /** Between two entries, in ms. */
  readonly apart: number;
  /** Of the clocks, in s. */
  readonly skew: number;
  /** The place of an entry that is left out. */
  readonly missing?: number;
}

/** Newest first, and in any order within a second. */
function dense({ count, most, apart, skew, missing }: Dense, luck: Dice): readonly HistoryEntry[] {
  let balance = 1_000_000;
  const posted = Array.from({ length: count }, (_, nth) => {
    const amount = luck.whole(1, most) * luck.pick([1, -1]);
    balance += amount;
    const at = START + nth * apart + luck.whole(0, skew) * 1000;
    const facts = { id: String(nth), amount: String(amount), balance: String(balance), fee: '0' };
    return { at: Math.floor(at / 1000) * 1000, facts, place: luck.next() };
  });
  return posted
    .filter((_, nth) => nth !== missing)
    .toSorted((one, other) => other.at - one.at || one.place - other.place)
    .map(({ at, facts }) => entry({ ...facts, at }));
}

const checked = (of: Dense, seed = 1): Chain => atOnce(checkChain(dense(of, dice(seed, 'dense'))));

it.each([
  { name: 'all in one second, of few amounts', most: 3, apart: 0, skew: 0 },
  { name: 'all in one second, of many amounts', most: 1_000_000, apart: 0, skew: 0 },
  { name: 'ten each second', most: 3, apart: 100, skew: 0 },
])('6,000 sound entries, $name, follow', of => {
  expect(checked({ ...of, count: 6000 })).toMatchObject({ breaks: [], unchecked: [], reordered: [] });
});

it.each([2, 3, 1_000_000])(
  'sound entries of amounts up to %i, more of clocks that are apart than Purser sorts, are not checked',
  most => {
    for (const seed of [1, 2, 3]) {
      const chain = checked({ count: 6000, most, apart: 100, skew: 200 }, seed);
      expect(chain.breaks).toEqual([]);
      expect(chain.unchecked.map(({ lacks }) => lacks)).toContain('order');
      expect(chain.end).toBeUndefined();
    }
  },
);

it.each([3, 1_000_000])(
  'a missing entry among 6,000 of one second, of amounts up to %i, is named once',
  most => {
    for (const seed of [1, 2, 3]) {
      const chain = checked({ count: 6000, most, apart: 0, skew: 0, missing: 3000 }, seed);
      expect(chain.breaks).toHaveLength(1);
      expect(chain).toMatchObject({ unchecked: [], reordered: [] });
    }
  },
);

it('a missing entry among 6,000 of clocks that are apart does not follow', () => {
  const { breaks } = checked({ count: 6000, most: 1_000_000, apart: 100, skew: 200, missing: 3000 });
  expect(breaks.length).toBeGreaterThan(0);
});

it('lets keys in: no step looks at many entries', () => {
  const steps = checkChain(dense({ count: 20_000, most: 3, apart: 0, skew: 0 }, dice(1, 'dense')));
  let count = 0;
  while (!steps.next().done) count++;
  expect(count).toBeGreaterThan(20);
});
