/** dialect.ts: INTERFACE.md's open questions that only a server can settle; one switch each, for client and simulator. */

import type { z } from 'zod';
import type { Declaration } from './operation.ts';

/** The first value of each switch is the default. */
export interface Dialect {
  /** The login's `scope` header: `none` doesn't send it, anything else is its value (Authentication, 3). */
  readonly scope: string;
  /** How a quote is asked for: GET with a query, or POST with the same members as a JSON body (foreign exchange). */
  readonly quote: 'GET' | 'POST';
  /** The amount of a quote that isn't given: left out, or said to be null. */
  readonly nullAmount: 'omitted' | 'null';
  /** Where the ID of a conversion that is looked up stands. */
  readonly conversion: 'query' | 'path';
  /** Whether a conversion says its currencies and `validAmount`, which the examples omit. */
  readonly conversionFields: 'full' | 'short';
  /** The last segment of the cardholders' path: as in the heading, or as in the examples. */
  readonly cardholder: 'cardholder' | 'cardHolders';
  /** How a card's transactions are asked for: with a query, with the same members as a GET's body, or as a POST's. */
  readonly cardTransactions: 'GET' | 'GET-body' | 'POST';
  /** What the mandates' first date filter is called; the other has the same ending. */
  readonly mandateDates: 'from_created_date' | 'from_created_at';
}

export const defaultDialect: Dialect = {
  scope: 'none',
  quote: 'GET',
  nullAmount: 'omitted',
  conversion: 'query',
  conversionFields: 'full',
  cardholder: 'cardholder',
  cardTransactions: 'GET',
  mandateDates: 'from_created_date',
};

/** The values of each switch that has a list of them; `scope` takes any. */
export const dialectValues: {
  readonly [Switch in Exclude<keyof Dialect, 'scope'>]: readonly Dialect[Switch][];
} = {
  quote: ['GET', 'POST'],
  nullAmount: ['omitted', 'null'],
  conversion: ['query', 'path'],
  conversionFields: ['full', 'short'],
  cardholder: ['cardholder', 'cardHolders'],
  cardTransactions: ['GET', 'GET-body', 'POST'],
  mandateDates: ['from_created_date', 'from_created_at'],
};

/** How a request looks on the wire, the dialect's part of it decided. */
export interface Form {
  readonly method: Declaration['method'];
  /** `{name}` is the member of `params` with that name, or, where the dialect moves it there, of `query`. */
  readonly path: string;
  /** Headers with these very values, beside those of the family and the operation. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the members of `query` travel that don't stand in the path. */
  readonly queryIn: 'query' | 'body';
  /** What members of `query` are called on the wire, where that is another name than theirs. */
  readonly renamed: Readonly<Record<string, string>>;
  /** Members of `query` that say null where they aren't given. */
  readonly nulls: readonly string[];
  /** The members of `body` that travel, where there is one. */
  readonly bodySchema: z.ZodObject | undefined;
  /** `empty`: says `Content-Type: application/json` and sends nothing. */
  readonly body: 'none' | 'empty' | 'json';
}

/**
 * The one form that `operation` has in `dialect`, whose unsaid switches are at their defaults: the client sends it, the
 * simulator refuses every other.
 */
export function formOf(operation: Declaration, dialect: Partial<Dialect>): Form {
  const changed = operation.dialect?.({ ...defaultDialect, ...dialect }) ?? {};
  const inBody = changed.queryIn === 'body' || typeof operation.body === 'object';
  return {
    method: operation.method,
    path: operation.path,
    headers: {},
    queryIn: 'query',
    renamed: {},
    nulls: [],
    bodySchema: typeof operation.body === 'object' ? operation.body : undefined,
    body: inBody ? 'json' : (operation.body ?? 'none'),
    ...changed,
  };
}

/** The members of `query` that stand in the path in this form. */
export function queryInPath(operation: Declaration, form: Form): readonly string[] {
  const own = operation.params?.shape ?? {};
  return [...form.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
    Object.hasOwn(own, name) ? [] : [name],
  );
}
