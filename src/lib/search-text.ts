/** Joins the values of a record to one text for the local filter. */

import { groupDigits } from './decimal.ts';
import { folded } from './fold.ts';
import { type Json, JsonNumber } from './json.ts';

/** The number of characters of a record that the filter searches. No record of INTERFACE.md is longer. */
const SEARCHED = 64 * 1024;

interface Searched {
  readonly text: string;
  /** The number of characters that were folded: a measure of the time taken. Marks take time but leave no text. */
  readonly folded: number;
}

export const searchText = (raw: Json): string => searched(raw).text;

/** Returns every value of a record in one folded text. The text has each number in two forms: as sent and as shown. */
export function searched(raw: Json): Searched {
  const parts: string[] = [];
  let used = 0;
  function add(value: Json): void {
    if (used > SEARCHED) return;
    if (value !== null && typeof value === 'object' && !(value instanceof JsonNumber)) {
      for (const inner of Object.values(value)) add(inner);
      return;
    }
    const part =
      value instanceof JsonNumber
        ? folded(`${value.source} ${groupDigits(value.source)}`)
        : typeof value === 'string'
          ? folded(value)
          : String(value);
    used += Math.max(part.length, typeof value === 'string' ? value.length : 0);
    parts.push(part);
  }
  add(raw);
  return { text: parts.join('\n'), folded: used };
}
