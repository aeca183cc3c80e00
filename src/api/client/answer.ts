/** Turns the bytes of an answer into the declared result or a failure. */

import * as z from 'zod';
import { boundedJson, LONGEST_KEY } from '../../lib/bounded.ts';
import { isObject, type Json, parseJson } from '../../lib/json.ts';
import type { Steps } from '../../lib/steps.ts';
import { utf8 } from '../../lib/utf8.ts';
import { fromServer, t, unsafeText, type Visible, visible } from '../../lib/visible.ts';
import { decode, decoding, member, nestedList } from '../contract/decode.ts';
import { type Drift, DriftLog } from '../contract/drift.ts';
import { type EnvelopeReading, readEnvelope } from '../contract/envelope.ts';
import { emptyListIn, emptyListSaid } from '../contract/nothing.ts';
import type { Lenient } from '../contract/odd.ts';
import { isChanging, type Operation } from '../contract/operation.ts';
import { type RefusalWords, refusalWords } from '../contract/refusal-words.ts';
import { readHttpDate, readRetryAfter } from './backoff.ts';
import type { SentScalars } from './claims.ts';
import { type Denial, denialOf } from './denial.ts';
import { differences } from './differences.ts';
import { type Failure, failed, type Outcome } from './failure.ts';
import { isGateStatus, proofOf } from './proof.ts';
import type { AnswerHead } from './transport.ts';

/** The failure that status and headers show, if any. Then Purser does not read the body (FAULTS A8, A20, C2, C6). */
export function judgeHead(head: AnswerHead, serverNow: number): Failure | undefined {
  const { status, headers } = head;
  if (status >= 300 && status < 400)
    return notTheService(t`a redirect to another address (HTTP ${status}), not followed`);
  if (status === 407) return notTheService(t`a proxy asks for a password (HTTP 407)`);
  if (status === 511) return notTheService(t`the network asks for a sign-in (HTTP 511)`);
  const page = /^\s*(?:text\/html|application\/xhtml)/i.test(headers['content-type'] ?? '');
  const encoded = !/^\s*(?:identity)?\s*$/i.test(headers['content-encoding'] ?? '');
  if (!page && !encoded) return undefined;
  if (statusDecides(status)) return refusal(head, {}, serverNow);
  return notTheService(
    page ? t`a web page (HTTP ${status})` : t`a compressed answer that Purser did not request`,
  );
}

const notTheService = (detail: Visible): Failure => ({ kind: 'not-the-service', detail });

/** In epoch ms: when the answer arrived, and the same moment by the service's clock if that is known. */
export interface AnswerTimes {
  readonly receivedAt: number;
  readonly serverNow: number;
}

/** `sent`: for a write, what its request had. Yields at least every 0.1 s, so that the caller can handle keys. */
export function* readAnswer<D extends Operation>(
  operation: D,
  head: AnswerHead,
  bytes: Uint8Array,
  { receivedAt, serverNow }: AnswerTimes,
  sent: SentScalars = NOTHING_SENT,
): Steps<Outcome<Lenient<z.output<D['result']>>>> {
  const succeeded = head.status >= 200 && head.status < 300;
  // JSON is always UTF-8 (FAULTS C4).
  const text = utf8(bytes);
  yield;
  const json = text === undefined || text.trim() === '' ? undefined : yield* boundedAnswer(text);
  yield;
  const write = isChanging(operation.class);
  if (json?.ok !== true) {
    if (statusDecides(head.status) || (!write && !succeeded && bytes.length === 0))
      return failed(refusal(head, {}, serverNow));
    return failed({ kind: 'malformed', detail: unreadable(head.status, bytes.length, text) });
  }
  if (write) {
    const words = refusalWords(json.value);
    if (head.status >= 500) return failed(refusal(head, words, serverNow));
    const { value: body, duplicateKeys } = json;
    const proof = proofOf({ operation, status: head.status, body, duplicateKeys, sent });
    if (proof === 'refusal') return failed(refusal(head, words, serverNow));
    if (proof !== 'success')
      return failed({ kind: 'unproven', status: head.status, why: proof.unproven, ...words });
  }
  const none = emptyListSaid(operation, head.status, json.value);
  const envelope: EnvelopeReading =
    none === undefined
      ? readEnvelope(operation, head.status, json.value)
      : { kind: 'success', data: none, drift: [] };
  if (envelope.kind === 'refusal') return failed(refusal(head, envelope, serverNow));
  if (envelope.kind === 'contradiction') {
    if (statusDecides(head.status)) return failed(refusal(head, {}, serverNow));
    return failed({ kind: 'contradiction', status: head.status, detail: envelope.detail });
  }
  if (envelope.kind === 'unreadable') return failed({ kind: 'malformed', detail: envelope.detail });
  const denial = denialIn(operation, json, envelope.data, sent) ?? trailerDenial(operation, head, sent);
  if (denial !== undefined && (denial.failed || operation.class !== 'write'))
    return failed({ kind: 'unproven', status: head.status, ...withSaid(denial, refusalWords(json.value)) });
  const nested = write ? undefined : listIn(operation, envelope.data);
  const data = nested?.list ?? envelope.data;
  const read = write ? decodeAnyway(operation.result, data) : yield* decoding(operation.result, data);
  if ('shapeError' in read) return failed({ kind: 'malformed', detail: read.shapeError });
  const misfit = read.drift.some(({ kind }) => kind === 'missing' || kind === 'wrong-type');
  if (misfit && !write && !isJson(head))
    return failed(notTheService(t`an answer whose content type is not JSON and whose fields do not fit`));
  const drift = [
    ...contentTypeDrift(head),
    ...duplicates(json.duplicateKeys),
    ...cuts(json.cut),
    ...envelope.drift,
    ...(nested?.drift ?? []),
    ...(none === undefined ? read.drift : []),
  ];
  // Both branches decode with `operation.result`, so the cast is safe.
  const value = read.value as Lenient<z.output<D['result']>>;
  const differing = write ? differences(data, sent, ownName(operation.id)) : [];
  return {
    ...{ ok: true, value, drift, receivedAt, raw: data ?? null },
    ...(denial && { unknown: unknownWord(denial) }),
    ...(differing.length > 0 && { differences: differing }),
  };
}

const NOTHING_SENT: SentScalars = { named: new Map(), values: new Set() };

/** The list, if the payload has it in another form than the contract. */
function listIn(operation: Operation, data: Json | undefined): ReturnType<typeof nestedList> {
  const empty = emptyListIn(operation, data);
  if (empty === undefined) return nestedList(operation.result, data);
  const log = new DriftLog();
  log.add('wrong-type', '(list)', t`has another form than a list; Purser reads an empty list`);
  return { list: empty, drift: log.list() };
}

/** What contradicts a success. With `words`, the body itself is the result. */
function denialIn(
  { success, envelope, id }: Operation,
  { value: body, duplicateKeys }: { readonly value: Json; readonly duplicateKeys: readonly string[] },
  data: Json | undefined,
  sent: SentScalars,
): Denial | undefined {
  if (success === undefined) return undefined;
  const payload = envelope === 'words' && isObject(body) ? member(body, 'data') : data;
  return denialOf({ form: success, own: ownName(id), sent }, body, payload, duplicateKeys);
}

/** A trailer comes after the body, so it may say that the body is wrong. */
function trailerDenial(
  operation: Operation,
  { trailers = {} }: AnswerHead,
  sent: SentScalars,
): Denial | undefined {
  if (!isChanging(operation.class)) return undefined;
  const form = { ...operation.success, data: 'none' } as const;
  return denialOf({ form, own: ownName(operation.id), sent }, trailers, undefined, []);
}

const ownName = (id: string): string => id.slice(0, id.indexOf('.'));

const unknownWord = ({ why, said }: Denial): Visible =>
  said === undefined ? t`${why}.` : t`${why}: "${visible(said, LONGEST_SAID)}".`;

const LONGEST_SAID = 200;

function withSaid({ why, said }: Denial, words: RefusalWords): RefusalWords & { readonly why: Visible } {
  const all = [words.message, said].flatMap(text => (text === undefined ? [] : [unsafeText(text)]));
  return { ...words, why, ...(all.length > 0 && { message: fromServer([...new Set(all)].join('; ')) }) };
}

/** FAULTS C27, F10. */
function* boundedAnswer(text: string) {
  const parsed = parseJson(text);
  yield;
  if (!parsed.ok) return parsed;
  const bounded =
    parsed.longest <= LONGEST_KEY ? { value: parsed.value, cut: [] } : boundedJson(parsed.value);
  return { ...parsed, ...bounded };
}

/** A payload of the wrong shape is only drift, because the write was done. */
function decodeAnyway(result: z.ZodType, data: Json | undefined) {
  const read = decode(result, data);
  if (!('shapeError' in read)) return read;
  const log = new DriftLog();
  log.add('wrong-type', '(whole answer)', read.shapeError);
  const empty = decode(result, result instanceof z.ZodArray ? [] : {});
  return { value: 'shapeError' in empty ? undefined : empty.value, drift: log.list() };
}

/** A gateway may send 401, 429 or 5xx with any body. */
const statusDecides = (status: number): boolean => isGateStatus(status) || status >= 500;

function refusal({ status, headers }: AnswerHead, words: RefusalWords, serverNow: number): Failure {
  const message = words.message !== undefined && { message: words.message };
  if (status === 429) {
    const retryAfterMs = readRetryAfter(headers['retry-after'], readHttpDate(headers['date']) ?? serverNow);
    return { kind: 'throttled', ...(retryAfterMs !== undefined && { retryAfterMs }), ...message };
  }
  if (status >= 500) return { kind: 'server-error', status, ...message };
  return { ...words, kind: 'refused', status };
}

/** Does not quote the body (FAULTS C1). */
function unreadable(status: number, length: number, text: string | undefined) {
  if (text === undefined) return t`the answer (HTTP ${status}) is not UTF-8 text`;
  if (length === 0) return t`the answer (HTTP ${status}) is empty`;
  return t`the answer (HTTP ${status}, ${length} bytes) is not JSON`;
}

const isJson = ({ headers }: AnswerHead): boolean =>
  /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? '');

/** FAULTS C3: Purser reads the body as JSON in UTF-8 anyway. */
function contentTypeDrift(head: AnswerHead): readonly Drift[] {
  const log = new DriftLog();
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(head.headers['content-type'] ?? '')?.[1];
  const add = (note: Visible): void => log.add('content-type', 'content-type', note);
  if (!isJson(head)) add(t`the answer is JSON, but its content type is not`);
  else if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    add(t`the content type names another character set; Purser read UTF-8`);
  return log.list();
}

function duplicates(paths: readonly string[]): readonly Drift[] {
  const log = new DriftLog();
  const note = t`is repeated, so Purser uses none of its values`;
  for (const path of paths) log.add('duplicate-key', path.replace(/\[\d+\]/g, '[]'), note);
  return log.list();
}

function cuts(places: readonly (readonly string[])[]): readonly Drift[] {
  const log = new DriftLog();
  for (const names of places)
    log.add('too-long', names.join('.').replaceAll('.[]', '[]'), t`is longer than Purser shows, and was cut`);
  return log.list();
}
