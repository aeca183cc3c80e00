// The fingerprint of a request: equal for two requests that would do the same thing to the same customer.
import { createHash } from 'node:crypto';
import { add, type Decimal, parseDecimal } from '../lib/decimal.ts';
import { canonicalId, canonicalReference } from '../lib/identifier.ts';
import { isJsonList, type Json, JsonNumber, parseJson } from '../lib/json.ts';

export interface Action {
  readonly operation: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly programId: string;
  readonly customer: { readonly userId: string; readonly onBehalfOf?: string };
  /** Path and query. */
  readonly target: string;
  readonly body?: string | undefined;
  /** Top-level fields of the body that differ in every request, such as a request ID, and don't change the request's effect. */
  readonly ignore?: readonly string[];
}

/**
 * SHA-256, in hex, of the request in canonical form: it ignores the order of query parameters and fields, white space,
 * the form of numbers (1.10, 1.1), the spelling of identifiers (lib/identifier.ts) and a slash at the base URL's end. A
 * body that isn't JSON, or has a field twice, counts byte for byte.
 */
export function fingerprint(action: Action): string {
  const { operation, baseUrl, clientId, programId, customer, target, body, ignore = [] } = action;
  const [path, query] = split(target, '?');
  const parts = [
    operation,
    baseUrl.replace(/\/+$/, ''),
    canonicalId(clientId),
    canonicalId(programId),
    canonicalId(customer.userId),
    customer.onBehalfOf === undefined ? null : canonicalId(customer.onBehalfOf),
    canonicalId(path),
    query
      .split('&')
      .map(pair => canonicalId(pair))
      .toSorted(),
    body === undefined ? null : canonicalBody(body, new Set(ignore)),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** The canonical body with its kind, so that a JSON body never equals another text. */
function canonicalBody(body: string, ignore: ReadonlySet<string>): readonly [string, string] {
  const parsed = parseJson(body);
  if (!parsed.ok || parsed.duplicateKeys.length > 0) return ['text', body];
  return ['json', canonical(parsed.value, ignore)];
}

const nothing: ReadonlySet<string> = new Set();

/** INTERFACE.md, Cancel payout: the field whose text is a system reference, in any form. */
const REFERENCE = 'systemReferenceNumber';

function canonical(value: Json, ignore: ReadonlySet<string> = nothing, name = ''): string {
  if (typeof value === 'string')
    return JSON.stringify(name === REFERENCE ? canonicalReference(value) : canonicalId(value));
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof JsonNumber) return canonicalNumber(value.source);
  if (isJsonList(value)) return `[${value.map(item => canonical(item)).join()}]`;
  const members = Object.keys(value)
    .filter(key => !ignore.has(key))
    .toSorted()
    .map(key => `${JSON.stringify(key)}:${canonical(value[key] ?? null, nothing, key)}`);
  return `{${members.join()}}`;
}

const zero = '0' as Decimal;

/** The number without an exponent and without zeros at the end of its fraction. A number that is too long to parse is unchanged. */
function canonicalNumber(source: string): string {
  const number = parseDecimal(source);
  if (number === undefined) return source;
  const plain = add(number, zero);
  return plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
}
