/**
 * What an answer to a write proves, by allow-lists: success, refusal or nothing. If Purser called an executed payout
 * REFUSED, staff would send a second payout. After UNKNOWN, staff only check the service.
 */

import { isObject, type Json, JsonNumber } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { member } from '../contract/decode.ts';
import type { Operation } from '../contract/operation.ts';
import { isPublishedRefusal, refusalWords } from '../contract/refusal-words.ts';
import type { SentScalars } from './claims.ts';
import { againstRefusal, type RefusalFacts, saysRefused } from './refusal.ts';

export interface AnswerFacts {
  readonly operation: Pick<Operation, 'id' | 'family' | 'envelope' | 'success' | 'class'>;
  readonly status: number;
  readonly body: Json;
  readonly duplicateKeys: readonly string[];
  readonly sent: SentScalars;
}

/** `success` by status and envelope. The envelope reader decides whether there is a payload. */
export type Proof = 'success' | 'refusal' | { readonly unproven: Visible };

/**
 * INTERFACE.md documents 200. Services answer a create with 201, which is final (RFC 9110, 15.3.2). 202 says only
 * that the request was accepted.
 */
const SUCCESS_STATUSES: ReadonlySet<number> = new Set([200, 201]);

/**
 * Refused before anything was done, unless the answer contradicts that (refusal.ts). 402, 406, 408, 412, 423, 425, 451 and 499 may
 * also answer an executed or repeated request (FAULTS B7).
 */
const REFUSAL_STATUSES: ReadonlySet<number> = new Set([400, 403, 404, 405]);

/**
 * Layers between also answer a repeated request with 409 and 422. So 409 needs a message that INTERFACE.md names, and 422 such a
 * message or the names of fields (FAULTS B7, B8).
 */
const CONFLICT_STATUSES: ReadonlySet<number> = new Set([409, 410]);
const CONTENT_STATUS = 422;

/**
 * A gateway often sends these with its own body or none, before the request reaches the service (FAULTS B2, B9). But
 * the body must not contradict the status.
 */
const GATE_STATUSES: ReadonlySet<number> = new Set([401, 429]);

/** Family A: `invalid_operation` from INTERFACE.md, and codes that similar services document. */
const REFUSAL_CODES: ReadonlySet<string> = new Set([
  'invalid_operation',
  'resource_not_found',
  'validation_failed',
  'invalid_argument',
  'unauthorized',
  'forbidden',
]);

/** When the body can't be read. */
export const isGateStatus = (status: number): boolean => GATE_STATUSES.has(status);

export function proofOf(facts: AnswerFacts): Proof {
  const { status } = facts;
  if (status >= 200 && status < 300) return provesSuccess(facts);
  const why = GATE_STATUSES.has(status) ? againstGate(facts) : against(facts);
  return why === undefined ? 'refusal' : { unproven: why };
}

function provesSuccess({ operation, status, body, duplicateKeys }: AnswerFacts): Proof {
  if (!SUCCESS_STATUSES.has(status))
    return { unproven: t`HTTP ${status} does not prove that the request was done` };
  if (operation.envelope === 'true' || operation.envelope === 'bare' || !isObject(body)) return 'success';
  if (duplicateKeys.some(path => path === 'code' || path === 'status')) return { unproven: twice };
  if (!agrees(member(body, 'code'))) return { unproven: otherCode };
  // Without `code` and `data`, `status` may belong to the result (RFI: "SUBMITTED").
  const bare = !(Object.hasOwn(body, 'code') && Object.hasOwn(body, 'data'));
  const own = operation.envelope === 'either' && bare && hasMore(body);
  return own || agrees(member(body, 'status'), 'success')
    ? 'success'
    : { unproven: t`The response's status is not "success"` };
}

/** Also true for an absent or empty value. */
function agrees(said: Json | undefined, word = ''): boolean {
  if (said === undefined || said === null || said === '') return true;
  const number = numberOf(said);
  if (number !== undefined) return SUCCESS_STATUSES.has(number);
  return typeof said === 'string' && said.toLowerCase() === word;
}

/** No envelope has other members. */
const hasMore = (body: { readonly [key: string]: Json }): boolean =>
  Object.keys(body).some(name => !['code', 'status', 'message', 'data'].includes(name));

function againstGate(facts: AnswerFacts): Visible | undefined {
  const { status, body, duplicateKeys } = facts;
  if (body === true) return notInForm;
  if (duplicateKeys.length > 0) return twice;
  if (!isObject(body)) return contradicting(facts);
  const code = numberOf(member(body, 'code'));
  if (code !== undefined && code !== status) return otherCode;
  return againstStatusWord(body, status) ?? contradicting(facts);
}

function against(facts: AnswerFacts): Visible | undefined {
  const { operation, status, body, duplicateKeys } = facts;
  const isConflict = operation.family === 'B' && CONFLICT_STATUSES.has(status);
  if (status !== CONTENT_STATUS && !isConflict && !REFUSAL_STATUSES.has(status))
    return t`HTTP ${status} does not prove a refusal`;
  if (!isObject(body)) return notInForm;
  if (duplicateKeys.length > 0) return twice;
  const form = operation.family === 'B' ? againstFamilyB(body, status) : againstFamilyA(body);
  const contradicted = form ?? againstStatusWord(body, status) ?? contradicting(facts);
  if (contradicted !== undefined) return contradicted;
  if (operation.class === 'money' && operation.family === 'B' && !saysRefused(body, refusalFacts(facts)))
    return t`The response's message does not say that the request was refused`;
  if (REFUSAL_STATUSES.has(status) || status === 410) return undefined;
  const message = member(body, 'message');
  if (typeof message === 'string' && isPublishedRefusal(message, status, operation.id)) return undefined;
  if (isConflict) return t`HTTP 409 proves a refusal only with a message that the service documents`;
  const named = refusalWords(body).errors?.some(({ field }) => field !== undefined) === true;
  return named ? undefined : t`HTTP 422 proves a refusal only if it names the fields`;
}

const contradicting = (facts: AnswerFacts): Visible | undefined =>
  againstRefusal(facts.body, refusalFacts(facts));

const refusalFacts = ({ status, sent, operation }: AnswerFacts): RefusalFacts => ({
  ...{ status, sent, operation: operation.id },
  ends: operation.success?.ends === true,
});

/** INTERFACE.md, Errors: {code, status, message}, no data. `code` mirrors the HTTP status. */
function againstFamilyB(body: { readonly [key: string]: Json }, status: number): Visible | undefined {
  const code = member(body, 'code');
  if (code === undefined || typeof member(body, 'status') !== 'string') return notInForm;
  return numberOf(code) === status ? undefined : otherCode;
}

function againstFamilyA(body: { readonly [key: string]: Json }): Visible | undefined {
  const code = member(body, 'code');
  if (typeof code !== 'string') return notInForm;
  return REFUSAL_CODES.has(code) ? undefined : t`The response's code is not a known refusal`;
}

/** `status` must be absent, "error" or the number of the HTTP status. */
function againstStatusWord(body: { readonly [key: string]: Json }, status: number): Visible | undefined {
  const said = member(body, 'status');
  if (said === undefined || said === null) return undefined;
  const agrees =
    typeof said === 'string' && !/^\d+$/.test(said)
      ? said.toLowerCase() === 'error'
      : numberOf(said) === status;
  return agrees ? undefined : t`The response's status is not "error"`;
}

const notInForm = t`The response is not in the service's error form`;
const twice = t`The response has a field twice`;
const otherCode = t`The response's code does not match the HTTP status`;

/** With or without quotes (FAULTS C13). */
function numberOf(value: Json | undefined): number | undefined {
  if (value instanceof JsonNumber) return Number(value.source);
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;
}
