/** A record as one text, for the local filter. */

import { groupDigits } from './decimal.ts';
import { folded } from './fold.ts';
import { type Json, JsonNumber } from './json.ts';

/** Characters of a record that a filter looks at: no record that INTERFACE.md describes has as many. */
const SEARCHED = 64 * 1024;

interface Searched {
  readonly text: string;
  /** The characters that were folded. Marks take time and leave no text. */
  readonly folded: number;
}

export const searchText = (raw: Json): string => searched(raw).text;

/** Every value of a record as one folded text, numbers as sent and as shown. */
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
