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

/** A record's text within its page's. */
export interface SearchPart {
  readonly page: string;
  readonly from: number;
  readonly to: number;
}

/** In the record itself: an object for each would take as much memory as its text. */
export type OptionalPart = { readonly [Name in keyof SearchPart]?: SearchPart[Name] | undefined };

/** One letter of another script would double the memory of a whole page. */
const WIDE = /[^\0-\xff]/;

/** The texts as parts of one, which is searched quicker than many. */
export function pageParts(texts: readonly string[]): readonly SearchPart[] {
  const page = texts.filter(text => !WIDE.test(text)).join('\0');
  let next = 0;
  return texts.map(text => {
    if (WIDE.test(text)) return partOf(text);
    const from = next;
    next += text.length + 1;
    return { page, from, to: from + text.length };
  });
}

export const partOf = (text: string): SearchPart => ({ page: text, from: 0, to: text.length });

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
        ? `${value.source} ${groupDigits(value.source)}`.toLowerCase()
        : typeof value === 'string'
          ? folded(value)
          : String(value);
    used += Math.max(part.length, typeof value === 'string' ? value.length : 0);
    parts.push(part);
  }
  add(raw);
  return { text: parts.join('\n'), folded: used };
}
