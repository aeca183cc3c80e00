/** Joins the values of a record to one text for the local filter. */

import { amountIn } from './amounts.ts';
import { groupDigits } from './decimal.ts';
import { folded } from './fold.ts';
import { type Json, JsonNumber } from './json.ts';
import { isAmountName } from './redact.ts';

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
  function add(value: Json, name = ''): void {
    if (used > SEARCHED) return;
    if (value !== null && typeof value === 'object' && !(value instanceof JsonNumber)) {
      for (const [key, inner] of Object.entries(value)) add(inner, key);
      return;
    }
    // Not of an account number, which is a text of digits too.
    const number =
      value instanceof JsonNumber ? value.source : isAmountName(name) ? amountIn(value) : undefined;
    const part =
      number !== undefined
        ? folded(`${number} ${groupDigits(number)}`)
        : typeof value === 'string'
          ? folded(value)
          : String(value);
    used += Math.max(part.length, typeof value === 'string' ? value.length : 0);
    parts.push(part);
  }
  add(raw);
  return { text: parts.join('\n'), folded: used };
}
