/** The connection to a team's server while the server does not answer. */
import net from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isAway } from '../../src/journal/postgres/link.ts';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { manualClock } from '../harness/clock.ts';
import { patience } from '../harness/patience.ts';
import { start } from './parts.ts';

interface FakeServer {
  /** How many connections the server saw. */
  calls: number;
  /** Whether the server hangs up on each connection. */
  away: boolean;
  readonly queries: string[];
}

/** A server, which is away at first, and a link to it. */
async function linkToFake() {
  const fake: FakeServer = { calls: 0, away: true, queries: [] };
  const server = net.createServer(socket => {
    fake.calls += 1;
    if (fake.away) socket.destroy();
    else accept(socket, fake.queries);
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>(resolve => void server.close(() => resolve())));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const clock = manualClock(start);
  const link = pgLink({ host: '127.0.0.1', port, database: 'team', user: 'ana', password: 'x' }, clock);
  onTestFinished(() => link.close());
  return { server: fake, clock, link };
}

/** Speaks as much of PostgreSQL's protocol as a sign-in and queries without values need. */
function accept(socket: net.Socket, queries: string[]): void {
  const message = (type: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(content.length + 4, 1);
    return Buffer.concat([head, content]);
  };
  const ready = message('Z', Buffer.from('I'));
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
    socket.on('data', data => {
      if (data.toString('latin1', 0, 1) !== 'Q') return;
      queries.push(data.toString('utf8', 5, data.length - 1));
      socket.write(Buffer.concat([message('C', Buffer.from('OK\0')), ready]));
    });
  });
}

test('a failed connection is tried again only after a second', async () => {
  const { server, clock, link } = await linkToFake();
  await expect(link.rows('SELECT 1')).rejects.toThrow();
  await expect(link.rows('SELECT 1')).rejects.toThrow();
  expect(server.calls).toBe(1);
  clock.advance(1000);
  await expect(link.rows('SELECT 1')).rejects.toThrow();
  await vi.waitFor(() => expect(server.calls).toBe(2), patience);
});

test('the link listens on the next connection if the first one failed', async () => {
  const { server, clock, link } = await linkToFake();
  const heard = vi.fn();
  await expect(link.listen?.('purser_1', heard)).rejects.toThrow();
  server.away = false;
  clock.advance(1000);
  await link.rows('SELECT 1');
  expect(server.queries).toEqual(['LISTEN "purser_1"', 'SELECT 1']);
  expect(heard).toHaveBeenCalledOnce();
});

test.each([
  ['EPIPE', true],
  ['ECONNRESET', true],
  ['08006', true],
  ['57P01', true],
  ['57014', false],
  ['42501', false],
])('the error %s means that the server was away: %s', (code, away) => {
  expect(isAway(Object.assign(new Error('failed'), { code }))).toBe(away);
});
