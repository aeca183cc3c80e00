/** transport.ts: one HTTP request and its whole answer, under one deadline, over undici. */

import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { Clock } from '../../lib/clock.ts';
import { visible } from '../../lib/visible.ts';
import { CONNECT_LIMIT_MS, connector, tlsOptions } from './connector.ts';
import type { Failure } from './failure.ts';
import { transportFailure } from './transport-failure.ts';

/** A read's limit, from the first byte of the connection to the last of the answer (FAULTS A14, A15). */
const READ_LIMIT_MS = 15_000;

/** The longest answer that is read (FAULTS C5). */
const BODY_LIMIT = 8 * 1024 * 1024;

/** The most headers that an answer may have; their bytes are undici's to limit (FAULTS A22). */
const HEADERS_LIMIT = 200;

interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
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

export interface Transport {
  /**
   * Sends once. `judge` sees the head before the body is read: a failure from it closes the connection unread.
   * `signal` abandons it.
   */
  send(
    request: WireRequest,
    judge: (head: Head) => Failure | undefined,
    signal: AbortSignal,
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

export function createTransport({ clock, host, caPem, proxied }: TransportParts): Transport {
  const dispatcher = createDispatcher(clock, caPem, proxied);

  async function exchange(
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

  return {
    async send(request, judge, signal) {
      const deadline = new AbortController();
      const cancel = clock.after(READ_LIMIT_MS, () => deadline.abort());
      const explained = (error: unknown): Failure => {
        if (signal.aborted) return { kind: 'abandoned' };
        if (deadline.signal.aborted) return { kind: 'timeout', afterMs: READ_LIMIT_MS };
        return transportFailure(error, visible(host));
      };
      try {
        const arrival = await exchange(request, judge, AbortSignal.any([signal, deadline.signal]));
        if (!('error' in arrival)) return arrival;
        return { head: arrival.head, failure: explained(arrival.error) };
      } catch (error) {
        return { failure: explained(error) };
      } finally {
        cancel();
      }
    },
    async close() {
      await dispatcher.destroy();
    },
  };
}

/** Redirects are not followed and nothing is repeated or decompressed: undici does so only when told. */
function createDispatcher(clock: Clock, caPem: string | undefined, proxied: boolean): Dispatcher {
  const options = {
    allowH2: false,
    pipelining: 1,
    // The one deadline is ours; these would only count idle time.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1024,
    maxResponseSize: BODY_LIMIT,
  };
  if (!proxied) return new Agent({ ...options, connect: connector(clock, caPem) });
  const tls = { ...tlsOptions(caPem), allowH2: false, timeout: CONNECT_LIMIT_MS };
  return new EnvHttpProxyAgent({
    ...options,
    connect: connector(clock, caPem),
    requestTls: tls,
    proxyTls: tls,
  });
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
