// The age from which content may be pruned, as `team prune` and `journal prune` take it.

import { t } from '../lib/visible.ts';

/** At least 30: the database refuses less. */
export function daysIn(given: string): number | undefined {
  const days = /^([1-9]\d{1,4})d?$/.exec(given)?.[1];
  return days === undefined || Number(days) < 30 ? undefined : Number(days);
}

export const WRONG_AGE = t`--older-than takes a number of days, at least 30, such as 400.`;
