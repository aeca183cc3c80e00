// JSON for standard output: unchanged digits, masked card numbers, and no character that controls a terminal.

import { isJsonList, type Json, JsonNumber, writeJson } from '../lib/json.ts';
import { isMaskedName, maskField } from '../lib/redact.ts';

/** An escape has the same meaning in JSON. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Without `indent`, on one line. */
export const jsonText = (value: Json, indent?: number): string => safeJson(writeJson(masked(value), indent));

/** Of what Purser itself keeps: no amounts, no texts of the service. */
export const ownJson = (value: unknown): string => safeJson(JSON.stringify(value, null, 2));

/** Safe for a terminal, with a newline. */
const safeJson = (json: string): string => `${json.split('\n').map(escaped).join('\n')}\n`;

const escaped = (line: string): string =>
  line.replace(UNSEEN, character =>
    character
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** The digits of a number change only in fields that the API declares as masked. */
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
