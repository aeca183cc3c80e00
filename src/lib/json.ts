/** Exact JSON: numbers keep their digits, duplicate keys are dropped, "__proto__" is a key like any other. */

import { attempt } from './attempt.ts';
import type { Decimal } from './decimal.ts';

declare global {
  interface JSON {
    /** JSON.stringify writes the result unchanged. TypeScript's library lacks this function. */
    rawJSON(text: string): unknown;
  }
}

/** The digits are unchanged. `parseDecimal` tells whether arithmetic can use them. */
export class JsonNumber {
  readonly source: Decimal;

  constructor(source: Decimal) {
    this.source = source;
  }

  /** For JSON.stringify. */
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
      /** Of any text, name or number, in characters. */
      readonly longest: number;
    }
  | { readonly ok: false; readonly reason: string };

/** `value` lacks the keys of `duplicateKeys` ("data[0].amount"). `reason` never quotes the text. */
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

/** In characters: currencies, statuses, types and countries are no longer. */
const WORD = 16;

/** `numbers` are in the text's order. Undefined if JSON.parse may have changed it: a key is repeated or a number. */
function withNumbers(parsed: unknown, names: number, numbers: readonly string[]): Json | undefined {
  let at = 0;
  let found = 0;
  let exact = true;
  /** The short words of all records. V8 itself keeps each only once if the whole text is Latin. */
  const words = new Map<string, string>();
  function kept(text: string): string {
    const known = words.get(text);
    if (known === undefined) words.set(text, text);
    return known ?? text;
  }
  function walk(value: unknown): Json {
    if (typeof value === 'number') {
      const source = numbers[at++] ?? '';
      if (Number(source) !== value) exact = false;
      return numberOf(source);
    }
    // Only null, true, false and texts are left.
    if (value === null || typeof value !== 'object') return value as Json;
    if (Array.isArray(value)) return value.map(walk);
    // In place: V8 gives a new object with many members three times the memory.
    const object: Record<string, Json> = Object.setPrototypeOf(value, NOTHING);
    for (const key of Object.keys(object)) {
      found++;
      if (/^\d/.test(key)) exact = false;
      const member: unknown = object[key];
      if (typeof member === 'number' || typeof member === 'object') object[key] = walk(member);
      else if (typeof member === 'string' && member.length <= WORD) object[key] = kept(member);
    }
    return object;
  }
  const value = walk(parsed);
  return exact && found === names && at === numbers.length ? value : undefined;
}

/** In characters. V8 copies a shorter part of a text. For a longer one it keeps the whole text: here, the whole answer. */
const SHORT = 13;

/** A long number is joined from its characters, so that it is a copy. */
const numberOf = (source: string): JsonNumber =>
  new JsonNumber((source.length < SHORT ? source : [...source].join('')) as Decimal);

function parseSlowly(text: string, longest: number): ParsedJson {
  const duplicates = duplicateKeys(text);
  if (typeof duplicates === 'string') return { ok: false, reason: duplicates };
  const value = inert(JSON.parse(text, withDigits), duplicates, '');
  return { ok: true, value, duplicateKeys: [...duplicates], longest };
}

/** JSON.parse gives a reviver the digits as `source`. */
const withDigits = (_: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
  typeof value === 'number' ? numberOf(source ?? '') : value;

/** A longer text is not parsed again to find the place of an error. */
const PLACED = 64 * 1024;

/** JSON.parse would quote the text. */
const placeOfError = (text: string): string =>
  text.length > PLACED ? '' : ` at position ${firstMisfit(text)}`;

const BLANK = /[ \t\n\r]*/.source;
const QUOTED = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/.source;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/.source;
const TOKEN = new RegExp(`${BLANK}(?:([[\\]{},:])|(${QUOTED}")|${SCALAR})`, 'y');
/** White space, and as much of the next text or number as is sound. */
const SOUND = new RegExp(`${BLANK}(?:${QUOTED}|-)?`, 'y');

/** Where the first part begins that has no place in JSON, or the text ends. */
function firstMisfit(text: string): number {
  const levels: string[] = [];
  let wanted: 'value' | 'name' | ':' | ',' = 'value';
  /** After an opening bracket, its closing bracket may follow. */
  let isOpen = false;
  for (let at = 0; ; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = SOUND.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) {
      const sound = SOUND.exec(text)?.[0] ?? '';
      return at + (wanted === 'value' || wanted === 'name' ? sound : sound.replace(/["-].*/s, '')).length;
    }
    const [token, mark, string] = found;
    const start = at + token.length - token.trimStart().length;
    const level = levels.at(-1);
    if (mark === ']' || mark === '}') {
      if (level !== mark || !(isOpen || wanted === ',')) return start;
      levels.pop();
      wanted = ',';
    } else if (mark === ',' || mark === ':') {
      if (wanted !== mark || level === undefined) return start;
      wanted = mark === ',' && level === '}' ? 'name' : 'value';
    } else if (wanted === 'name') {
      if (string === undefined) return start;
      wanted = ':';
    } else if (wanted !== 'value') return start;
    else if (mark === undefined) wanted = ',';
    else {
      levels.push(mark === '[' ? ']' : '}');
      wanted = mark === '[' ? 'value' : 'name';
    }
    isOpen = mark === '[' || mark === '{';
  }
}

export const writeJson = (value: Json, indent?: number): string => JSON.stringify(value, null, indent);

const NOTHING: object = Object.freeze(Object.create(null));

/** An object with a null prototype would take five times the memory. */
export const bareObject = (): Record<string, Json> => Object.create(NOTHING);

export function isObject(value: Json | undefined): value is JsonObject;
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  );
}

/** Own fields only. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (value instanceof JsonNumber || isJsonList(value)) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Undefined for an empty text too. */
export function textMember(value: Json | undefined, name: string): string | undefined {
  const text = memberOf(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Without duplicate keys, in objects that inherit nothing. */
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

/** A number becomes the text of its digits. */
export function asGiven(json: Json): unknown {
  if (json instanceof JsonNumber) return json.source;
  if (json === null || typeof json !== 'object') return json;
  return Array.isArray(json)
    ? json.map(asGiven)
    : Object.fromEntries(Object.entries(json).map(([key, value]) => [key, asGiven(value)]));
}

/** Functions that walk over a value recurse. */
const MAX_DEPTH = 200;
/** More than 5,000 full records have. Reading more would block the screen. */
const MAX_VALUES = 500_000;
/** Every path is compared with the paths of duplicate keys. */
const MAX_PATH = 512;
const MAX_DUPLICATES = 1000;

interface Level {
  readonly path: string;
  /** None in an array. */
  readonly keys: Set<string> | undefined;
  item: string;
  index: number;
  /** A string here is a key. */
  atKey: boolean;
}

/** `data.amount`, or `data["a b"]` if the key is not a plain name. */
function childPath(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

interface Measured {
  /** Why Purser does not read the text. */
  readonly refused?: string;
  readonly names: number;
  readonly numbers: readonly string[];
  readonly longest: number;
}

const [QUOTE, COMMA, COLON, MINUS, NINE] = [0x22, 0x2c, 0x3a, 0x2d, 0x39];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const NUMBER = /[-+.\deE]+/y;

/** One quick pass. Meaningless for a text that is not JSON. */
function measureJson(text: string): Measured {
  const numbers: string[] = [];
  let depth = 0;
  let values = 0;
  let names = 0;
  let longest = 0;
  const refuse = (refused: string): Measured => ({ refused, names, numbers, longest });
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      const end = stringEnd(text, at);
      longest = Math.max(longest, end - at);
      at = end;
    } else if (unit === COMMA) {
      if (depth > 0 && ++values === MAX_VALUES) return refuse('too many values');
    } else if (unit === COLON) names++;
    else if (unit === LIST || unit === OBJECT) {
      if (depth++ === MAX_DEPTH) return refuse('nested too deeply');
    } else if (unit === LIST_END || unit === OBJECT_END) depth = Math.max(0, depth - 1);
    else if (unit <= NINE && unit >= MINUS) {
      NUMBER.lastIndex = at;
      const [digits = ''] = NUMBER.exec(text) ?? [];
      numbers.push(digits);
      longest = Math.max(longest, digits.length);
      at += Math.max(0, digits.length - 1);
    }
  }
  return { names, numbers, longest };
}

/** The text must have passed `measureJson`. */
function duplicateKeys(text: string): ReadonlySet<string> | 'too many duplicate keys' {
  const found = new Set<string>();
  const levels: Level[] = [];
  let level: Level | undefined;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '{' || char === '[') {
      const path = level?.item ?? '';
      const keys = char === '{' ? new Set<string>() : undefined;
      level = { path, keys, item: `${path}[0]`, index: 0, atKey: char === '{' };
      levels.push(level);
    } else if (char === '}' || char === ']') {
      levels.pop();
      level = levels.at(-1);
    } else if (char === ',' && level) {
      if (level.keys) level.atKey = true;
      else level.item = `${level.path}[${++level.index}]`;
    } else if (char === '"') {
      const end = stringEnd(text, at);
      if (level?.keys && level.atKey) {
        level.atKey = false;
        const key = unquoted(text.slice(at, end + 1));
        level.item = childPath(level.path, key);
        if (level.keys.has(key)) {
          if (level.item.length > MAX_PATH || found.size === MAX_DUPLICATES) return 'too many duplicate keys';
          found.add(level.item);
        }
        level.keys.add(key);
      }
      at = end;
    }
  }
  return found;
}

function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

const unquoted = (literal: string): string => attempt(() => String(JSON.parse(literal))) ?? literal;
