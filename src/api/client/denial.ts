/**
 * denial.ts: what contradicts a success inside a 2xx answer: its data, an error member, its message. Unknown fields and
 * words contradict nothing: only the words listed here do.
 */

import { isObject, type Json, JsonNumber, type JsonObject } from '../../lib/json.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { fromServer, t, type Untrusted, type Visible } from '../../lib/visible.ts';
import { member } from '../contract/decode.ts';
import type { SuccessForm } from '../contract/operation.ts';

export interface Denial {
  /** A sentence without its full stop, in Purser's own words. */
  readonly why: Visible;
  /** The service's words, if the answer's message does not have them. */
  readonly said?: Untrusted;
}

/** In characters. */
const LONGEST_WORDS = 300;

/** Why the answer does not show the success that `form` declares; undefined if it does. `payload`: what `data` has. */
export function denialOf(
  form: SuccessForm,
  body: Json,
  payload: Json | undefined,
  duplicateKeys: readonly string[],
): Denial | undefined {
  if (payload === undefined || payload === null) {
    if (form.data === 'payload') return { why: t`The response has no data` };
  } else if (typeof payload !== 'object' || payload instanceof JsonNumber) {
    return { why: t`The response's data is not a record`, ...said(payload) };
  }
  if (duplicateKeys.some(path => DECISIVE.test(path))) return { why: t`The response has a field twice` };
  const around = isObject(body) ? deniedBy(body, form, false) : undefined;
  if (around !== undefined) return around;
  for (const record of recordsIn(payload)) {
    const denied = deniedBy(record, form, true);
    if (denied !== undefined) return denied;
  }
  return undefined;
}

/** A repeated field is dropped, so Purser would not see its contradiction. */
const DECISIVE = /(?:^|[.\]_])(?:\w*status|errors?|success|successful)$/i;

/** The payload, the items of a list, and what is in an object with one member. */
function recordsIn(payload: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(payload)) return payload.flatMap((item: Json) => recordsIn(item));
  if (payload === undefined || !isObject(payload)) return [];
  const members = Object.values(payload);
  const [only] = members;
  const wrapped = members.length === 1 && only !== undefined && typeof only === 'object';
  return wrapped ? [payload, ...recordsIn(only)] : [payload];
}

function deniedBy(record: JsonObject, form: SuccessForm, isPayload: boolean): Denial | undefined {
  for (const [name, value] of Object.entries(record)) {
    const plain = name.replaceAll('_', '').toLowerCase();
    if (ERROR_NAMES.has(plain) && saysSomething(value))
      // refusal-words.ts reads the `errors` of the body itself.
      return { why: t`The response has an error`, ...((isPayload || plain !== 'errors') && said(value)) };
    if (FLAG_NAMES.has(plain) && (value === false || value === 'false'))
      return { why: t`The response says that the request did not succeed`, ...said(name, value) };
    if (plain === 'message' && typeof value === 'string' && isFailureMessage(value, form))
      return { why: t`The response's message contradicts a success`, ...(isPayload && said(value)) };
    // The status of the envelope is "success": proof.ts compares it.
    if (isPayload && plain.endsWith('status') && isFailureStatus(value, form))
      return { why: t`The status in the response's data contradicts a success`, ...said(name, value) };
  }
  return undefined;
}

const ERROR_NAMES: ReadonlySet<string> = new Set([
  ...['error', 'errors', 'errorcode', 'errormessage', 'errordescription'],
  ...['failure', 'failurecode', 'failurereason', 'failuremessage'],
  ...['rejectreason', 'rejectionreason', 'declinereason'],
]);

const FLAG_NAMES: ReadonlySet<string> = new Set(['success', 'successful', 'issuccess', 'ok']);

/** Whether an error member has content. Services also send null, false, 0, "none" or an empty list for "no error". */
function saysSomething(value: Json): boolean {
  if (value === null || value === false) return false;
  if (value instanceof JsonNumber) return Number(value.source) !== 0;
  if (typeof value === 'string') return !/^\s*(?:0*|none|null|no[ _]?errors?|n\/a|false)\s*$/i.test(value);
  return value === true || Object.keys(value).length > 0;
}

/** Words of a status that says that the write was not done. A status may have several words: PAYMENT_FAILED. */
const FAILED =
  /(?:^|[^a-z])(?:fail(?:ed|ure)?|reject(?:ed|ion)?|declined?|errors?|refused|denied|aborted|unsuccessful|not[^a-z]?successful)(?:[^a-z]|$)/i;
const ENDED = /(?:^|[^a-z])(?:cancell?ed|cancell?ation|voided)(?:[^a-z]|$)/i;

function isFailureStatus(value: Json, { ends }: SuccessForm): boolean {
  if (value === false) return true;
  if (value instanceof JsonNumber) return Number(value.source) >= 400 && Number(value.source) < 600;
  if (typeof value !== 'string') return false;
  const words = value.replace(/([a-z])([A-Z])/g, '$1 $2');
  return FAILED.test(words) || (ends !== true && ENDED.test(words));
}

const NO_FAILURE =
  /\b(?:no|without|zero|0)\s+(?:errors?|failures?|rejections?)\b|\b(?:errors?|failed|failures?|rejected)\s*[:=]\s*(?:0|none|no|null)\b/gi;
const FAILURE_MESSAGE = new RegExp(
  [
    /\b(?:fail(?:s|ed|ure|ures)?|unsuccessful(?:ly)?|reject(?:s|ed|ion)|declined?|refused|denied|errors?|aborted)\b/
      .source,
    /\b(?:insufficient|forbidden|unauthori[sz]ed|cannot|unable to)\b/.source,
    /\b(?:could|can)\s+not\b|\b(?:couldn|can)['\u2019]t\b/.source,
    /\bnot\s+(?:been\s+|be\s+)?(?:successful(?:ly)?|done|made|sent|created|processed|executed|completed|accepted|approved|allowed|permitted|possible|found|updated|activated|cancell?ed|converted|closed|issued|saved|submitted|paid|authori[sz]ed)\b/
      .source,
    /\bwent wrong\b/.source,
  ].join('|'),
  'i',
);

function isFailureMessage(message: string, { ends }: SuccessForm): boolean {
  const text = message.slice(0, 4096).replace(NO_FAILURE, ' ');
  return FAILURE_MESSAGE.test(text) || (ends !== true && ENDED.test(text));
}

/** The service's words for the sentence and the journal: a text, or the message or code of an object. */
function said(...values: readonly Json[]): { readonly said?: Untrusted } {
  const text = values.map(wordsOf).filter(Boolean).join(': ');
  return text === '' ? {} : { said: fromServer(maskCardNumbers(text.slice(0, LONGEST_WORDS))) };
}

function wordsOf(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (value instanceof JsonNumber) return value.source;
  if (Array.isArray(value)) return value.slice(0, 5).map(wordsOf).filter(Boolean).join('; ');
  if (value === undefined || value === null || !isObject(value)) return value === false ? 'false' : '';
  return ['code', 'field', 'message', 'detail', 'description', 'reason']
    .map(name => wordsOf(member(value, name)))
    .filter(Boolean)
    .join(': ');
}
