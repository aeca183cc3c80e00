/** Exact JSON: numbers keep their digits, values of duplicate keys are dropped, "__proto__" is a key like any other. */
import { parse } from 'lossless-json';
import type { Decimal } from './decimal.ts';
import { childPath, duplicateKeys, MAX_PATH, measureJson } from './json-scan.ts';

declare global {
  interface JSON {
    /** Returns a value that JSON.stringify writes unchanged. TypeScript's library lacks this function. */
    rawJSON(text: string): unknown;
  }
}

/**
 * A number of JSON with its digits unchanged. `parseDecimal` tells whether arithmetic can use the number.
 */
export class JsonNumber {
  readonly source: Decimal;

  constructor(source: Decimal) {
    this.source = source;
  }

  /** Called by JSON.stringify, so that it writes the digits unchanged. */
  toJSON(): unknown {
    return JSON.rawJSON(this.source);
  }
}

export type Json = null | boolean | string | JsonNumber | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

export type ParsedJson =
  | {
      readonly ok: true;
      readonly value: Json;
      readonly duplicateKeys: readonly string[];
      /** No text, name or number in the value has more characters. */
      readonly longest: number;
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a JSON text. `duplicateKeys` has the paths ("data[0].amount") of keys that occur more than once in one object.
 * `value` lacks these keys, even if their values are equal. Objects inherit nothing, so "__proto__" and "toString" are
 * keys like any other. `reason` never quotes the text. More than 200 levels or 500,000 values are refused, because
 * reading them would block the screen.
 */
export function parseJson(text: string): ParsedJson {
  const { refused, names, numbers, longest } = measureJson(text);
  if (refused !== undefined) return { ok: false, reason: refused };
  try {
    const value = withNumbers(JSON.parse(text), names, numbers);
    return value === undefined ? parseSlowly(text, longest) : { ok: true, value, duplicateKeys: [], longest };
  } catch {
    return { ok: false, reason: `not JSON${placeOfError(text)}` };
  }
}

/**
 * Returns `parsed` with the digits of its numbers. `numbers` has the digits in the order of the text. Undefined if
 * JSON.parse may have changed that order, because a key is repeated or is a number.
 */
function withNumbers(parsed: unknown, names: number, numbers: readonly string[]): Json | undefined {
  let at = 0;
  let found = 0;
  let exact = true;
  function walk(value: unknown): Json {
    if (typeof value === 'number') {
      const source = numbers[at++];
      if (Number(source) !== value) exact = false;
      return new JsonNumber(source as Decimal);
    }
    // Only null, true, false and texts are left.
    if (value === null || typeof value !== 'object') return value as Json;
    if (Array.isArray(value)) return value.map(walk);
    // The members are replaced in place: V8 gives a new object with many members three times the memory.
    const object: Record<string, Json> = Object.setPrototypeOf(value, NOTHING);
    for (const key of Object.keys(object)) {
      found++;
      if (/^\d/.test(key)) exact = false;
      const member: unknown = object[key];
      if (typeof member === 'number' || typeof member === 'object') object[key] = walk(member);
    }
    return object;
  }
  const value = walk(parsed);
  return exact && found === names && at === numbers.length ? value : undefined;
}

function parseSlowly(text: string, longest: number): ParsedJson {
  const duplicates = duplicateKeys(text);
  if (typeof duplicates === 'string') return { ok: false, reason: duplicates };
  const value = inert(JSON.parse(text, withDigits), duplicates, '');
  return { ok: true, value, duplicateKeys: [...duplicates], longest };
}

/** A reviver for JSON.parse, which gets the digits of each number as `source`. */
const withDigits = (_: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
  typeof value === 'number' ? new JsonNumber(source as Decimal) : value;

/** In characters. A longer text is not parsed a second time to find the place of an error. */
const PLACED = 64 * 1024;

/** The place of the error. JSON.parse would quote the text in its message; lossless-json gives only the place. */
function placeOfError(text: string): string {
  if (text.length > PLACED) return '';
  let said: unknown;
  try {
    parse(text, null, { onDuplicateKey: () => undefined });
  } catch (error) {
    said = error;
  }
  return / at position \d+$/.exec(String(said))?.[0] ?? '';
}

/** Returns the value as JSON text. Numbers keep their digits. */
export const writeJson = (value: Json, indent?: number): string => JSON.stringify(value, null, indent);

const NOTHING: object = Object.freeze(Object.create(null));

/** Returns an empty object that inherits nothing. An object with a null prototype would take five times the memory. */
export const bareObject = (): Record<string, Json> => Object.create(NOTHING);

export function isObject(value: Json | undefined): value is JsonObject;
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  );
}

/** An object's own field. Undefined if `value` is no object or lacks the field. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (value instanceof JsonNumber || isJsonList(value)) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns the value without duplicate keys, in objects that inherit nothing. */
function inert(value: Json, duplicates: ReadonlySet<string>, path: string): Json {
  if (value === null || typeof value !== 'object' || value instanceof JsonNumber) return value;
  if (isJsonList(value)) return value.map((item, index) => inert(item, duplicates, `${path}[${index}]`));
  const object = bareObject();
  for (const [key, item] of Object.entries(value)) {
    const itemPath = childPath(path, key);
    // No path of a duplicate key is longer than MAX_PATH.
    const twice = itemPath.length <= MAX_PATH && duplicates.has(itemPath);
    if (!twice) object[key] = inert(item, duplicates, itemPath);
  }
  return object;
}

export const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !isJsonList(value) && !(value instanceof JsonNumber);

/** Returns the value in the form of a call's arguments: a number becomes the text of its digits. */
export function asGiven(json: Json): unknown {
  if (json instanceof JsonNumber) return json.source;
  if (json === null || typeof json !== 'object') return json;
  return Array.isArray(json)
    ? json.map(asGiven)
    : Object.fromEntries(Object.entries(json).map(([key, value]) => [key, asGiven(value)]));
}
