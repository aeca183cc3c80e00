// A screen's request to the service: an operation with its input, and the key of its cached answer.

import type { Odd } from '../api/contract/odd.ts';
import type { Input, OperationId, Operations, Result } from '../api/contract/operations.ts';

/** The list in the answer, by the operation's paging: the result itself, or one of its fields. */
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

/** The record type of an operation that answers with a list. */
export type RowOf<Id extends OperationId> = Exclude<ListIn<Id>[number], Odd>;

/** The operations that answer with a list. */
export type ListOperation = {
  [Id in OperationId]: [ListIn<Id>] extends [never] ? never : Id;
}[OperationId];
/**
 * The operations that read one object: an operation that changes something, or makes something new each time, is never
 * read like this.
 */
export type DocumentOperation = {
  [Id in OperationId]: Operations[Id]['class'] extends 'read' ? Exclude<Id, ListOperation> : never;
}[OperationId];

export interface ListQuery<Id extends ListOperation = ListOperation> {
  readonly operation: Id;
  readonly input: Input<Id>;
  /** The field with the service's own ID of a record. */
  readonly idField: string;
}

export interface DocumentQuery<Id extends DocumentOperation = DocumentOperation> {
  readonly operation: Id;
  readonly input: Input<Id>;
}

/** Two queries with the same key are the same request. */
export const queryKey = (query: { readonly operation: string; readonly input: unknown }): string =>
  `${query.operation} ${JSON.stringify(query.input)}`;

/** The same request, for the page that these fields name. */
export function withFields(query: ListQuery, fields: Readonly<Record<string, number>>): Input<ListOperation> {
  if (Object.keys(fields).length === 0) return query.input;
  // The declared paging names query fields of this very operation; the type can't follow a computed name.
  const given: object = 'query' in query.input && query.input.query ? query.input.query : {};
  return { ...query.input, query: { ...given, ...fields } } as Input<ListOperation>;
}
