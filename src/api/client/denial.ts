/**
 * Whether a 2xx answer shows the success that the contract declares for the write. Purser believes the words that it knows:
 * each member named like a state, result, code, reason, flag or message must have one of them.
 */

import { canonicalId } from '../../lib/identifier.ts';
import { isObject, type Json, JsonNumber } from '../../lib/json.ts';
import { maskCardNumbers } from '../../lib/redact.ts';
import { fromServer, t, type Untrusted, type Visible } from '../../lib/visible.ts';
import { member } from '../contract/decode.ts';
import type { SuccessForm } from '../contract/operation.ts';
import { saysFailure, wordsIn } from '../contract/success-words.ts';
import { isKnownMessage } from './answer-words.ts';
import { type Claim, claimsIn, isEcho, isNegative, type SentScalars, scalarText, yesNo } from './claims.ts';

export interface Denial {
  /** A sentence without its full stop. */
  readonly why: Visible;
  /** The service's words. */
  readonly said?: Untrusted;
  /** They say that the write failed. Otherwise Purser only doesn't know them. */
  readonly failed: boolean;
}

interface SuccessFacts {
  readonly form: SuccessForm;
  /** The first part of the operation's ID, such as "payout". */
  readonly own: string;
  readonly sent: SentScalars;
}

/** In characters. */
const LONGEST_WORDS = 300;

/** The first member that is no known word of a success. `payload`: what `data` has. A failure comes before an unknown word. */
export function denialOf(
  facts: SuccessFacts,
  body: Json,
  payload: Json | undefined,
  duplicateKeys: readonly string[],
): Denial | undefined {
  if (payload === undefined || payload === null) {
    if (facts.form.data === 'payload') return { why: t`The response has no data`, failed: true };
  } else if (!isRecord(payload)) {
    return { why: t`The response's data is not a record`, ...said(payload), failed: true };
  }
  if (duplicateKeys.some(isDecisive)) return { why: t`The response has a field twice`, failed: true };
  const found = claimsIn(body, facts.own)
    .map(claim => denied(claim, facts))
    .filter(denial => denial !== undefined)
    .toArray();
  return found.find(({ failed }) => failed) ?? found[0];
}

/** Or a list. A number in the list is only another shape, but a text or a false may be the verdict. */
const isRecord = (value: Json): boolean =>
  isObject(value) ||
  (Array.isArray(value) && value.every((item: Json) => item instanceof JsonNumber || isRecord(item)));

/** A repeated member is dropped, so Purser would not see its contradiction. */
function isDecisive(path: string): boolean {
  const name = path.split(/[.\]]/).at(-1) ?? '';
  const kinds = claimsIn({ [name]: true }).map(({ kind }) => kind);
  return name !== 'message' && kinds.some(kind => kind !== undefined && kind !== 'id' && kind !== 'time');
}

function denied(claim: Claim, facts: SuccessFacts): Denial | undefined {
  const { kind, name, plain, value } = claim;
  const ends = facts.form.ends === true;
  if (kind === undefined || isEcho(claim, facts.sent)) return undefined;
  const all =
    claim.ofError || (typeof value === 'object' && !(value instanceof JsonNumber))
      ? said(value)
      : said(name, value);
  switch (kind) {
    case 'ended':
      if (ends && isNegative(plain, false) && !isNegative(plain, true)) return undefined;
      return saysSomething(value)
        ? { why: t`The response says that the request did not succeed`, ...all, failed: true }
        : undefined;
    case 'id':
      // Of the written record, because another record may be absent.
      return !ends && (plain === 'id' || plain === `${facts.own}id`) && isNoId(value)
        ? { why: t`The response has no ID of the record`, ...all, failed: false }
        : undefined;
    case 'text':
      return claim.ofError ||
        isSent(value, facts.sent) ||
        !saysFailure((scalarText(value) ?? '').replace(ORDINARY, ''))
        ? undefined
        : { why: t`The response's words contradict a success`, ...said(value), failed: true };
    case 'error':
      return saysSomething(value)
        ? { why: t`The response has an error`, ...said(value), failed: true }
        : undefined;
    case 'flag':
      // "approved": "approved".
      if (yesNo(value) === undefined && !isWord(value, { data: 'none', words: [plain] }))
        return { why: unknownWord, ...all, failed: false };
      return yesNo(value) === isNegative(plain, ends)
        ? { why: t`The response says that the request did not succeed`, ...all, failed: true }
        : undefined;
    case 'state':
    case 'code': {
      if (isKnownWord(value, kind, facts) || claim.ofError) return undefined;
      if (isFailure(value))
        return { why: t`The status in the response's data contradicts a success`, ...all, failed: true };
      return { why: unknownWord, ...all, failed: false };
    }
    case 'message': {
      const texts = (Array.isArray(value) ? value : [value]).filter((one: Json) => typeof one === 'string');
      if (claim.ofError || texts.every(text => isKnownMessage(text, ends))) return undefined;
      if (isFailure(value))
        return { why: t`The response's message contradicts a success`, ...said(value), failed: true };
      return {
        why: t`Purser does not know the response's message for this request`,
        ...said(value),
        failed: false,
      };
    }
    default:
      return undefined;
  }
}

const unknownWord = t`Purser does not know this word of the response for this request`;

/** Of any success. */
const WELL: ReadonlySet<string> = new Set([
  '',
  'success',
  'successful',
  'succeeded',
  'ok',
  'okay',
  'true',
  'none',
  'null',
  'n/a',
  'not required',
  '-',
]);
const GOOD_NUMBER = /^(?:0{1,4}|200|201)$/;

function isKnownWord(value: Json, kind: 'state' | 'code', { form: declared, sent }: SuccessFacts): boolean {
  const form = { ...declared, words: [...(declared.words ?? []), ...(sent.words ?? [])] };
  if (value === null || value === true) return true;
  const text = scalarText(value);
  // The members of an object are claims too.
  if (text === undefined)
    return !Array.isArray(value) || value.every((one: Json) => isObject(one) || isWord(one, form));
  return (
    isWord(value, form) ||
    (kind === 'state' && text.includes(' ') && isKnownMessage(text, form.ends === true))
  );
}

function isWord(value: Json, { words = [] }: SuccessForm): boolean {
  const text = scalarText(value);
  if (text === undefined) return value === null;
  const word = wordsIn(text);
  return WELL.has(word) || GOOD_NUMBER.test(word) || words.some(known => wordsIn(known) === word);
}

/** Null is an absent member. */
const isNoId = (value: Json): boolean => /^(?:|0|null|none|n\/a|-)$/i.test(scalarText(value) ?? 'x');

/** "Invoice no 7", "do not delay". */
const ORDINARY = /\bno\.? ?\d+|\bdo(?: not|n't)\b/gi;

const isSent = (value: Json, { values }: SentScalars): boolean =>
  values.has(canonicalId(scalarText(value) ?? ''));

/** Services also send null, false, 0, "-", "none" or "success" for "no error". */
function saysSomething(value: Json): boolean {
  if (value === null || value === false) return false;
  if (value instanceof JsonNumber) return !GOOD_NUMBER.test(value.source);
  if (typeof value === 'string')
    return !/^(?:0*|none|null|nil|no|n|na|no errors?|false|ok|success|successful|approved|accepted|completed)$/.test(
      wordsIn(value).replace(/[^\p{L}\p{N} ]/gu, ''),
    );
  return value === true || Object.values(value).some((item: Json) => saysSomething(item));
}

/** For writes that are no money: an unknown word leaves DONE, with a check, but these words say that it failed. */
function isFailure(value: Json): boolean {
  if (value === false) return true;
  const text = scalarText(value);
  if (text !== undefined) return /^[45]\d\d$/.test(text) || saysFailure(text);
  return Array.isArray(value) && value.some((item: Json) => isFailure(item));
}

function said(...values: readonly Json[]): { readonly said?: Untrusted } {
  const text = values.map(wordsOf).filter(Boolean).join(': ');
  return text === '' ? {} : { said: fromServer(maskCardNumbers(text.slice(0, LONGEST_WORDS))) };
}

function wordsOf(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  if (value instanceof JsonNumber) return value.source;
  if (Array.isArray(value)) return value.slice(0, 5).map(wordsOf).filter(Boolean).join('; ');
  if (value === undefined || value === null || !isObject(value))
    return typeof value === 'boolean' ? String(value) : '';
  return ['code', 'field', 'message', 'detail', 'description', 'reason']
    .map(name => wordsOf(member(value, name)))
    .filter(Boolean)
    .join(': ');
}
