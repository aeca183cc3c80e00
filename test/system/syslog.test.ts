// Syslog: the addresses, the form of a message, and real servers for datagrams, connections and TLS.
import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addressText, parseAddress, syslogLine, syslogSender } from '../../src/system/syslog.ts';

describe('addresses', () => {
  it.each([
    ['udp://logs.example', { kind: 'udp', host: 'logs.example', port: 514 }],
    ['tcp://10.0.0.7', { kind: 'tcp', host: '10.0.0.7', port: 601 }],
    ['tls://logs.example:10514/', { kind: 'tls', host: 'logs.example', port: 10_514 }],
    ['tls://[2001:db8::1]', { kind: 'tls', host: '2001:db8::1', port: 6514 }],
  ])('%s', (text, address) => expect(parseAddress(text)).toEqual(address));

  it.each([
    'logs.example',
    'http://logs',
    'udp://',
    'udp://a b',
    'tcp://x:0',
    'tcp://x:70000',
    'tcp://x:1/y',
    'udp://u@h',
  ])('%s is refused', text => expect(parseAddress(text)).toBeUndefined());

  it('are shown with their port', () => {
    const address = parseAddress('tls://[2001:db8::1]');
    expect(address && addressText(address)).toBe('tls://[2001:db8::1]:6514');
  });
});

it('a message has the form of RFC 5424, and only ASCII', () => {
  const message = { at: '2026-11-20T09:00:00.000Z', host: 'desk 7é', pid: 41, id: 'signed-in' };
  expect(syslogLine({ ...message, text: '{"operator":"Zoë\u2028"}' })).toBe(
    '<110>1 2026-11-20T09:00:00.000Z desk7 purser 41 signed-in - {"operator":"Zo\\u00eb\\u2028"}',
  );
  expect(syslogLine({ ...message, host: '', text: '{}' })).toContain('Z - purser');
});

const address = (kind: 'udp' | 'tcp', port: number) => ({ kind, host: '127.0.0.1', port });

it('sends datagrams', async () => {
  const server = dgram.createSocket('udp4').bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const arrived = once(server, 'message');
  const sender = syslogSender(address('udp', server.address().port));
  onTestFinished(() => sender.close());
  expect(await sender.send('<110>1 one')).toEqual({ ok: true });
  expect(String((await arrived)[0])).toBe('<110>1 one');
});

describe('a connection', () => {
  async function listens(port = 0) {
    let received = '';
    const sockets: net.Socket[] = [];
    const server = net.createServer(socket => {
      sockets.push(socket);
      socket.on('error', () => {});
      socket.on('data', bytes => {
        received += bytes;
      });
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const { port: own } = server.address() as net.AddressInfo;
    const end = async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise(resolve => void server.close(resolve));
    };
    onTestFinished(end);
    return { port: own, received: () => received, connections: () => sockets.length, end };
  }

  it('has all messages, each with its length in bytes', async () => {
    const server = await listens();
    const sender = syslogSender(address('tcp', server.port));
    onTestFinished(() => sender.close());
    for (const text of ['one', 'twö']) expect(await sender.send(text)).toEqual({ ok: true });
    await vi.waitFor(() => expect(server.received()).toBe('3 one4 twö'));
    expect(server.connections()).toBe(1);
  });

  it('is opened again after the server has ended', async () => {
    const server = await listens();
    const sender = syslogSender(address('tcp', server.port));
    onTestFinished(() => sender.close());
    await sender.send('one');
    await vi.waitFor(() => expect(server.received()).toBe('3 one'));
    await server.end();
    await vi.waitFor(async () =>
      expect(await sender.send('two')).toEqual({ ok: false, why: 'ECONNREFUSED' }),
    );
    const again = await listens(server.port);
    expect(await sender.send('three')).toEqual({ ok: true });
    await vi.waitFor(() => expect(again.received()).toBe('5 three'));
  });

  it('with TLS does not accept an unknown certificate', async () => {
    const server = await listens();
    const sender = syslogSender({ ...address('tcp', server.port), kind: 'tls' });
    onTestFinished(() => sender.close());
    const sent = sender.send('secret');
    await vi.waitFor(() => expect(server.connections()).toBe(1));
    await server.end();
    expect(await sent).toMatchObject({ ok: false });
    expect(server.received()).not.toContain('secret');
  });
});
