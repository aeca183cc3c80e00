/** FAULTS.md A: connections that break, stall, drip or say too much, for reads. */

import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { balance, enveloped, rawAnswer, rawService } from './loopback.ts';
import { customer, failureOf, resultOf, testClient, until } from './test-client.ts';

const balancesJson = JSON.stringify(enveloped([balance]));

describe('the connection breaks', () => {
  it('A10: a reset after the whole request is tried again, for a read', async () => {
    await using service = await rawService((socket, _, count) => {
      if (count < 3) socket.resetAndDestroy();
      else socket.write(rawAnswer(balancesJson));
    });
    await using client = testClient(service.url);
    expect(resultOf(await client.balances())).toHaveLength(1);
    expect(client.exchanges.map(({ failure }) => failure?.kind)).toEqual(['cut-off', 'cut-off', undefined]);
  });

  it('A11: a kept-alive connection that died meanwhile', async () => {
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
    ['A12: the status line alone', 'HTTP/1.1 200 OK\r\n'],
    ['A13: half of a body of known length', rawAnswer(balancesJson).slice(0, -20)],
    [
      'A13: half of a chunked body',
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"cod\r\n`,
    ],
  ])('%s, then the end: tried three times, never taken for an answer', async (_, bytes) => {
    await using service = await rawService(socket => socket.end(bytes));
    await using client = testClient(service.url);
    expect(failureOf(await client.balances())).toEqual({ kind: 'cut-off' });
    expect(service.heads).toHaveLength(3);
  });

  it('A14: no answer at all is given up after 15 s, once', async () => {
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

  it('A15: an answer that drips for ever is given up after 15 s, though it is never idle', async () => {
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

  it('A16: a slow answer can be given up', async () => {
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

  it('A16: a call that is given up before it begins is not sent', async () => {
    await using service = await rawService(() => {});
    await using client = testClient(service.url);
    expect(failureOf(await client.balances(AbortSignal.abort()))).toEqual({ kind: 'abandoned' });
    expect(service.heads).toHaveLength(0);
  });

  it('A17: an answer in pieces of one byte, a character split between them', async () => {
    const account = { id: 'é', label: '日本 👩‍👩‍👧' };
    const bytes = Buffer.from(rawAnswer(JSON.stringify(enveloped([account]))));
    await using service = await rawService(socket => void writeSlowly(socket, bytes));
    await using client = testClient(service.url);
    const accounts = resultOf(await client.perform('account.list', {}, { customer }));
    expect(accounts[0]).toMatchObject(account);
  });

  it('A24: a second answer on the connection is never taken for the next one', async () => {
    const poison = rawAnswer(JSON.stringify(enveloped([{ ...balance, available_balance: 666 }])));
    await using service = await rawService((socket, _, count) => {
      socket.write(rawAnswer(balancesJson) + (count === 1 ? poison : ''));
    });
    await using client = testClient(service.url);
    for (let round = 0; round < 5; round += 1) {
      expect(resultOf(await client.balances())).toMatchObject([{ available_balance: '12.5' }]);
    }
  });
});

it('B17: a hundred early hints before the answer', async () => {
  const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100);
  await using service = await rawService(socket => socket.write(hints + rawAnswer(balancesJson)));
  await using client = testClient(service.url);
  expect(resultOf(await client.balances())).toHaveLength(1);
});

it('closing the client gives up what is under way', async () => {
  await using service = await rawService(() => {});
  const client = testClient(service.url);
  const outcome = client.balances();
  await until(() => service.heads.length === 1);
  await client.close();
  expect(failureOf(await outcome)).toEqual({ kind: 'abandoned' });
});

async function writeSlowly(socket: Socket, bytes: Buffer): Promise<void> {
  socket.setNoDelay(true);
  for (const byte of bytes) await new Promise(resolve => socket.write(Buffer.of(byte), resolve));
}
