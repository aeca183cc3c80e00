// How often a watched record is read again. Reads become rarer with the age of the watch and with failed reads. Pure.

import type { Failure } from '../api/client/failure.ts';

export interface Pace {
  /** Ms between two reads at the start. */
  readonly every: number;
  /** Ms since the start of the watch. */
  readonly age: number;
  /** Failed reads in a row. */
  readonly failures: number;
  /** Ms that the service asked for. */
  readonly asked?: number | undefined;
  /** In ms, at any age and after any failures. `asked` and the random part may exceed it. */
  readonly longest?: number | undefined;
}

const LONGEST = 10 * 60_000;
/** After ten minutes, a record is read twice a minute. */
const PART_OF_AGE = 0.05;
/** At most; random, so that many consoles do not read at once. */
const SPREAD = 0.2;

/** Ms, never less than `every`. `random` is in [0, 1). */
export function waitOf({ every, age, failures, asked = 0, longest = LONGEST }: Pace, random: number): number {
  const steady = Math.max(every, age * PART_OF_AGE);
  const wait = Math.min(Math.max(longest, every), steady * 2 ** Math.min(failures, 20));
  return Math.max(asked, wait) * (1 + SPREAD * random);
}

/** Not if the service refused the read, or a person stopped it. */
export const isWorthAgain = (failure: Failure): boolean => AGAIN.has(failure.kind);

const AGAIN: ReadonlySet<Failure['kind']> = new Set([
  'unreachable',
  'timeout',
  'cut-off',
  'throttled',
  'server-error',
]);
