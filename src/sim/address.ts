// The addresses of the service, and the operation of a request to an address.

import * as z from 'zod';
import { type Dialect, formOf } from '../api/contract/dialect.ts';
import type { Operation, RequestForm } from '../api/contract/operation.ts';
import { type OperationId, operations } from '../api/contract/operations.ts';
import { isObject, parseJson } from '../lib/json.ts';

/** One method and path, with its operations. Operations that need a literal in the body come first. */
export interface RoutedAddress {
  readonly method: RequestForm['method'];
  readonly path: string;
  readonly ids: readonly OperationId[];
}

/** Every address of the service in this dialect. */
export function addresses(dialect: Partial<Dialect>): readonly RoutedAddress[] {
  const found = new Map<string, RoutedAddress>();
  for (const operation of Object.values(operations)) {
    const { method, path } = formOf(operation, dialect);
    const key = `${method} ${path}`;
    const ids: OperationId[] = [...(found.get(key)?.ids ?? []), operation.id];
    found.set(key, {
      method,
      path,
      ids: ids.toSorted((a, b) => literalsOf(b).length - literalsOf(a).length),
    });
  }
  return [...found.values()];
}

/**
 * Finds the operation by the literals in the body: `card_status: "CLOSED"` is card.close. If no literal matches, returns
 * the operation that needs no literal.
 */
export function operationAt({ ids }: RoutedAddress, body: string): OperationId | undefined {
  if (ids.length < 2) return ids[0];
  const read = parseJson(body);
  const sent = read.ok && isObject(read.value) ? read.value : {};
  return ids.find(id => literalsOf(id).every(([name, values]) => values.has(sent[name])));
}

/** The members of an operation's body that allow only one value. */
function literalsOf(id: OperationId): readonly (readonly [string, ReadonlySet<unknown>])[] {
  const { body }: Operation = operations[id];
  if (typeof body !== 'object') return [];
  return Object.entries(body.shape).flatMap(([name, field]) =>
    field instanceof z.ZodLiteral ? [[name, field.values] as const] : [],
  );
}
