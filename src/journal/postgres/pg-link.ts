// The connection to the team's server with pg: one client, a new one after a failure, and a deadline for each call.
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import type { Clock } from '../../lib/clock.ts';
import { errorCode } from '../../lib/error-code.ts';
import { serversIn } from '../../system/config-words.ts';
import { isAway } from './causes.ts';
import {
  Closed,
  type Link,
  NoAnswer,
  NoPassword,
  PasswordUnchecked,
  type ScriptLink,
  Unfit,
} from './link.ts';
import { passwordInFile } from './password-file.ts';

export interface ServerAddress {
  /** Several servers are separated by commas: the primary of them is used. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** If absent, it is read from ~/.pgpass. */
  readonly password?: string;
  /** Absent for a server on this machine. */
  readonly tls?: ConnectionOptions;
}

/** In ms. Together at most 5 s, because Purser must send the request within 5 s after it begins to record SENT. */
export interface Deadlines {
  readonly connect: number;
  readonly call: number;
}

const DEADLINES: Deadlines = { connect: 2000, call: 3000 };

/** For this many ms after a failed connection, calls fail at once, or each call of a screen would connect again. */
const REST = 1000;

const READ_ONLY = '25006';

/** Connects at the first call. */
export function pgLink(address: ServerAddress, clock: Clock, deadlines: Deadlines = DEADLINES): ScriptLink {
  let client: Promise<pg.Client> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  let failed: { readonly at: number; readonly error: unknown } | undefined;

  const channels = new Map<string, () => void>();
  let greeting: ((rows: Link['rows']) => Promise<void>) | undefined;

  /** `late` may say why there is no answer. */
  function within<T>(ms: number, work: Promise<T>, late: () => NoAnswer | undefined): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const cancel = clock.after(ms, () => reject(late() ?? new NoAnswer()));
    work.then(resolve, reject).finally(cancel);
    return promise;
  }

  /** The last server that was the primary comes first. */
  let servers = serversIn(address.host, address.port);

  async function connect(): Promise<pg.Client> {
    const failures: unknown[] = [];
    for (const server of servers)
      try {
        const made = await connectTo(server);
        servers = [server, ...servers.filter(other => other !== server)];
        failed = undefined;
        return made;
      } catch (error) {
        failures.push(error);
      }
    // A refusal says more than a server that is away.
    const error =
      failures.find(each => !isAway(each)) ?? failures.find(each => each instanceof Unfit) ?? failures[0];
    failed = { at: clock.monotonic(), error };
    client = undefined;
    throw error;
  }

  async function connectTo({ host, port }: (typeof servers)[number]): Promise<pg.Client> {
    const { tls, password: given, ...rest } = address;
    let asked = false;
    const password = async (): Promise<string> => {
      const found = given ?? (await passwordInFile({ ...rest, host, port }));
      if (!found) throw new NoPassword();
      asked = true;
      return found;
    };
    const made = new pg.Client({
      ...{ ...rest, host, port, password },
      // The certificate must have this name. Without it, Node would expect localhost.
      ssl: tls ? { ...tls, host } : false,
      application_name: 'purser',
      keepAlive: true,
      // Shorter than this client's limit: a slow call ends with a refusal, which proves that nothing was recorded.
      statement_timeout: 0.8 * deadlines.call,
    });
    // Without a listener, an error of an idle connection ends the process.
    made.on('error', () => drop(made));
    catchOddMessages(made);
    try {
      await within(deadlines.connect, made.connect(), () => (asked ? new PasswordUnchecked() : undefined));
      await within(deadlines.call, greeted(made), () => undefined);
      return made;
    } catch (error) {
      cut(made);
      throw error;
    }
  }

  async function greeted(made: pg.Client): Promise<void> {
    const [server] = await rowsOf(made)('SELECT pg_backend_pid() AS backend, pg_is_in_recovery() AS replica');
    // A connection pooler invents the number that it gives at sign-in.
    if (server?.['backend'] !== Reflect.get(made, 'processID')) throw new Unfit('pooler');
    if (server?.['replica'] === true) throw new Unfit('replica');
    await greeting?.(rowsOf(made));
    made.on('notification', ({ channel }) => channels.get(channel)?.());
    for (const [channel, listener] of channels) {
      await made.query(listenTo(channel));
      listener();
    }
  }

  let current: pg.Client | undefined;
  function drop(which: pg.Client): void {
    if (current !== which) return;
    current = undefined;
    client = undefined;
  }

  function cut(which: pg.Client): undefined {
    drop(which);
    // end() waits for the server, which may not answer.
    void which.end().catch(() => undefined);
    connectionOf(which)?.stream.destroy();
  }

  function inTurn<T>(work: (connected: pg.Client) => Promise<T>, ms = deadlines.call): Promise<T> {
    const next = last.then(async () => {
      if (closed) throw new Closed();
      if (!client && failed && clock.monotonic() - failed.at < REST) throw failed.error;
      client ??= connect();
      const connected = await client;
      current = connected;
      return within(ms, work(connected), () => cut(connected)).catch(error => {
        // The server is a replica now, so the next call looks for the primary.
        if (errorCode(error) === READ_ONLY) cut(connected);
        throw error;
      });
    });
    last = next.catch(() => undefined);
    return next;
  }

  return {
    rows: (sql, ...values) => inTurn(connected => rowsOf(connected)(sql, ...values)),
    greet(check) {
      greeting = check;
    },
    script: (sql, ms = 10 * deadlines.call) =>
      inTurn(async connected => {
        await connected.query(sql);
      }, ms),
    listen(channel, listener) {
      // Set before the call, so that the next connection listens if this connection fails.
      channels.set(channel, listener);
      return inTurn(async connected => {
        await connected.query(listenTo(channel));
      });
    },
    async close() {
      await last;
      closed = true;
      const connected = await client?.catch(() => undefined);
      if (connected) await within(deadlines.connect, connected.end(), () => cut(connected)).catch(() => {});
    },
  };
}

const rowsOf =
  (client: pg.Client): Link['rows'] =>
  async (sql, ...values) =>
    // PostgreSQL parses a named statement once in a session. A name has 63 characters at most.
    (
      await client.query<Record<string, unknown>>({
        ...(values.length > 0 && sql.length < 64 && { name: sql }),
        text: sql,
        values: [...values],
      })
    ).rows;

const listenTo = (channel: string): string => `LISTEN ${pg.escapeIdentifier(channel)}`;

/** pg's own connection: only with it can a connection end immediately. */
interface PgSocket {
  readonly stream: Duplex;
  attachListeners(stream: Duplex): void;
}

function connectionOf(client: pg.Client): PgSocket | undefined {
  const connection: unknown = Reflect.get(client, 'connection');
  if (typeof connection !== 'object' || connection === null) return undefined;
  // A cast: pg has no types for it.
  return 'stream' in connection && 'attachListeners' in connection ? (connection as PgSocket) : undefined;
}

/**
 * pg throws on a message that it can't read, such as the wish for Kerberos, where nobody can catch the error. Here the
 * error ends the connection instead.
 */
function catchOddMessages(client: pg.Client): void {
  const connection = connectionOf(client);
  if (connection === undefined) return;
  const attach = connection.attachListeners.bind(connection);
  connection.attachListeners = stream => {
    const before = stream.listeners('data');
    attach(stream);
    for (const listener of stream.listeners('data').filter(each => !before.includes(each))) {
      stream.off('data', listener as (data: Buffer) => void);
      stream.on('data', (data: Buffer) => {
        try {
          listener(data);
        } catch (error) {
          stream.destroy(error instanceof Error ? error : new Error(String(error)));
        }
      });
    }
  };
}
