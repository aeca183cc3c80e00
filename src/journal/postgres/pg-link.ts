// The connection to a team's server over pg: one client, made again after it failed, and a deadline on each call.
import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import type { Clock } from '../../lib/clock.ts';
import { Closed, NoAnswer, type ScriptLink } from './link.ts';

/** Where the server is and how it is signed in to. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Without it, ~/.pgpass is asked. */
  readonly password?: string;
  /** Nothing: the server is on this machine. */
  readonly tls?: ConnectionOptions;
}

/** How long, in ms, a connection and a call may take. Nothing may be sent 5 s after it was asked for. */
export interface Deadlines {
  readonly connect: number;
  readonly call: number;
}

const DEADLINES: Deadlines = { connect: 2000, call: 3000 };

/** How long, in ms, nobody tries again after a connection failed: a screen asks for many things at once. */
const REST = 1000;

/** Connects at the first call. */
export function pgLink(
  address: ServerAddress,
  clock: Clock,
  deadlines: Deadlines = DEADLINES,
): ScriptLink & { backend(): number | undefined } {
  let client: Promise<pg.Client> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  let failed: { readonly at: number; readonly error: unknown } | undefined;

  const channels = new Map<string, () => void>();

  /** Rejects after `ms`, and then `late` is done. */
  function within<T>(ms: number, work: Promise<T>, late: () => void): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const cancel = clock.after(ms, () => {
      late();
      reject(new NoAnswer());
    });
    work.then(resolve, reject).finally(cancel);
    return promise;
  }

  async function connect(): Promise<pg.Client> {
    const { tls, password, ...rest } = address;
    const made = new pg.Client({
      ...rest,
      ...(password !== undefined && { password }),
      ssl: tls ?? false,
      application_name: 'purser',
      keepAlive: true,
      // The server gives up first, and says so: then nothing was recorded for certain, and the connection stays.
      statement_timeout: 0.8 * deadlines.call,
    });
    // Without a listener an error of an idle connection ends the process.
    made.on('error', () => drop(made));
    made.on('end', () => drop(made));
    try {
      await within(deadlines.connect, made.connect(), () => cut(made));
      failed = undefined;
      await within(deadlines.call, listenAgain(made), () => cut(made));
      return made;
    } catch (error) {
      failed = { at: clock.monotonic(), error };
      client = undefined;
      cut(made);
      throw error;
    }
  }

  async function listenAgain(made: pg.Client): Promise<void> {
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

  function cut(which: pg.Client): void {
    drop(which);
    // Its own end waits for the server, which may not answer.
    void which.end().catch(() => undefined);
    streamOf(which)?.destroy();
  }

  function inTurn<T>(work: (connected: pg.Client) => Promise<T>, ms = deadlines.call): Promise<T> {
    const next = last.then(async () => {
      if (closed) throw new Closed();
      if (!client && failed && clock.monotonic() - failed.at < REST) throw failed.error;
      client ??= connect();
      const connected = await client;
      current = connected;
      return within(ms, work(connected), () => cut(connected));
    });
    last = next.catch(() => undefined);
    return next;
  }

  return {
    rows: (sql, ...values) =>
      inTurn(async connected => (await connected.query<Record<string, unknown>>(sql, [...values])).rows),
    script: sql =>
      inTurn(async connected => {
        await connected.query(sql);
      }, 10 * deadlines.call),
    listen: (channel, listener) =>
      inTurn(async connected => {
        channels.set(channel, listener);
        await connected.query(listenTo(channel));
      }),
    /** The process of the server, as it said at the start. A pooler in between says another one, or another each time. */
    backend() {
      const own: unknown = current && Reflect.get(current, 'processID');
      return typeof own === 'number' ? own : undefined;
    },
    async close() {
      await last;
      closed = true;
      const connected = await client?.catch(() => undefined);
      if (connected) await within(deadlines.connect, connected.end(), () => cut(connected)).catch(() => {});
    },
  };
}

const listenTo = (channel: string): string => `LISTEN ${pg.escapeIdentifier(channel)}`;

/** pg has no other way to end a connection at once. */
function streamOf(client: pg.Client): { destroy(): void } | undefined {
  const connection: unknown = Reflect.get(client, 'connection');
  if (typeof connection !== 'object' || connection === null) return undefined;
  const stream: unknown = Reflect.get(connection, 'stream');
  return typeof stream === 'object' && stream !== null && 'destroy' in stream
    ? (stream as { destroy(): void })
    : undefined;
}
