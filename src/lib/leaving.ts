// Data that leaves the console in a file or the clipboard: texts visible, card numbers masked, every other number
// digit for digit.

import { bareObject, isJsonList, type Json, JsonNumber } from './json.ts';
import { isAmountName, maskCardNumbers, maskField } from './redact.ts';
import { type Visible, visible, visibleInFile } from './visible.ts';

export const leavingText = (text: string): Visible => visible(maskCardNumbers(text));

/** A field's name in a file. */
export const leavingName = (name: string): Visible => visibleInFile(maskCardNumbers(name));

/**
 * The value with all texts and names made visible. A possible card number becomes a masked text. Amounts and rates
 * stay whole, as on every screen.
 */
export function leavingJson(value: Json, name = ''): Json {
  if (typeof value === 'string') return visibleInFile(maskField(name, value));
  if (value instanceof JsonNumber) {
    const masked = isAmountName(name) ? value.source : maskField(name, value.source);
    return masked === value.source ? value : masked;
  }
  if (value === null || typeof value !== 'object') return value;
  if (isJsonList(value)) return value.map(item => leavingJson(item, name));
  // Without a prototype, as it was parsed: "__proto__" is a name like any other.
  const left = bareObject();
  for (const [key, item] of Object.entries(value))
    left[freeName(left, leavingName(key))] = leavingJson(item, key);
  return left;
}

/** The names of the fields that leave masked, each once. Fields that the service masked itself are not included. */
export function maskedNames(value: Json, name = ''): readonly string[] {
  if (value instanceof JsonNumber) return leavingJson(value, name) === value ? [] : [name];
  if (typeof value === 'string') return maskField(name, value) === value ? [] : [name];
  if (value === null || typeof value !== 'object') return [];
  const inside = isJsonList(value)
    ? value.flatMap(item => maskedNames(item, name))
    : Object.entries(value).flatMap(([key, item]) => maskedNames(item, key));
  return [...new Set(inside)];
}

/** Different names may look alike once visible. Neither may replace the other. */
function freeName(taken: object, wanted: string): string {
  let name = wanted;
  for (let n = 2; name in taken; n++) name = `${wanted}~${n}`;
  return name;
}
