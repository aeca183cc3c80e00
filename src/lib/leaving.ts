// Data for files and the clipboard: texts become visible, card numbers are masked, other numbers keep every digit.

import { bareObject, isJsonList, type Json, JsonNumber } from './json.ts';
import { isAmountName, maskCardNumbers, maskField } from './redact.ts';
import { type Visible, visible, visibleInFile } from './visible.ts';

export const leavingText = (text: string): Visible => visible(maskCardNumbers(text));

export const leavingName = (name: string): Visible => visibleInFile(maskCardNumbers(name));

/** Amounts and rates stay whole, as on every screen. */
export function leavingJson(value: Json, name = ''): Json {
  if (typeof value === 'string') return visibleInFile(maskField(name, value));
  if (value instanceof JsonNumber) {
    const masked = isAmountName(name) ? value.source : maskField(name, value.source);
    return masked === value.source ? value : masked;
  }
  if (value === null || typeof value !== 'object') return value;
  if (isJsonList(value)) return value.map(item => leavingJson(item, name));
  // No prototype, so "__proto__" is a name like any other.
  const left = bareObject();
  for (const [key, item] of Object.entries(value))
    left[freeName(left, leavingName(key))] = leavingJson(item, key);
  return left;
}

/** The fields that `leavingJson` masks, each once. */
export function maskedNames(value: Json): readonly string[] {
  const names = new Set<string>();
  function look(item: Json, name: string): void {
    if (typeof item === 'string') {
      if (maskField(name, item) !== item) names.add(name);
    } else if (item instanceof JsonNumber) {
      if (leavingJson(item, name) !== item) names.add(name);
    } else if (isJsonList(item)) for (const one of item) look(one, name);
    else if (typeof item === 'object' && item !== null)
      for (const key of Object.keys(item)) look(item[key] ?? null, key);
  }
  look(value, '');
  return [...names];
}

/** Different names may become equal when made visible. */
function freeName(taken: object, wanted: string): string {
  let name = wanted;
  for (let n = 2; name in taken; n++) name = `${wanted}~${n}`;
  return name;
}

/** Also in full-width characters and after spaces. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/;
const NEGATIVE = /^-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Some spreadsheets split cells at semicolons and tabs, and the rest could be a formula. */
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

const LONG_OR_PADDED = /^0\d+$|^-?\d{12,}$/;
const POWER_OR_DATE = /^\d+e\d+$|^\d{1,4}[-/]\d{1,4}(?:[-/]\d{1,4})?$/i;
/** A spreadsheet keeps 15. */
const isLongDecimal = (text: string): boolean =>
  /^-?\d+\.\d+$/.test(text) && text.replace(/\D/g, '').length > 15;

/** A spreadsheet drops leading zeros, rounds long numbers, and makes dates and powers of ten. */
const isChangedInSheet = (text: string): boolean =>
  LONG_OR_PADDED.test(text) || POWER_OR_DATE.test(text) || isLongDecimal(text);

/** A formula of one text, with only digits and separators: it does nothing else. */
const sheetCell = (text: string): string => (isChangedInSheet(text) ? `"=""${text}"""` : csvCell(text));

function csvCell(text: string): string {
  const inert = FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** RFC 4180. A cell that could be a formula gets an apostrophe. A single empty cell is quoted. */
export const csvLine = (cells: readonly string[]): string => lineOf(cells.map(csvCell));

export const sheetLine = (cells: readonly string[]): string => lineOf(cells.map(sheetCell));

function lineOf(written: readonly string[]): string {
  const line = written.join(',');
  return `${line === '' && written.length === 1 ? '""' : line}\r\n`;
}
