/** transport.ts: one HTTP request and its whole answer, within one deadline, over undici. */

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

// Purser imports undici's files one by one, because its index also loads fetch, mocks and caches, which slows every start.
// The index would add these methods. Purser uses `request`, and undici uses `connect` for a proxy.
Dispatcher.prototype.connect = connect;
Dispatcher.prototype.request = request;

/** The limit for a whole call in ms, from connecting to the last byte of the answer (FAULTS A14, A15). */
const READ_LIMIT_MS = 15_000;
const WRITE_LIMIT_MS = 30_000;

/** The longest answer that Purser reads, in bytes (FAULTS C5). */
const BODY_LIMIT = 8 * 1024 * 1024;

/** The most headers in an answer. undici limits their bytes (FAULTS A22). */
const HEADERS_LIMIT = 200;

interface SentRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The status line and headers of an answer, with names in lower case. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A whole answer with the bytes of its body, or a failure with the head, if one arrived. */
export type AnswerArrival =
  | { readonly head: AnswerHead; readonly body: Uint8Array }
  | { readonly head?: AnswerHead; readonly failure: Failure };

/** How to send a request that changes something. */
export interface Write {
  /** Awaited after connecting and before the request's first byte. If it rejects, nothing is sent. */
  readonly before: () => Promise<void>;
}

export interface Transport {
  /**
   * Sends once. `judge` gets the head before the body is read. If it returns a failure, the body is not read. `signal`
   * abandons the request. A `write` has its own connection, except through a proxy. The failure of a `write` is
   * `unreachable` or `unsent` only if certainly no byte was sent.
   */
  send(
    request: SentRequest,
    judge: (head: AnswerHead) => Failure | undefined,
    signal: AbortSignal,
    write?: Write,
  ): Promise<AnswerArrival>;
  close(): Promise<void>;
}

export interface TransportParts {
  readonly clock: Clock;
  readonly host: string;
  readonly caPem: string | undefined;
  /** Whether to use HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly proxied: boolean;
}

export function createTransport(parts: TransportParts): Transport {
  const { clock, host } = parts;
  const shared = createDispatcher(parts);

  async function send(
    dispatcher: Dispatcher,
    request: SentRequest,
    judge: (head: AnswerHead) => Failure | undefined,
    signal: AbortSignal,
    limitMs: number,
  ): Promise<AnswerArrival> {
    const deadline = new AbortController();
    const cancel = clock.after(limitMs, () => deadline.abort());
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

  async function sendWrite(
    { before }: Write,
    request: SentRequest,
    judge: (head: AnswerHead) => Failure | undefined,
    signal: AbortSignal,
  ): Promise<AnswerArrival> {
    if (parts.proxied) return await sendThroughProxy(before, request, judge, signal);
    const own = departure(connector(clock, parts.caPem), before);
    const dispatcher = new Agent({ ...limits, connect: own.connect });
    const arrival = await send(dispatcher, request, judge, signal, WRITE_LIMIT_MS);
    await dispatcher.destroy();
    await own.settled();
    if ('body' in arrival) return arrival;
    return { ...arrival, failure: provenFailure(arrival.failure, own.left(), own.heldBack()) };
  }

  /**
   * undici opens the tunnel itself, so `before` runs before connecting. Only a failed connection proves that nothing
   * was sent.
   */
  async function sendThroughProxy(
    before: () => Promise<void>,
    request: SentRequest,
    judge: (head: AnswerHead) => Failure | undefined,
    signal: AbortSignal,
  ): Promise<AnswerArrival> {
    try {
      await before();
    } catch {
      return { failure: { kind: 'unsent', cause: 'not-recorded' } };
    }
    if (signal.aborted) return { failure: { kind: 'unsent', cause: 'abandoned' } };
    return await send(shared, request, judge, signal, WRITE_LIMIT_MS);
  }

  return {
    async send(request, judge, signal, write) {
      if (write !== undefined) return await sendWrite(write, request, judge, signal);
      const arrival = await send(shared, request, judge, signal, READ_LIMIT_MS);
      // undici reuses the connection only from the next turn of the event loop on. A request before that turn would
      // open a second connection.
      await letKeysIn();
      return arrival;
    },
    async close() {
      await shared.destroy();
    },
  };
}

/** The failure of a write. It is `unsent` or `unreachable` only if no byte was written. */
function provenFailure(failure: Failure, left: 'nothing' | 'something', heldBack: boolean): Failure {
  if (left === 'something') return failure.kind === 'unreachable' ? { kind: 'cut-off' } : failure;
  if (heldBack) return { kind: 'unsent', cause: 'not-recorded' };
  switch (failure.kind) {
    case 'unreachable':
      return failure.cause === 'network' ? { kind: 'unsent', cause: 'connection-lost' } : failure;
    case 'timeout':
      return { kind: 'unsent', cause: 'too-late' };
    case 'abandoned':
      return { kind: 'unsent', cause: 'abandoned' };
    default:
      return { kind: 'unsent', cause: 'connection-lost' };
  }
}

async function exchange(
  dispatcher: Dispatcher,
  request: SentRequest,
  judge: (head: AnswerHead) => Failure | undefined,
  signal: AbortSignal,
) {
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
  const failure =
    countHeaders(answer.headers) > HEADERS_LIMIT ? ({ kind: 'oversized' } as const) : judge(head);
  if (failure !== undefined) {
    answer.body.destroy();
    return { head, failure };
  }
  try {
    return { head, body: await wholeBody(answer.body) };
  } catch (error) {
    return { head, error };
  }
}

/** The bytes of a body. Overwrites its pieces, because they may be card details and stay in memory until reused. */
export async function wholeBody(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    all.push(piece);
    length += piece.length;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of all) {
    whole.set(piece, at);
    at += piece.length;
    piece.fill(0);
  }
  return whole;
}

/**
 * undici follows redirects, repeats requests and decompresses answers only if an option asks for it. No such option is
 * set here.
 */
const limits = {
  allowH2: false,
  pipelining: 1,
  // Purser has its own deadline. These timeouts count only idle time.
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

type SentHeaders = Readonly<Record<string, string | string[] | undefined>>;

function flatten(headers: SentHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
  );
}

function countHeaders(headers: SentHeaders): number {
  return Object.values(headers).flat().length;
}
