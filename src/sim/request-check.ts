// Refuses every request that INTERFACE.md doesn't allow. The client uses the same declarations.

import type { z } from 'zod';
import { queryInPath } from '../api/contract/dialect.ts';
import { commonHeaders } from '../api/contract/family.ts';
import type { Operation, RequestForm } from '../api/contract/operation.ts';
import { operations } from '../api/contract/operations.ts';
import { memberSchema } from '../api/contract/request-fields.ts';
import { attempt } from '../lib/attempt.ts';
import { parseDecimal } from '../lib/decimal.ts';
import { isObject, type Json, JsonNumber, parseJson } from '../lib/json.ts';
import type { Received } from './wire.ts';

export interface CheckedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  /** The common headers that arrived, by lower-case name. */
  readonly common: Readonly<Record<string, string>>;
}

const serviceHeaders: ReadonlySet<string> = new Set([
  'scope',
  ...Object.values(operations).flatMap((operation: Operation) => [
    ...commonHeaders(operation).map(({ name }) => name),
    ...Object.keys(operation.headers?.shape ?? {}),
  ]),
]);

/** `params`: the path's segments, decoded by the router. */
export function checkRequest(
  operation: Operation,
  form: RequestForm,
  received: Received,
  params: Readonly<Record<string, string>>,
): CheckedRequest | Problem {
  const bad =
    pathProblem(received.path, form.path) ??
    headersProblem(operation, form, received) ??
    bodyProblem(form, received);
  if (bad !== undefined) return { problem: bad };
  const pairs = queryPairs(received.query);
  if ('problem' in pairs) return pairs;
  const sent = bodyOf(form, received);
  if ('problem' in sent) return sent;
  const moved = queryInPath(operation, form);
  const inPath = Object.keys(params).filter(name => !moved.includes(name));
  const path = part('Path parameter', operation.params, picked(params, inPath));
  if ('problem' in path) return path;
  const asked = queryOf(form, { ...picked(params, moved), ...pairs.values }, sent.values);
  if ('problem' in asked) return asked;
  const kind = form.queryIn === 'body' ? 'Body member' : 'Query parameter';
  const query = part(kind, operation.query, asked.values);
  if ('problem' in query) return query;
  // Repeated headers that matter were refused before.
  const named = Object.fromEntries(
    Object.entries(received.headers).map(([name, [value = '']]) => [name, value]),
  );
  const own = Object.keys(operation.headers?.shape ?? {});
  const headers = part('Header', operation.headers, picked(named, own));
  if ('problem' in headers) return headers;
  const body = part('Body member', form.bodySchema, form.bodySchema === undefined ? {} : sent.values);
  if ('problem' in body) return body;
  const sharedNames = commonHeaders(operation, form).map(({ name }) => name);
  const common = picked(named, sharedNames);
  return { params: path.read, query: query.read, headers: headers.read, body: body.read, common };
}

function queryOf(
  form: RequestForm,
  asked: Readonly<Record<string, string>>,
  body: Readonly<Record<string, Json>>,
): { values: Readonly<Record<string, Json>> } | Problem {
  const inBody = form.queryIn === 'body';
  const [stray] = inBody ? Object.keys(asked) : [];
  if (stray !== undefined) return { problem: `Query parameter ${stray} is not known.` };
  const sent: Readonly<Record<string, Json>> = inBody ? body : asked;
  const replaced = Object.keys(sent).find(name => Object.hasOwn(form.renamed, name));
  if (replaced !== undefined) return { problem: `Query parameter ${replaced} is not known.` };
  const declared = new Map(Object.entries(form.renamed).map(([own, wire]) => [wire, own]));
  const values = Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [declared.get(name) ?? name, value]),
  );
  const missing = form.nulls.find(name => values[name] === undefined);
  if (missing !== undefined) return { problem: `${missing} is missing: null means no value.` };
  const isNull = (name: string, value: Json): boolean =>
    form.nulls.includes(name) && value === (inBody ? null : 'null');
  return {
    values: Object.fromEntries(Object.entries(values).filter(([name, value]) => !isNull(name, value))),
  };
}

function headersProblem(operation: Operation, form: RequestForm, { headers }: Received): string | undefined {
  const asked = form.headers;
  const common = commonHeaders(operation, form);
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

function bodyProblem(form: RequestForm, { headers, body }: Received): string | undefined {
  if (form.body === 'none') {
    const framed =
      headers['transfer-encoding'] !== undefined || (headers['content-length']?.[0] ?? '0') !== '0';
    return body !== '' || framed ? 'This call takes no body.' : undefined;
  }
  if (!/^application\/json(?:\s*;\s*charset=utf-8)?$/i.test(headers['content-type']?.[0] ?? '')) {
    return 'Header content-type must be application/json.';
  }
  if (form.body === 'json') return body === '' ? 'The body is missing.' : undefined;
  return body === '' ? undefined : 'The body of this call is empty.';
}

function bodyOf(form: RequestForm, { body }: Received): { values: Readonly<Record<string, Json>> } | Problem {
  if (form.body !== 'json') return { values: {} };
  const read = parseJson(body);
  if (!read.ok || !isObject(read.value)) return { problem: 'The body is not a JSON object.' };
  return read.duplicateKeys.length > 0
    ? { problem: 'The body has a member more than once.' }
    : { values: read.value };
}

function part(
  kind: string,
  schema: z.ZodObject | undefined,
  values: Readonly<Record<string, Json>>,
): { read: unknown } | Problem {
  const inText = !kind.startsWith('Body');
  const typed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = memberSchema(schema, name);
    if (field === undefined) return { problem: `${kind} ${name} is not known.` };
    if (value === '') return { problem: `${kind} ${name} is empty.` };
    const readings = inText ? textReadings(value) : bodyReadings(value);
    const fits = readings.find(reading => field.safeParse(reading).success);
    if (fits === undefined) return { problem: `${kind} ${name} is not valid.` };
    typed[name] = fits;
  }
  const read = schema?.safeParse(typed);
  if (read === undefined || read.success) return { read: read?.data ?? {} };
  return { problem: `${kind} ${read.error.issues[0]?.path.join('.') ?? ''} is missing or not valid.` };
}

function textReadings(value: Json): readonly unknown[] {
  const digits = typeof value === 'string' ? parseDecimal(value) : undefined;
  return digits === undefined ? [value] : [value, ...bodyReadings(new JsonNumber(digits))];
}

/** If whole, first as a JavaScript number. */
function bodyReadings(value: Json): readonly unknown[] {
  if (!(value instanceof JsonNumber)) return [value];
  return /^(?:0|[1-9]\d*)$/.test(value.source) ? [Number(value.source), value] : [value];
}

const picked = (values: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** Never quotes a value. */
export interface Problem {
  readonly problem: string;
}

/** Empty or dot segments come from a client that doesn't check its IDs. */
function pathProblem(path: string, declared: string): string | undefined {
  // One path in INTERFACE.md ends in a slash, so its last segment is empty.
  const whole = declared.endsWith('/') ? path.replace(/\/$/, '') : path;
  for (const segment of whole.slice(1).split('/')) {
    const decoded = decode(segment);
    if (decoded === undefined) return 'The path is not well encoded.';
    if (decoded === '' || decoded === '.' || decoded === '..')
      return 'The path has an empty or a dot segment.';
    if (/\p{Cc}/u.test(decoded)) return 'The path contains a control character.';
  }
  return undefined;
}

function queryPairs(query: string): { values: Readonly<Record<string, string>> } | Problem {
  const values = new Map<string, string>();
  const printable = (name: string): string => (/^[\w.-]{1,64}$/.test(name) ? name : '(unprintable)');
  for (const pair of query === '' ? [] : query.split('&')) {
    const at = pair.indexOf('=');
    const name = at < 0 ? undefined : decode(pair.slice(0, at));
    const value = decode(pair.slice(at + 1).replaceAll('+', ' '));
    if (name === undefined || name === '' || value === undefined)
      return { problem: 'The query is not well formed.' };
    if (values.has(name)) return { problem: `Query parameter ${printable(name)} came more than once.` };
    values.set(printable(name), value);
  }
  return { values: Object.fromEntries(values) };
}

const decode = (text: string): string | undefined => attempt(() => decodeURIComponent(text));
