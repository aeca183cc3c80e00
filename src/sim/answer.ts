// What the service answers, first as a payload and then as the bytes that faults may still spoil.

import { type Json, writeJson } from '../lib/json.ts';
import { number } from './world/amount.ts';

export type Family = 'A' | 'B';

/** A status and a JSON body, before it is text. */
export interface Reply {
  readonly status: number;
  readonly body: Json;
}

/** A status, headers and bytes, before they are on the wire. */
export interface Answer {
  readonly status: number;
  /** Lower-case names; the length is added when it is sent. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Text that is no JSON, to stand in a body as it is: what only a fault sends (NaN). A string until it is written. */
export function verbatim(text: string): string {
  return `${mark}${text}${mark}`;
}

/** A private-use character, which no text of the world has. */
const mark = '\ue000';

/** Family A's codes where INTERFACE.md shows none: those that services of this kind document. */
const codes: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'resource_not_found',
  422: 'validation_failed',
};

/**
 * A refusal in the family's form (INTERFACE.md, Errors). `code` takes the place of the family's own: in Family B of the
 * number that mirrors the HTTP status, so that a fault can make the two differ.
 */
export function refusal(family: Family, status: number, message: string, code?: string): Reply {
  if (family === 'A') return { status, body: { code: code ?? codes[status] ?? 'invalid_argument', message } };
  const given = code === undefined || /^\d{1,9}$/.test(code) ? number(code ?? String(status)) : code;
  return { status, body: { code: given, status: status % 2 === 0 ? 'Error' : 'error', message } };
}

/** Family B's envelope around a payload, which is its `data` and on one list `pagination` too; the capitals of `status` differ from call to call in the interface. */
export function enveloped(
  payload: Readonly<Record<string, Json>>,
  word: 'success' | 'Success',
  message = '',
): Reply {
  return { status: 200, body: { code: number('200'), status: word, message, ...payload } };
}

/** The reply as bytes, under the plain content type. */
export function written(reply: Reply): Answer {
  const marked = new RegExp(`"${mark}((?:[^"\\\\]|\\\\.)*)${mark}"`, 'g');
  const text = writeJson(reply.body).replace(marked, (_, escaped: string) => JSON.parse(`"${escaped}"`));
  return { status: reply.status, headers: { 'content-type': 'application/json' }, body: bytes(text) };
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function textOf(answer: Answer): string {
  return new TextDecoder().decode(answer.body);
}
