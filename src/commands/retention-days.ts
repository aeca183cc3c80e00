// The age from which content may be pruned, as `team prune` and `journal prune` take it.

import { CONTENT_DAYS } from '../api/contract/allowed-services.ts';
import { t } from '../lib/visible.ts';

export function daysIn(given: string): number | undefined {
  const days = /^([1-9]\d{1,4})d?$/.exec(given)?.[1];
  return days === undefined || Number(days) < CONTENT_DAYS.least ? undefined : Number(days);
}

export const WRONG_AGE = t`--older-than takes a number of days, at least ${CONTENT_DAYS.least}, such as 400.`;
