// What the service answers: first a payload, then the bytes that faults may still change.

import { type Json, writeJson } from '../lib/json.ts';
import { number } from './world/amount.ts';

export type Family = 'A' | 'B';

/** A status and a JSON body, before it is text. */
export interface Reply {
  readonly status: number;
  readonly body: Json;
}

/** A status, headers and bytes, before they are sent. */
export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names. The length is added when the answer is sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Text for a body that is not JSON, such as NaN; only faults send it. It stays a string until the body is written. */
export function verbatim(text: string): string {
  return `${mark}${text}${mark}`;
}

/** A private-use character that no text of the world contains. */
const mark = '\ue000';

/** Family A's codes where INTERFACE.md shows none: the codes that such services document. */
const codes: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'resource_not_found',
  422: 'validation_failed',
};

/**
 * A refusal in the family's form (INTERFACE.md, Errors). `code` replaces the family's own code. In Family B that is
 * the number that mirrors the HTTP status, so a fault can make the two differ.
 */
export function refusal(family: Family, status: number, message: string, code?: string): Reply {
  if (family === 'A') return { status, body: { code: code ?? codes[status] ?? 'invalid_argument', message } };
  const given = code === undefined || /^\d{1,9}$/.test(code) ? number(code ?? String(status)) : code;
  return { status, body: { code: given, status: status % 2 === 0 ? 'Error' : 'error', message } };
}

/**
 * Family B's envelope around a payload: `data`, and `pagination` on one list. INTERFACE.md varies the capitals of
 * `status` from call to call.
 */
export function enveloped(
  payload: Readonly<Record<string, Json>>,
  word: 'success' | 'Success',
  message = '',
): Reply {
  return { status: 200, body: { code: number('200'), status: word, message, ...payload } };
}

/** The reply as bytes, with the plain content type. */
export function written(reply: Reply): HttpAnswer {
  const marked = new RegExp(`"${mark}((?:[^"\\\\]|\\\\.)*)${mark}"`, 'g');
  const text = writeJson(reply.body).replace(marked, (_, escaped: string) => JSON.parse(`"${escaped}"`));
  return { status: reply.status, headers: { 'content-type': 'application/json' }, body: bytes(text) };
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function textOf(answer: HttpAnswer): string {
  return new TextDecoder().decode(answer.body);
}
