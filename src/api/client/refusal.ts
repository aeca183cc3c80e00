/**
 * What contradicts a refusal of a write. A layer between may have sent the request twice, so a refusal can be the answer to the
 * second one: it then has data about the record, or words about this request.
 */

import { canonicalId } from '../../lib/identifier.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json.ts';
import { t, unsafeText, type Visible } from '../../lib/visible.ts';
import { isVoid } from '../contract/nothing.ts';
import { isPublishedRefusal, refusalWords } from '../contract/refusal-words.ts';
import { wordsIn } from '../contract/success-words.ts';
import { namesRefusal, speaksOfRequest } from './answer-words.ts';
import { type Claim, claimsIn, isEcho, isNegative, type SentScalars, scalarText, yesNo } from './claims.ts';

export interface RefusalFacts {
  readonly status: number;
  readonly sent: SentScalars;
  /** The write ends a record. */
  readonly ends: boolean;
  /** Its ID. */
  readonly operation: string;
}

/** A sentence without its full stop. */
export function againstRefusal(body: Json, facts: RefusalFacts): Visible | undefined {
  const { ends } = facts;
  if (typeof body === 'string') return speaksOfRequest(body, ends) ? aboutRequest : undefined;
  if (!isObject(body)) return undefined;
  for (const claim of claimsIn(body)) {
    const against = contradiction(claim, facts);
    if (against !== undefined) return against;
  }
  return undefined;
}

function contradiction(claim: Claim, { status, sent, ends, operation }: RefusalFacts): Visible | undefined {
  const { kind, value, plain } = claim;
  const ofError = claim.ofError && !WRITTEN.test(plain);
  const text = scalarText(value);
  if (
    !ofError &&
    (EARLIER.test(plain) || (text === undefined ? RECORD : /^data$/).test(plain)) &&
    !isVoid(value)
  )
    return t`The response has data, which a refusal does not have`;
  if (text === undefined || text === '' || isEcho(claim, sent)) return undefined;
  const names = (kind === 'id' && !TRACE.test(plain)) || (LINK.test(plain) && OF_RECORD.test(text));
  if (names && !ofError && !sent.values.has(canonicalId(text)))
    return t`The response names an ID that Purser did not send`;
  if (/debited|deducted|captured/.test(plain) && !/^(?:false|no|[0.]*)$/.test(text))
    return t`The response says that money moved`;
  if (/replay|idempotent|cached/.test(plain) && yesNo(value) === true) return aboutRequest;
  if (kind === 'time' && !ofError) return t`The response says when the request was done`;
  if (
    (kind === 'flag' && !ofError && saysDone(plain, yesNo(value), ends)) ||
    (FAILED.test(plain) && yesNo(value) === false)
  )
    return t`The response says that the request was done`;
  if (kind === 'state' && !ofError && !isRefusedWord(text, status))
    return t`The response has a status of the record`;
  if (typeof value !== 'string' || isPublishedRefusal(value, status, operation)) return undefined;
  // The `type` of a problem (RFC 9457) is an address with its name at the end.
  const words = /^\w+:\/\//.test(value)
    ? plain === 'type'
      ? (value.split(/[/#]/).at(-1) ?? '')
      : ''
    : value;
  return speaksOfRequest(words, ends) ? aboutRequest : undefined;
}

/** Names of the written record, and of its members, also inside an error. */
const WRITTEN =
  /^(?:payouts?|payments?|transfers?|transactions?|conversions?)(?:id|status|state|number|ref\w*)?$/;
const RECORD = /^(?:data|payload|payouts?|payments?|transfers?|transactions?|conversions?)$/;
const EARLIER = /^(?:previous|original|existing|earlier)/;
const LINK = /^(?:resource|location|href|self|links?|url|uri)$/;
const OF_RECORD = /\/(?:payouts?|transfers?|payments?|conversions?|transactions?)\/[^/?#]+/;

const FAILED = /^(?:is|has)?(?:failed|rejected|declined|refused|errors?)$/;

/** "created": true, "rejected": false or "duplicate": true. */
const saysDone = (plain: string, yes: boolean | undefined, ends: boolean): boolean =>
  yes === true
    ? !isNegative(plain, ends) || /duplic/.test(plain)
    : yes === false && /fail|reject|declin|refus/.test(plain);

/** IDs of the exchange, not of a record. */
const TRACE =
  /^(?:x)?(?:request|trace|correlation|span|log|error|incident|debug|session|event|instance|support|ray|cf)/;

const isRefusedWord = (text: string, status: number): boolean =>
  text === String(status) ||
  /^(?:error|failed|failure|fail|refused|rejected|declined|denied|invalid|false|not \w+|un\w+|bad request|forbidden|conflict)$/.test(
    wordsIn(text),
  );

const aboutRequest = t`The response may be about an earlier copy of this request`;

/** The other half of a proof: a message that names no refusal may be about anything. */
export const saysRefused = (body: JsonObject, { status, operation }: RefusalFacts): boolean => {
  const { message, errors = [] } = refusalWords(body);
  const text = message === undefined ? '' : unsafeText(message);
  const named = errors.some(({ field }) => field !== undefined);
  return text.trim() === '' || named || isPublishedRefusal(text, status, operation) || namesRefusal(text);
};
