/** One switch for each conflict in INTERFACE.md (section Conflicts), and the form of a request that follows. */

import type { Declaration, RequestForm } from './operation.ts';

/** The first value is the default. */
const values = {
  /** POST sends the same members as a JSON body. */
  quote: ['GET', 'POST'],
  /** A quote's absent amount. */
  nullAmount: ['omitted', 'null'],
  /** Where the conversion ID of a lookup goes. */
  conversion: ['query', 'path'],
  /** The examples omit a conversion's currencies and `validAmount`. */
  conversionFields: ['full', 'short'],
  /** INTERFACE.md has `cardholder` in the heading, `cardHolders` in the examples. */
  cardholder: ['cardholder', 'cardHolders'],
  /** `GET-body` and POST send the query's members as a body. */
  cardTransactions: ['GET', 'GET-body', 'POST'],
  /** The second date filter has the same ending. */
  mandateDates: ['from_created_date', 'from_created_at'],
  /** Of every path of Family B. */
  basePath: ['/svc/api/v1', '/zoqq/api/v1'],
} as const;

type Switches = { readonly [Switch in keyof typeof values]: (typeof values)[Switch][number] };

export interface Dialect extends Switches {
  /** The login's header, with any value; `none` sends no header. */
  readonly scope: string;
}

export const dialectValues: { readonly [Switch in keyof Switches]: readonly Switches[Switch][] } = values;

export const defaultDialect: Dialect = {
  scope: 'none',
  // A cast: each switch has its own first value.
  ...(Object.fromEntries(Object.entries(values).map(([name, [first]]) => [name, first])) as Switches),
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
