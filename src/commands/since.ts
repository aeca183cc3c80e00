// The moment of --since: a day, or a moment with its zone; the zone is never guessed.

import { isDate, parseTimestamp } from '../lib/time.ts';
import { t } from '../lib/visible.ts';

/** Epoch ms; undefined for anything else. */
export const sinceIn = (text: string): number | undefined =>
  isDate(text) ? parseTimestamp(`${text}T00:00:00Z`) : parseTimestamp(text);

export const WRONG_SINCE = t`--since takes a day such as 2026-11-20, or a moment with its zone such as 2026-11-20T09:00:00Z.`;
