// A result is computed again only when a value that the function read has changed.

import { expect, test } from 'vitest';
import { byReads } from '../../src/lib/remembered.ts';

interface Parts {
  readonly one: number;
  readonly other?: number;
  readonly third: number;
}

test('a change of a value that was not read makes no new result', () => {
  let made = 0;
  const sum = byReads(({ one, other = 0 }: Parts) => {
    made++;
    return one + other;
  });
  expect([sum({ one: 1, third: 1 }), sum({ one: 1, third: 2 }), made]).toEqual([1, 1, 1]);
  expect([sum({ one: 1, other: 4, third: 2 }), made]).toEqual([5, 2]);
  expect([sum({ one: 2, other: 4, third: 2 }), made]).toEqual([6, 3]);
});

test('a function that spreads the whole object counts as reading every value', () => {
  const chosen = byReads(({ one, other, third }: Parts) => ({ ...{ one, other, third } }));
  const before = chosen({ one: 1, third: 1 });
  expect(chosen({ one: 1, third: 1 })).toBe(before);
  const spread = byReads((parts: Parts) => ({ ...parts }));
  expect(spread({ one: 1, third: 1 })).toEqual({ one: 1, third: 1 });
  expect(spread({ one: 1, third: 2 })).toEqual({ one: 1, third: 2 });
  expect(spread({ one: 1, other: 1, third: 2 }).other).toBe(1);
});
