// How often what moves by itself is read again: less often the longer it takes and the more often reading fails; pure.

import type { Failure } from '../api/client/failure.ts';

export interface Pace {
  /** Ms between two readings while it is new. */
  readonly every: number;
  /** Ms since it began to move. */
  readonly age: number;
  /** Readings that failed in a row. */
  readonly failures: number;
  /** Ms that the service asked to wait, if it did. */
  readonly asked?: number | undefined;
  /** However old it is, and however often reading failed: at least so often, in ms. */
  readonly longest?: number | undefined;
}

/** Unless it is told otherwise. */
const LONGEST = 10 * 60_000;
/** Something that has moved for ten minutes is looked at twice a minute. */
const PART_OF_AGE = 0.05;
/** Readings are spread over so much more of the wait, so that many consoles don't ask at once. */
const SPREAD = 0.2;

/** Ms until the next reading; never less than `every`. `random` is in [0, 1). */
export function waitOf({ every, age, failures, asked = 0, longest = LONGEST }: Pace, random: number): number {
  const steady = Math.max(every, age * PART_OF_AGE);
  const wait = Math.min(Math.max(longest, every), steady * 2 ** Math.min(failures, 20));
  return Math.max(asked, wait) * (1 + SPREAD * random);
}

/** What the service refused, or a person stopped, is read again only when a person asks. */
export const isWorthAgain = (failure: Failure): boolean => AGAIN.has(failure.kind);

const AGAIN: ReadonlySet<Failure['kind']> = new Set([
  'unreachable',
  'timeout',
  'cut-off',
  'throttled',
  'server-error',
]);
