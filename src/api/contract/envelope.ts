/** Reads whether an answer's envelope says success, and where the payload is. */

import * as z from 'zod';
import { isObject, type Json, JsonNumber, type JsonObject } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { decode, member } from './decode.ts';
import type { Drift } from './drift.ts';
import { amount, text } from './fields.ts';
import type { Declaration } from './operation.ts';
import { type RefusalWords, refusalWords } from './refusal-words.ts';

export type EnvelopeReading =
  /** HTTP status, `code` and `status` agree. `data` is the payload. */
  | { readonly kind: 'success'; readonly data: Json | undefined; readonly drift: readonly Drift[] }
  /** They agree on a refusal. */
  | ({ readonly kind: 'refusal' } & RefusalWords)
  /** They disagree (FAULTS B14, B15). */
  | { readonly kind: 'contradiction'; readonly detail: Visible }
  | { readonly kind: 'unreadable'; readonly detail: Visible };

/** INTERFACE.md, Family B response envelope. The operation's own schema reads `data`. */
const envelope = z.object({ code: amount(), status: text(), message: text(), data: z.unknown().optional() });

/** Only the beneficiary list has `pagination`. */
const paginatedEnvelope = envelope.extend({ pagination: z.unknown().optional() });

/** A 2xx status claims success, any other a refusal. */
export function readEnvelope(operation: Declaration, status: number, body: Json): EnvelopeReading {
  const succeeded = status >= 200 && status < 300;
  if (operation.envelope === 'true') return readTrue(status, succeeded, body);
  const own = operation.envelope === 'either' ? ownMembers(operation.result, body) : undefined;
  if (operation.envelope === 'bare' || own?.bare === true) {
    return succeeded
      ? { kind: 'success', data: body, drift: [] }
      : { kind: 'refusal', ...refusalWords(body) };
  }
  const claims = isObject(body) ? verdicts(body) : [];
  if (claims.some(claim => claim !== succeeded)) return contradiction(status);
  if (!succeeded) return { kind: 'refusal', ...refusalWords(body) };
  if (!isObject(body) || (claims.length === 0 && own === undefined)) {
    return { kind: 'unreadable', detail: t`the answer has no readable code or status` };
  }
  if (operation.envelope === 'words') return { kind: 'success', data: body, drift: [] };
  if (own !== undefined && !Object.hasOwn(body, 'data')) {
    return { kind: 'success', data: own.members, drift: [] };
  }
  const paginated = operation.envelope === 'paginated';
  const read = decode(paginated ? paginatedEnvelope : envelope, body);
  const data = paginated ? members(body, ['data', 'pagination']) : member(body, 'data');
  return { kind: 'success', data, drift: 'drift' in read ? read.drift : [] };
}

/** The result's members, unless all may be the envelope's. `bare`: no envelope, so `status` is the result's own. */
function ownMembers(result: z.ZodType, body: Json): { members: Json; bare: boolean } | undefined {
  if (!isObject(body) || !(result instanceof z.ZodObject)) return undefined;
  const names = Object.keys(body);
  if (!names.some(name => Object.hasOwn(result.shape, name) && !Object.hasOwn(envelope.shape, name))) {
    return undefined;
  }
  const own = names.filter(name => Object.hasOwn(result.shape, name) || !Object.hasOwn(envelope.shape, name));
  const around = ['code', 'message', 'data'].some(name => names.includes(name) && !own.includes(name));
  return { members: members(body, own), bare: !around };
}

/** INTERFACE.md, Endpoints › Family A: "the JSON boolean true". Similar values prove nothing (FAULTS B20). */
function readTrue(status: number, succeeded: boolean, body: Json): EnvelopeReading {
  if (!succeeded) return body === true ? contradiction(status) : { kind: 'refusal', ...refusalWords(body) };
  if (body === true) return { kind: 'success', data: true, drift: [] };
  return { kind: 'unreadable', detail: t`the answer (HTTP ${status}) is not the word true` };
}

const members = (body: JsonObject, names: readonly string[]): Json =>
  Object.fromEntries(names.filter(name => Object.hasOwn(body, name)).map(name => [name, body[name] ?? null]));

/** What `code` and `status` say, if they are readable. A code in quotes counts (FAULTS C13). */
function verdicts(body: JsonObject): boolean[] {
  const claims: boolean[] = [];
  const code = member(body, 'code');
  const number =
    code instanceof JsonNumber ? Number(code.source) : typeof code === 'string' ? Number(code) : NaN;
  if (number >= 100 && number < 600) claims.push(number >= 200 && number < 300);
  const status = member(body, 'status');
  const word = typeof status === 'string' ? status.toLowerCase() : '';
  if (word === 'success' || word === 'error') claims.push(word === 'success');
  return claims;
}

const contradiction = (status: number) =>
  ({ kind: 'contradiction', detail: t`HTTP ${status} and the answer's own words disagree` }) as const;
