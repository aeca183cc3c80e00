/** What an answer to a write claims about it: the members whose names say how it went, and what Purser had sent. */

import { canonicalId } from '../../lib/identifier.ts';
import { isObject, type Json, JsonNumber, parseJson } from '../../lib/json.ts';
import { NEGATIVE, wordsIn } from '../contract/success-words.ts';

type ClaimKind = 'error' | 'ended' | 'state' | 'code' | 'flag' | 'message' | 'text' | 'id' | 'time';

export interface Claim {
  readonly kind: ClaimKind | undefined;
  /** In the answer's spelling. */
  readonly name: string;
  /** In lower case, without separators. */
  readonly plain: string;
  readonly value: Json;
  /** Inside `error` or `errors`. */
  readonly ofError: boolean;
}

/** What Purser knows when it reads the answer to a write: the scalars of the request, to recognise echoes. */
export interface SentScalars {
  /** Words of a success that an administrator added. */
  readonly words?: readonly string[];
  /** By plain name. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
  readonly values: ReadonlySet<string>;
}

export const plainName = (name: string): string => wordsIn(name).replaceAll(/[ .-]/g, '');

export const scalarText = (value: Json | undefined): string | undefined => {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : undefined;
};

export function sentIn(
  { target, body }: { readonly target: string; readonly body?: string | undefined },
  headers: Readonly<Record<string, string | undefined>>,
): SentScalars {
  const named = new Map<string, Set<string>>();
  const values = new Set<string>();
  const add = (name: string, value: string): void => {
    values.add(canonicalId(value));
    const plain = plainName(name);
    named.set(plain, (named.get(plain) ?? new Set()).add(canonicalId(value)));
  };
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) add(name, value);
  const [path = '', query] = target.split('?');
  for (const part of path.split('/')) values.add(canonicalId(decodeURIComponent(part)));
  for (const [name, value] of new URLSearchParams(query)) add(name, value);
  const parsed = body === undefined ? undefined : parseJson(body);
  const walk = (name: string, value: Json): void => {
    const text = scalarText(value);
    if (text !== undefined) add(name, text);
    else if (Array.isArray(value)) for (const item of value as readonly Json[]) walk(name, item);
    else if (isObject(value)) for (const [inner, one] of Object.entries(value)) walk(inner, one);
  };
  if (parsed?.ok) walk('', parsed.value);
  return { named, values };
}

export function isEcho({ plain, value }: Pick<Claim, 'plain' | 'value'>, { named }: SentScalars): boolean {
  const text = scalarText(value);
  return text !== undefined && named.get(plain)?.has(canonicalId(text)) === true;
}

/** Records beside the written one, such as a payout's beneficiary. Their states say nothing about the write. */
export const OTHER_RECORDS: ReadonlySet<string> = new Set([
  ...['beneficiary', 'payee', 'recipient', 'receiver', 'payer', 'sender', 'debtor', 'creditor', 'merchant'],
  ...['customer', 'user', 'account', 'accounts', 'cardholder', 'bank', 'institution', 'quote', 'card'],
  ...['pagination', 'limits', 'supportedfeatures', 'routingcodes', 'fee', 'fees', 'charges'],
  // INTERFACE.md does not show its members.
  'nextsteps',
]);

/**
 * Every member at any depth, so that a wrapper hides nothing. A record beside the written one counts only if it is the
 * whole answer, or has the name of the written record (`own`).
 */
export function* claimsIn(
  body: Json,
  own = '',
  within: Pick<Claim, 'kind' | 'ofError'> = ROOT,
): Generator<Claim> {
  if (Array.isArray(body)) {
    for (const item of body as readonly Json[]) yield* claimsIn(item, own, within);
    return;
  }
  if (!isObject(body)) return;
  const members = Object.entries(body);
  const isAddress = members.some(([name]) => ADDRESS.test(plainName(name)));
  for (const [name, value] of members) {
    const plain = plainName(name);
    const claimed = isAddress && plain === 'state' ? undefined : kindOf(wordsIn(name), plain, value);
    const ofState = within.kind === 'state' && (!isWhole(value) || isWord(value));
    const kind = ofState && claimed !== 'error' && claimed !== 'flag' ? 'state' : claimed;
    const ofError = within.ofError || kind === 'error';
    yield { kind, name, plain, value, ofError };
    // An answer of another layer, as a text.
    if (typeof value === 'string' && /^\s*[{[]/.test(value)) {
      const inner = parseJson(value);
      if (inner.ok) yield* claimsIn(inner.value, own, { kind, ofError });
    }
    if (typeof value !== 'object' || value === null || value instanceof JsonNumber) continue;
    if (members.length > 1 && plain !== own && OTHER_RECORDS.has(plain)) continue;
    yield* claimsIn(value, own, { kind, ofError });
  }
}

const ROOT = { kind: undefined, ofError: false } as const;
const ADDRESS = /^(?:post(?:al)?code|zip(?:code)?|line1|addressline1|city|suburb)$/;
/** Inside a state, as in `{"status": {"current": {"name": "FAILED"}}}`. Not a time or an address. */
const isWord = (value: Json): boolean =>
  typeof value === 'string' && /^[\p{L}\p{M}\p{Cf} _'.-]+$/u.test(value.trim());

/** "rejectedAt" and "returned_on", but not "expiresAt". */
const ENDED =
  /\b(?:reject|declin|return|revers|cancell?|block|expir|void|abort|refund|suspend|terminat)(?:e?d)? ?(?:at|on|time|date)$/;
const ERROR =
  /^(?:err|errno|problems?|issues?|violations?|rejected|declined|denied|next action|action required)$|\b(?:errors?|failures?|failed|faults?|exceptions?|reasons?|cause|rejections?|declines?|denials?)\b|(?:error|reason|failure)(?:s|code|codes|message|messages|description|details?)?$/;
const PURPOSE = /^(?:payment|transfer) reason$|^reason for /;
const STATE =
  /\b(?:status(?:es)?|states|sts|stat|statut|stato|estado|zustand|situa\p{L}+|outcome|verdict|decision|disposition|stage|phase|resolution)\b|(?:status|state|result|outcome)(?:code|text|name|description|detail|message)?$|^(?:lifecycle|condition|approval|screening|ack)$/u;
const CODE = /\bcodes?\b|codes?$|^(?:rc|ret|rtn|resp|rsp|rsp cd)$|\bresponse (?:text|desc|description)$/;
/** Codes of places, banks and goods. */
const PLACE_CODE =
  /curren|country|routing|sort|swift|bic|bank|branch|post|zip|categor|mcc|purpose|clearing|auth|track|confirm|referen|dial|area|language|product|merchant|industry|location|short|qr|bar/;
const MESSAGE = /(?:message|messages|msg|detail|info|comment|explanation|warnings?|notice)$/;
/** Free texts: any words, but not of a failure. */
const TEXT = /(?:text|description|desc|title|remarks?|summary|display|type|events?)$/;
const ID =
  /\b(?:id|ids|uuid|uetr|utr|rrn|srn|txn?|txid|reference|ref)\b|\b(?:reference|tracking|confirmation|payout|payment|transfer|transaction) (?:number|no)\b|(?:payout|payment|transfer|transaction|conversion|order|card|record|mandate|debit)id$|^(?:payout|payment|transfer|transaction|conversion)s?$/;
const TIME =
  /^(?:creat|process|execut|submit|settl|complet|paid|sent|accept|cancel|convert|book|initiat)\w* ?(?:at|time|date|on)$|\b(?:arrival|settlement|delivery)(?: (?:date|time))?$/;

function kindOf(words: string, plain: string, value: Json): ClaimKind | undefined {
  // An English service has English names. So another alphabet hides one.
  if (/(?=\p{L})\P{Script=Latin}/u.test(plain) && isWhole(value)) return 'state';
  if (ENDED.test(words)) return 'ended';
  // "isError": true says it, and "hasErrors": "false" doesn't.
  if (PURPOSE.test(words)) return 'text';
  if (ERROR.test(words)) return 'error';
  if (
    yesNo(value) !== undefined &&
    (FLAG.test(plain) || NEGATIVE.test(plain) || UNDONE.test(plain)) &&
    !ABLE.test(plain)
  )
    return 'flag';
  // "approved": "partially".
  if (typeof value === 'string' && VERDICT.test(plain) && /\p{L}/u.test(value) && !DATE.test(value))
    return 'flag';
  if (STATE.test(words) || STATE.test(plain)) return 'state';
  if (CODE.test(words)) return PLACE_CODE.test(words) ? undefined : 'code';
  if (MESSAGE.test(words)) return 'message';
  if (TEXT.test(words) && typeof value === 'string') return 'text';
  if (TIME.test(words) || (FLAG.test(plain) && DATE.test(scalarText(value) ?? ''))) return 'time';
  return ID.test(words) ? 'id' : undefined;
}

const FLAG =
  /^(?:is|was|has|been|payout|payment|transfer|transaction|request|conversion|cancellation|operation)*(?:success(?:ful)?|succeeded|ok|okay|valid|validated|done|paid|sent|made|completed?|confirmed|eligible|sufficient(?:funds)?|hasfunds|canproceed|proceed|found|supported|approved|accepted|allowed|permitted|authori[sz]ed|processed|executed|created|submitted|activated?|active|issued|initiated|funded|booked|placed|cancell?ed|closed|updated|saved|converted|recorded|acknowledged|granted|passed|released|transferred|effective|applied)$/;
const VERDICT =
  /^(?:is|was)?(?:success(?:ful)?|succeeded|ok|approved|accepted|authori[sz]ed|executed|processed|completed)$/;

const ABLE = /able$|reversible$|[a-z]allowed$|^can(?!cel)|enabled$/;
const DATE = /^\d{4}-\d\d-\d\d/;

/** Something must come first, or only a trial was made. */
const UNDONE =
  /^(?:is|has|was)?(?:requires\w+|needs?\w*action|actionrequired|challenge|hold|underreview|dup|alreadyexists|simulated|simulation|dryrun|mock(?:ed)?|validat(?:e|ion)only|preview|draft)$/;

const isWhole = (value: Json): boolean =>
  value === null || typeof value !== 'object' || value instanceof JsonNumber;

/** `cancelled: true` is a success of a write that ends a record. */
export const isNegative = (plain: string, ends: boolean): boolean =>
  (NEGATIVE.test(plain) || UNDONE.test(plain)) && !(ends && /cancel|closed|void|terminat/.test(plain));

export function yesNo(value: Json): boolean | undefined {
  const text = scalarText(value);
  if (text === undefined) return undefined;
  const word = wordsIn(text);
  return /^(?:true|yes|y|1)$/.test(word) ? true : /^(?:false|no|n|0)$/.test(word) ? false : undefined;
}
