/** problems.ts: finds the invalid and missing fields of an unfinished body, by the operation's schema. */

import * as z from 'zod';
import { isObject, type Json, JsonNumber } from '../../lib/json.ts';
import { jsonAt } from '../../lib/json-path.ts';
import { visible } from '../../lib/visible.ts';

export interface BodyProblem {
  /** For example "persons.0.first_name". */
  readonly path: string;
  readonly kind: 'missing' | 'wrong';
  /** Part of a sentence, in Purser's words. */
  readonly why: string;
}

const UNKNOWN_FIELD = 'the API has no field with this name';

/** Every missing or invalid field. If a whole part is missing, each of its required fields is listed. */
export function bodyProblems(schema: z.ZodType, body: Json): readonly BodyProblem[] {
  const read = schema.safeParse(body);
  if (read.success) return [];
  return read.error.issues.flatMap(({ path, message, code }): readonly BodyProblem[] => {
    const at = path.map(String).join('.');
    const given = at === '' ? body : jsonAt(body, at);
    const empty = given === undefined || given === '' || (Array.isArray(given) && given.length === 0);
    if (empty)
      return requiredLeaves(schemaAt(schema, path), at).map(leaf => ({
        path: leaf,
        kind: 'missing',
        why: 'required',
      }));
    const why = code === 'unrecognized_keys' ? UNKNOWN_FIELD : message;
    return [{ path: at, kind: 'wrong', why }];
  });
}

/** The required fields of a schema. A list counts with the fields of its first item. */
function requiredLeaves(schema: z.ZodType | undefined, path: string): readonly string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(shapeOf(schema)).flatMap(([name, member]) =>
      member instanceof z.ZodOptional ? [] : requiredLeaves(member, joined(path, name)),
    );
  if (schema instanceof z.ZodArray) return requiredLeaves(elementOf(schema), joined(path, '0'));
  return [path];
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  let at: z.ZodType | undefined = schema;
  for (const name of path) {
    if (at instanceof z.ZodOptional) at = innerOf(at);
    if (at instanceof z.ZodArray) at = elementOf(at);
    else at = at instanceof z.ZodObject ? shapeOf(at)[String(name)] : undefined;
  }
  return at;
}

// Zod's types for the inside of a schema are wider than any real schema.
const shapeOf = (schema: z.ZodObject) => schema.shape as Readonly<Record<string, z.ZodType>>;
const elementOf = (schema: z.ZodArray) => schema.element as z.ZodType;
const innerOf = (schema: z.ZodOptional) => schema.unwrap() as z.ZodType;

/** A field rejected on import, with the reason. */
export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

/**
 * The part of `raw` that fits the fields of `schema`, valid or not. A number in place of a text becomes a text with
 * the same digits. `leftOut` names everything else, so that nothing is lost silently.
 */
export function fitting(
  schema: z.ZodType,
  raw: Json,
): { readonly value: Json | undefined; readonly leftOut: readonly LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const value = asFits(schema, raw, '', (path, why) => leftOut.push({ path, why }));
  return { value, leftOut };
}

type Leave = (path: string, why: string) => void;

function asFits(schema: z.ZodType, raw: Json, path: string, leave: Leave): Json | undefined {
  const not = (why: string): undefined => {
    leave(path === '' ? '(whole body)' : path, why);
    return undefined;
  };
  if (schema instanceof z.ZodOptional) return asFits(innerOf(schema), raw, path, leave);
  if (schema instanceof z.ZodObject) {
    if (!isObject(raw)) return not('must be an object');
    const shape = shapeOf(schema);
    return Object.fromEntries(
      Object.entries(raw).flatMap(([name, member]): [string, Json][] => {
        const at = joined(path, name);
        const inner = Object.hasOwn(shape, name) ? shape[name] : undefined;
        if (!inner) leave(at, UNKNOWN_FIELD);
        const fits = inner && asFits(inner, member, at, leave);
        return fits === undefined ? [] : [[name, fits]];
      }),
    );
  }
  if (schema instanceof z.ZodArray)
    return Array.isArray(raw)
      ? raw.flatMap((item: Json, i) => asFits(elementOf(schema), item, joined(path, String(i)), leave) ?? [])
      : not('must be a list');
  if (schema instanceof z.ZodBoolean) return typeof raw === 'boolean' ? raw : not('must be true or false');
  const text = raw instanceof JsonNumber ? raw.source : raw;
  if (typeof text !== 'string') return not('must be a text');
  return visible(text) === text ? text : not('is too long, or has characters that can’t be typed');
}
