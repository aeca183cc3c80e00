/** request.ts: an operation and what a person asked for become a URL and headers, or a reason why not. */

import * as z from 'zod';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Dialect } from './dialect.ts';
import { headerProblem } from './header-text.ts';
import type { Declaration, RequestPart } from './operation.ts';

export type BuiltRequest =
  | {
      readonly ok: true;
      readonly method: Declaration['method'];
      readonly url: string;
      /** The operation's own headers, not the common ones of its family. */
      readonly headers: Readonly<Record<string, string>>;
    }
  | InvalidInput;

export interface InvalidInput {
  readonly ok: false;
  /** The member that was refused: `page`, `x-account-id`. */
  readonly field: Visible;
  readonly reason: Visible;
}

/** Where and how the service is spoken to; `baseUrl` has passed `checkBaseUrl`. */
export interface Address {
  readonly baseUrl: string;
  readonly dialect: Dialect;
}

/** What an `Input` is at run time. */
export type RequestInput = { readonly [Part in RequestPart]?: object | undefined };

/** Checks `input` against the operation's declaration and builds the request; nothing half right is ever sent. */
export function buildRequest(operation: Declaration, input: RequestInput, address: Address): BuiltRequest {
  const params = read(operation.params, input.params, segmentProblem);
  if (!params.ok) return params;
  const query = read(operation.query, input.query, queryProblem);
  if (!query.ok) return query;
  const headers = read(operation.headers, input.headers, headerProblem);
  if (!headers.ok) return headers;

  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params.values[name] ?? ''),
  );
  const search = Object.entries(query.values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const url = address.baseUrl + path + (search.length > 0 ? `?${search.join('&')}` : '');
  const dialect = operation.dialect?.(address.dialect).headers;
  return { ok: true, method: operation.method, url, headers: { ...headers.values, ...dialect } };
}

/** Why a text can't be a part of a path: `..` would climb out of it, encoded or not (FAULTS C20). */
function segmentProblem(value: string): Visible | undefined {
  if (value === '') return t`nothing was given`;
  if (value === '.' || value === '..') return t`a path of dots is no ID`;
  if (/\p{Cc}/u.test(value)) return t`holds a control character`;
  return queryProblem(value);
}

function queryProblem(value: string): Visible | undefined {
  return value.isWellFormed() ? undefined : t`holds half a character`;
}

type Values = { readonly ok: true; readonly values: Readonly<Record<string, string>> };

function read(
  schema: z.ZodObject | undefined,
  given: object | undefined,
  problem: (value: string) => Visible | undefined,
): Values | InvalidInput {
  const checked = (schema ?? z.strictObject({})).safeParse(given ?? {});
  if (!checked.success) return refusal(checked.error);
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(checked.data)) {
    if (value === undefined) continue;
    values[name] = String(value);
    const reason = problem(values[name]);
    if (reason !== undefined) return { ok: false, field: visible(name, 80), reason };
  }
  return { ok: true, values };
}

function refusal(error: z.ZodError): InvalidInput {
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') {
    return {
      ok: false,
      field: visible(issue.keys.join(', '), 80),
      reason: t`is not known to this operation`,
    };
  }
  return {
    ok: false,
    field: visible(issue?.path.join('.') ?? '', 80),
    reason: visible(issue?.message ?? 'is not what is needed', 200),
  };
}
