// JSON for standard output: digits as they came, card numbers masked, and no character that a terminal would obey.

import { isJsonList, type Json, JsonNumber, writeJson } from '../lib/json.ts';
import { isMaskedName, maskField } from '../lib/redact.ts';

/** What hides, reorders or commands: in JSON it is written by its number, which means the same. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** One value, ending in a newline; `indent` blanks a level, or all of it on one line. */
export function jsonText(value: Json, indent?: number): string {
  return seenText(writeJson(masked(value), indent));
}

/** Text that is JSON already, with nothing in it that a terminal would obey, ending in a newline. */
export const seenText = (json: string): string => `${json.split('\n').map(escaped).join('\n')}\n`;

const escaped = (line: string): string =>
  line.replace(UNSEEN, character =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** Texts only: a number's digits are never touched, but where a masked one was promised. */
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
