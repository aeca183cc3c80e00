/** transport.ts: one HTTP request and its whole answer, within one deadline, over undici. */

import type { Clock } from '../../lib/clock.ts';
import { visible } from '../../lib/visible.ts';
import { CONNECT_LIMIT_MS, connector, tlsOptions } from './connector.ts';
import { departure } from './departure.ts';
import type { Failure } from './failure.ts';
import { transportFailure } from './transport-failure.ts';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from './undici.ts';

/** The limit for a whole call, from connecting to the last byte of the answer (FAULTS A14, A15). */
const READ_LIMIT_MS = 15_000;
const WRITE_LIMIT_MS = 30_000;

/** The longest answer that Purser reads (FAULTS C5). */
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

/** The result of a request, as far as an answer arrived. `body` is the bytes of a whole answer. */
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
   * Sends once. `judge` sees the head before the body is read; if it gives a failure, the connection closes unread.
   * `signal` abandons the request. A `write` has its own connection. Its failure is `unreachable` or `unsent` only
   * if it certainly came before the first byte.
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
  /** Whether to follow HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
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
   * undici opens the tunnel's connection itself, so `before` comes first, and only a failed connection proves
   * anything.
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
    send: (request, judge, signal, write) =>
      write === undefined
        ? send(shared, request, judge, signal, READ_LIMIT_MS)
        : sendWrite(write, request, judge, signal),
    async close() {
      await shared.destroy();
    },
  };
}

/** A write's failure, judged by what was written: proof that nothing left, or no proof. */
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
  // Node would end the process on an error that has no listener.
  answer.body.on('error', () => {});
  const head: AnswerHead = { status: answer.statusCode, headers: flatten(answer.headers) };
  const failure =
    countHeaders(answer.headers) > HEADERS_LIMIT ? ({ kind: 'oversized' } as const) : judge(head);
  if (failure !== undefined) {
    answer.body.destroy();
    return { head, failure };
  }
  try {
    return { head, body: await answer.body.bytes() };
  } catch (error) {
    return { head, error };
  }
}

/** Redirects are not followed, and nothing is repeated or decompressed: undici does so only on request. */
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
