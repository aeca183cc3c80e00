/** transport.ts: one HTTP request and its whole answer, under one deadline, over undici. */

import type { Clock } from '../../lib/clock.ts';
import { visible } from '../../lib/visible.ts';
import { CONNECT_LIMIT_MS, connector, tlsOptions } from './connector.ts';
import { departure } from './departure.ts';
import type { Failure } from './failure.ts';
import { transportFailure } from './transport-failure.ts';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from './undici.ts';

/** The whole time of a call, from the first byte of the connection to the last of the answer (FAULTS A14, A15). */
const READ_LIMIT_MS = 15_000;
const WRITE_LIMIT_MS = 30_000;

/** The longest answer that is read (FAULTS C5). */
const BODY_LIMIT = 8 * 1024 * 1024;

/** The most headers that an answer may have; their bytes are undici's to limit (FAULTS A22). */
const HEADERS_LIMIT = 200;

interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as it is. */
  readonly body?: string;
}

/** The status line and headers of an answer, names in lower case. */
export interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** What came of a request: as much of an answer as there was. `body` is the bytes of a whole one. */
export type Arrival =
  | { readonly head: Head; readonly body: Uint8Array }
  | { readonly head?: Head; readonly failure: Failure };

/** How a request is sent that changes something. */
export interface Write {
  /** Awaited once there is a connection, before the request's first byte; nothing is sent if it rejects. */
  readonly before: () => Promise<void>;
}

export interface Transport {
  /**
   * Sends once. `judge` sees the head before the body is read: a failure from it closes the connection unread.
   * `signal` abandons it. A `write` has a connection of its own, and a failure that certainly came before its first
   * byte is `unreachable` or `unsent`, no other is.
   */
  send(
    request: WireRequest,
    judge: (head: Head) => Failure | undefined,
    signal: AbortSignal,
    write?: Write,
  ): Promise<Arrival>;
  close(): Promise<void>;
}

export interface TransportParts {
  readonly clock: Clock;
  readonly host: string;
  readonly caPem: string | undefined;
  /** Whether HTTP_PROXY, HTTPS_PROXY and NO_PROXY are followed. */
  readonly proxied: boolean;
}

export function createTransport(parts: TransportParts): Transport {
  const { clock, host } = parts;
  const shared = createDispatcher(parts);

  async function send(
    dispatcher: Dispatcher,
    request: WireRequest,
    judge: (head: Head) => Failure | undefined,
    signal: AbortSignal,
    limitMs: number,
  ): Promise<Arrival> {
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
    request: WireRequest,
    judge: (head: Head) => Failure | undefined,
    signal: AbortSignal,
  ): Promise<Arrival> {
    if (parts.proxied) return await sendThroughProxy(before, request, judge, signal);
    const own = departure(connector(clock, parts.caPem), before);
    const dispatcher = new Agent({ ...limits, connect: own.connect });
    const arrival = await send(dispatcher, request, judge, signal, WRITE_LIMIT_MS);
    await dispatcher.destroy();
    await own.settled();
    if ('body' in arrival) return arrival;
    return { ...arrival, failure: provenFailure(arrival.failure, own.left(), own.heldBack()) };
  }

  /** The tunnel's connection is undici's own: `before` comes first, and only a connection that failed proves anything. */
  async function sendThroughProxy(
    before: () => Promise<void>,
    request: WireRequest,
    judge: (head: Head) => Failure | undefined,
    signal: AbortSignal,
  ): Promise<Arrival> {
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

/** A write's failure in the light of what was written: proof that nothing left, or none. */
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
  request: WireRequest,
  judge: (head: Head) => Failure | undefined,
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
  // An error of a body that is given up has nobody to tell.
  answer.body.on('error', () => {});
  const head: Head = { status: answer.statusCode, headers: flatten(answer.headers) };
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

/** Redirects are not followed and nothing is repeated or decompressed: undici does so only when told. */
const limits = {
  allowH2: false,
  pipelining: 1,
  // The one deadline is ours; these would only count idle time.
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
