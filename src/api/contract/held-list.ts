/**
 * held-list.ts: a list that arrives inside an object, although the contract has the bare list: `{transactions,
 * pagination}`.
 */

import * as z from 'zod';
import { isJsonList, isObject, type Json } from '../../lib/json.ts';
import { t, visible } from '../../lib/visible.ts';
import { type Drift, DriftLog } from './drift.ts';

/** A list of errors is not the wanted list. */
const troubles = /^(?:errors?|warnings?|messages?)$/i;

/**
 * The only list of records in `data`. Undefined if `schema` is no list, if `data` is one, or if several lists are
 * possible.
 */
export function heldList(
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
    t`the list came inside an object, under ${visible(name, 40)}; it is read as the list`,
  );
  return { list, drift: log.list() };
}
