// A service that has changed: unknown fields, unlisted values, nulls and other types, by chance, anywhere or only
// where INTERFACE.md allows them.

import * as z from 'zod';
import { unwrap } from '../../api/contract/decode.ts';
import { type OperationId, operations } from '../../api/contract/operations.ts';
import { isObject, type Json, JsonNumber } from '../../lib/json.ts';
import type { Dice } from '../random.ts';
import { number } from '../world/amount.ts';

export const mutations = ['fields', 'values', 'nulls', 'types'] as const;
type Mutation = (typeof mutations)[number];

export interface Mutating {
  readonly kinds: readonly Mutation[];
  /** Per field, 0 to 1. */
  readonly chance: number;
  readonly luck: Dice;
}

/** A text that no operation lists. */
const UNLISTED = 'FROZEN';

/**
 * Changes a payload. With the operation's result as `schema`, it changes only what INTERFACE.md allows: another
 * word in a list of words, null where a value is optional, and never another type.
 */
export function mutated(json: Json, mutating: Mutating, schema?: z.ZodType): Json {
  const { kinds, chance, luck } = mutating;
  const { type = undefined, optional = true } = schema ? unwrap(schema) : {};
  const may = (kind: Mutation): boolean =>
    kinds.includes(kind) && (schema === undefined || allows[kind](type, optional));
  if (Array.isArray(json) || isObject(json)) {
    // A whole object or list is null only where INTERFACE.md allows it. Elsewhere its fields are.
    if (schema && may('nulls') && luck.next() < chance) return null;
    const element = type instanceof z.ZodArray ? (type.element as z.ZodType) : schema && z.unknown();
    if (Array.isArray(json)) return json.map((item: Json) => mutated(item, mutating, element));
    const shape: Readonly<Record<string, z.ZodType>> = type instanceof z.ZodObject ? type.shape : {};
    const entries = Object.entries(json).map(([key, value]): [string, Json] => [
      key,
      mutated(value, mutating, shape[key] ?? (schema && z.unknown())),
    ]);
    if (kinds.includes('fields') && luck.next() < chance) entries.push([`x_${luck.hex(4)}`, { note: 'new' }]);
    return Object.fromEntries(entries);
  }
  const [first, ...others] = mutations.filter(kind => kind !== 'fields' && may(kind));
  if (first === undefined || luck.next() >= chance) return json;
  const kind = luck.pick([first, ...others]);
  if (kind === 'nulls') return null;
  if (kind === 'values') return typeof json === 'string' ? UNLISTED : json;
  if (json instanceof JsonNumber) return json.source;
  return typeof json === 'string' ? number('7') : 'yes';
}

const allows: Readonly<Record<Mutation, (type: z.ZodType | undefined, optional: boolean) => boolean>> = {
  fields: () => true,
  values: type => type !== undefined && listsWords(type),
  nulls: (_, optional) => optional,
  types: () => false,
};

/** Whether INTERFACE.md lists the words for this place. */
function listsWords(type: z.ZodType): boolean {
  const read = type.safeParse(UNLISTED);
  return !read.success && read.error.issues.some(({ code }) => code === 'invalid_value');
}

/** The declared payload. In the beneficiary list's envelope only `data` is payload. */
export function payloadOf(id: OperationId): z.ZodType {
  const { envelope, result } = operations[id];
  const data = envelope === 'paginated' && result instanceof z.ZodObject ? result.shape['data'] : undefined;
  return data instanceof z.ZodType ? data : result;
}
