/** Exact JSON: numbers keep their digits, no value of a duplicate key is trusted, no key has power. */
import { parse } from 'lossless-json';
import type { Decimal } from './decimal.ts';
import { childPath, duplicateKeys, MAX_PATH, measureJson } from './json-scan.ts';

declare global {
  interface JSON {
    /** A value that JSON.stringify writes unchanged: TypeScript's library does not know it yet. */
    rawJSON(text: string): unknown;
  }
}

/**
 * A number with its digits unchanged. Any number of JSON's grammar: parseDecimal says whether it can be used in
 * arithmetic.
 */
export class JsonNumber {
  readonly source: Decimal;

  constructor(source: Decimal) {
    this.source = source;
  }

  /** For JSON.stringify: the digits unchanged. */
  toJSON(): unknown {
    return JSON.rawJSON(this.source);
  }
}

export type Json = null | boolean | string | JsonNumber | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

export type ParsedJson =
  | { readonly ok: true; readonly value: Json; readonly duplicateKeys: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a JSON text. `duplicateKeys` are the paths ("data[0].amount") of keys that occur more than once in one object,
 * with any values: they are absent from `value`. Objects inherit nothing, so that "__proto__" and "toString" are keys
 * like any other. `reason` quotes nothing of the text. Nesting beyond 200 levels and more than 500,000 values are
 * refused, because reading them would block the screen.
 */
export function parseJson(text: string): ParsedJson {
  const { refused, names, numbers } = measureJson(text);
  if (refused !== undefined) return { ok: false, reason: refused };
  try {
    const value = withNumbers(JSON.parse(text), names, numbers);
    return value === undefined ? parseSlowly(text) : { ok: true, value, duplicateKeys: [] };
  } catch {
    return { ok: false, reason: `not JSON${placeOfError(text)}` };
  }
}

/**
 * `parsed` with the digits of its numbers, in their order in the text. Undefined where JSON.parse may have changed that
 * order: a key is repeated, or one is a number.
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
    // JSON.parse makes nothing else.
    if (value === null || typeof value !== 'object') return value as Json;
    if (Array.isArray(value)) return value.map(walk);
    const object = bareObject();
    for (const key of Object.keys(value)) {
      found++;
      if (/^\d/.test(key)) exact = false;
      object[key] = walk((value as Readonly<Record<string, unknown>>)[key]);
    }
    return object;
  }
  const value = walk(parsed);
  return exact && found === names && at === numbers.length ? value : undefined;
}

function parseSlowly(text: string): ParsedJson {
  const duplicates = duplicateKeys(text);
  if (typeof duplicates === 'string') return { ok: false, reason: duplicates };
  const value = inert(JSON.parse(text, withDigits), duplicates, '');
  return { ok: true, value, duplicateKeys: [...duplicates] };
}

/** JSON.parse gives a reviver the digits of each number, as long as the reviver has not replaced what holds it. */
const withDigits = (_: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
  typeof value === 'number' ? new JsonNumber(source as Decimal) : value;

/** A longer text is not read twice to find the error's place. */
const PLACED = 64 * 1024;

/** JSON.parse quotes the text in its message; the other parser only gives the place. */
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

/** The text of a JSON value, its numbers exactly as their source. */
export const writeJson = (value: Json, indent?: number): string => JSON.stringify(value, null, indent);

const NOTHING: object = Object.freeze(Object.create(null));

/** An empty object that inherits nothing. One without any prototype would take five times the memory. */
export const bareObject = (): Record<string, Json> => Object.create(NOTHING);

export function isObject(value: Json | undefined): value is JsonObject;
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  );
}

/** An object's own field; undefined if `value` is no object or lacks it. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (value instanceof JsonNumber || isJsonList(value)) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The value with objects that inherit nothing, without duplicate keys. */
function inert(value: Json, duplicates: ReadonlySet<string>, path: string): Json {
  if (value === null || typeof value !== 'object' || value instanceof JsonNumber) return value;
  if (isJsonList(value)) return value.map((item, index) => inert(item, duplicates, `${path}[${index}]`));
  const object = bareObject();
  for (const [key, item] of Object.entries(value)) {
    const itemPath = childPath(path, key);
    // A longer path than theirs is never compared.
    const twice = itemPath.length <= MAX_PATH && duplicates.has(itemPath);
    if (!twice) object[key] = inert(item, duplicates, itemPath);
  }
  return object;
}

export const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export const isJsonObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !isJsonList(value) && !(value instanceof JsonNumber);

/** A value as a caller gives it: a number is its digits. */
export function asGiven(json: Json): unknown {
  if (json instanceof JsonNumber) return json.source;
  if (json === null || typeof json !== 'object') return json;
  return Array.isArray(json)
    ? json.map(asGiven)
    : Object.fromEntries(Object.entries(json).map(([key, value]) => [key, asGiven(value)]));
}
