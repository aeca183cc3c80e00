/** The connection to a team's server while the server does not answer. */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { causeOf, cureOf, isAway } from '../../src/journal/postgres/causes.ts';
import { CallRefused, Closed, NoAnswer } from '../../src/journal/postgres/link.ts';
import { pgLink } from '../../src/journal/postgres/pg-link.ts';
import { manualClock } from '../harness/clock.ts';
import { temporaryFolder } from '../harness/folder.ts';
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
  /** What the server says first, instead of "you are signed in". */
  asks?: Buffer;
  /** The passwords that it got. */
  readonly passwords: string[];
  /** Whether it never says if the password is right. */
  silent?: boolean;
  /** What it says to each query. `nothing`: it never answers. */
  answers?: Buffer | 'nothing';
  /** The names of the prepared statements. */
  readonly statements: string[];
  /** What each client said of itself. */
  readonly startups: string[];
  /** How many connections are open. */
  open: number;
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
    passwords: [],
    statements: [],
    startups: [],
    open: 0,
    hangUp: () => {},
  };
  const server = net.createServer(socket => {
    fake.calls += 1;
    fake.open += 1;
    socket.on('close', () => {
      fake.open -= 1;
    });
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
async function linkToFake(own: { readonly password?: string } = { password: 'x' }) {
  const { fake, port } = await startFake();
  const clock = manualClock(start);
  const link = pgLink({ host: '127.0.0.1', port, database: 'team', user: 'ana', ...own }, clock);
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

/** Speaks as much of PostgreSQL's protocol as a sign-in and queries need. */
function accept(socket: net.Socket, fake: FakeServer): void {
  const ready = message('Z', Buffer.from('I'));
  const done = Buffer.concat([message('C', Buffer.from('OK\0')), ready]);
  const key = message('K', Buffer.concat([int(7), int(1)]));
  const signedIn = Buffer.concat([message('R', Buffer.alloc(4)), key, ready]);
  const heard = (type: string, text: string): void => {
    if (type === 'p') {
      fake.passwords.push(text);
      if (fake.silent !== true) socket.write(signedIn);
    }
    if (type === 'P') fake.statements.push(text.split('\0')[0] ?? '');
    if (type === 'S') socket.write(Buffer.concat([message('1', Buffer.alloc(0)), NO_ROWS, done]));
    if (type !== 'Q') return;
    if (text.includes('pg_backend_pid()')) socket.write(Buffer.concat([whichServer(fake), done]));
    else {
      fake.queries.push(text);
      if (fake.answers !== 'nothing') socket.write(fake.answers ?? done);
    }
  };
  socket.once('data', startup => {
    fake.startups.push(startup.toString('latin1'));
    socket.write(fake.asks ?? signedIn);
    socket.on('data', (data: Buffer) => {
      for (let at = 0; at < data.length; at += data.readInt32BE(at + 1) + 1)
        heard(
          data.toString('latin1', at, at + 1),
          data.toString('utf8', at + 5, at + data.readInt32BE(at + 1)),
        );
    });
  });
}

/** The answer to Bind and Describe. */
const NO_ROWS = Buffer.concat([message('2', Buffer.alloc(0)), message('n', Buffer.alloc(0))]);

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

const PASSWORD_WANTED = message('R', int(3));

const refusal = (text: string, routine = 'auth_failed'): Buffer =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C28000\0M${text}\0R${routine}\0\0`));

test.each([
  [
    'Kerberos',
    message('R', int(7)),
    'the server asks for Kerberos (GSSAPI), which Purser does not support',
    'pg_hba.conf',
  ],
  [
    'OAuth',
    message('R', Buffer.concat([int(10), Buffer.from('OAUTHBEARER\0\0')])),
    'the server asks for a sign-in that Purser does not support, such as OAuth',
    'pg_hba.conf',
  ],
  [
    'a refusal of LDAP',
    refusal('LDAP authentication failed for user "ana"'),
    'the server could not sign you in by LDAP',
    "The server's log",
  ],
  [
    'a refusal of RADIUS in another language',
    refusal('RADIUS-Authentifizierung für Benutzer »ana« fehlgeschlagen'),
    'the server could not sign you in by RADIUS',
    "The server's log",
  ],
  [
    'a refusal of the account of this machine',
    refusal('Peer authentication failed for user "ana"'),
    'your account on this machine may not use this role',
    'journal.user',
  ],
  [
    'a line that rejects',
    refusal(
      'pg_hba.conf rejects connection for host "10.0.0.1", user "ana", database "team", SSL encryption',
      'ClientAuthentication',
    ),
    'a line of pg_hba.conf on the server refuses this role from this machine',
    'An administrator',
  ],
])('the sign-in by %s fails with its cause', async (_, asks, cause, cure) => {
  const { server, link } = await linkToFake();
  Object.assign(server, { away: false, asks });
  const refused: unknown = await link.rows('SELECT 1').catch(error => error);
  expect([causeOf(refused), cureOf(refused), isAway(refused)]).toEqual([
    cause,
    expect.stringContaining(cure),
    false,
  ]);
});

test('a message that is no message of PostgreSQL ends the connection, and not the program', async () => {
  const { server, clock, link } = await linkToFake();
  // A row description of one column that ends in the middle of the column.
  Object.assign(server, { away: false, asks: message('T', int(1, 2)) });
  await expect(link.rows('SELECT 1')).rejects.toThrow();
  Object.assign(server, { asks: undefined });
  clock.advance(1000);
  await link.rows('SELECT 1');
  expect(server.queries).toEqual(['SELECT 1']);
});

test('a server whose directory does not answer has not checked the password', async () => {
  const { server, clock, link } = await linkToFake();
  Object.assign(server, { away: false, asks: PASSWORD_WANTED, silent: true });
  const asked = link.rows('SELECT 1').catch((error: unknown) => error);
  await vi.waitFor(() => expect(server.passwords).toEqual(['x']), patience);
  clock.advance(2000);
  const failed = await asked;
  expect([causeOf(failed), cureOf(failed), isAway(failed)]).toEqual([
    'the server did not check the password in time',
    expect.stringContaining('LDAP'),
    true,
  ]);
});

test('the password of ~/.pgpass is used without a warning', async () => {
  const { server, link } = await linkToFake({});
  const file = path.join(temporaryFolder(), 'pgpass');
  fs.writeFileSync(file, '127.0.0.1:*:team:ana:of-the-file\n', { mode: 0o600 });
  vi.stubEnv('PGPASSFILE', file);
  vi.stubEnv('PGPASSWORD', undefined);
  const warned = vi.spyOn(process, 'emitWarning');
  Object.assign(server, { away: false, asks: PASSWORD_WANTED });
  await link.rows('SELECT 1');
  expect([server.passwords, warned.mock.calls]).toEqual([['of-the-file'], []]);
});

test('a server that asks for a password gets none, and not an empty one', async () => {
  const { server, link } = await linkToFake({});
  vi.stubEnv('PGPASSFILE', path.join(temporaryFolder(), 'none'));
  vi.stubEnv('PGPASSWORD', undefined);
  Object.assign(server, { away: false, asks: PASSWORD_WANTED });
  const failed: unknown = await link.rows('SELECT 1').catch(error => error);
  expect([causeOf(failed), server.passwords, isAway(failed)]).toEqual([
    'the server asks for a password, and Purser has none',
    [],
    false,
  ]);
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

test('each new connection is greeted before any call, and a refused greeting sends nothing', async () => {
  const { server, clock, link } = await linkToFake();
  server.away = false;
  let refused = false;
  link.greet?.(async rows => {
    await rows('SELECT greeted');
    if (refused) throw new CallRefused('another log');
  });
  await link.rows('SELECT 1');
  await link.rows('SELECT 2');
  expect(server.queries).toEqual(['SELECT greeted', 'SELECT 1', 'SELECT 2']);
  server.hangUp();
  refused = true;
  await vi.waitFor(() => expect(server.open).toBe(0), patience);
  await vi.waitFor(() => expect(link.rows('SELECT 3')).rejects.toThrow('another log'), patience);
  expect(server.queries).not.toContain('SELECT 3');
  refused = false;
  clock.advance(1000);
  await link.rows('SELECT 4');
  expect(server.queries.slice(-2)).toEqual(['SELECT greeted', 'SELECT 4']);
});

test('a call without an answer ends after 3 s together with its connection, and the server ends it before', async () => {
  const { server, clock, link } = await linkToFake();
  Object.assign(server, { away: false, answers: 'nothing' });
  const asked = link.rows('SELECT 1').catch((error: unknown) => error);
  await vi.waitFor(() => expect(server.queries).toEqual(['SELECT 1']), patience);
  clock.advance(3000);
  expect(await asked).toBeInstanceOf(NoAnswer);
  await vi.waitFor(() => expect(server.open).toBe(0), patience);
  const limit = /statement_timeout\0(\d+)\0/.exec(server.startups[0] ?? '')?.[1];
  expect(Number(limit)).toBeLessThan(3000);
  delete server.answers;
  await link.rows('SELECT 2');
  expect(server.calls).toBe(2);
});

test('a server that says nothing at sign-in is away after 2 s, and the connection ends', async () => {
  const { server, clock, link } = await linkToFake();
  Object.assign(server, { away: false, asks: Buffer.alloc(0) });
  const asked = link.rows('SELECT 1').catch((error: unknown) => error);
  await vi.waitFor(() => expect(server.startups).toHaveLength(1), patience);
  clock.advance(2000);
  expect(await asked).toBeInstanceOf(NoAnswer);
  await vi.waitFor(() => expect(server.open).toBe(0), patience);
});

test('a server that became a replica loses the connection, so the next call looks for the primary', async () => {
  const { server, link } = await linkToFake();
  server.away = false;
  await link.rows('SELECT 1');
  const readOnly = Buffer.from('SERROR\0VERROR\0C25006\0Mread-only transaction\0\0');
  server.answers = Buffer.concat([message('E', readOnly), message('Z', Buffer.from('I'))]);
  await expect(link.rows('SELECT 2')).rejects.toThrow('read-only');
  delete server.answers;
  await link.rows('SELECT 3');
  expect(server.calls).toBe(2);
});

test('a closed link finishes the call under way, and then makes no connection', async () => {
  const { server, link } = await linkToFake();
  server.away = false;
  const asked = link.rows('SELECT 1');
  await link.close();
  expect(await asked).toEqual([]);
  await expect(link.rows('SELECT 2')).rejects.toThrow(Closed);
  await link.close();
  expect([server.calls, server.queries]).toEqual([1, ['SELECT 1']]);
});

test('a long statement gets no name, because PostgreSQL would cut the name', async () => {
  const { server, link } = await linkToFake();
  server.away = false;
  const [short, long] = ['SELECT $1', `SELECT $1 AS ${'x'.repeat(60)}`];
  for (const sql of [short, long]) await link.rows(sql, 'a');
  expect(server.statements).toEqual([short, '']);
});

/** Two servers and a link that knows both. */
async function linkToPair() {
  const [one, other] = [await startFake(), await startFake()];
  const clock = manualClock(start);
  const host = [one, other].map(({ port }) => `127.0.0.1:${port}`).join(',');
  const link = pgLink({ host, port: 5432, database: 'team', user: 'ana', password: 'x' }, clock);
  onTestFinished(() => link.close());
  return { servers: [one.fake, other.fake] as const, clock, link };
}

test('a new connection goes to the last primary first', async () => {
  const { servers, link } = await linkToPair();
  const [away, primary] = servers;
  primary.away = false;
  await link.rows('SELECT 1');
  primary.hangUp();
  await vi.waitFor(() => link.rows('SELECT 2'), patience);
  expect(away.calls).toBe(1);
});

test.each([
  [
    'a refusal',
    { asks: refusal('role "ana" is not permitted to log in', 'InitializeSessionUserId') },
    /role/,
  ],
  ['a replica', { replica: true }, /replica/],
])('of several servers %s says more than a server that is away', async (_, second, cause) => {
  const { servers, link } = await linkToPair();
  Object.assign(servers[1], { away: false }, second);
  const failed: unknown = await link.rows('SELECT 1').catch(error => error);
  expect(causeOf(failed)).toMatch(cause);
});
