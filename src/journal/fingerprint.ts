// The fingerprint of a request: equal for two requests with the same bytes on the wire, apart from request ID and token.
import { hash } from 'node:crypto';
import { serviceOf } from '../api/contract/base-url.ts';
import { add, parseDecimal, ZERO } from '../lib/decimal.ts';
import { canonicalId, canonicalReference } from '../lib/identifier.ts';
import { isJsonList, type Json, JsonNumber, parseJson } from '../lib/json.ts';
import type { Intent } from './intent.ts';
import { type Context, customerSent, isFamilyA } from './possible-duplicates.ts';

export type Action = Pick<Intent, 'requestId' | 'operation' | 'customer' | 'target'> &
  Context & { readonly body?: string | undefined };

/** Another way to make fingerprints would get another number. */
const FORM = '2:';

/**
 * `2:` and SHA-256, in hex, of the canonical request. It ignores the order of query parameters and fields, white space, the form
 * of numbers (1.10, 1.1), the spelling of identifiers and of the service's address, Family B's path, and the body's own copy of
 * the request ID. The program and the client ID don't count, so a person has to name a duplicate there too.
 */
export function fingerprint(action: Action): string {
  const [path, query] = targetOf(action);
  const parts = [action.operation, serviceOf(action.baseUrl), customerSent(action) ?? null];
  // A write of Family B has no ID in its path.
  return FORM + hashOf([...parts, isFamilyA(action) ? path : '', query, bodyIn(action)]);
}

const hashOf = (parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'hex');

const bodyIn = ({ body, requestId }: Action) => (body === undefined ? null : canonicalBody(body, requestId));

function targetOf({ target }: Action): readonly [string, readonly string[]] {
  const [path = '', ...rest] = target.split('?');
  const parts = rest.join('?').split('&');
  return [canonicalId(path), parts.map(canonicalId).toSorted()];
}

/** With its kind, so that a JSON body never equals another text. */
function canonicalBody(body: string, requestId: string): readonly [string, string] {
  const parsed = parseJson(body);
  if (!parsed.ok || parsed.duplicateKeys.length > 0) return ['text', body];
  return ['json', canonical(withoutRequestId(parsed.value, requestId))];
}

/** INTERFACE.md, Create card body: the contract's only `requestIdIn`. */
const OWN_COPY = 'request_id';

function withoutRequestId(value: Json, requestId: string): Json {
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber || isJsonList(value))
    return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name, member]) => name !== OWN_COPY || member !== requestId),
  );
}

/** INTERFACE.md, Cancel payout: a system reference, in any form. */
const REFERENCE = 'systemReferenceNumber';

function canonical(value: Json, name = ''): string {
  if (typeof value === 'string')
    return JSON.stringify(name === REFERENCE ? canonicalReference(value) : canonicalId(value));
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof JsonNumber) return canonicalNumber(value.source);
  if (isJsonList(value)) return `[${value.map(item => canonical(item)).join()}]`;
  const members = Object.keys(value)
    .toSorted()
    .map(key => `${JSON.stringify(key)}:${canonical(value[key] ?? null, key)}`);
  return `{${members.join()}}`;
}

/** No exponent, and no zeros at the end of the fraction. */
function canonicalNumber(source: string): string {
  const number = parseDecimal(source);
  if (number === undefined) return source;
  const plain = add(number, ZERO);
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}
