// The words of the texts in an answer to a write: whether they say that it was done, that it was refused, or that nobody knows.

import { wordsIn } from '../contract/success-words.ts';

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

/** A text that names no refusal may be about anything. */
export const namesRefusal = (text: string): boolean => /不足|拒/.test(text) || REFUSED.test(wordsIn(text));

/** The usual refusals of a cancellation: another step ended the record first, or began to. */
const ENDED_FIRST =
  /(?:payout|payment|transfer|transaction|debit)\b[^.;]*?\b(?:(?:already |been |being )+(?:processed|paid|settled|completed|executed|sent)|processing|in (?:progress|process|transit))\b/g;

/** The request is a copy, is still going on, or was done, as far as the text says. */
export function speaksOfRequest(text: string, ends: boolean): boolean {
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

/** Words of a message that says only that the write was done. Any other word may take that back. */
const DONE_WORDS = new Set([
  ...['success', 'successful', 'successfully', 'ok', 'okay', 'done', 'updated', 'validation', 'valid'],
  ...['validated', 'saved', 'completed', 'accepted'],
]);
const MADE_WORDS = new Set([
  ...['created', 'submitted', 'initiated', 'processed', 'processing', 'pending', 'scheduled', 'queued'],
  ...['received', 'executed', 'approved', 'sent', 'made', 'placed', 'booked', 'added', 'registered'],
  ...['activated', 'issued', 'settled', 'paid', 'confirmed'],
]);
const END_WORDS = new Set(['cancelled', 'canceled', 'cancellation', 'closed']);
const OTHER_WORDS = new Set([
  ...['the', 'your', 'a', 'an', 'is', 'was', 'has', 'have', 'been'],
  ...['be', 'being', 'and', 'to', 'of', 'for', 'with', 'this', 'that'],
  ...['request', 'payout', 'payouts', 'payment', 'transfer', 'transaction', 'conversion', 'order', 'card'],
  ...['beneficiary', 'payee', 'account', 'user', 'customer', 'cardholder', 'record', 'mandate'],
  ...['rfi', 'response', 'quote', 'currency', 'limit', 'limits', 'details', 'terms', 'conditions'],
  ...['id', 'reference', 'now', 'status', 'create', 'creation', 'funds', 'holder', 'global', 'virtual'],
]);

/** A message that says only that the write was done. */
export function isKnownMessage(message: string, ends: boolean): boolean {
  const words = wordsIn(message).match(/[\p{L}\p{N}'-]+/gu) ?? [];
  const says = (word: string): boolean => DONE_WORDS.has(word) || (ends ? END_WORDS : MADE_WORDS).has(word);
  return (
    words.length === 0 ||
    (words.some(says) && words.every(word => says(word) || OTHER_WORDS.has(word) || /\d/.test(word)))
  );
}
