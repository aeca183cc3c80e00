/** The service's own words in a failed answer: its code, its message, and the fields it names. */

import { isObject, type Json, JsonNumber } from '../../lib/json.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { fromServer, type Untrusted } from '../../lib/visible.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import { member } from './decode.ts';

/** One entry of `errors`. */
export interface FieldError {
  readonly field?: Untrusted;
  readonly words?: Untrusted;
}

/** Card numbers are masked, and long texts are cut. */
export interface RefusalWords {
  readonly code?: Untrusted;
  readonly message?: Untrusted;
  readonly errors?: readonly FieldError[];
}

/** Cut before any other step sees it (FAULTS C27). */
const MESSAGE_LENGTH = 4096;

/** A service may send any number. */
const MOST_ERRORS = 20;
const ERROR_LENGTH = 300;

/** Names of similar services; INTERFACE.md shows none. */
const FIELD_NAMES = ['source', 'field', 'path', 'pointer', 'param', 'property'];
const WORD_NAMES = ['message', 'detail', 'description', 'reason', 'error', 'code'];

/** INTERFACE.md shows a `code` for Family A, `code` and `message` for B. */
export function refusalWords(body: Json | undefined): RefusalWords {
  if (body === undefined || !isObject(body)) return {};
  const errors = errorsOf(body);
  return withoutUndefined({
    code: words(member(body, 'code')),
    message: words(member(body, 'message')),
    errors: errors.length > 0 ? errors : undefined,
  });
}

/** `errors` is a list, or an object by the names of fields. If no entry names a field, `source` may. */
function errorsOf(body: { readonly [key: string]: Json }): readonly FieldError[] {
  const listed = member(body, 'errors');
  const own = fieldOf(member(body, 'source'));
  const named = listed !== undefined && isObject(listed) ? Object.entries(listed) : [];
  const errors = Array.isArray(listed)
    ? listed.slice(0, MOST_ERRORS).flatMap(errorOf)
    : named.slice(0, MOST_ERRORS).flatMap(errorByName);
  const first = own === undefined ? [] : [{ field: own }];
  return errors.some(({ field }) => field !== undefined) ? errors : [...first, ...errors];
}

function errorOf(entry: Json): readonly FieldError[] {
  if (!isObject(entry)) {
    const said = words(entry, ERROR_LENGTH);
    return said === undefined ? [] : [{ words: said }];
  }
  const field = firstOf(FIELD_NAMES, name => fieldOf(member(entry, name)));
  const said = firstOf(WORD_NAMES, name => words(member(entry, name), ERROR_LENGTH));
  if (field === undefined && said === undefined) return [];
  return [withoutUndefined({ field, words: said })];
}

function errorByName([name, said]: readonly [string, Json]): readonly FieldError[] {
  const field = words(name, ERROR_LENGTH);
  const first = words(Array.isArray(said) ? said[0] : said, ERROR_LENGTH);
  return field === undefined ? [] : [withoutUndefined({ field, words: first })];
}

/** A text, or the `pointer` or `parameter` of an object. */
const fieldOf = (value: Json | undefined): Untrusted | undefined =>
  value !== undefined && isObject(value)
    ? words(member(value, 'pointer') ?? member(value, 'parameter'), ERROR_LENGTH)
    : words(value, ERROR_LENGTH);

const firstOf = <T>(names: readonly string[], find: (name: string) => T | undefined): T | undefined =>
  names
    .values()
    .map(find)
    .find(found => found !== undefined);

function words(raw: Json | undefined, length = MESSAGE_LENGTH): Untrusted | undefined {
  const sent = raw instanceof JsonNumber ? raw.source : raw;
  if (typeof sent !== 'string' || sent === '') return undefined;
  return fromServer(maskCardNumbers(sent.slice(0, length)));
}

/** INTERFACE.md, Errors, and Published elsewhere. These refuse, whatever else their words may suggest. `of`: the only operation. */
const PUBLISHED: readonly { readonly says: string; readonly status: number; readonly of?: RegExp }[] = [
  { says: "Payout cannot be cancelled as it's already processed", status: 400, of: /^payout\.cancel$/ },
  { says: 'Something went wrong', status: 400 },
  { says: 'Invalid quote ID', status: 400 },
  { says: 'Beneficiary not found', status: 404 },
  { says: 'Card not found', status: 404 },
  { says: 'Quote not found or expired', status: 404 },
  { says: 'Beneficiary already exists', status: 409, of: /^beneficiary\./ },
  { says: 'Card is already active', status: 409, of: /^card\./ },
  { says: "Amounts don't match original quote", status: 409, of: /^conversion\./ },
  { says: 'Account with these details already exists', status: 409, of: /^(?:account|beneficiary)\./ },
  { says: 'Quote has expired', status: 410 },
  { says: 'Conversion record expired', status: 410 },
  { says: 'Validation failed', status: 422 },
  { says: 'Invalid account details', status: 422 },
  { says: 'Too many requests', status: 429 },
  { says: 'Too many quote requests', status: 429 },
];

/** Case, the form of an apostrophe and a full stop do not matter. */
function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll('\u2019', "'")
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]$/, '')
    .toLowerCase();
}

/** Layers between use 409 and 422 for a repeated request, so these need their own messages. */
export const isPublishedRefusal = (message: string, status: number, operation: string): boolean =>
  PUBLISHED.some(
    known =>
      plainWords(known.says) === plainWords(message) &&
      (known.status === status || (status !== 409 && status !== 422)) &&
      (known.of?.test(operation) ?? true),
  );
