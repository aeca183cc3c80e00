/** The connection to a team's server while the server does not answer. */
import net from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { causeOf, isAway } from '../../src/journal/postgres/causes.ts';
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
  /** The process that runs the queries. At sign-in the server says 7. */
  backend: number;
  replica: boolean;
  /** Ends all connections. */
  hangUp(): void;
}

async function startFake() {
  const fake: FakeServer = {
    calls: 0,
    away: true,
    queries: [],
    backend: 7,
    replica: false,
    hangUp: () => {},
  };
  const server = net.createServer(socket => {
    fake.calls += 1;
    const before = fake.hangUp;
    fake.hangUp = () => {
      before();
      socket.destroy();
    };
    if (fake.away) socket.destroy();
    else accept(socket, fake);
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>(resolve => void server.close(() => resolve())));
  const address = server.address();
  return { fake, port: typeof address === 'object' && address ? address.port : 0 };
}

/** A server, which is away at first, and a link to it. */
async function linkToFake() {
  const { fake, port } = await startFake();
  const clock = manualClock(start);
  const link = pgLink({ host: '127.0.0.1', port, database: 'team', user: 'ana', password: 'x' }, clock);
  onTestFinished(() => link.close());
  return { server: fake, clock, link };
}

const int = (value: number, bytes = 4): Buffer => {
  const made = Buffer.alloc(bytes);
  made.writeIntBE(value, 0, bytes);
  return made;
};

function message(type: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int(content.length + 4), content]);
}

/** A row with the columns `backend` (int4) and `replica` (bool). */
function whichServer({ backend, replica }: FakeServer): Buffer {
  const column = (name: string, type: number): Buffer =>
    Buffer.concat([Buffer.from(`${name}\0`), int(0, 6), int(type), int(0, 6), int(0, 2)]);
  const values = [String(backend), replica ? 't' : 'f'].map(text =>
    Buffer.concat([int(text.length), Buffer.from(text)]),
  );
  return Buffer.concat([
    message('T', Buffer.concat([int(2, 2), column('backend', 23), column('replica', 16)])),
    message('D', Buffer.concat([int(2, 2), ...values])),
  ]);
}

/** Speaks as much of PostgreSQL's protocol as a sign-in and queries without values need. */
function accept(socket: net.Socket, fake: FakeServer): void {
  const ready = message('Z', Buffer.from('I'));
  socket.once('data', () => {
    const key = message('K', Buffer.concat([int(7), int(1)]));
    socket.write(Buffer.concat([message('R', Buffer.alloc(4)), key, ready]));
    socket.on('data', data => {
      if (data.toString('latin1', 0, 1) !== 'Q') return;
      const query = data.toString('utf8', 5, data.length - 1);
      const asked = query.includes('pg_backend_pid()');
      if (!asked) fake.queries.push(query);
      const rows = asked ? whichServer(fake) : Buffer.alloc(0);
      socket.write(Buffer.concat([rows, message('C', Buffer.from('OK\0')), ready]));
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

test.each([
  ['a connection pooler is between Purser and the server', { backend: 8 }, false],
  ['the server is a read-only replica', { replica: true }, true],
])('no query reaches the server if %s', async (cause, wrong, away) => {
  const { server, link } = await linkToFake();
  Object.assign(server, { away: false }, wrong);
  const refused: unknown = await link.rows('SELECT 1').catch(error => error);
  expect([causeOf(refused), isAway(refused)]).toEqual([cause, away]);
  expect(server.queries).toEqual([]);
});

test('of several servers the link uses the primary, and begins with the last primary', async () => {
  const servers = [await startFake(), await startFake(), await startFake()];
  const [away, replica, primary] = servers.map(({ fake }) => fake);
  if (!away || !replica || !primary) throw new Error('no servers');
  replica.away = false;
  replica.replica = true;
  primary.away = false;
  const host = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const clock = manualClock(start);
  const link = pgLink({ host, port: 5432, database: 'team', user: 'ana', password: 'x' }, clock);
  onTestFinished(() => link.close());
  await link.rows('SELECT 1');
  expect([away.calls, replica.calls, primary.calls]).toEqual([1, 1, 1]);
  expect(primary.queries).toEqual(['SELECT 1']);
  // The roles change.
  primary.replica = true;
  replica.replica = false;
  primary.hangUp();
  await vi.waitFor(async () => {
    clock.advance(1000);
    await link.rows('SELECT 2');
  }, patience);
  expect(replica.queries).toEqual(['SELECT 2']);
  expect(away.calls).toBeGreaterThan(1);
  expect(primary.queries).toEqual(['SELECT 1']);
});
