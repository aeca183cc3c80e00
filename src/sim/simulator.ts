// Starts the simulated service: a world, a clock and faults behind a real HTTP server.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { defaultDialect } from '../api/contract/dialect.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { parseTimestamp } from '../lib/time.ts';
import { controls } from './control.ts';
import { type FaultBook, faultBook, parseRule } from './faults/rule.ts';
import { addresses, type Exchanges, exchange } from './request-path.ts';
import type { SimulatedDialect } from './service.ts';
import { createTokens, serviceClock } from './service-clock.ts';
import { type WireRecord, wireLog } from './wire.ts';
import { createWorld, type SimulatedCustomer, type World } from './world/world.ts';
import type { BookRule } from './world/wrong-history.ts';

export interface SimulatorOptions {
  /** The default 0 means any free port. */
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly seed?: number | undefined;
  /** 240 by default. */
  readonly rows?: number | undefined;
  /** ISO 8601 with a zone, now by default. */
  readonly clock?: string | undefined;
  readonly dialect?: Partial<SimulatedDialect>;
  readonly faults?: readonly string[];
  /** What is wrong or unusual in the balance histories. */
  readonly books?: readonly BookRule[];
  /** Family B's x-api-key, if it differs from the login's. */
  readonly sharedApiKey?: string;
  /** Of a `page_num` list; 1 by default. */
  readonly firstPage?: 0 | 1;
  /** Real time by default; tests pass their own clock. */
  readonly time?: Clock;
  /** Returns the URL. A socket on `port` by default. */
  readonly listen?: (server: Server) => Promise<string>;
}

export interface Simulator {
  readonly url: string;
  readonly credentials: World['credentials'];
  readonly customers: readonly Pick<SimulatedCustomer, 'userId' | 'onBehalfOf' | 'name'>[];
  readonly world: World;
  readonly wire: readonly WireRecord[];
  readonly faults: Pick<FaultBook, 'add' | 'clear'>;
  close(): Promise<void>;
}

export const mostRows = 100_000;

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const parts = assemble(options);
  const { world } = parts.service;
  const server = createServer(listener(parts));
  const url = await (options.listen?.(server) ??
    listen(server, options.port ?? 0, options.host ?? '127.0.0.1'));
  return {
    url,
    credentials: world.credentials,
    customers: world.customers.map(({ userId, onBehalfOf, name }) => ({
      userId,
      name,
      ...(onBehalfOf !== undefined && { onBehalfOf }),
    })),
    world,
    wire: parts.wire.records,
    faults: parts.faults,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
        for (const giveUp of parts.waits) giveUp();
      }),
  };
}

function assemble(options: SimulatorOptions): Exchanges {
  const { seed = 1, rows = 240, time = systemClock() } = options;
  if (!Number.isInteger(rows) || rows < 0 || rows > mostRows)
    throw new Error(`rows must be 0 to ${mostRows}`);
  const start = options.clock === undefined ? undefined : parseTimestamp(options.clock);
  if (options.clock !== undefined && start === undefined)
    throw new Error('clock must be an ISO time with a zone');
  const clock = serviceClock(time, start);
  const world = createWorld({ seed, rows, anchor: clock.now(), books: options.books });
  const faults = faultBook(seed);
  for (const text of options.faults ?? []) {
    const rule = parseRule(text);
    if ('problem' in rule) throw new Error(`fault rule: ${rule.problem}`);
    faults.add(rule);
  }
  const service = {
    world,
    clock,
    tokens: createTokens(clock, seed),
    dialect: { ...defaultDialect, replay: 'payouts' as const, ...options.dialect },
    replies: new Map(),
    sharedApiKey: options.sharedApiKey ?? world.credentials.apiKey,
    firstPage: options.firstPage ?? 1,
  };
  return { service, faults, wire: wireLog(), time, waits: new Set() };
}

function listener(parts: Exchanges): ReturnType<typeof getRequestListener> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.route('/__sim', controls(parts));
  for (const address of addresses(parts.service.dialect)) {
    app.on(address.method, address.path.replace(/\{(\w+)\}/g, ':$1'), async c => {
      await exchange(parts, c.env.incoming, c.env.outgoing, address, c.req.param());
      return RESPONSE_ALREADY_SENT;
    });
  }
  app.notFound(async c => {
    await exchange(parts, c.env.incoming, c.env.outgoing, undefined, {});
    return RESPONSE_ALREADY_SENT;
  });
  app.onError((_, c) => {
    // The request broke off, or the simulator failed. Purser's screen may share the terminal, so nothing is printed.
    c.env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  });
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  await once(server.listen(port, host), 'listening');
  const address = server.address();
  const bound = typeof address === 'object' ? address?.port : undefined;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound ?? port}`;
}
