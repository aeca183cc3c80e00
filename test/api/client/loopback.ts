/** loopback.ts: small servers on this machine. Each test chooses their answers. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import type { Clock } from '../../../src/lib/clock.ts';

export interface Listening {
  readonly port: number;
  readonly url: string;
  readonly sockets: ReadonlySet<Socket>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server on a free port. Its disposal ends the server and its connections. */
export async function listening(server: Server | TcpServer, scheme = 'http'): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    sockets,
    async [Symbol.asyncDispose]() {
      const closed = new Promise(resolve => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A request as it arrived. */
export interface Seen {
  readonly method: string;
  /** Path and query, undecoded. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FakeService extends Listening {
  readonly seen: readonly Seen[];
  /** The requests other than logins. */
  readonly calls: readonly Seen[];
  readonly logins: readonly Seen[];
}

/** Answers a request other than a login. `count` is its number, from 1. */
export type Answering = (response: ServerResponse, request: Seen, count: number) => void;

/** A service that accepts every login (`token-1`, `token-2`, …), unless a test gives `login`. `clock` is its clock. */
export async function fakeService(clock: Clock, answer: Answering, login: Answering = signsIn(clock)) {
  const seen: Seen[] = [];
  const isLogin = (request: Seen) => request.target.endsWith('/authentication/login');
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request: Seen = {
        method: incoming.method ?? '',
        target: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      };
      seen.push(request);
      response.sendDate = false;
      response.setHeader('date', new Date(clock.wall()).toUTCString());
      const same = seen.filter(other => isLogin(other) === isLogin(request));
      (isLogin(request) ? login : answer)(response, request, same.length);
    });
  });
  const running = await listening(server);
  const service: FakeService = {
    ...running,
    seen,
    get calls() {
      return seen.filter(request => !isLogin(request));
    },
    get logins() {
      return seen.filter(isLogin);
    },
  };
  return service;
}

/** Answers a login in the usual way. */
export function signsIn(clock: Clock, lifeMs = 30 * 60_000): Answering {
  return (response, _request, count) => {
    const expires_at = new Date(clock.wall() + lifeMs).toISOString().replace(/\.\d+Z$/, '+0000');
    json(response, 200, { token: `token-${count}`, expires_at });
  };
}

/** Answers with JSON. A test that needs exact digits gives `body` as text. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Family B's envelope around a payload. */
export function enveloped(data: unknown) {
  return { code: 200, status: 'success', message: '', data };
}

/** A balance as in INTERFACE.md. */
export const balance = { currency: 'GBP', available_balance: 12.5, pending_amount: 0, reserved_amount: 0 };

/** A TCP server. When the head of a request has arrived, `answer` writes any bytes. `count` is the request's number, from 1. */
export async function rawService(
  answer: (socket: Socket, head: string, count: number) => void,
): Promise<Listening & { readonly heads: readonly string[] }> {
  const heads: string[] = [];
  const server = createTcpServer(socket => {
    let pending = '';
    socket.on('data', chunk => {
      pending += chunk.toString('latin1');
      for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
        const head = pending.slice(0, end);
        pending = pending.slice(end + 4);
        heads.push(head);
        answer(socket, head, heads.length);
      }
    });
  });
  return { ...(await listening(server)), heads };
}

/** The bytes of a complete, ordinary answer. */
export function rawAnswer(body: string, headers: readonly string[] = []): string {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return ['HTTP/1.1 200 OK', 'content-type: application/json', length, ...headers, '', body].join('\r\n');
}
