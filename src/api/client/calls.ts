/** calls.ts: one call of one operation: checked, sent as often as its owner says, read, recorded. */

import type { Clock } from '../../lib/clock.ts';
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
import { buildRequest, type InvalidInput } from '../contract/request.ts';
import { judgeHead, readAnswer } from './answer.ts';
import { pause, readHttpDate } from './backoff.ts';
import { type Failure, failed, type Outcome } from './failure.ts';
import type { Recorder } from './recorder.ts';
import { type Scrub, scrubFailure } from './scrub.ts';
import type { Customer, Service, Token } from './service.ts';
import type { Transport } from './transport.ts';

export interface Call<Id extends OperationId> {
  /** Sends once and reads the answer; `token` is what the operation's `auth` asks for. */
  send(token: Token | undefined): Promise<Outcome<Result<Id>>>;
  /** Waits before the next sending, for all to see; `false` when the call was abandoned meanwhile. */
  wait(ms: number): Promise<boolean>;
  /** Ends a call that waited and then can't be sent. */
  giveUp(failure: Failure): void;
}

export interface Calls {
  /** Checks what was asked for; nothing is sent yet. */
  prepare<Id extends OperationId>(
    id: Id,
    input: Input<Id>,
    context: { readonly customer?: Customer | undefined; readonly signal: AbortSignal },
  ): { readonly ok: true; readonly call: Call<Id> } | { readonly ok: false; readonly failure: Failure };
}

export function createCalls(parts: {
  readonly service: Service;
  readonly clock: Clock;
  readonly uuid: () => string;
  readonly transport: Transport;
  readonly recorder: Recorder;
  readonly scrub: Scrub;
  /** The server's own time of an answer that was understood, local wall time beside it; both in ms. */
  readonly onServerTime: (serverMs: number, localMs: number) => void;
}): Calls {
  const { service, clock, transport } = parts;
  const address = checkBaseUrl(service.baseUrl);

  return {
    prepare<Id extends OperationId>(
      id: Id,
      input: Input<Id>,
      { customer, signal }: { customer?: Customer | undefined; signal: AbortSignal },
    ) {
      if (!address.ok) return invalid({ field: t`base URL`, reason: address.reason });
      const operation: Operations[Id] = operations[id];
      const request = buildRequest(operation, input, { baseUrl: address.baseUrl, dialect: service.dialect });
      if (!request.ok) return invalid(request);
      const caller: Caller = { ...service, ...customer, requestId: parts.uuid() };
      const record = parts.recorder.call(operation, request.url);

      const send = async (token: Token | undefined): Promise<Outcome<Result<Id>>> => {
        const common = fillHeaders(operation, { ...caller, token: token?.secret });
        if (!common.ok) return invalid(common);
        const headers = {
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...common.headers,
          ...request.headers,
        };
        record.sent(headers);
        const arrival = await transport.send(
          { ...request, headers },
          head => judgeHead(head, clock.wall()),
          signal,
        );
        const now = clock.wall();
        const outcome =
          'body' in arrival
            ? readAnswer(operation, arrival.head, arrival.body, now)
            : failed(arrival.failure);
        if (!outcome.ok) {
          const failure = scrubFailure(outcome.failure, parts.scrub);
          record.done({ arrival, failure });
          return failed(failure);
        }
        // Before the exchange is told: whoever hears of it asks for the clock's skew.
        const serverNow = readHttpDate(arrival.head?.headers['date']);
        if (serverNow !== undefined) parts.onServerTime(serverNow, now);
        record.done({ arrival, drift: outcome.drift });
        return outcome;
      };

      const call: Call<Id> = {
        send,
        async wait(ms) {
          record.waiting(clock.monotonic() + ms);
          return await pause(clock, ms, signal);
        },
        giveUp: failure => record.done({ failure }),
      };
      return { ok: true, call } as const;
    },
  };
}

function invalid({ field, reason }: Pick<InvalidInput, 'field' | 'reason'>) {
  return failed({ kind: 'invalid-input', field, reason });
}
