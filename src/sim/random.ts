// Repeatable randomness: the seed and a name decide every value of the simulator's world.

import { fnv1a } from '../lib/hash.ts';
export type NonEmpty<T> = readonly [T, ...T[]];

/** Draws from one named stream. */
export interface Dice {
  next(): number;
  /** `low` ≤ n ≤ `high`. */
  whole(low: number, high: number): number;
  pick<T>(items: NonEmpty<T>): T;
  hex(digits: number): string;
  digits(count: number): string;
  uuid(): string;
}

const DIGITS = '0123456789abcdef';

/** With a final mix, so that similar names give unrelated streams. */
function hash(text: string): number {
  let h = fnv1a(text);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** mulberry32. A new stream costs one hash, so row 99 999 is as cheap as row 0. */
export function dice(seed: number, name: string): Dice {
  let state = hash(`${seed}/${name}`);
  const bits = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const next = (): number => bits() / 0x1_0000_0000;
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  // A world has hundreds of thousands of digits, and tests make thousands of worlds.
  const drawn = (count: number, highest: number): string => {
    let text = '';
    for (let n = 0; n < count; n++) text += DIGITS.charAt(whole(0, highest));
    return text;
  };
  const hex = (count: number): string => drawn(count, 15);
  return {
    next,
    whole,
    pick: items => items[whole(0, items.length - 1)] ?? items[0],
    hex,
    digits: count => drawn(count, 9),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[whole(0, 3)]}${hex(3)}-${hex(12)}`,
  };
}
