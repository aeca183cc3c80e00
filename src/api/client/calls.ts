/** calls.ts: one call of one operation: check it, send it as often as its owner says, read the answer, record it. */

import type { Clock } from '../../lib/clock.ts';
import { atOnce, letKeysIn, withPauses } from '../../lib/steps.ts';
import { t } from '../../lib/visible.ts';
import { checkBaseUrl } from '../contract/base-url.ts';
import { type Caller, fillHeaders } from '../contract/family.ts';
import {
  type Input,
  type OperationId,
  type Operations,
  operations,
  type Result,
} from '../contract/operations.ts';
import { readRequest, type WireRequest } from '../contract/read-request.ts';
import { type BuiltRequest, buildRequest, type InvalidInput } from '../contract/request.ts';
import { formOf } from '../contract/request-form.ts';
import { judgeHead, readAnswer } from './answer.ts';
import { pause, readHttpDate } from './backoff.ts';
import { type Failure, failed, type Outcome } from './failure.ts';
import type { Recorder } from './recorder.ts';
import { type Scrub, scrubFailure } from './scrub.ts';
import type { AccessToken, Customer, Service } from './service.ts';
import type { AnswerArrival, AnswerHead, Transport, Write } from './transport.ts';

export interface Call<Id extends OperationId> {
  /** Sends once and reads the answer. `token` is for the operation's `auth`; `write` says how to send a write. */
  send(token: AccessToken | undefined, write?: Sending): Promise<Outcome<Result<Id>>>;
  /** Waits before the next try and reports the wait. Gives `false` if the call was abandoned meanwhile. */
  wait(ms: number): Promise<boolean>;
  /** Ends a call that waited and can't be sent after all. */
  giveUp(failure: Failure): void;
}

/** How to send a write; `firstAttempt` as in writes.ts. */
interface Sending extends Write {
  readonly firstAttempt: boolean;
}

/** A checked request without the common headers, which are filled when it is sent. */
export type Ready = Pick<Extract<BuiltRequest, { ok: true }>, 'method' | 'target' | 'headers' | 'body'>;

interface Sender {
  readonly customer?: Customer | undefined;
  readonly requestId: string;
}

export interface Calls {
  /** Checks the input; sends nothing. `requestId` is the intent's, for a body that must repeat the ID. */
  build<Id extends OperationId>(
    id: Id,
    input: Input<Id>,
    requestId?: string,
  ): { readonly ok: true; readonly ready: Ready } | { readonly ok: false; readonly failure: Failure };
  /** The input of a recorded request, unchecked; undefined if it isn't one of this operation's. */
  read<Id extends OperationId>(id: Id, request: WireRequest): Input<Id> | undefined;
  /** Why these headers can't be sent: no customer is chosen, or an ID has a character that no header may have. */
  headerFailure(id: OperationId, sender: Sender, token: AccessToken['secret']): Failure | undefined;
  /** `arrived` is called before the answer to a request that succeeded is read. */
  open<Id extends OperationId>(
    id: Id,
    ready: Ready,
    sender: Sender,
    signal: AbortSignal,
    arrived?: () => void,
  ): Call<Id>;
}

export function createCalls(parts: {
  readonly service: Service;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly recorder: Recorder;
  readonly scrub: Scrub;
  /** The service's own time from an answer that Purser understood, and the local wall time; both in ms. */
  readonly onServerTime: (serverMs: number, localMs: number) => void;
}): Calls {
  const { service, clock, transport } = parts;
  const address = checkBaseUrl(service.baseUrl);
  const baseUrl = address.ok ? address.baseUrl : '';

  function headersOf(
    id: OperationId,
    { customer, requestId }: Sender,
    token: AccessToken['secret'] | undefined,
  ) {
    const caller: Caller = { ...service, ...customer, requestId, token };
    return fillHeaders(operations[id], caller, formOf(operations[id], service.dialect));
  }

  return {
    build(id, input, requestId) {
      if (!address.ok) return invalid({ field: t`base URL`, reason: address.reason });
      const { dialect } = service;
      const built = buildRequest(operations[id], input, { baseUrl, dialect, requestId });
      if (!built.ok) return invalid(built);
      const { method, target, headers, body } = built;
      return { ok: true, ready: { method, target, headers, ...(body !== undefined && { body }) } };
    },

    read: <Id extends OperationId>(id: Id, request: WireRequest) =>
      // The caller builds the request from it, and so the operation's own schemas check it.
      readRequest(operations[id], service.dialect, request) as Input<Id> | undefined,

    headerFailure(id, sender, token) {
      const filled = headersOf(id, sender, token);
      return filled.ok ? undefined : invalid(filled).failure;
    },

    open<Id extends OperationId>(
      id: Id,
      ready: Ready,
      sender: Sender,
      signal: AbortSignal,
      arrived?: () => void,
    ): Call<Id> {
      const operation: Operations[Id] = operations[id];
      const url = baseUrl + ready.target;
      const record = parts.recorder.call(operation, url);
      const send = async (token: AccessToken | undefined, write?: Sending): Promise<Outcome<Result<Id>>> => {
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
          head => judgeHead(head, clock.wall()),
          signal,
          write,
        );
        const now = clock.wall();
        if (arrived && 'body' in arrival && isSuccess(arrival.head)) {
          arrived();
          // What it asks for leaves before the answer is read.
          await letKeysIn();
        }
        const outcome =
          'body' in arrival ? await read(operation, arrival, now, write) : failed(arrival.failure);
        if (!outcome.ok) {
          const failure = scrubFailure(outcome.failure, parts.scrub);
          record.done({ arrival, failure });
          return failed(failure);
        }
        // This comes before the report, because the reader of the report asks for the clock's skew.
        const serverNow = readHttpDate(arrival.head?.headers['date']);
        if (serverNow !== undefined) parts.onServerTime(serverNow, now);
        record.done({ arrival, drift: outcome.drift });
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

/** Reads a longer answer to a read in steps. A page of a hundred records is shorter. */
const LONG = 256 * 1024;

/** Nothing comes between the answer to a write and its record. */
function read<Id extends OperationId>(
  operation: Operations[Id],
  { head, body }: Extract<AnswerArrival, { body: Uint8Array }>,
  now: number,
  write: Sending | undefined,
): Outcome<Result<Id>> | Promise<Outcome<Result<Id>>> {
  const reading = readAnswer(operation, head, body, now, write?.firstAttempt);
  return write || body.length <= LONG ? atOnce(reading) : withPauses(reading, letKeysIn);
}

const isSuccess = ({ status }: AnswerHead): boolean => status >= 200 && status < 300;

function invalid({ field, reason }: Pick<InvalidInput, 'field' | 'reason'>) {
  return failed({ kind: 'invalid-input', field, reason });
}
