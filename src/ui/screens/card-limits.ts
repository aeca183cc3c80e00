// The intervals that a card's limits are for, in the interface's order.

import type { limitIntervals } from '../../api/contract/cards.ts';
import { t, type Visible } from '../../lib/visible.ts';

export type Interval = (typeof limitIntervals)[number];

/** INTERFACE.md, Limits: the intervals of a card limit. */
export const intervalNames: Readonly<Record<Interval, Visible>> = {
  PER_TRANSACTION: t`Per transaction`,
  DAILY: t`Daily`,
  WEEKLY: t`Weekly`,
  MONTHLY: t`Monthly`,
  ALL_TIME: t`All time`,
};

// A record has its keys in the order they stand in, and no others than its type names.
export const intervals = Object.keys(intervalNames) as readonly Interval[];
