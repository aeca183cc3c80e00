/** Calls without a connection, or with an answer from another program (FAULTS.md A). */

import { createServer as createHttpServer } from 'node:http';
import { connect as connectTcp, createServer as createTcpServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, vi } from 'vitest';
import { outcomeOf } from '../../../src/api/client/outcome.ts';
import { authority, expired, otherHost, selfSigned, trusted } from './certificates.ts';
import { balance, enveloped, fakeService, json, listening, rawAnswer, rawService } from './loopback.ts';
import { failureOf, newClock, resultOf, testClient, until } from './test-client.ts';

const balancesJson = JSON.stringify(enveloped([balance]));

describe('without a connection,', () => {
  it('a refused connection is tried three times with growing waits, and nothing is sent [A1a]', async () => {
    const port = await closedPort();
    await using client = testClient(`http://127.0.0.1:${port}`);
    const failure = failureOf(await client.balances());
    expect(failure).toMatchObject({ kind: 'unreachable', cause: 'refused', host: `127.0.0.1:${port}` });
    expect(client.exchanges.map(({ attempt, state }) => [attempt, state])).toEqual([
      [1, 'done'],
      [2, 'done'],
      [3, 'done'],
    ]);
    const waits = client.reports.filter(({ state }) => state === 'waiting');
    expect(waits.map(wait => wait.waitUntilMonotonic)).toEqual([225, 225 + 450]);
  });

  it('the failure names an unknown host, after three tries and without a stack trace [A2a A2c A2d]', async () => {
    await using client = testClient('https://name.invalid');
    const failure = failureOf(await client.balances());
    expect(failure).toMatchObject({ kind: 'unreachable', cause: 'dns', host: 'name.invalid' });
    expect(JSON.stringify(failure)).not.toMatch(/\\n|\bat .*:\d+:\d+/);
    expect(client.exchanges).toHaveLength(3);
  });

  it('connecting is abandoned after 5 s [A3a]', async () => {
    await using silent = await listening(createTcpServer());
    await using client = testClient(`https://127.0.0.1:${silent.port}`, { waitsPass: false });
    const outcome = client.balances();
    for (const tried of [1, 2, 3]) {
      await until(() => client.exchanges.length === tried && client.exchanges.at(-1)?.state === 'in-flight');
      await until(() => silent.sockets.size >= tried);
      client.clock.advance(4_999);
      expect(client.exchanges.at(-1)?.state).toBe('in-flight');
      client.clock.advance(1);
      await until(() => client.exchanges.at(-1)?.state !== 'in-flight');
      if (tried < 3) {
        await until(() => client.exchanges.at(-1)?.state === 'waiting');
        client.clock.advance(1_000);
      }
    }
    expect(failureOf(await outcome)).toMatchObject({ kind: 'unreachable', cause: 'connect-timeout' });
  });

  it.each([
    ['self-signed', selfSigned],
    ['expired', expired],
    ['for another host', otherHost],
  ])('a certificate that is %s is refused, and nothing is sent [A4a A4d]', async (_, certificate) => {
    let bytes = 0;
    const server = createTlsServer(certificate, socket =>
      socket.on('data', chunk => (bytes += chunk.length)),
    );
    server.on('tlsClientError', () => {});
    await using tls = await listening(server, 'https');
    await using client = testClient(tls.url, { service: { caPem: authority } });
    expect(failureOf(await client.balances())).toMatchObject({ kind: 'unreachable', cause: 'tls' });
    expect(bytes).toBe(0);
    expect(client.exchanges).toHaveLength(1);
  });

  it('--ca-file adds a trusted authority, and NODE_TLS_REJECT_UNAUTHORIZED=0 changes nothing [A4b]', async () => {
    const server = createTlsServer(trusted, socket => {
      socket.on('data', () => socket.write(rawAnswer(balancesJson)));
    });
    server.on('tlsClientError', () => {});
    await using tls = await listening(server, 'https');
    await using client = testClient(tls.url, { service: { caPem: authority } });
    expect(resultOf(await client.balances())).toHaveLength(1);

    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      await using stranger = testClient(tls.url);
      expect(failureOf(await stranger.balances())).toMatchObject({ kind: 'unreachable', cause: 'tls' });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('a reset during the TLS handshake proves that nothing was sent [A9a]', async () => {
    const server = createTcpServer(socket => socket.once('data', () => socket.resetAndDestroy()));
    await using tls = await listening(server, 'https');
    await using client = testClient(tls.url);
    const outcome = await client.balances();
    expect(failureOf(outcome)).toMatchObject({ kind: 'unreachable', cause: 'network' });
    expect(outcomeOf(outcome)).toBe('NOT SENT');
    expect(client.exchanges).toHaveLength(3);
  });

  it('plain http to another machine is refused before anything is sent [A5b]', async () => {
    await using client = testClient('http://127.0.0.1.evil.example', { signedIn: false });
    expect(failureOf(await client.balances())).toMatchObject({ kind: 'invalid-input', field: 'base URL' });
    expect(failureOf(await client.signIn())).toMatchObject({ kind: 'invalid-input' });
    expect(client.reports).toEqual([]);
  });
});

describe('if another program answers,', () => {
  it.each([301, 302, 303, 307, 308])(
    'the client does not follow a redirect (HTTP %i) [A8a–c]',
    async status => {
      const clock = newClock();
      await using elsewhere = await fakeService(clock, response => json(response, 200, enveloped([])));
      await using service = await fakeService(clock, response => {
        response.writeHead(status, { location: `${elsewhere.url}/svc/api/v1/account/balance` });
        response.end();
      });
      await using client = testClient(service.url, { clock });
      expect(failureOf(await client.balances())).toMatchObject({ kind: 'not-the-service' });
      expect(elsewhere.seen).toEqual([]);
      expect(service.calls).toHaveLength(1);
    },
  );

  it.each([
    [407, 'text/plain'],
    [200, 'text/html; charset=utf-8'],
    [403, 'text/html'],
    [511, 'text/html'],
  ])(
    'an answer with HTTP %i and %s is not from the service, and is not read [A20a–b]',
    async (status, type) => {
      const clock = newClock();
      await using service = await fakeService(clock, response => {
        response.writeHead(status, { 'content-type': type });
        response.end(balancesJson);
      });
      await using client = testClient(service.url, { clock });
      expect(failureOf(await client.balances())).toMatchObject({ kind: 'not-the-service' });
      expect(client.exchanges[0]?.responseBody).toBeUndefined();
      expect(service.calls).toHaveLength(1);
    },
  );

  it('the failure names a proxy that asks for a password, and the proxy gets none of our headers [A20a]', async () => {
    const seen: string[] = [];
    const proxyServer = createHttpServer();
    proxyServer.on('connect', (request, socket) => {
      seen.push(JSON.stringify(request.headers));
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
    });
    await using proxy = await listening(proxyServer);
    vi.stubEnv('https_proxy', proxy.url);
    try {
      await using client = testClient('https://payments.invalid', { proxyFromEnvironment: true });
      expect(failureOf(await client.balances())).toMatchObject({ kind: 'not-the-service' });
    } finally {
      vi.unstubAllEnvs();
    }
    expect(seen).not.toEqual([]);
    expect(seen.join()).not.toMatch(/canary|x-api-key|authorization/);
  });

  describe('through a proxy', () => {
    /** Starts a proxy that connects every tunnel, for any host name, to a TLS server with this certificate. */
    async function tunnelled<T>(
      certificate: typeof otherHost,
      read: (client: ReturnType<typeof testClient>) => Promise<T>,
      trust: { readonly caPem?: string } = { caPem: authority },
    ): Promise<{ outcome: T; requests: number }> {
      let requests = 0;
      const server = createTlsServer(certificate, socket => {
        socket.on('error', () => {});
        socket.on('data', () => {
          requests++;
          socket.write(rawAnswer(balancesJson));
        });
      });
      server.on('tlsClientError', () => {});
      await using tls = await listening(server, 'https');
      const proxyServer = createHttpServer();
      proxyServer.on('connect', (_, socket) => {
        const inner = connectTcp(tls.port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
          inner.pipe(socket).pipe(inner);
        });
        for (const end of [inner, socket]) end.on('error', () => inner.destroy());
      });
      await using proxy = await listening(proxyServer);
      vi.stubEnv('https_proxy', proxy.url);
      try {
        await using client = testClient('https://other.example', {
          proxyFromEnvironment: true,
          service: trust,
        });
        return { outcome: await read(client), requests };
      } finally {
        vi.unstubAllEnvs();
      }
    }

    it('--ca-file applies to the service’s certificate as usual [A4]', async () => {
      const { outcome, requests } = await tunnelled(otherHost, client => client.balances());
      expect(resultOf(outcome)).toHaveLength(1);
      expect(requests).toBe(1);
    });

    it.each([
      ['of another host', trusted, { caPem: authority }],
      ['of an unknown authority', otherHost, {}],
    ])(
      'a certificate %s is refused, and nothing is sent into the tunnel [A4a A4d]',
      async (_, certificate, trust) => {
        const { outcome, requests } = await tunnelled(certificate, client => client.balances(), trust);
        expect(failureOf(outcome)).toMatchObject({ kind: 'unreachable', cause: 'tls' });
        expect(requests).toBe(0);
      },
    );
  });

  it('a call to this machine uses no proxy', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response => json(response, 200, enveloped([balance])));
    vi.stubEnv('http_proxy', 'http://127.0.0.1:9');
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9');
    try {
      await using client = testClient(service.url, { clock, proxyFromEnvironment: true });
      expect(resultOf(await client.balances())).toHaveLength(1);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('a peer that does not speak HTTP is a failure [A21]', async () => {
    await using ssh = await rawService(socket => socket.write('SSH-2.0-OpenSSH_9.6\r\n'));
    await using client = testClient(ssh.url);
    expect(failureOf(await client.balances())).toEqual({ kind: 'not-http' });
    expect(ssh.heads).toHaveLength(1);
    await until(() => ssh.sockets.size === 0);
  });

  it.each([
    ['a header of 100 KB', [`x-long: ${'a'.repeat(100_000)}`]],
    ['1000 headers', Array.from({ length: 1000 }, (_, index) => `x-${index}: 1`)],
  ])('an answer is refused if it has %s [A22]', async (_, headers) => {
    await using service = await rawService(socket => socket.write(rawAnswer(balancesJson, headers)));
    await using client = testClient(service.url);
    expect(failureOf(await client.balances())).toEqual({ kind: 'oversized' });
  });
});

async function closedPort(): Promise<number> {
  await using server = await listening(createTcpServer());
  return server.port;
}
