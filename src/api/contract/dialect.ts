/** One switch for each conflict in INTERFACE.md (section Conflicts), and the form of a request that follows. */

import type { Declaration, RequestForm } from './operation.ts';

/** The first value is the default. */
export interface Dialect {
  /** The login's header; `none` sends no header. */
  readonly scope: string;
  /** POST sends the same members as a JSON body. */
  readonly quote: 'GET' | 'POST';
  /** A quote's absent amount. */
  readonly nullAmount: 'omitted' | 'null';
  /** Where the conversion ID of a lookup goes. */
  readonly conversion: 'query' | 'path';
  /** The examples omit a conversion's currencies and `validAmount`. */
  readonly conversionFields: 'full' | 'short';
  /** INTERFACE.md has `cardholder` in the heading, `cardHolders` in the examples. */
  readonly cardholder: 'cardholder' | 'cardHolders';
  /** `GET-body` and POST send the query's members as a body. */
  readonly cardTransactions: 'GET' | 'GET-body' | 'POST';
  /** The second date filter has the same ending. */
  readonly mandateDates: 'from_created_date' | 'from_created_at';
  /** Of every path of Family B. */
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

/** `scope` takes any value. */
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

/** The client sends this form, and the simulator refuses every other form. */
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
    // Cancel payout has `{version}` in place of v1.
    path: (changed.path ?? operation.path).replace(/^\/svc\//, `/${chosen.basePath.split('/')[1]}/`),
  };
}

export function queryInPath(operation: Declaration, form: RequestForm): readonly string[] {
  const own = operation.params?.shape ?? {};
  return [...form.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
    Object.hasOwn(own, name) ? [] : [name],
  );
}
