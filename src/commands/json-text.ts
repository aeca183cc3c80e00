// JSON for standard output: digits unchanged, card numbers masked, and no character that a terminal would obey.

import { isJsonList, type Json, JsonNumber, writeJson } from '../lib/json.ts';
import { isMaskedName, maskField } from '../lib/redact.ts';

/** Hidden, reordering and control characters are escaped in JSON, which means the same. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** One value, ending in a newline; `indent` blanks a level, or all of it on one line. */
export function jsonText(value: Json, indent?: number): string {
  return seenText(writeJson(masked(value), indent));
}

/** Text that is JSON already and safe for a terminal, ending in a newline. */
export const seenText = (json: string): string => `${json.split('\n').map(escaped).join('\n')}\n`;

const escaped = (line: string): string =>
  line.replace(UNSEEN, character =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** Texts only: a number's digits never change, except where the API promises a masked number. */
function masked(value: Json, of = ''): Json {
  if (typeof value === 'string') return maskField(of, value);
  if (value instanceof JsonNumber) {
    const text = isMaskedName(of) ? maskField(of, value.source) : value.source;
    return text === value.source ? value : text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isJsonList(value)) return value.map(item => masked(item, of));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, masked(item, name)]));
}
