// A response of the service: first a payload, then the bytes, which faults may still change, then sent.
import type { ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { OperationId, Operations } from '../api/contract/operations.ts';
import { type Json, writeJson } from '../lib/json.ts';
import { number } from './world/amount.ts';

export type Family = 'A' | 'B';

/** The payload of an answer, as the contract declares it before decoding. */
export type Payload<Id extends OperationId> = z.input<Operations[Id]['result']>;

export interface Reply {
  readonly status: number;
  readonly body: Json;
}

export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Marks text that goes into the body without quotes, such as NaN. */
export const verbatim = (text: string): string => `${mark}${text}${mark}`;

/** A private-use character that no text of the simulator contains. */
const mark = '\ue000';

/** Family A's error codes. INTERFACE.md has none for these statuses, so these are usual elsewhere. */
const codes: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'resource_not_found',
  422: 'validation_failed',
};

/**
 * The family's form of a refusal (INTERFACE.md, Errors). Family B's code is a number that repeats the HTTP status,
 * unless a fault makes the two differ.
 */
export function refusal(family: Family, status: number, message: string, code?: string): Reply {
  if (family === 'A') return { status, body: { code: code ?? codes[status] ?? 'invalid_argument', message } };
  const given = code === undefined || /^\d{1,9}$/.test(code) ? number(code ?? String(status)) : code;
  return { status, body: { code: given, status: status % 2 === 0 ? 'Error' : 'error', message } };
}

/** Family B's envelope. `payload`: `data`, and `pagination` for one of the lists. */
export function enveloped(
  payload: Readonly<Record<string, Json>>,
  word: 'success' | 'Success',
  message = '',
): Reply {
  return { status: 200, body: { code: number('200'), status: word, message, ...payload } };
}

/** The content type has no charset. */
export function written(reply: Reply): HttpAnswer {
  const marked = new RegExp(`"${mark}((?:[^"\\\\]|\\\\.)*)${mark}"`, 'g');
  const text = writeJson(reply.body).replace(marked, (_, escaped: string) => JSON.parse(`"${escaped}"`));
  return { status: reply.status, headers: { 'content-type': 'application/json' }, body: bytes(text) };
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const textOf = (answer: HttpAnswer): string => new TextDecoder().decode(answer.body);

/** With the length of the whole body. */
export function head(out: ServerResponse, answer: HttpAnswer): void {
  const length =
    answer.status === 204 || answer.status === 304 ? {} : { 'content-length': String(answer.body.length) };
  out.writeHead(answer.status, { ...answer.headers, ...length });
}

export function deliver(out: ServerResponse, answer: HttpAnswer): void {
  head(out, answer);
  out.end(answer.body);
}
