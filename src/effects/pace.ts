// How often a watched thing is read again: less often the longer it takes and the more often reading fails. Pure.

import type { Failure } from '../api/client/failure.ts';

export interface Pace {
  /** Ms between two reads while it is new. */
  readonly every: number;
  /** Ms since it started. */
  readonly age: number;
  /** Failed reads in a row. */
  readonly failures: number;
  /** Ms that the service asked to wait, if it did. */
  readonly asked?: number | undefined;
  /** However old it is, and however often reading failed: at least this often, in ms. */
  readonly longest?: number | undefined;
}

/** The default. */
const LONGEST = 10 * 60_000;
/** After ten minutes, a watched thing is read twice a minute. */
const PART_OF_AGE = 0.05;
/** Reads are spread over this part of the wait, so that many consoles don't ask at once. */
const SPREAD = 0.2;

/** Ms until the next read; never less than `every`. `random` is in [0, 1). */
export function waitOf({ every, age, failures, asked = 0, longest = LONGEST }: Pace, random: number): number {
  const steady = Math.max(every, age * PART_OF_AGE);
  const wait = Math.min(Math.max(longest, every), steady * 2 ** Math.min(failures, 20));
  return Math.max(asked, wait) * (1 + SPREAD * random);
}

/** A read that the service refused, or a person stopped, is repeated only on request. */
export const isWorthAgain = (failure: Failure): boolean => AGAIN.has(failure.kind);

const AGAIN: ReadonlySet<Failure['kind']> = new Set([
  'unreachable',
  'timeout',
  'cut-off',
  'throttled',
  'server-error',
]);
