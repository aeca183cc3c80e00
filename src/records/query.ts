// A screen's request to the service: an operation with its input, and the key of its cached answer.

import type { Odd } from '../api/contract/odd.ts';
import type { Input, OperationId, Operations, Result } from '../api/contract/operations.ts';
import { remembered } from '../lib/remembered.ts';

/** The list is the result or one of its fields: see the operation's `paging`. */
type ListIn<Id extends OperationId> = Operations[Id]['class'] extends 'read'
  ? Operations[Id]['paging'] extends { readonly list: 'counted' }
    ? ListMember<Result<Id>, 'data'>
    : Operations[Id]['paging'] extends { readonly style: 'has-more' } | { readonly list: 'has-more' }
      ? ListMember<Result<Id>, 'items'>
      : Extract<Result<Id>, readonly unknown[]>
  : never;

type ListMember<T, Name extends string> = T extends { readonly [K in Name]: infer Value }
  ? Extract<Value, readonly unknown[]>
  : never;

export type RowOf<Id extends OperationId> = Exclude<ListIn<Id>[number], Odd>;

export type ListOperation = {
  [Id in OperationId]: [ListIn<Id>] extends [never] ? never : Id;
}[OperationId];
/** That read one object and change nothing. */
export type DocumentOperation = {
  [Id in OperationId]: Operations[Id]['class'] extends 'read' ? Exclude<Id, ListOperation> : never;
}[OperationId];

export interface ListQuery<Id extends ListOperation = ListOperation> {
  readonly operation: Id;
  readonly input: Input<Id>;
}

export interface DocumentQuery<Id extends DocumentOperation = DocumentOperation> {
  readonly operation: Id;
  readonly input: Input<Id>;
}

/** A watch reads a list like one object: only one page, in its own place. */
export type ReadQuery = DocumentQuery | ListQuery;

/** Two queries with the same key are the same request. */
export const queryKey = remembered(
  ({ operation, input }: { readonly operation: string; readonly input: unknown }): string =>
    `${operation} ${JSON.stringify(input)}`,
);

export function withFields(
  query: ListQuery,
  fields: Readonly<Record<string, number | string>>,
): Input<ListOperation> {
  if (Object.keys(fields).length === 0) return query.input;
  // Declared by the operation's paging or period. The type system can't follow a computed name.
  const given: object = 'query' in query.input && query.input.query ? query.input.query : {};
  return { ...query.input, query: { ...given, ...fields } } as Input<ListOperation>;
}
