/** A record as one text, for the local filter. */

import { groupDigits } from './decimal.ts';
import { folded } from './fold.ts';
import { type Json, JsonNumber } from './json.ts';

/** Characters of a record that a filter looks at: no record that INTERFACE.md describes has as many. */
const SEARCHED = 64 * 1024;

/** Every value of a record as one folded text, numbers as sent and as shown. */
export function searchText(raw: Json): string {
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
        ? `${value.source} ${groupDigits(value.source)}`.toLowerCase()
        : typeof value === 'string'
          ? folded(value)
          : String(value);
    used += part.length;
    parts.push(part);
  }
  add(raw);
  return parts.join('\n');
}
