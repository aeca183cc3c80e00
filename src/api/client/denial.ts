/** What contradicts a success inside a 2xx answer. Only the words listed here do; unknown fields and words do not. */

import { isObject, type Json, JsonNumber, type JsonObject } from '../../lib/json.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { fromServer, t, type Untrusted, type Visible } from '../../lib/visible.ts';
import { member } from '../contract/decode.ts';
import type { SuccessForm } from '../contract/operation.ts';

export interface Denial {
  /** A sentence without its full stop. */
  readonly why: Visible;
  /** The service's words, if the answer's message does not have them. */
  readonly said?: Untrusted;
}

/** In characters. */
const LONGEST_WORDS = 300;

/** Undefined if the answer shows the success that `form` declares. `payload`: what `data` has. */
export function denialOf(
  form: SuccessForm,
  body: Json,
  payload: Json | undefined,
  duplicateKeys: readonly string[],
): Denial | undefined {
  if (payload === undefined || payload === null) {
    if (form.data === 'payload') return { why: t`The response has no data` };
  } else if (Array.isArray(payload) ? payload.some(isNothing) : !isObject(payload)) {
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

const isNothing = (value: Json): boolean => value === null || value === false;

/** A repeated field is dropped, so Purser would not see its contradiction. */
const DECISIVE = /(?:^|[.\]_])(?:\w*status|state|result|outcome|errors?|success|successful)$/i;

const DEEPEST = 5;

/** These contain the written record. Other members describe other records, such as a payout's beneficiary. */
const WRAPPERS: ReadonlySet<string> = new Set([
  ...['data', 'result', 'results', 'response', 'payload', 'body', 'detail', 'details'],
  ...['record', 'item', 'items', 'payout', 'payouts', 'payment', 'transfer', 'transaction'],
  ...['conversion', 'order', 'card', 'mandate', 'rfi'],
]);

function recordsIn(payload: Json | undefined, depth = 0): readonly JsonObject[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(payload)) return payload.flatMap((item: Json) => recordsIn(item, depth + 1));
  if (!isObject(payload)) return [];
  const members = Object.entries(payload);
  const inner = members.flatMap(([name, value]) =>
    typeof value === 'object' && (members.length === 1 || WRAPPERS.has(plainName(name)))
      ? recordsIn(value, depth + 1)
      : [],
  );
  return [payload, ...inner];
}

function deniedBy(record: JsonObject, form: SuccessForm, isPayload: boolean): Denial | undefined {
  for (const [name, value] of Object.entries(record)) {
    const plain = plainName(name);
    if (ERROR_NAMES.has(plain) && saysSomething(value))
      // refusal-words.ts reads the `errors` of the body itself.
      return { why: t`The response has an error`, ...((isPayload || plain !== 'errors') && said(value)) };
    if (FLAG_NAMES.has(plain) && isNo(value))
      return { why: t`The response says that the request did not succeed`, ...said(name, value) };
    if (plain === 'message' && typeof value === 'string' && isFailureMessage(value, form))
      return { why: t`The response's message contradicts a success`, ...(isPayload && said(value)) };
    // The status of the envelope is "success": proof.ts compares it.
    if (STATUS_NAME.test(plain) && (isPayload || plain !== 'status') && isFailureStatus(value, form))
      return { why: t`The status in the response's data contradicts a success`, ...said(name, value) };
  }
  return undefined;
}

const plainName = (name: string): string => wordsIn(name).replaceAll(' ', '');

/** PAYOUT_FAILED and payoutFailed become "payout failed". Invisible characters hide no word. */
const wordsIn = (text: string): string =>
  text
    .slice(0, 4096)
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[\s_]+|(?<=\p{L})-(?=\p{L})/gu, ' ')
    .replaceAll('\u2019', "'")
    .toLowerCase()
    .trim();

const ERROR_NAMES: ReadonlySet<string> = new Set([
  ...['error', 'errors', 'errorcode', 'errormessage', 'errormessages', 'errordescription', 'errordetails'],
  ...['iserror', 'haserror', 'haserrors', 'failed', 'isfailed', 'statusreason'],
  ...['failure', 'failurecode', 'failurereason', 'failuremessage'],
  ...['rejectreason', 'rejectionreason', 'declinereason'],
]);

const FLAG_NAMES: ReadonlySet<string> = new Set(['success', 'successful', 'issuccess', 'succeeded', 'ok']);

const STATUS_NAME = /(?:status|statuscode|^state|^result|^outcome)$/;

const isNo = (value: Json): boolean =>
  value === false ||
  (value instanceof JsonNumber && Number(value.source) === 0) ||
  (typeof value === 'string' && /^(?:false|no|n|0)$/.test(wordsIn(value)));

const NOTHING =
  /^(?:0*|none|null|nil|no|na|no errors?|false|ok|success|successful|approved|accepted|completed)$/;
const GOOD_NUMBERS: ReadonlySet<number> = new Set([0, 200, 201]);

/** Services also send null, false, 0, "-", "none" or "success" for "no error". */
function saysSomething(value: Json): boolean {
  if (value === null || value === false) return false;
  if (value instanceof JsonNumber) return !GOOD_NUMBERS.has(Number(value.source));
  if (typeof value === 'string') return !NOTHING.test(wordsIn(value).replace(/[^\p{L}\p{N} ]/gu, ''));
  return value === true || Object.values(value).some((item: Json) => saysSomething(item));
}

const anyOf = (...patterns: readonly string[]): RegExp =>
  new RegExp(`\\b(?:${patterns.join('|')})(?!\\w)`, 'g');

const FAILED =
  '(?:fail(?:s|ed|ure|ures|ing)?|reject(?:s|ed|ions?)|declined?|refused|denied|errors?|aborted|unsuccessful(?:ly)?|invalid|expired|blocked|bounced)';
const DONE =
  '(?:successful(?:ly)?|succeeded|done|made|sent|created|processed|executed|completed|accepted|approved|allowed|permitted|possible|found|updated|activated|cancell?ed|cancell?able|converted|closed|issued|saved|submitted|paid|authori[sz]ed|initiated|placed|gone|go through)';
const THING = '(?:payout|payment|transfer|transaction|conversion|card|record|beneficiary|money|funds)s?';

const FAILURE = anyOf(
  FAILED,
  // PAYMENTFAILED.
  '(?!un|non)\\w+(?:failed|rejected|declined)',
  'insufficient|forbidden|unauthori[sz]ed|unavailable|unable to|went wrong|exceed(?:s|ed)|time(?:d )?out',
  "could not|couldn't|can ?not|can't",
  `(?:not|never|\\w+n't) (?:yet )?(?:been |be )?${DONE}`,
  `(?:no|zero) ${THING} (?:was|were|has|have|is|are|made|sent|created|moved)`,
);
/** Failures that did not happen, and a warning that the write is final. */
const NO_FAILURE = [
  `(?:not|no|without|zero|never|0) (?:any |been )?${FAILED}`,
  `${FAILED} ?[:=] ?(?:0|none|no|null|false)(?= *(?:$|[,;.)]))`,
  "(?:can ?not|can't) (?:later |now )?be (?:undone|reversed|changed|recalled|stopped|refunded)",
];
const ENDING = 'cancell?ed|cancell?ation|void(?:ed)?';
/** Failures only for a write that does not end a record. */
const NOT_ENDED = [
  `not (?:been |be )?${DONE} yet`,
  `not yet (?:been )?${DONE}`,
  "(?:can ?not|can't) (?:later |now )?be cancell?ed",
  `not (?:${ENDING}|reversed|returned)`,
];

const HARMLESS = anyOf(...NO_FAILURE, ...NOT_ENDED);
const HARMLESS_TO_AN_END = anyOf(...NO_FAILURE);
const ENDED = anyOf(ENDING);
const ENDED_STATUS = anyOf(ENDING, 'reversed|returned|terminated');
const TOO_LATE = anyOf('already|too late');
const NOT_ENDED_STATUS = anyOf(
  'pending|requested|in review|new|active|inactive|frozen|scheduled|submitted|not',
  'processing|processed|completed|executed|sent|settled|paid|already',
);

/** `ended` contradicts a start, and `notEnded` an end. */
function contradicts(words: string, { ends }: SuccessForm, ended: RegExp, notEnded: RegExp): boolean {
  const rest = words.replace(ends === true ? HARMLESS_TO_AN_END : HARMLESS, ' ');
  return rest.search(FAILURE) >= 0 || rest.search(ends === true ? notEnded : ended) >= 0;
}

function isFailureStatus(value: Json, form: SuccessForm): boolean {
  if (value === false) return true;
  if (value instanceof JsonNumber) return Number(value.source) >= 400 && Number(value.source) < 600;
  if (typeof value === 'string')
    return /^[45]\d\d$/.test(value) || contradicts(wordsIn(value), form, ENDED_STATUS, NOT_ENDED_STATUS);
  if (value === null || value === true || !isObject(value)) return false;
  return ['code', 'name', 'value', 'status', 'state'].some(name =>
    isFailureStatus(member(value, name) ?? null, form),
  );
}

const isFailureMessage = (message: string, form: SuccessForm): boolean =>
  contradicts(wordsIn(message), form, ENDED, TOO_LATE);

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
