/**
 * dialect.ts: one switch for each conflict in INTERFACE.md (section Conflicts). Client and simulator obey the switches.
 */

import type { Declaration, RequestForm } from './operation.ts';

/** The first value of each switch is the default. */
export interface Dialect {
  /** The login's `scope` header: `none` sends no header, any other value is sent. */
  readonly scope: string;
  /** How to request a quote: GET with a query, or POST with the same members as a JSON body. */
  readonly quote: 'GET' | 'POST';
  /** A quote's absent amount: omitted, or sent as null. */
  readonly nullAmount: 'omitted' | 'null';
  /** Where to put the conversion ID of a lookup. */
  readonly conversion: 'query' | 'path';
  /** Whether a conversion includes its currencies and `validAmount`, which the examples omit. */
  readonly conversionFields: 'full' | 'short';
  /** The last segment of the cardholders' path. INTERFACE.md has `cardholder` in the heading, `cardHolders` in the examples. */
  readonly cardholder: 'cardholder' | 'cardHolders';
  /** How to request a card's transactions: with a query, or with the same members as a GET body or a POST body. */
  readonly cardTransactions: 'GET' | 'GET-body' | 'POST';
  /** The name of the mandates' first date filter. The second date filter has the same ending. */
  readonly mandateDates: 'from_created_date' | 'from_created_at';
  /** The beginning of every path of Family B. */
  readonly basePath: '/svc/api/v1' | '/zoqq/api/v1';
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
  basePath: '/svc/api/v1',
};

/** The values of each switch that has a fixed list. `scope` takes any value. */
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
  basePath: ['/svc/api/v1', '/zoqq/api/v1'],
};

/**
 * The form of `operation` in `dialect`. Absent switches have their defaults. The client sends this form, and the
 * simulator refuses every other form.
 */
export function formOf(operation: Declaration, dialect: Partial<Dialect>): RequestForm {
  const chosen = { ...defaultDialect, ...dialect };
  const changed = operation.dialect?.(chosen) ?? {};
  const inBody = changed.queryIn === 'body' || typeof operation.body === 'object';
  return {
    method: operation.method,
    headers: {},
    queryIn: 'query',
    renamed: {},
    nulls: [],
    bodySchema: typeof operation.body === 'object' ? operation.body : undefined,
    body: inBody ? 'json' : (operation.body ?? 'none'),
    ...changed,
    // Declared paths have the default base path. Cancel payout has `{version}` in place of v1.
    path: (changed.path ?? operation.path).replace(/^\/svc\//, `/${chosen.basePath.split('/')[1]}/`),
  };
}

/** The members of `query` that this form puts in the path. */
export function queryInPath(operation: Declaration, form: RequestForm): readonly string[] {
  const own = operation.params?.shape ?? {};
  return [...form.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
    Object.hasOwn(own, name) ? [] : [name],
  );
}
