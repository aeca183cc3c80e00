/** Fits an answer's JSON to the declared result, and marks values that do not fit. Only a wrong shape is an error. */

import * as z from 'zod';
import { isJsonList, isObject, type Json, JsonNumber, type JsonObject } from '../../lib/json.ts';
import { leavingJson } from '../../lib/leaving.ts';
import { isMaskedName, maskCardNumbers } from '../../lib/redact.ts';
import { atOnce, type Steps } from '../../lib/steps.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { type Drift, DriftLog } from './drift.ts';
import { amountInQuotes, readerOf } from './fields.ts';
import { type Lenient, Odd } from './odd.ts';

export type Decoded<T> =
  | { readonly value: T; readonly drift: readonly Drift[] }
  | { readonly shapeError: Visible };

/**
 * An absent or null field is `undefined`, one of another type or an unlisted value is `Odd`. A whole answer of the
 * wrong shape is a `shapeError`. An empty list counts as an object without fields, because some services write it so.
 */
export const decode = <S extends z.ZodType>(
  schema: S,
  raw: Json | undefined,
): Decoded<Lenient<z.output<S>>> => atOnce(decoding(schema, raw));

/** In steps of a few records: masking the longest texts takes a millisecond for each. */
export function* decoding<S extends z.ZodType>(
  schema: S,
  raw: Json | undefined,
): Steps<Decoded<Lenient<z.output<S>>>> {
  const log = new DriftLog();
  const not = (promised: Visible) => ({ shapeError: t`${visible(kindOf(raw))} instead of ${promised}` });
  let value: unknown;
  if (schema instanceof z.ZodArray) {
    if (!Array.isArray(raw)) return not(t`a list`);
    value = yield* records(schema.element as z.ZodType, raw, log);
  } else if (schema instanceof z.ZodObject) {
    if (!isObject(raw) && !isEmptyList(raw)) return not(t`an object`);
    value = walk(schema, raw, '', log);
  } else {
    if (raw === undefined && !schema.safeParse(undefined).success) return not(t`a value`);
    value = leaf(schema, raw, '', log);
  }
  // The walk follows the schema, and Lenient describes its result.
  return { value: value as Lenient<z.output<S>>, drift: log.list() };
}

/** Not for inherited names such as `constructor`. */
export const member = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

const isEmptyList = (raw: Json | undefined): boolean => Array.isArray(raw) && raw.length === 0;

const walk = (schema: z.ZodType, raw: Json | undefined, path: string, log: DriftLog): unknown =>
  walkField(unwrap(schema), raw, path, log);

function walkField(field: Unwrapped, raw: Json | undefined, path: string, log: DriftLog): unknown {
  const quick = field.read?.(raw);
  if (quick !== undefined) return quick;
  if (raw === undefined || raw === null) {
    if (!field.optional) log.add('missing', path, raw === null ? t`is null` : t`is absent`);
    return undefined;
  }
  if (field.type instanceof z.ZodArray) return walkList(field.type.element as z.ZodType, raw, path, log);
  if (field.type instanceof z.ZodObject) return walkObject(field.type, raw, path, log);
  if (field.type instanceof z.ZodRecord) return walkRecord(field.type.valueType as z.ZodType, raw, path, log);
  return leaf(field.type, raw, path, log);
}

interface Unwrapped {
  readonly type: z.ZodType;
  readonly optional: boolean;
  readonly read: ReturnType<typeof readerOf>;
}

interface SchemaFields {
  readonly fields: readonly (Unwrapped & { readonly key: string })[];
  /** All fields. A copy takes a third of the memory of an object that gets its fields one by one. */
  readonly blank: Readonly<Record<string, unknown>>;
}

const knownFields = new WeakMap<z.ZodObject, SchemaFields>();

/** Unwrapped once for all records of a list. */
function fieldsIn(schema: z.ZodObject): SchemaFields {
  const known = knownFields.get(schema);
  if (known) return known;
  const fields = Object.entries(schema.shape).map(([key, field]) => ({ key, ...unwrap(field as z.ZodType) }));
  // V8 stores an object of JSON.parse without a table of its keys.
  const text = JSON.stringify(Object.fromEntries(fields.map(({ key }) => [key, ''])));
  const blank: SchemaFields['blank'] = JSON.parse(text);
  const found = { fields, blank };
  knownFields.set(schema, found);
  return found;
}

/** An optional or nullable field may be absent without drift. */
export function unwrap(schema: z.ZodType): Unwrapped {
  let type = schema;
  let optional = false;
  while (type instanceof z.ZodOptional || type instanceof z.ZodNullable) {
    type = type.unwrap() as z.ZodType;
    optional = true;
  }
  return { type, optional, read: readerOf(type) };
}

function walkList(item: z.ZodType, raw: Json, path: string, log: DriftLog): unknown {
  if (!Array.isArray(raw)) return odd(raw, path, log, t`${visible(kindOf(raw))} instead of a list`);
  return raw.map((one: Json) => walkItem(item, one, `${path}[]`, log));
}

const walkItem = (item: z.ZodType, one: Json, path: string, log: DriftLog): unknown =>
  one === null ? odd(one, path, log, t`null instead of an item`) : walk(item, one, path, log);

const RECORDS_AT_ONCE = 10;

function* records(item: z.ZodType, raw: readonly Json[], log: DriftLog): Steps<readonly unknown[]> {
  const read: unknown[] = [];
  for (const one of raw) {
    read.push(walkItem(item, one, '[]', log));
    if (read.length % RECORDS_AT_ONCE === 0) yield;
  }
  return read;
}

/** An empty list counts as an empty object. */
function objectIn(raw: Json, path: string, log: DriftLog): JsonObject | Odd {
  if (isObject(raw)) return raw;
  if (!isEmptyList(raw)) return odd(raw, path, log, t`${visible(kindOf(raw))} instead of an object`);
  log.add('wrong-type', path, t`an empty list instead of an object`);
  return {};
}

function walkObject(schema: z.ZodObject, raw: Json, path: string, log: DriftLog): unknown {
  const sent = objectIn(raw, path, log);
  if (sent instanceof Odd) return sent;
  const prefix = path === '' ? '' : `${path}.`;
  const { fields, blank } = fieldsIn(schema);
  const value = { ...blank };
  const unknown = Object.keys(sent).filter(key => !Object.hasOwn(blank, key));
  const respelt = unknown.length === 0 ? NONE : otherSpellings(fields, sent, unknown);
  for (const field of fields) {
    const name = respelt.get(field.key) ?? field.key;
    value[field.key] = walkField(field, member(sent, name), prefix + name, log);
  }
  const readAs = respelt === NONE ? NONE : new Map(Array.from(respelt, ([key, name]) => [name, key]));
  for (const key of unknown) {
    const known = readAs.get(key);
    log.add(
      'unknown-field',
      prefix + key,
      known === undefined ? t`is not in the contract` : t`is read as ${visible(known)}`,
    );
  }
  return value;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** INTERFACE.md, Conversion: the same field is `sourceAmount` in one answer and `source_amount` in another. */
const spelling = (key: string): string => key.replaceAll('_', '').toLowerCase();

/** For each absent field the only unknown one that is spelt like it. */
function otherSpellings(
  fields: SchemaFields['fields'],
  sent: JsonObject,
  unknown: readonly string[],
): ReadonlyMap<string, string> {
  const bySpelling = Map.groupBy(unknown, spelling);
  return new Map(
    fields.flatMap(({ key }) => {
      const [name, another] = Object.hasOwn(sent, key) ? [] : (bySpelling.get(spelling(key)) ?? []);
      return name === undefined || another !== undefined ? [] : [[key, name] as const];
    }),
  );
}

/** The service chooses the keys. */
function walkRecord(schema: z.ZodType, raw: Json, path: string, log: DriftLog): unknown {
  const sent = objectIn(raw, path, log);
  if (sent instanceof Odd) return sent;
  return Object.fromEntries(
    Object.entries(sent).map(([key, value]) => [key, walk(schema, value, `${path}.*`, log)]),
  );
}

function leaf(schema: z.ZodType, raw: Json | undefined, path: string, log: DriftLog): unknown {
  const amount = amountInQuotes(schema, raw);
  if (amount !== undefined) {
    log.add('wrong-type', path, t`a text instead of a number`);
    return amount;
  }
  const read = schema.safeParse(raw);
  if (read.success) return read.data;
  if (raw === undefined) return undefined;
  const unlisted = typeof raw === 'string' && read.error.issues.some(issue => issue.code === 'invalid_value');
  if (!unlisted) return odd(raw, path, log, t`${visible(kindOf(raw))} that doesn't fit`);
  log.add('unlisted-value', path, () => t`"${visible(maskCardNumbers(raw), 40)}" is not a listed value`);
  return new Odd(raw);
}

function odd(raw: Json, path: string, log: DriftLog, note: Visible): Odd {
  log.add('wrong-type', path, note);
  const name = path.slice(path.lastIndexOf('.') + 1);
  // The service promised to mask this number, so Purser masks it even if its type is wrong.
  return new Odd(isMaskedName(name) ? leavingJson(raw, name) : raw);
}

function kindOf(raw: Json | undefined): string {
  if (raw === undefined) return 'nothing';
  if (raw === null) return 'null';
  if (raw instanceof JsonNumber) return 'a number';
  if (Array.isArray(raw)) return 'a list';
  if (typeof raw === 'string') return 'a text';
  return typeof raw === 'boolean' ? 'a yes or no' : 'an object';
}

/** Such a list has errors, not records. */
const troubles = /^(?:errors?|warnings?|messages?)$/i;

/** For a bare list in the contract: the only list of records in an object, such as `{transactions, pagination}`. */
export function nestedList(
  schema: z.ZodType,
  data: Json | undefined,
): { readonly list: Json; readonly drift: readonly Drift[] } | undefined {
  if (!(schema instanceof z.ZodArray) || !isObject(data)) return undefined;
  const lists = Object.entries(data).filter(([, value]) => isJsonList(value));
  const [only, other] = lists;
  if (only === undefined || other !== undefined) return undefined;
  const [name, list = null] = only;
  if (troubles.test(name) || !isJsonList(list) || !list.every(item => isObject(item))) return undefined;
  const log = new DriftLog();
  log.add(
    'wrong-type',
    name,
    t`the list is inside an object, under ${visible(name, 40)}; Purser reads it there`,
  );
  return { list, drift: log.list() };
}
