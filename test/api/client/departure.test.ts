/** Failures before the first byte of a write, which is then NOT SENT (FAULTS.md A1 to A3, A9, A11, D10). */

import { createServer, Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { ConnectFailure, departure, transportFailure } from '../../../src/api/client/connection.ts';
import { failed } from '../../../src/api/client/failure.ts';
import { outcomeOf } from '../../../src/api/client/outcome.ts';
import type { Prepared } from '../../../src/api/client/writes.ts';
import { t } from '../../../src/lib/visible.ts';
import { listening, rawAnswer, rawService } from './loopback.ts';
import {
  customer,
  failureOf,
  newClock,
  strictService,
  type TestClient,
  testClient,
  until,
} from './test-client.ts';
import { sendOnce } from './till.ts';

const cancelled = rawAnswer(
  '{"code":200,"status":"success","message":"Payout cancelled successfully","data":{}}',
);

function cancellation(client: TestClient): Prepared {
  const input = { params: { version: 'v1' }, body: { systemReferenceNumber: 'PAY1' } };
  const made = client.writes.prepare('payout.cancel', input, { customer, requestId: 'intent-1' });
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  return made.prepared;
}

it('a prepared write is plain data with everything that will be sent, except the secrets', async () => {
  await using client = testClient('http://127.0.0.1:1');
  const prepared = cancellation(client);
  expect(prepared).toEqual({
    operation: 'payout.cancel',
    requestId: 'intent-1',
    customer,
    method: 'PATCH',
    target: '/svc/api/v1/transfer/cancelpayout',
    headers: {},
    body: '{"systemReferenceNumber":"PAY1"}',
  });
  expect(JSON.parse(JSON.stringify(prepared))).toEqual(prepared);
});

it.each([
  ['no ID', { params: { version: 'v1' }, body: {} }, { customer }, 'id'],
  [
    'a request ID that is no valid header',
    { params: { version: 'v1' }, body: { id: 'p' } },
    { customer, requestId: 'a\nb' },
    'x-request-id',
  ],
  [
    'a version that changes the path',
    { params: { version: '..' }, body: { id: 'p' } },
    { customer },
    'version',
  ],
])('a write is not prepared with %s', async (_, input, context, field) => {
  await using client = testClient('http://127.0.0.1:1');
  const made = client.writes.prepare('payout.cancel', input, context);
  expect(made).toMatchObject({ ok: false, failure: { kind: 'invalid-input', field } });
});

describe('a write is NOT SENT', () => {
  it.each([
    ['the service refuses the connection [A1b]', 'http://127.0.0.1:1', 'refused'],
    ['the name is unknown [A2b]', 'https://name.invalid', 'dns'],
  ])('after one try, without a recorded attempt, if %s', async (_, url, cause) => {
    await using client = testClient(url);
    const got = await sendOnce(client, cancellation(client));
    expect(got).toMatchObject({ word: 'NOT SENT', failure: { kind: 'unreachable', cause }, departures: 0 });
    expect(client.exchanges).toHaveLength(1);
  });

  it('if the connection is reset before the request is sent [A9a]', async () => {
    let connections = 0;
    const server = createServer(socket => {
      connections += 1;
      socket.resetAndDestroy();
    });
    await using service = await listening(server);
    await using client = testClient(service.url);
    // The attempt is recorded only after the reset. Then nothing may be sent.
    const outcome = await client.writes.send(cancellation(client), async () => {
      await until(() => connections === 1 && service.sockets.size === 0);
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      return true;
    });
    expect(failureOf(outcome)).toEqual({ kind: 'unsent', cause: 'connection-lost' });
    expect(outcomeOf(outcome)).toBe('NOT SENT');
    expect(connections).toBe(1);
  });

  it('if the time limit passes before the first byte', async () => {
    await using service = await rawService(() => {});
    await using client = testClient(service.url);
    const outcome = client.writes.send(cancellation(client), async () => {
      await client.clock.advance(30_000);
      return true;
    });
    expect(failureOf(await outcome)).toEqual({ kind: 'unsent', cause: 'too-late' });
    expect(service.heads).toHaveLength(0);
  });

  it('if the program ends before the first byte', async () => {
    await using service = await rawService(() => {});
    const client = testClient(service.url);
    const outcome = client.writes.send(cancellation(client), async () => {
      await client.close();
      return true;
    });
    expect(failureOf(await outcome)).toEqual({ kind: 'unsent', cause: 'abandoned' });
    expect(service.heads).toHaveLength(0);
  });

  it('if there is no token [D10a]', async () => {
    await using service = await rawService(socket =>
      socket.end('HTTP/1.1 500 Oh\r\ncontent-length: 0\r\n\r\n'),
    );
    await using client = testClient(service.url, { signedIn: false });
    const got = await sendOnce(client, cancellation(client));
    expect(got).toMatchObject({
      word: 'NOT SENT',
      failure: { kind: 'unsent', cause: 'sign-in', failure: { kind: 'server-error' } },
      departures: 0,
    });
    expect(service.heads.every(head => head.includes('/authentication/login'))).toBe(true);
  });
});

it('the client renews a nearly expired token before an attempt, never during it [D10a–b]', async () => {
  const { clock, service } = await strictService(newClock());
  await using _ = service;
  await using client = testClient(service.url, { clock });
  clock.advance(29 * 60_000 + 1);
  let loginsAtDeparture = 0;
  await client.writes.send(cancellation(client), async () => {
    loginsAtDeparture = service.logins.length;
    return true;
  });
  expect([loginsAtDeparture, service.logins.length, service.calls.length]).toEqual([1, 1, 1]);
});

it('the client records an attempt before its first byte', async () => {
  await using service = await rawService(socket => socket.write(cancelled));
  await using client = testClient(service.url);
  let headsMeanwhile = -1;
  const outcome = await client.writes.send(cancellation(client), async () => {
    await until(() => service.sockets.size === 1);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    headsMeanwhile = service.heads.length;
    return true;
  });
  expect([outcomeOf(outcome), headsMeanwhile, service.heads.length]).toEqual(['DONE', 0, 1]);
});

it('the client sends no write on a kept-alive connection, because that connection may be about to close [A11a–b]', async () => {
  await using service = await rawService((socket, head) => {
    if (head.includes('cancelpayout')) socket.resetAndDestroy();
    else socket.write(rawAnswer('{"code":200,"status":"success","message":"","data":[]}'));
  });
  await using client = testClient(service.url);
  await client.balances();
  expect(service.sockets.size).toBe(1);
  const got = await sendOnce(client, cancellation(client));
  expect(got).toMatchObject({ word: 'UNKNOWN', failure: { kind: 'cut-off' }, departures: 1 });
  expect(service.heads.filter(head => head.includes('cancelpayout'))).toHaveLength(1);
});

describe('an answer whose frame is odd', () => {
  const chunked = (trailers: string) =>
    cancelled
      .replace(/content-length: \d+/i, 'transfer-encoding: chunked')
      .replace(/\r\n\r\n([\s\S]*)$/, (_, body: string) => {
        const length = Buffer.byteLength(body).toString(16);
        return `\r\n\r\n${length}\r\n${body}\r\n0\r\n${trailers}\r\n`;
      });

  it.each([
    ['', 'DONE'],
    ['x-checksum: 7\r\n', 'DONE'],
    ['grpc-status: 0\r\n', 'DONE'],
    ['grpc-status: 13\r\n', 'UNKNOWN'],
    ['x-stream-error: upstream went away\r\n', 'UNKNOWN'],
  ])('with the trailers %j is %s', async (trailers, word) => {
    await using service = await rawService(socket => socket.end(chunked(trailers)));
    await using client = testClient(service.url);
    expect((await sendOnce(client, cancellation(client))).word).toBe(word);
  });

  it('counts if it lies in the socket when the deadline passes, as after a stopped process wakes', async () => {
    await using service = await rawService(socket =>
      socket.write(cancelled, () => client.clock.advance(30_000)),
    );
    await using client = testClient(service.url);
    expect((await sendOnce(client, cancellation(client))).word).toBe('DONE');
  });

  it.each(['HTTP/2.0', 'HTTP/0.9', 'HTTP/3.0'])('with the version %s is UNKNOWN', async version => {
    await using service = await rawService(socket => {
      const answer = cancelled.replace('HTTP/1.1', version);
      // In two pieces, because the version may be cut.
      socket.write(answer.slice(0, 6), () => setImmediate(() => socket.end(answer.slice(6))));
    });
    await using client = testClient(service.url);
    expect((await sendOnce(client, cancellation(client))).word).toBe('UNKNOWN');
  });
});

describe('a write through a proxy', () => {
  it.each([
    ['is NOT SENT if the proxy refuses the connection [A1b]', 'http://127.0.0.1:1', 'NOT SENT'],
    ['is UNKNOWN if the proxy itself sends the answer [A20b]', undefined, 'UNKNOWN'],
  ])('%s', async (_, address, word) => {
    await using proxy = await rawService(socket =>
      socket.end('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n'),
    );
    vi.stubEnv('https_proxy', address ?? proxy.url);
    try {
      await using client = testClient('https://payments.invalid', { proxyFromEnvironment: true });
      const got = await sendOnce(client, cancellation(client));
      expect([got.word, got.departures]).toEqual([word, 1]);
      expect(proxy.heads.every(head => !head.includes('cancelpayout'))).toBe(true);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('reaches the proxy only after the attempt was recorded', async () => {
    await using proxy = await rawService(() => {});
    vi.stubEnv('https_proxy', proxy.url);
    try {
      await using client = testClient('https://payments.invalid', { proxyFromEnvironment: true });
      const outcome = client.writes.send(cancellation(client), () => Promise.reject(new Error('full')));
      expect(failureOf(await outcome)).toEqual({ kind: 'unsent', cause: 'not-recorded' });
      expect(proxy.heads).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

it('a write that is in flight when the program ends is UNKNOWN', async () => {
  await using service = await rawService(() => {});
  const client = testClient(service.url);
  const outcome = client.writes.send(cancellation(client), async () => true);
  await until(() => service.heads.length === 1);
  await client.close();
  expect(outcomeOf(await outcome)).toBe('UNKNOWN');
  expect(failureOf(await outcome)).toEqual({ kind: 'abandoned' });
});

describe('an error of the network', () => {
  it.each([
    ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'speaks only HTTP/2'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'an old version of TLS'],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'an old version of TLS'],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'a client certificate'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'a client certificate'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'does not speak TLS'],
  ])('%s while connecting has its own sentence', (code, words) => {
    expect(transportFailure(new ConnectFailure(coded(code)), host)).toMatchObject({
      kind: 'unreachable',
      detail: expect.stringContaining(words),
    });
  });

  const host = t`pay.example`;
  const coded = (code: string): Error => Object.assign(new Error(code), { code });

  // A proxied write shares a connection, so only the kind of the error tells whether the request had left.
  it.each([
    ...['ETIMEDOUT', 'ECONNRESET', 'EPIPE', 'ECONNABORTED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
    ...['UND_ERR_SOCKET', 'EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', ''],
  ])('%s on a used connection leaves the outcome UNKNOWN [A10a]', code => {
    expect(transportFailure(coded(code), host)).toEqual({ kind: 'cut-off' });
    expect(outcomeOf(failed(transportFailure(coded(code), host)))).toBe('UNKNOWN');
  });

  it.each([
    ['ETIMEDOUT', 'connect-timeout'],
    ['EHOSTUNREACH', 'network'],
    ['ECONNRESET', 'network'],
  ])('%s while connecting proves that nothing was sent: %s [A3b]', (code, cause) => {
    const failure = transportFailure(new ConnectFailure(coded(code)), host);
    expect(failure).toMatchObject({ kind: 'unreachable', cause });
    expect(outcomeOf(failed(failure))).toBe('NOT SENT');
  });
});

it('a write never moves to a second connection, and is recorded once', async () => {
  const opened: Socket[] = [];
  let recorded = 0;
  const leaving = departure(
    (_, callback) => {
      const socket = new Socket();
      opened.push(socket);
      callback(null, socket);
    },
    async () => {
      recorded += 1;
      return true;
    },
  );
  const connect = () =>
    new Promise<Error | null>(resolve =>
      leaving.connect({ hostname: 'pay.example', protocol: 'http:', port: '80' }, (...[error]) =>
        resolve(error),
      ),
    );
  expect(await connect()).toBeNull();
  expect(await connect()).toBeInstanceOf(ConnectFailure);
  expect(await connect()).toBeInstanceOf(ConnectFailure);
  expect([opened.length, recorded]).toEqual([1, 1]);
});

it('a write is not sent again on another connection, if its connection ends before the answer [A11a–b]', async () => {
  await using service = await rawService(socket => socket.end());
  await using client = testClient(service.url);
  const got = await sendOnce(client, cancellation(client));
  expect(got).toMatchObject({ word: 'UNKNOWN', failure: { kind: 'cut-off' }, departures: 1 });
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(service.heads).toHaveLength(1);
});
