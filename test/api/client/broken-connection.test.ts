/** Connections that break, stall, drip or send too much, for reads (FAULTS.md A). */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../src/api/client/outcome.ts';
import { balance, enveloped, rawAnswer, rawService } from './loopback.ts';
import { customer, failureOf, resultOf, testClient, until } from './test-client.ts';

const balancesJson = JSON.stringify(enveloped([balance]));

describe('if the connection breaks,', () => {
  it('a read is repeated if a reset follows the whole request', async () => {
    await using service = await rawService((socket, _, count) => {
      if (count < 3) socket.resetAndDestroy();
      else socket.write(rawAnswer(balancesJson));
    });
    await using client = testClient(service.url);
    expect(resultOf(await client.balances())).toHaveLength(1);
    expect(client.exchanges.map(({ failure }) => failure?.kind)).toEqual(['cut-off', 'cut-off', undefined]);
  });

  it('a read survives a kept-alive connection that died', async () => {
    await using service = await rawService((socket, _, count) => {
      if (count === 2) socket.resetAndDestroy();
      else socket.write(rawAnswer(balancesJson));
    });
    await using client = testClient(service.url);
    expect(resultOf(await client.balances())).toHaveLength(1);
    expect(resultOf(await client.balances())).toHaveLength(1);
    expect(service.heads).toHaveLength(3);
  });

  it.each([
    ['the status line alone', 'HTTP/1.1 200 OK\r\n'],
    ['half of a body of known length [A13a]', rawAnswer(balancesJson).slice(0, -20)],
    [
      'half of a chunked body [A13a]',
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"cod\r\n`,
    ],
  ])('a read is tried three times and fails if the connection ends after %s', async (_, bytes) => {
    await using service = await rawService(socket => socket.end(bytes));
    await using client = testClient(service.url);
    expect(failureOf(await client.balances())).toEqual({ kind: 'cut-off' });
    expect(service.heads).toHaveLength(3);
  });

  it('a read without an answer is abandoned after 15 s, and not repeated [A14a]', async () => {
    await using service = await rawService(() => {});
    await using client = testClient(service.url);
    const outcome = client.balances();
    await until(() => service.heads.length === 1);
    client.clock.advance(14_999);
    expect(client.exchanges[0]?.state).toBe('in-flight');
    client.clock.advance(1);
    expect(failureOf(await outcome)).toEqual({ kind: 'timeout', afterMs: 15_000 });
    expect(service.heads).toHaveLength(1);
    await until(() => service.sockets.size === 0);
  });

  it('a dripping answer is abandoned after 15 s, although it is never idle [A15]', async () => {
    let dripped = 0;
    await using service = await rawService(socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n');
      const drip = setInterval(() => {
        dripped += 1;
        socket.write(' ');
      }, 1);
      socket.on('close', () => clearInterval(drip));
    });
    await using client = testClient(service.url);
    const outcome = client.balances();
    for (let second = 1; second <= 15; second += 1) {
      const before = dripped;
      await until(() => dripped > before);
      client.clock.advance(1_000);
    }
    expect(failureOf(await outcome)).toEqual({ kind: 'timeout', afterMs: 15_000 });
  });

  it('the user can abandon a slow answer [A16b]', async () => {
    await using service = await rawService(socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 200000\r\n\r\n{');
    });
    await using client = testClient(service.url);
    const esc = new AbortController();
    const outcome = client.balances(esc.signal);
    await until(() => service.heads.length === 1);
    esc.abort();
    expect(failureOf(await outcome)).toEqual({ kind: 'abandoned' });
    await until(() => service.sockets.size === 0);
    expect(client.exchanges[0]).toMatchObject({ state: 'done', failure: { kind: 'abandoned' } });
  });

  it('a call abandoned before its start is not sent [A16b]', async () => {
    await using service = await rawService(() => {});
    await using client = testClient(service.url);
    expect(failureOf(await client.balances(AbortSignal.abort()))).toEqual({ kind: 'abandoned' });
    expect(service.heads).toHaveLength(0);
    expect(service.sockets.size).toBe(0);
    // The inspector lists only requests.
    expect(client.exchanges).toEqual([]);
  });

  it('an answer in one-byte pieces is read, even if a character is split [A17]', async () => {
    const account = { id: 'é', label: '日本 👩‍👩‍👧' };
    const bytes = Buffer.from(rawAnswer(JSON.stringify(enveloped([account]))));
    using read = bytesRead();
    await using service = await rawService(async socket => {
      for (const [at, byte] of bytes.entries()) {
        socket.write(Buffer.of(byte));
        // Without this, the system may join the pieces.
        await read(at + 1);
      }
    });
    await using client = testClient(service.url);
    const accounts = resultOf(await client.perform('account.list', {}, { customer }));
    expect(accounts[0]).toMatchObject(account);
  });

  it('a second answer on the connection is not used for the next request, and its connection is closed [A24a–b]', async () => {
    const poison = rawAnswer(JSON.stringify(enveloped([{ ...balance, available_balance: 666 }])));
    const sockets: Socket[] = [];
    await using service = await rawService((socket, _, count) => {
      sockets.push(socket);
      socket.write(rawAnswer(balancesJson) + (count === 1 ? poison : ''));
    });
    await using client = testClient(service.url);
    for (let round = 0; round < 5; round += 1) {
      expect(resultOf(await client.balances())).toMatchObject([{ available_balance: '12.5' }]);
    }
    await until(() => sockets[0]?.closed === true);
    expect(sockets.indexOf(sockets[0] as Socket, 1)).toBe(-1);
  });
});

it('a read ignores a hundred early hints before the answer [B17a]', async () => {
  const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100);
  await using service = await rawService(socket => socket.write(hints + rawAnswer(balancesJson)));
  await using client = testClient(service.url);
  expect(resultOf(await client.balances())).toHaveLength(1);
});

it('a hundred early hints do not move the deadline of a write, which is then UNKNOWN [B17b]', async () => {
  const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
  const sockets: Socket[] = [];
  using read = bytesRead();
  await using service = await rawService(socket => sockets.push(socket));
  await using client = testClient(service.url);
  const made = client.writes.prepare('card.activate', { body: { id: 'card-1' } }, { customer });
  if (!made.ok) throw new Error('it was not prepared');
  const outcome = client.writes.send(made.prepared, async () => true);
  await until(() => sockets.length === 1);
  for (let sent = 1; sent <= 100; sent += 1) {
    sockets[0]?.write(hint);
    await read(sent * hint.length);
    client.clock.advance(30_000 / 100);
  }
  const ended = await outcome;
  expect(failureOf(ended)).toMatchObject({ kind: 'timeout', afterMs: 30_000 });
  expect(outcomeOf(ended)).toBe('UNKNOWN');
  expect(service.heads).toHaveLength(1);
});

it('a read right after another read uses the same connection', async () => {
  const sockets = new Set<Socket>();
  await using service = await rawService(socket => {
    sockets.add(socket);
    socket.write(rawAnswer(balancesJson));
  });
  await using client = testClient(service.url);
  for (let round = 0; round < 3; round += 1) await client.balances();
  expect(service.heads).toHaveLength(3);
  expect(sockets.size).toBe(1);
});

it('closing the client abandons the calls in flight', async () => {
  await using service = await rawService(() => {});
  const client = testClient(service.url);
  const outcome = client.balances();
  await until(() => service.heads.length === 1);
  await client.close();
  expect(failureOf(await outcome)).toEqual({ kind: 'abandoned' });
});

/** Resolves when the client has read so many bytes on its newest connection. */
function bytesRead(): ((count: number) => Promise<void>) & Disposable {
  let newest: Socket | undefined;
  const seen = (message: unknown): void => {
    newest = (message as { readonly socket: Socket }).socket;
  };
  subscribe('undici:client:connected', seen);
  const read = async (count: number): Promise<void> => {
    while ((newest?.bytesRead ?? 0) < count) await setImmediate();
  };
  return Object.assign(read, {
    [Symbol.dispose]: () => void unsubscribe('undici:client:connected', seen),
  });
}
