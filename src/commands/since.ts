// Reads the time of --since: a day, or a time with its zone. Purser never guesses a zone.

import { isDate, parseTimestamp } from '../lib/time.ts';
import { t } from '../lib/visible.ts';

/** The time in epoch ms. Undefined for a text in any other form. */
export const sinceIn = (text: string): number | undefined =>
  isDate(text) ? parseTimestamp(`${text}T00:00:00Z`) : parseTimestamp(text);

export const WRONG_SINCE = t`--since takes a day such as 2026-11-20, or a moment with its zone such as 2026-11-20T09:00:00Z.`;
