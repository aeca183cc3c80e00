/** Builds the target, headers and body of a request from an operation and its input, and reads them back. */

import * as z from 'zod';
import { parseDecimal } from '../../lib/decimal.ts';
import { asGiven, isObject, type Json, JsonNumber, parseJson, writeJson } from '../../lib/json.ts';
import { lazy } from '../../lib/lazy.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { type Dialect, formOf, queryInPath } from './dialect.ts';
import { headerProblem } from './header-text.ts';
import type { Declaration, RequestForm, RequestPart } from './operation.ts';
import { isOfAbsent, memberSchema } from './request-fields.ts';

export type BuiltRequest =
  | {
      readonly ok: true;
      readonly method: Declaration['method'];
      /** Path and query. */
      readonly target: string;
      readonly url: string;
      /** Without the common headers of the family. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  | InvalidInput;

export interface InvalidInput {
  readonly ok: false;
  /** `page`, `x-account-id`. */
  readonly field: Visible;
  readonly reason: Visible;
}

/** `baseUrl` has passed `checkBaseUrl`. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly dialect: Partial<Dialect>;
  /** For a body that repeats it. */
  readonly requestId?: string | undefined;
}

/** The input of any operation. */
export type RequestInput = { readonly [Part in RequestPart]?: object | undefined };

/** A request with any mistake is refused. */
export function buildRequest(
  operation: Declaration,
  input: RequestInput,
  address: ServiceAddress,
): BuiltRequest {
  const form = formOf(operation, address.dialect);
  const params = read(operation.params, input.params, segmentProblem);
  if (!params.ok) return params;
  const moved = queryInPath(operation, form);
  const query = read(operation.query, input.query, (text, name) =>
    moved.includes(name) ? segmentProblem(text) : queryProblem(text),
  );
  if (!query.ok) return query;
  const headers = read(operation.headers, input.headers, headerProblem);
  if (!headers.ok) return headers;
  const { requestIdIn: own } = operation;
  const whole = own === undefined ? input.body : { ...input.body, [own]: address.requestId };
  const body = read(form.bodySchema, sentIn(form, operation, whole), () => undefined);
  if (!body.ok) return body;

  const segments = { ...params.values, ...query.values };
  const path = form.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(segments[name] ?? '')),
  );
  const sentQuery = Object.fromEntries([
    ...Object.entries(query.values)
      .filter(([name]) => !moved.includes(name))
      .map(([name, value]): [string, Json] => [form.renamed[name] ?? name, value]),
    ...form.nulls
      .filter(name => !Object.hasOwn(query.values, name))
      .map((name): [string, null] => [name, null]),
  ]);
  const ownHeaders = Object.entries(headers.values).map(([name, value]) => [name, textOf(value)]);
  const inBody = form.queryIn === 'body';
  const search = inBody ? '' : searchOf(sentQuery);
  const target = path + (search === '' ? '' : `?${search}`);
  const sent = { ...(inBody && sentQuery), ...body.values };
  return {
    ok: true,
    method: form.method,
    target,
    url: address.baseUrl + target,
    headers: { ...Object.fromEntries(ownHeaders), ...form.headers },
    ...(form.body === 'json' && { body: writeJson(sent) }),
  };
}

const searchOf = (query: Values): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(textOf(value))}`)
    .join('&');

/** The strict schema would refuse members that the dialect omits. */
function sentIn(
  { bodySchema }: RequestForm,
  { body }: Declaration,
  given: object | undefined,
): object | undefined {
  if (given === undefined || bodySchema === body || typeof body !== 'object') return given;
  const leftOut = (name: string): boolean =>
    Object.hasOwn(body.shape, name) && memberSchema(bodySchema, name) === undefined;
  return Object.fromEntries(Object.entries(given).filter(([name]) => !leftOut(name)));
}

/** `..` would leave the path, encoded or not (FAULTS C20). */
function segmentProblem(value: string): Visible | undefined {
  if (value === '') return t`is empty`;
  if (value === '.' || value === '..') return t`can't consist of dots only`;
  if (/\p{Cc}/u.test(value)) return t`contains a control character`;
  return queryProblem(value);
}

const queryProblem = (value: string): Visible | undefined =>
  value.isWellFormed() ? undefined : t`contains an incomplete character`;

type Values = Readonly<Record<string, Json>>;

/** For a part that the operation does not have. */
const nothing = lazy(() => z.strictObject({}));

function read(
  schema: z.ZodObject | undefined,
  given: object | undefined,
  problem: (value: string, name: string) => Visible | undefined,
): { readonly ok: true; readonly values: Values } | InvalidInput {
  // The strict schema refuses every value that does not fit.
  const checked = z.safeEncode(schema ?? nothing(), { ...given });
  if (!checked.success) return refusal(checked.error, { ...given });
  // An open schema would drop a member named `__proto__` silently.
  if (Object.hasOwn({ ...given }, '__proto__') && !Object.hasOwn(checked.data, '__proto__')) {
    return { ok: false, field: t`__proto__`, reason: t`is a name that can't be sent` };
  }
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(checked.data)) {
    if (value === undefined) continue;
    const json = toJson(value);
    values[name] = json;
    const reason = problem(textOf(json), name);
    if (reason !== undefined) return { ok: false, field: visible(name, 80), reason };
  }
  return { ok: true, values };
}

/** An undefined member is left out. */
function toJson(value: unknown): Json {
  if (typeof value === 'number') return wholeNumber(value);
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return value as Json;
  if (Array.isArray(value)) return value.map(toJson);
  const present = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(present.map(([name, item]) => [name, toJson(item)]));
}

function wholeNumber(value: number): JsonNumber {
  const digits = parseDecimal(String(value));
  if (digits === undefined) throw new RangeError('not a number that a request may contain');
  return new JsonNumber(digits);
}

const textOf = (value: Json): string => (value instanceof JsonNumber ? value.source : String(value));

function refusal({ issues: [issue] }: z.ZodError, given: object): InvalidInput {
  if (issue?.code === 'unrecognized_keys') {
    const field = visible(issue.keys.join(', '), 80);
    return { ok: false, field, reason: t`is not known to this operation` };
  }
  const path = issue?.path ?? [];
  const isAbsent = path.reduce<unknown>((whole, name) => Object(whole)[name], given) === undefined;
  return {
    ok: false,
    // A form finds its field by this path: longer than any path in a body.
    field: visible(path.join('.'), 160),
    // What a schema says about the value of an absent member is for programmers.
    reason: isAbsent && !isOfAbsent(issue) ? missing(issue) : visible(issue?.message ?? 'is not valid', 200),
  };
}

function missing(issue: z.core.$ZodIssue | undefined): Visible {
  const values = issue?.code === 'invalid_value' ? issue.values : [];
  const choices = visible(values.map(String).join(', '), 160);
  return values.length === 0
    ? t`is required`
    : t`is required: ${values.length > 1 ? t`one of ` : t``}${choices}`;
}

/** What depends on the input. */
export interface WireRequest {
  readonly target: string;
  readonly body?: string;
}

type Texts = Readonly<Record<string, string>>;

/** Unchecked: the caller builds the request again and compares. Undefined for another operation's request. */
export function readRequest(
  operation: Declaration,
  dialect: Partial<Dialect>,
  { target, body }: WireRequest,
): RequestInput | undefined {
  const form = formOf(operation, dialect);
  const [path = '', search = ''] = target.split('?', 2);
  const segments = segmentsOf(path, form.path);
  const members = body === undefined ? {} : membersOf(body, operation.requestIdIn);
  // Purser records only writes, and no write has its query in its body.
  if (!segments || !members || form.queryIn === 'body') return undefined;
  const inPath = queryInPath(operation, form);
  const picked = (moved: boolean): Texts =>
    Object.fromEntries(Object.entries(segments).filter(([name]) => inPath.includes(name) === moved));
  const query = { ...picked(true), ...Object.fromEntries(new URLSearchParams(search)) };
  return {
    ...(operation.params && { params: picked(false) }),
    ...(operation.query && { query }),
    ...(body !== undefined && { body: members }),
  };
}

/** The values of the `{name}` parts. */
function segmentsOf(path: string, declared: string): Texts | undefined {
  const [texts, names] = [path.split('/'), declared.split('/')];
  const found: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const own = /^\{(\w+)\}$/.exec(name)?.[1];
    const text = texts[at];
    if (text === undefined || (own === undefined && text !== name)) return undefined;
    try {
      if (own !== undefined) found[own] = decodeURIComponent(text);
    } catch {
      return undefined;
    }
  }
  return texts.length === names.length ? found : undefined;
}

/** Without the repeated request ID. Undefined if the body is no object or has a member twice. */
function membersOf(text: string, requestIdIn: string | undefined): object | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || parsed.duplicateKeys.length > 0 || !isObject(parsed.value)) return undefined;
  const given = Object.entries(parsed.value).filter(([name]) => name !== requestIdIn);
  return Object.fromEntries(given.map(([name, value]) => [name, asGiven(value)]));
}
