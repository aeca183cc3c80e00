/** FAULTS.md A1 to A3, A9, A11, D10 for writes: what proves that nothing left, and what doesn't. */

import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { outcomeOf } from '../../../src/api/client/outcome.ts';
import type { Prepared } from '../../../src/api/client/writes.ts';
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

it('prepares plain data, without a secret, that says all that will leave', async () => {
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
  ['no ID at all', { params: { version: 'v1' }, body: {} }, { customer }, 'id'],
  [
    'a request ID that no header may hold',
    { params: { version: 'v1' }, body: { id: 'p' } },
    { customer, requestId: 'a\nb' },
    'x-request-id',
  ],
  ['a version that climbs out', { params: { version: '..' }, body: { id: 'p' } }, { customer }, 'version'],
])('refuses to prepare %s', async (_, input, context, field) => {
  await using client = testClient('http://127.0.0.1:1');
  const made = client.writes.prepare('payout.cancel', input, context);
  expect(made).toMatchObject({ ok: false, failure: { kind: 'invalid-input', field } });
});

describe('NOT SENT', () => {
  it.each([
    ['A1: refused', 'http://127.0.0.1:1', 'refused'],
    ['A2: no such name', 'https://name.invalid', 'dns'],
  ])('%s: once, and nothing is recorded as sent', async (_, url, cause) => {
    await using client = testClient(url);
    const got = await sendOnce(client, cancellation(client));
    expect(got).toMatchObject({ word: 'NOT SENT', failure: { kind: 'unreachable', cause }, departures: 0 });
    expect(client.exchanges).toHaveLength(1);
  });

  it('A9: a reset before the request leaves', async () => {
    let connections = 0;
    const server = createServer(socket => {
      connections += 1;
      socket.resetAndDestroy();
    });
    await using service = await listening(server);
    await using client = testClient(service.url);
    // What has to be recorded takes until the reset is here: then nothing may be written any more.
    const outcome = await client.writes.send(cancellation(client), async () => {
      await until(() => connections === 1 && service.sockets.size === 0);
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    });
    expect(failureOf(outcome)).toEqual({ kind: 'unsent', cause: 'connection-lost' });
    expect(outcomeOf(outcome)).toBe('NOT SENT');
    expect(connections).toBe(1);
  });

  it('the time is over before its first byte', async () => {
    await using service = await rawService(() => {});
    await using client = testClient(service.url);
    const outcome = client.writes.send(cancellation(client), async () => client.clock.advance(30_000));
    expect(failureOf(await outcome)).toEqual({ kind: 'unsent', cause: 'too-late' });
    expect(service.heads).toHaveLength(0);
  });

  it('the program ends before its first byte', async () => {
    await using service = await rawService(() => {});
    const client = testClient(service.url);
    const outcome = client.writes.send(cancellation(client), () => client.close());
    expect(failureOf(await outcome)).toEqual({ kind: 'unsent', cause: 'abandoned' });
    expect(service.heads).toHaveLength(0);
  });

  it('D10: there is no token to send it with', async () => {
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

it('D10: a token that is nearly over is renewed before the sending, never inside it', async () => {
  const { clock, service } = await strictService(newClock());
  await using _ = service;
  await using client = testClient(service.url, { clock });
  clock.advance(29 * 60_000 + 1);
  let loginsAtDeparture = 0;
  await client.writes.send(cancellation(client), async () => {
    loginsAtDeparture = service.logins.length;
  });
  expect([loginsAtDeparture, service.logins.length, service.calls.length]).toEqual([1, 1, 1]);
});

it('what has to be recorded is, before the first byte', async () => {
  await using service = await rawService(socket => socket.write(cancelled));
  await using client = testClient(service.url);
  let headsMeanwhile = -1;
  const outcome = await client.writes.send(cancellation(client), async () => {
    await until(() => service.sockets.size === 1);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    headsMeanwhile = service.heads.length;
  });
  expect([outcomeOf(outcome), headsMeanwhile, service.heads.length]).toEqual(['DONE', 0, 1]);
});

it('A11: no write is entrusted to a connection kept alive, which may be dying', async () => {
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

describe('through a proxy', () => {
  it.each([
    ['A1: that refuses the connection, it is NOT SENT', 'http://127.0.0.1:1', 'NOT SENT'],
    ['A20: that answers itself, it is UNKNOWN', undefined, 'UNKNOWN'],
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

  it('what can not be recorded first is not even taken to the proxy', async () => {
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

it('a write under way when the program ends is UNKNOWN', async () => {
  await using service = await rawService(() => {});
  const client = testClient(service.url);
  const outcome = client.writes.send(cancellation(client), async () => {});
  await until(() => service.heads.length === 1);
  await client.close();
  expect(outcomeOf(await outcome)).toBe('UNKNOWN');
  expect(failureOf(await outcome)).toEqual({ kind: 'abandoned' });
});
