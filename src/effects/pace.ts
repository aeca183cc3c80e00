// How often a watched record is read again. Reads become rarer with the age of the watch and with failed reads. Pure.

import type { Failure } from '../api/client/failure.ts';

export interface Pace {
  /** Ms between two reads at the start. */
  readonly every: number;
  /** Ms since the start of the watch. */
  readonly age: number;
  /** Failed reads in a row. */
  readonly failures: number;
  /** Ms that the service asked Purser to wait, if it did. */
  readonly asked?: number | undefined;
  /**
   * The longest wait, in ms, at any age and after any number of failures. `asked` and the random part may exceed this.
   */
  readonly longest?: number | undefined;
}

/** The default of `longest`. */
const LONGEST = 10 * 60_000;
/** The wait as a part of the age: after ten minutes, a record is read twice a minute. */
const PART_OF_AGE = 0.05;
/** The wait grows by a random part, up to this share, so that many consoles do not read at once. */
const SPREAD = 0.2;

/** The ms until the next read, never less than `every`. `random` is in [0, 1). */
export function waitOf({ every, age, failures, asked = 0, longest = LONGEST }: Pace, random: number): number {
  const steady = Math.max(every, age * PART_OF_AGE);
  const wait = Math.min(Math.max(longest, every), steady * 2 ** Math.min(failures, 20));
  return Math.max(asked, wait) * (1 + SPREAD * random);
}

/** Whether a failed read may repeat automatically. False if the service refused the read, or a person stopped it. */
export const isWorthAgain = (failure: Failure): boolean => AGAIN.has(failure.kind);

const AGAIN: ReadonlySet<Failure['kind']> = new Set([
  'unreachable',
  'timeout',
  'cut-off',
  'throttled',
  'server-error',
]);
