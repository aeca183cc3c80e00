// Changes a payload by chance, as a changed service would: unknown fields, unlisted values, nulls and other types.

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
  /** The chance of a change for each field, 0 to 1. */
  readonly chance: number;
  readonly luck: Dice;
}

/** A word that no operation lists. */
const UNLISTED = 'FROZEN';

/**
 * Changes a payload. With the operation's result as `schema`, changes only what INTERFACE.md allows: an unlisted word,
 * null for an optional value, but no other type.
 */
export function mutated(json: Json, mutating: Mutating, schema?: z.ZodType): Json {
  const { kinds, chance, luck } = mutating;
  const { type = undefined, optional = true } = schema ? unwrap(schema) : {};
  const may = (kind: Mutation): boolean =>
    kinds.includes(kind) && (schema === undefined || allows[kind](type, optional));
  if (Array.isArray(json) || isObject(json)) {
    // A whole object or list becomes null only if the schema allows it.
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

/** Whether INTERFACE.md lists the words for this value. */
function listsWords(type: z.ZodType): boolean {
  const read = type.safeParse(UNLISTED);
  return !read.success && read.error.issues.some(({ code }) => code === 'invalid_value');
}

/** The schema of the payload. The beneficiary list has its payload in `data`. */
export function payloadOf(id: OperationId): z.ZodType {
  const { envelope, result } = operations[id];
  const data = envelope === 'paginated' && result instanceof z.ZodObject ? result.shape['data'] : undefined;
  return data instanceof z.ZodType ? data : result;
}
