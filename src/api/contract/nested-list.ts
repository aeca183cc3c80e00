/** nested-list.ts: finds a list inside an object, such as `{transactions, pagination}`, if the contract has a bare list. */

import * as z from 'zod';
import { isJsonList, isObject, type Json } from '../../lib/json.ts';
import { t, visible } from '../../lib/visible.ts';
import { type Drift, DriftLog } from './drift.ts';

/** A list with one of these names has errors, not records. */
const troubles = /^(?:errors?|warnings?|messages?)$/i;

/**
 * The only list of records in the object `data`. Undefined if `schema` is not a list, if `data` is already a list, or
 * if `data` has several lists.
 */
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
