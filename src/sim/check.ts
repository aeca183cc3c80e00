// Refuses every request that INTERFACE.md doesn't allow, by the declarations that the client sends by.
import type { z } from 'zod';
import type { Dialect } from '../api/contract/dialect.ts';
import { commonHeaders } from '../api/contract/family.ts';
import type { Operation } from '../api/contract/operation.ts';
import { operations } from '../api/contract/operations.ts';
import { pathProblem, queryPairs } from './target.ts';
import type { Received } from './wire.ts';

/** A request that fits its declaration; values as the schemas give them. */
export interface Checked {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  /** The common headers that came, by lower-case name. */
  readonly common: Readonly<Record<string, string>>;
}

/** Names what is wrong, and never quotes a value. */
export interface Problem {
  readonly problem: string;
}

/** Every header that means something to some call of the service. */
const serviceHeaders: ReadonlySet<string> = new Set([
  'scope',
  ...Object.values(operations).flatMap((operation: Operation) => [
    ...commonHeaders(operation).map(({ name }) => name),
    ...Object.keys(operation.headers?.shape ?? {}),
  ]),
]);

/** `params` are the path's pieces, decoded by the router. */
export function checkRequest(
  operation: Operation,
  dialect: Dialect,
  received: Received,
  params: Readonly<Record<string, string>>,
): Checked | Problem {
  const bad =
    pathProblem(received.path) ??
    headersProblem(operation, dialect, received) ??
    bodyProblem(operation, received);
  if (bad !== undefined) return { problem: bad };
  const pairs = queryPairs(received.query);
  if ('problem' in pairs) return pairs;
  const own = Object.keys(operation.headers?.shape ?? {});
  const path = part('Path parameter', operation.params, params);
  if ('problem' in path) return path;
  const query = part('Query parameter', operation.query, pairs.values);
  if ('problem' in query) return query;
  const headers = part('Header', operation.headers, picked(received, own));
  if ('problem' in headers) return headers;
  const common = picked(
    received,
    commonHeaders(operation).map(({ name }) => name),
  );
  return { params: path.read, query: query.read, headers: headers.read, common };
}

function headersProblem(operation: Operation, dialect: Dialect, { headers }: Received): string | undefined {
  const asked = operation.dialect?.(dialect).headers ?? {};
  const common = commonHeaders(operation);
  const own = Object.keys(operation.headers?.shape ?? {});
  const required = [
    ...common.filter(header => header.required).map(({ name }) => name),
    ...own,
    ...Object.keys(asked),
  ];
  const allowed = new Set([...required, ...common.map(({ name }) => name), 'content-type']);
  for (const name of Object.keys(headers)) {
    if (!serviceHeaders.has(name)) continue;
    if (!allowed.has(name)) return `Header ${name} has no place on this call.`;
    if (headers[name]?.length !== 1) return `Header ${name} came more than once.`;
    if (headers[name][0] === '') return `Header ${name} is empty.`;
  }
  const missing = required.find(name => headers[name] === undefined);
  if (missing !== undefined) return `Header ${missing} is missing.`;
  const different = Object.entries(asked).find(([name, value]) => headers[name]?.[0] !== value);
  return different && `Header ${different[0]} is not what this service takes.`;
}

function bodyProblem(operation: Operation, { headers, body }: Received): string | undefined {
  if (operation.body === undefined) {
    const framed =
      headers['transfer-encoding'] !== undefined || (headers['content-length']?.[0] ?? '0') !== '0';
    return body !== '' || framed ? 'This call takes no body.' : undefined;
  }
  if (!/^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(headers['content-type']?.[0] ?? '')) {
    return 'Header content-type must be application/json.';
  }
  return body === '' ? undefined : 'The body of this call is empty.';
}

/** The values of one part against its schema: nothing unknown, nothing empty, whole numbers written as such. */
function part(
  kind: string,
  schema: z.ZodObject | undefined,
  values: Readonly<Record<string, string>>,
): { read: unknown } | Problem {
  const shape: Readonly<Record<string, z.ZodType>> = schema?.shape ?? {};
  const typed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field === undefined) return { problem: `${kind} ${name} is not known.` };
    if (value === '') return { problem: `${kind} ${name} is empty.` };
    // A number's text is read as one only where the declaration takes no text.
    const isNumber = !field.safeParse(value).success && /^(?:0|[1-9]\d*)$/.test(value);
    typed[name] = isNumber ? Number(value) : value;
    if (!field.safeParse(typed[name]).success) return { problem: `${kind} ${name} is not valid.` };
  }
  const read = schema?.safeParse(typed);
  if (read === undefined || read.success) return { read: read?.data ?? {} };
  return { problem: `${kind} ${read.error.issues[0]?.path.join('.') ?? ''} is missing or not valid.` };
}

function picked({ headers }: Received, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap(name => (headers[name] === undefined ? [] : [[name, headers[name][0] ?? '']])),
  );
}
