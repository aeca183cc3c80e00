/** Checks the input of an operation, sends the request, reads the answer, and records both. */

import type { Clock } from '../../lib/clock.ts';
import { atOnce, letKeysIn, withPauses } from '../../lib/steps.ts';
import { t } from '../../lib/visible.ts';
import { checkBaseUrl } from '../contract/base-url.ts';
import { formOf } from '../contract/dialect.ts';
import { type Caller, fillHeaders } from '../contract/family.ts';
import {
  type Input,
  type OperationId,
  type Operations,
  operations,
  type Result,
} from '../contract/operations.ts';
import {
  type BuiltRequest,
  buildRequest,
  type InvalidInput,
  readRequest,
  type WireRequest,
} from '../contract/request.ts';
import type { SuccessWords } from '../contract/success-words.ts';
import { type AnswerTimes, judgeHead, readAnswer } from './answer.ts';
import { pause, readHttpDate } from './backoff.ts';
import type { AccessToken, Customer, Service } from './call-context.ts';
import { type SentScalars, sentIn } from './claims.ts';
import { type Failure, failed, type Outcome } from './failure.ts';
import { type Recorder, type Scrub, scrubFailure } from './recorder.ts';
import type { AnswerArrival, AnswerHead, Transport, Write } from './transport.ts';

export interface Call<Id extends OperationId> {
  /** Sends once. The login needs no `token`. */
  send(token: AccessToken | undefined, write?: Write): Promise<Outcome<Result<Id>>>;
  /** Reports the wait. Resolves to `false` if the call was abandoned meanwhile. */
  wait(ms: number): Promise<boolean>;
  giveUp(failure: Failure): void;
}

/** Without the common headers (family.ts), which are added when the request is sent. */
export type Ready = Pick<Extract<BuiltRequest, { ok: true }>, 'method' | 'target' | 'headers' | 'body'>;

interface CallSender {
  readonly customer?: Customer | undefined;
  readonly requestId: string;
}

export type Calls = ReturnType<typeof createCalls>;

export function createCalls(parts: {
  readonly service: Service;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly recorder: Recorder;
  readonly scrub: Scrub;
  /** For each answer that Purser understood and that has a Date header. Both times are in epoch ms. */
  readonly onServerTime: (serverMs: number, localMs: number) => void;
  /** In epoch ms, as far as it is known. */
  readonly serverNow: () => number;
  readonly successWords: () => SuccessWords | undefined;
}) {
  const { service, clock, transport } = parts;
  const address = checkBaseUrl(service.baseUrl);
  const baseUrl = address.ok ? address.baseUrl : '';

  function headersOf(id: OperationId, { customer, requestId }: CallSender, token: Caller['token']) {
    const caller: Caller = { ...service, ...customer, requestId, token };
    return fillHeaders(operations[id], caller, formOf(operations[id], service.dialect));
  }

  return {
    /** Sends nothing. `requestId` is for a body that repeats it. */
    build<Id extends OperationId>(
      id: Id,
      input: Input<Id>,
      requestId?: string,
    ): { readonly ok: true; readonly ready: Ready } | ReturnType<typeof failed> {
      if (!address.ok) return invalid({ field: t`base URL`, reason: address.reason });
      const { dialect } = service;
      const built = buildRequest(operations[id], input, { baseUrl, dialect, requestId });
      if (!built.ok) return invalid(built);
      const { method, target, headers, body } = built;
      return { ok: true, ready: { method, target, headers, ...(body !== undefined && { body }) } };
    },

    /** Unchecked. Undefined if the request is of another operation. */
    read: <Id extends OperationId>(id: Id, request: WireRequest) =>
      // `build` checks the input against the schemas.
      readRequest(operations[id], service.dialect, request) as Input<Id> | undefined,

    /** Undefined if the common headers can be sent. */
    headerFailure(id: OperationId, sender: CallSender, token: Caller['token']): Failure | undefined {
      const filled = headersOf(id, sender, token);
      return filled.ok ? undefined : invalid(filled).failure;
    },

    /** `arrived` runs on a 2xx answer, before the answer is decoded. */
    open<Id extends OperationId>(
      id: Id,
      ready: Ready,
      sender: CallSender,
      signal: AbortSignal,
      arrived?: () => void,
    ): Call<Id> {
      const operation: Operations[Id] = operations[id];
      const url = baseUrl + ready.target;
      const record = parts.recorder.call(operation, url);
      const send = async (token: AccessToken | undefined, write?: Write): Promise<Outcome<Result<Id>>> => {
        // The transport handles an abandoned write, and proves that nothing left.
        if (signal.aborted && !write) return failed({ kind: 'abandoned' });
        const common = headersOf(id, sender, token?.secret);
        if (!common.ok) return invalid(common);
        const headers = {
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...common.headers,
          ...ready.headers,
        };
        record.sent(headers, ready.body);
        const arrival = await transport.send(
          { ...ready, url, headers },
          head => judgeHead(head, parts.serverNow()),
          signal,
          write,
        );
        const times = { receivedAt: clock.wall(), serverNow: parts.serverNow() };
        if (arrived && 'body' in arrival && isSuccess(arrival.head)) {
          arrived();
          // Lets a request of `arrived` leave before a long decoding.
          await letKeysIn();
        }
        const { customer, requestId } = sender;
        // Only the names that an answer may repeat are names of an answer.
        const ids = {
          ...{ user_id: customer?.userId, program_id: service.programId, x_client_id: service.clientId },
          ...{ x_request_id: requestId, x_on_behalf_of: customer?.onBehalfOf },
        };
        const sent = write && { ...sentIn(ready, ids), words: wordsFor(id, parts.successWords()) };
        const outcome =
          'body' in arrival ? await read(operation, arrival, times, sent) : failed(arrival.failure);
        if (!outcome.ok) {
          const failure = scrubFailure(outcome.failure, parts.scrub);
          record.done({ arrival, failure });
          overwrite(arrival);
          return failed(failure);
        }
        // The listener of `record.done` reads the clock skew, so the skew is set first.
        const serverNow = readHttpDate(arrival.head?.headers['date']);
        if (serverNow !== undefined) parts.onServerTime(serverNow, times.receivedAt);
        record.done({ arrival, drift: outcome.drift });
        overwrite(arrival);
        return outcome;
      };

      return {
        send,
        async wait(ms) {
          record.waiting(clock.monotonic() + ms);
          return await pause(clock, ms, signal);
        },
        giveUp: failure => record.done({ failure }),
      };
    },
  };
}

/** The answer may be card details, which would stay in memory until its bytes are reused. */
function overwrite(arrival: AnswerArrival): void {
  if ('body' in arrival) arrival.body.fill(0);
}

/** In bytes, more than a page of a hundred records. A longer read is decoded in steps. */
const LONG = 256 * 1024;

/** No pauses for a write: no key may come between the answer and its journal entry. */
function read<Id extends OperationId>(
  operation: Operations[Id],
  { head, body }: Extract<AnswerArrival, { body: Uint8Array }>,
  times: AnswerTimes,
  sent: SentScalars | undefined,
): Outcome<Result<Id>> | Promise<Outcome<Result<Id>>> {
  const reading = readAnswer(operation, head, body, times, sent);
  return sent || body.length <= LONG ? atOnce(reading) : withPauses(reading, letKeysIn);
}

const wordsFor = (id: OperationId, words: SuccessWords = {}): readonly string[] =>
  Object.entries(words).flatMap(([of, added]) => (of === id ? added : []));

const isSuccess = ({ status }: AnswerHead): boolean => status >= 200 && status < 300;

const invalid = ({ field, reason }: Pick<InvalidInput, 'field' | 'reason'>) =>
  failed({ kind: 'invalid-input', field, reason });
