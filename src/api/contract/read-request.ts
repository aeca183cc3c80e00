/** read-request.ts: finds the input of a recorded request. It is the reverse of request.ts. */

import { asGiven, isObject, parseJson } from '../../lib/json.ts';
import type { Dialect } from './dialect.ts';
import type { Declaration } from './operation.ts';
import type { RequestInput } from './request.ts';
import { formOf, queryInPath } from './request-form.ts';

/** The parts of a request that depend on its input. */
export interface WireRequest {
  readonly target: string;
  readonly body?: string;
}

type Texts = Readonly<Record<string, string>>;

/**
 * The input, unchecked. The caller builds the request again from this input, and compares it with the recorded request.
 * Undefined if the request is of another operation.
 */
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

/** The values of the `{name}` parts of the declared path. Undefined if `path` does not match it. */
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

/** The body's members without the request's own ID. Undefined if the body is no object or has a member twice. */
function membersOf(text: string, requestIdIn: string | undefined): object | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || parsed.duplicateKeys.length > 0 || !isObject(parsed.value)) return undefined;
  const given = Object.entries(parsed.value).filter(([name]) => name !== requestIdIn);
  return Object.fromEntries(given.map(([name, value]) => [name, asGiven(value)]));
}
