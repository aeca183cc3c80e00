/**
 * What contradicts a refusal of a write. A layer between may have sent the request twice, so a refusal can be the answer to the
 * second one: it then has data about the record, or words about this request.
 */

import { canonicalId } from '../../lib/identifier.ts';
import { isObject, type Json, JsonNumber } from '../../lib/json.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { isPublishedRefusal } from '../contract/refusal-words.ts';
import { wordsIn } from '../contract/success-words.ts';
import { type Claim, claimsIn, isEcho, isNegative, type Sent, scalarText, yesNo } from './claims.ts';

/** A sentence without its full stop. */
export function againstRefusal(body: Json, status: number, sent: Sent, ends: boolean): Visible | undefined {
  if (typeof body === 'string') return speaksOfRequest(body, ends) ? aboutRequest : undefined;
  if (!isObject(body)) return undefined;
  for (const claim of claimsIn(body)) {
    const against = contradiction(claim, status, sent, ends);
    if (against !== undefined) return against;
  }
  return undefined;
}

function contradiction(claim: Claim, status: number, sent: Sent, ends: boolean): Visible | undefined {
  const { kind, value, ofError, plain } = claim;
  if (plain === 'data' && !ofError && !isEmpty(value))
    return t`The response has data, which a refusal does not have`;
  const text = scalarText(value);
  if (text === undefined || text === '' || isEcho(claim, sent)) return undefined;
  if (kind === 'id' && !ofError && !TRACE.test(plain) && !sent.values.has(canonicalId(text)))
    return t`The response names an ID that Purser did not send`;
  if (kind === 'time' && !ofError) return t`The response says when the request was done`;
  if (kind === 'flag' && !ofError && saysDone(plain, yesNo(value), ends))
    return t`The response says that the request was done`;
  if (kind === 'state' && !ofError && !isRefusedWord(text, status))
    return t`The response has a status of the record`;
  if (typeof value !== 'string' || isPublishedRefusal(value, status) || /^\w+:\/\//.test(value))
    return undefined;
  return speaksOfRequest(value, ends) ? aboutRequest : undefined;
}

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

const anyOf = (...patterns: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}])(?:${patterns.join('|')})(?![\\p{L}])`, 'u');

const REQUEST =
  '(?:request|payout|payment|transfer|transaction|conversion|operation|order|submission|attempt)';

/** The request is a copy of another one, is still going on, or has an outcome that nobody knows. */
const UNSURE = anyOf(
  'duplic\\w*|doublon\\w*|doppelt\\w*|dubbel\\w*|bereits|déjà|deja|già|en cours|en proceso|in corso|in bearbeitung|wird verarbeitet|уже|replay\\w*|re-?submi\\w*|concurrent\\w*',
  'already|in (?:progress|process|flight|transit)|under ?way|ongoing|conflict',
  'being (?:process|ma[dk]|creat|execut|handl|sen[dt]|submit|convert|cancel|clos|pa)\\w*',
  `${REQUEST} (?:is |are |still |currently )*(?:processing|pending|running|queued)`,
  '(?:is|are|still|currently) processing|processing',
  '(?:may|might|could) (?:\\w+ )?have|(?:may|might|could) (?:already |still )?be (?:process|ma[dk]|creat|execut|sen[dt]|complet|done|paid|pending|in progress)\\w*',
  'perhaps|possibly|uncertain|indeterminate|unclear|undetermined|partial(?:ly)?',
  '(?:status|outcome|result|state) (?:of \\w+ \\w+ )?(?:is |was )?(?:unknown|not known|unavailable|pending)|unknown (?:status|outcome|result|state)',
  '(?:confirm|determin|verif)\\w* (?:whether|if|the (?:status|outcome|result|state))',
  "tim(?:e|ed|es)(?: |-)?outs?|deadline|no (?:response|answer|reply)|(?:did not|didn't) (?:respond|answer|reply)|upstream|gateway|interrupted|connection (?:reset|lost|closed|aborted|refused)",
  `(?:previous|earlier|prior|same|another|other|original|existing|identical|first|second) (?:\\w+ )?${REQUEST}`,
  `(?<!no (?:such )?)${REQUEST} (?:(?!not |never |no )\\w+ )*(?:exists?|known|found|seen|recorded)(?! (?:in|at) )`,
  'previously|(?:used|sent|seen|received|submitted) before|re-?used?|repeated',
  '(?:idempoten\\w*|request[- ]?id|x-request[- ]?id|request[- ]?key) .*(?:used|exist|known|seen|unique|match|differ|progress|process|cach|stor)\\w*',
  '(?:used|exist|known|seen|unique|match|differ|cach|stor)\\w* .*(?:idempoten\\w*|request[- ]?id|request[- ]?key)',
);

const DONE =
  /(?<!\p{L})(?:created|made|submitted|accepted|executed|completed|settled|succeeded|success(?:ful(?:ly)?)?|paid|queued|scheduled|initiated|converted|debited|charged|booked|done|processed|transferred|issued|dispatched|released|sent|received|registered|recorded|saved|updated|activated|cancell?ed|closed|approved|placed|posted|went through|gone through)(?! by)(?!\p{L})/u;

/** A clause with one of these does not say that something was done: "was not created", "must be approved". */
const NOT_DONE = anyOf(
  "not|no|never|nothing|none|neither|nor|without|\\w+n't|cannot|unable|only|must|should|shall|before|until|unless|once|if|when|can|could|may",
  'need\\w*|requir\\w*|fail\\w*|errors?|invalid|missing|malformed|bad|unsupported|incorrect|wrong|reject\\w*|declin\\w*|refus\\w*|denied|forbidden',
  'exceed\\w*|insufficient|limit\\w*|below|above|minimum|maximum|at (?:least|most)|too|expired|blocked|suspended|disabled|un\\w+ed|account is|beneficiary is|card is|quote is|customer is|user is',
);

/** The usual refusal of a cancellation: another step ended the record first. */
const ENDED_FIRST =
  /(?:payout|payment|transfer|transaction|debit)\b[^.;]*?\balready (?:been )?(?:processed|paid|settled|completed|executed|sent)\b/g;

function speaksOfRequest(text: string, ends: boolean): boolean {
  const words = wordsIn(text).replace(ends ? ENDED_FIRST : /(?!)/g, ' ');
  if (UNSURE.test(words.replace(HARMLESS, ' '))) return true;
  return words
    .split(/[.;:!?,()–—]| but | and | however /)
    .some(clause => DONE.test(clause) && !NOT_DONE.test(clause));
}

/** "An error occurred while processing your request", "pending verification". */
const HARMLESS =
  /(?:while|when|during|error|errors|failed|failure|problem|cannot|can't|stopped|of|for|in) (?:in )?processing|processing (?:failed|error|errors|fee|fees|of|time|limit)|already (?:expired|closed|blocked|deleted|inactive|active|verified|suspended)|(?:expired|closed|blocked|deleted|inactive|active|verified|suspended) already/g;

const isEmpty = (data: Json | undefined): boolean =>
  data === undefined ||
  data === null ||
  data === '' ||
  (typeof data === 'object' && !(data instanceof JsonNumber) && Object.keys(data).length === 0);
