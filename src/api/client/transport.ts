/** One HTTP request and its whole answer, within one deadline, over undici. */

import connect from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import type { Clock } from '../../lib/clock.ts';
import { letKeysIn } from '../../lib/steps.ts';
import { visible } from '../../lib/visible.ts';
import { CONNECT_LIMIT_MS, connector, departure, tlsOptions, transportFailure } from './connection.ts';
import type { Failure } from './failure.ts';

// undici's index would load fetch, mocks and caches, which slows every start, and would add these methods. undici
// uses `connect` for a proxy.
Dispatcher.prototype.connect = connect;
Dispatcher.prototype.request = request;

/** From connecting to the last byte of the answer (FAULTS A14, A15). */
const READ_LIMIT_MS = 15_000;
const WRITE_LIMIT_MS = 30_000;

/** In bytes (FAULTS C5). */
const BODY_LIMIT = 8 * 1024 * 1024;

/** undici limits their bytes (FAULTS A22). */
const HEADERS_LIMIT = 200;

interface SentRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Names are in lower case. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly trailers?: Readonly<Record<string, string>>;
}

/** A failure has a head if one arrived. */
export type AnswerArrival =
  | { readonly head: AnswerHead; readonly body: Uint8Array }
  | { readonly head?: AnswerHead; readonly failure: Failure };

export interface Write {
  /** Asked after connecting and before the first byte. Unless the answer is true, nothing is sent. */
  readonly mayLeave: () => Promise<boolean>;
}

/** If `judge` returns a failure, the body is not read. */
type ToSend = [request: SentRequest, judge: (head: AnswerHead) => Failure | undefined, signal: AbortSignal];

export interface Transport {
  /**
   * A `write` has its own connection, except through a proxy; its failure is `unreachable` or `unsent` only if
   * certainly no byte was sent.
   */
  send(...sent: [...ToSend, write?: Write]): Promise<AnswerArrival>;
  close(): Promise<void>;
}

export interface TransportParts {
  readonly clock: Clock;
  readonly host: string;
  readonly caPem: string | undefined;
  readonly proxied: boolean;
}

export function createTransport(parts: TransportParts): Transport {
  const { clock, host } = parts;
  const shared = createDispatcher(parts);

  async function send(
    dispatcher: Dispatcher,
    [request, judge, signal]: ToSend,
    limitMs: number,
    hasLeft = () => true,
  ): Promise<AnswerArrival> {
    const deadline = new AbortController();
    const cancel = clock.after(limitMs, () => {
      // Nothing may leave after the deadline.
      if (hasLeft()) void lastRead().then(() => deadline.abort());
      else deadline.abort();
    });
    const explained = (error: unknown): Failure => {
      if (signal.aborted) return { kind: 'abandoned' };
      if (deadline.signal.aborted) return { kind: 'timeout', afterMs: limitMs };
      return transportFailure(error, visible(host));
    };
    try {
      const arrival = await exchange(dispatcher, request, judge, AbortSignal.any([signal, deadline.signal]));
      if (!('error' in arrival)) return arrival;
      return { head: arrival.head, failure: explained(arrival.error) };
    } catch (error) {
      return { failure: explained(error) };
    } finally {
      cancel();
    }
  }

  async function sendWrite({ mayLeave }: Write, sent: ToSend): Promise<AnswerArrival> {
    if (parts.proxied) return await sendThroughProxy(mayLeave, sent);
    const own = departure(connector(clock, parts.caPem), mayLeave);
    const dispatcher = new Agent({ ...limits, connect: own.connect });
    const arrival = await send(dispatcher, sent, WRITE_LIMIT_MS, () => own.left() === 'something');
    await dispatcher.destroy();
    await own.settled();
    if ('body' in arrival)
      return own.isHttp1() ? arrival : { head: arrival.head, failure: { kind: 'not-http' } };
    return { ...arrival, failure: provenFailure(arrival.failure, own.left(), own.heldBack()) };
  }

  /** undici opens the tunnel itself, so `mayLeave` is asked before connecting. */
  async function sendThroughProxy(mayLeave: Write['mayLeave'], sent: ToSend): Promise<AnswerArrival> {
    const may = await mayLeave().catch(() => false);
    if (!may) return { failure: { kind: 'unsent', cause: 'not-recorded' } };
    const [, , signal] = sent;
    if (signal.aborted) return { failure: { kind: 'unsent', cause: 'abandoned' } };
    return await send(shared, sent, WRITE_LIMIT_MS);
  }

  return {
    async send(request, judge, signal, write) {
      if (write !== undefined) return await sendWrite(write, [request, judge, signal]);
      const arrival = await send(shared, [request, judge, signal], READ_LIMIT_MS);
      // undici reuses the connection only from the next turn of the event loop on.
      await letKeysIn();
      return arrival;
    },
    async close() {
      await shared.destroy();
    },
  };
}

/** A process that was stopped may find its whole answer in the socket. Timers run before sockets are read, and TLS needs a turn more. */
async function lastRead(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await letKeysIn();
}

/** `unsent` or `unreachable` only if no byte was written. */
function provenFailure(failure: Failure, left: 'nothing' | 'something', heldBack: boolean): Failure {
  if (left === 'something') return failure.kind === 'unreachable' ? { kind: 'cut-off' } : failure;
  if (heldBack) return { kind: 'unsent', cause: 'not-recorded' };
  if (failure.kind === 'unreachable' && failure.cause !== 'network') return failure;
  if (failure.kind === 'timeout') return { kind: 'unsent', cause: 'too-late' };
  return { kind: 'unsent', cause: failure.kind === 'abandoned' ? 'abandoned' : 'connection-lost' };
}

async function exchange(dispatcher: Dispatcher, ...[request, judge, signal]: ToSend) {
  const { origin, pathname, search } = new URL(request.url);
  const answer = await dispatcher.request({
    origin,
    path: pathname + search,
    method: request.method,
    headers: request.headers,
    signal,
    ...(request.body !== undefined && { body: request.body }),
  });
  // Without a listener, an error of the body would end the process.
  answer.body.on('error', () => {});
  const head: AnswerHead = { status: answer.statusCode, headers: flatten(answer.headers) };
  const tooMany = Object.values(answer.headers).flat().length > HEADERS_LIMIT;
  const failure = tooMany ? ({ kind: 'oversized' } as const) : judge(head);
  if (failure !== undefined) {
    answer.body.destroy();
    return { head, failure };
  }
  try {
    const body = await wholeBody(answer.body);
    return { head: { ...head, trailers: flatten(answer.trailers) }, body };
  } catch (error) {
    return { head, error };
  }
}

/** Overwrites the pieces: they may be card details, and stay in memory until reused. */
export async function wholeBody(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all = await Array.fromAsync(pieces);
  const whole = Buffer.concat(all);
  for (const piece of all) piece.fill(0);
  return whole;
}

/** No option here makes undici follow redirects, repeat requests or decompress answers. */
const limits = {
  allowH2: false,
  pipelining: 1,
  // They count only idle time; Purser has its own deadline.
  headersTimeout: 0,
  bodyTimeout: 0,
  maxHeaderSize: 16 * 1024,
  maxResponseSize: BODY_LIMIT,
};

function createDispatcher({ clock, caPem, proxied }: TransportParts): Dispatcher {
  const connect = connector(clock, caPem);
  if (!proxied) return new Agent({ ...limits, connect });
  const tls = { ...tlsOptions(caPem), allowH2: false, timeout: CONNECT_LIMIT_MS };
  return new EnvHttpProxyAgent({ ...limits, connect, requestTls: tls, proxyTls: tls });
}

const flatten = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]));
