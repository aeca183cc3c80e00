// One entry of a balance history as a step from a balance to the next.

import type { HistoryEntry } from '../../records/reads.ts';

export interface ChainStep {
  readonly entry: HistoryEntry;
  /** Epoch ms. */
  readonly at: number | undefined;
  /** In units of the chain's scale. */
  readonly amount: bigint | undefined;
  readonly fee: bigint | undefined;
  readonly balance: bigint | undefined;
}

/** A step with its place in the chain: the balances before and after it. Undefined fits everything. */
export interface ChainLink {
  readonly step: ChainStep;
  readonly prior: bigint | undefined;
  readonly after: bigint | undefined;
}

export const fits = (end: bigint | undefined, start: bigint | undefined): boolean =>
  end === undefined || start === undefined || end === start;

/** In ms: how far apart the clocks of one service may be. */
export const NEAR = 300_000;

/** In ms: how far `at` is from the times between `low` and `high`. */
export const outside = (at = 0, low = at, high = at): number => Math.max(0, low - at, at - high);

/** In entries: the most near in time whose order Purser searches. */
export const WINDOW = 1000;

/** Entries looked at between two pauses. */
const STEP = 4000;

/** When a pause is due, so that the program handles keys. */
export interface Work {
  isDue(entries?: number): boolean;
}

export function countedWork(): Work {
  let done = 0;
  return {
    isDue(entries = 1) {
      done += entries;
      if (done < STEP) return false;
      done = 0;
      return true;
    },
  };
}
