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

const anyOf = (...patterns: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}])(?:${patterns.join('|')})(?![\\p{L}])`, 'u');

const REQUEST =
  '(?:request|payout|payment|transfer|transaction|conversion|operation|order|submission|attempt)';

const AFTERWARDS =
  '(?:status|outcome|result|response|receipt|notification|confirmation e-?mail|webhook|audit log|e-?mail)';

/** The request is a copy of another one, is still going on, or has an outcome that nobody knows. */
const UNSURE = anyOf(
  'dup|dupli[ck]\\p{L}*|doublon\\p{L}*|en double|doppelt\\p{L}*|dubbel\\p{L}*|dobl\\p{L}*|mükerrer|дубл\\p{L}*',
  'bereits|déjà|deja|già|já|ya|al verwerkt|redan|jo tehty|już|zaten|уже|(?<!(?:no|non|não) )(?:realizado|effettuato|efetuado|ejecutado)',
  'en cours|en proceso|in corso|in elaborazione|em processamento|in (?:bearbeitung|behandeling)|läuft(?! ab)|w toku|devam ediyor|pågår|в обработке|обрабатывается',
  'wird (?:gerade )?(?:verarbeitet|bearbeitet|ausgeführt)|replay\\w*|re[- ]?submi\\w*|concurren\\w*',
  `double (?:payment|submission|spend\\w*|charge|posting|booking)|repeat (?:${REQUEST}|submission)|similar (?:\\w+ )?${REQUEST}`,
  'already|in (?:progress|process|flight|transit)|under ?way|ongoing|conflict|superseded|on (?:its|the) way',
  '(?:optimistic|pessimistic) lock\\w*|locked by|lock (?:failure|timeout)|stale (?:object|version)',
  'being (?:process|ma[dk]|creat|execut|handl|sen[dt]|submit|convert|cancel|clos|pa)\\w*',
  `${REQUEST} (?:is |are |still |currently )*(?:processing|pending|running|queued)`,
  `${REQUEST} (?:is |are |has been |still |currently |now )*(?:under|(?:on )?h[eo]ld|awaiting|waiting|in review)`,
  '^(?:pending|under) review|^(?:awaiting|waiting)|(?<!no \\w+ )will be (?:sent|processed|paid|executed|made|completed|debited)',
  '(?:is|are|still|currently) processing|processing',
  '(?:may|might|could) (?:\\w+ )?have|(?:may|might|could) (?:already |still )?be (?:process|ma[dk]|creat|execut|sen[dt]|complet|done|paid|pending|in progress)\\w*',
  'perhaps|possibly|uncertain|indeterminate|unclear|undetermined|partial(?:ly)?|(?<!validation )(?:completed|processed|finished|succeeded|made) with (?:errors|warnings)',
  '(?:status|outcome|result|state) (?:of \\w+ \\w+ )?(?:is |was )?(?:unknown|not known|unavailable|pending)|unknown (?:status|outcome|result|state)',
  '(?:confirm|determin|verif)\\w* (?:whether|if|the (?:status|outcome|result|state))',
  `(?:cannot|can't|unable to|could not|couldn't|failed to) (?:confirm|determine|retrieve|fetch|return|serialize|record|save|store|persist)(?: the| a)? (?:\\w+ )?(?:outcome|result|status|response|${REQUEST})(?! (?:quote|rate|limit|method))`,
  `${AFTERWARDS} (?:delivery )?(?:(?:could not|couldn't|cannot) be (?:sent|retrieved|generated|written|delivered|saved)|failed)|(?:send|sending|writing)(?: the| a)? (?:\\w+ )?${AFTERWARDS}`,
  'post processing|after (?:the )?(?:commit|creation|execution|submission)|response not received|check (?:the|its) status',
  "(?:do not|don't|never) (?:retry|resend|resubmit|repeat|(?:send|try)(?: it| this)? again)",
  "tim(?:e|ed|es)(?: |-)?outs?|deadline|no (?:response|answer|reply|acknowledg\\w*)|(?:did not|didn't) (?:respond|answer|reply)|upstream|downstream|gateway|interrupted|connection (?:reset|lost|closed|aborted|refused)",
  'unique (?:\\w+ )?(?:constraint|violation)|deadlock|acquire lock|(?:commit|rollback) failed|be committed|crashed|twice',
  'too long to respond|did not confirm|(?:lost|dropped|broken) (?:connection|response)|(?:connection|response) (?:lost|dropped)|request aborted|(?:client|cancell?ed by client) ?(?:disconnected|$)',
  'funds (?:have been |are |were )?reserved|forwarded (?:to|for)|manual (?:review|intervention)|execution started|still working|poll for|(?:see|check) the (?:result|outcome)',
  'e(?:timedout|conn\\w*|pipe)|socket|hang up|broken pipe|network error',
  `(?:previous|earlier|prior|same|another|other|original|existing|identical|first|second) (?:\\w+ )?${REQUEST}`,
  `(?<!no (?:such )?)${REQUEST} (?:(?!not |never |no )[\\p{L}\\p{N}-]+ )*(?:exists?|known|found|seen|recorded)(?! (?:in|at) )`,
  'previously|(?:used|sent|seen|received|submitted|handled) (?:before|earlier)|re[- ]?used?|repeated|reference (?:must be|is not) unique',
  "you(?:'ve| have) (?:already |just )?(?:sent|made|submitted|paid) (?:this|the same|it|that)",
  '(?:idempoten\\w*|request[- ]?id|x-request[- ]?id|request[- ]?key) .*(?:used?|exist|known|seen|unique|match|differ|progress|process|cach|stor|taken|consumed)\\w*',
  '(?:used|exist|known|seen|unique|match|differ|cach|stor)\\w* .*(?:idempoten\\w*|request[- ]?id|request[- ]?key)',
);

/** Scripts without blanks between words. */
const UNSURE_SCRIPTS =
  /重[复複]|[处處処]理中|正在|已[提处處创創支完存付]|既に|済み|중복|처리 ?중|이미|مكرر|قيد/;

const DONE =
  /(?<!\p{L})(?:created|made|submitted|accepted|executed|completed|settled|succeeded|success(?:ful(?:ly)?)?|paid|queued|scheduled|initiated|converted|debited|charged|booked|done|processed|transferred|issued|dispatched|released|sent|received|registered|recorded|saved|updated|activated|cancell?ed|closed|approved|placed|posted|deducted|withdrawn|handled|has left|went through|gone through)(?! by)(?!\p{L})/u;

/** A clause with one of these does not say that something was done: "was not created", "must be approved". */
const NOT_DONE = anyOf(
  "not|no|never|nothing|none|neither|nor|without|\\w+n't|cannot|unable|only|must|should|shall|before|until|unless|once|if|when|can|could|may",
  'need\\w*|requir\\w*|fail\\w*|errors?|invalid|missing|malformed|bad|unsupported|incorrect|wrong|reject\\w*|declin\\w*|refus\\w*|denied|forbidden',
  'exceed\\w*|insufficient|limit\\w*|below|above|minimum|maximum|at (?:least|most)|too|expired|blocked|suspended|disabled|un\\w+ed|account is|beneficiary is|card is|quote is|customer is|user is|(?:is|are) closed',
);

/** Words of a refusal, in English and the beginnings of others. */
const REFUSED = anyOf(
  "not|no|never|nothing|none|neither|without|\\w+n't|cannot|unable|only|must|should|need\\w*|requir\\w*|before|until",
  'fail\\w*|errors?|wrong|invalid|missing|malformed|bad|unsupported|incorrect|reject\\w*|declin\\w*|refus\\w*|denied|forbidden|prohibited|restricted|not allowed|disallowed',
  'exceed\\w*|insufficient\\w*|limit\\w*|below|above|minimum|maximum|at (?:least|most)|too|low|out of|outside|mismatch\\w*|differs?|differ\\w*',
  'expired|blocked|suspended|disabled|closed|inactive|frozen|locked out|unavailable|unknown|un\\w+ed|deactivated|deleted|revoked|pending verification',
  'nicht|kein\\p{L}*|abgelehnt|ungültig|abgelaufen|gesperrt|insuf\\p{L}*|rechaz\\p{L}*|inv[áa]lid\\p{L}*|sin|pas|refusé\\p{L}*|rejet\\p{L}*|expiré\\p{L}*|non|rifiutat\\p{L}*|scadut\\p{L}*|não|recusad\\p{L}*|niet|geweigerd|odrzucon\\p{L}*|отклон\\p{L}*|недостаточно|не',
);

/** The other half of a proof: a message that names no refusal may be about anything. */
export const saysRefused = (body: JsonObject, { status, operation }: RefusalFacts): boolean => {
  const { message, errors = [] } = refusalWords(body);
  const text = message === undefined ? '' : unsafeText(message);
  const named = errors.some(({ field }) => field !== undefined);
  return (
    text.trim() === '' ||
    named ||
    isPublishedRefusal(text, status, operation) ||
    /不足|拒/.test(text) ||
    REFUSED.test(wordsIn(text))
  );
};

/** The usual refusals of a cancellation: another step ended the record first, or began to. */
const ENDED_FIRST =
  /(?:payout|payment|transfer|transaction|debit)\b[^.;]*?\b(?:(?:already |been |being )+(?:processed|paid|settled|completed|executed|sent)|processing|in (?:progress|process|transit))\b/g;

function speaksOfRequest(text: string, ends: boolean): boolean {
  const words = wordsIn(text)
    .replace(ends ? ENDED_FIRST : /(?!)/g, ' ')
    .replace(HARMLESS, ' ');
  if (UNSURE.test(words) || UNSURE_SCRIPTS.test(words) || /^(?:ok|okay)$/.test(words)) return true;
  return words
    .split(/[.;:!?,()–—]| but | and | however /)
    .some(clause => DONE.test(clause) && !NOT_DONE.test(clause));
}

/** "An error occurred while processing your request", "KYC in progress", "Account closed": these are about something else. */
const HARMLESS = new RegExp(
  [
    "(?:while|when|during|error|errors|failed|failure|problem|cannot|can't|stopped|of|for|in) (?:in )?processing|(?<!post )processing (?:failed|error|errors|fee|fees|of|time|limit)|already (?:expired|closed|blocked|deleted|inactive|active|verified|suspended)|(?:expired|closed|blocked|deleted|inactive|active|verified|suspended) already",
    '(?:kyc|kyb|verification|onboarding|activation|maintenance|screening) (?:is |are |still |currently )*(?:in (?:progress|process)|ongoing|underway|being processed)',
    '(?:session|token|quote|rate|login|code) (?:has |have |is |was )?tim(?:ed|es) out',
    '(?:account|user|customer|beneficiary|payee|recipient|bank|market) (?:has been |was |is )?closed',
    'duplicate (?:field|header|member|parameter|(?:json )?key(?= "))',
    'already (?:have the maximum|below|above|reached|exceed\\w*)|(?:payment|internal) gateway (?:reject\\w*|declin\\w*|refus\\w*|configuration)|scheduled maintenance',
  ].join('|'),
  'g',
);
