/** request-form.ts: the form of an operation's request in a dialect. */

import { type Dialect, defaultDialect } from './dialect.ts';
import type { Declaration, RequestForm } from './operation.ts';

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
