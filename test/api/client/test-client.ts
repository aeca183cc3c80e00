/** test-client.ts: a client with a manual clock and a token. It keeps all its reports. */

import { vi } from 'vitest';
import type { AccessToken, Service } from '../../../src/api/client/call-context.ts';
import { type Client, createClient } from '../../../src/api/client/client.ts';
import type { Exchange } from '../../../src/api/client/exchange.ts';
import type { Failure, Outcome } from '../../../src/api/client/failure.ts';
import { Secret } from '../../../src/lib/redact.ts';
import type { Visible } from '../../../src/lib/visible.ts';
import { type ManualClock, manualClock } from '../../harness/clock.ts';
import { balance, enveloped, type FakeService, fakeService, json } from './loopback.ts';

const START = Date.parse('2026-11-20T10:00:00Z');

export const API_KEY = 'canary-api-key-5f1c';
const HELD_TOKEN = 'canary-held-token-77';

export const customer = { userId: 'user-1', onBehalfOf: 'acct-open-1' };

export interface TestClient extends Client {
  readonly clock: ManualClock;
  /** Every report of every exchange, in order. */
  readonly reports: readonly Exchange[];
  /** The last report of each exchange. */
  readonly exchanges: readonly Exchange[];
  token(): AccessToken | undefined;
  hold(token: AccessToken | undefined): void;
  /** Reads the balances, which need no input. */
  balances(signal?: AbortSignal): Promise<Outcome<unknown>>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface TestClientOptions {
  readonly service?: Partial<Service>;
  readonly clock?: ManualClock;
  /** False: there is no token, and the first call signs in. */
  readonly signedIn?: boolean;
  /** Ends waits between tries at once, and moves the clock by their length. */
  readonly waitsPass?: boolean;
  readonly proxyFromEnvironment?: boolean;
  /** Why nothing may be written. */
  readonly barred?: Visible;
}

export function newClock(): ManualClock {
  return manualClock(START);
}

export function testClient(url: string, options: TestClientOptions = {}): TestClient {
  const { clock = newClock(), signedIn = true, waitsPass = true } = options;
  const reports: Exchange[] = [];
  let token: AccessToken | undefined = signedIn
    ? {
        secret: new Secret(HELD_TOKEN),
        expiresAtMonotonic: clock.monotonic() + 30 * 60_000,
        expiresAtWall: clock.wall() + 30 * 60_000,
      }
    : undefined;
  let ids = 0;
  const client = createClient({
    service: {
      baseUrl: url,
      clientId: 'client-1',
      apiKey: new Secret(API_KEY),
      programId: 'program-1',
      dialect: { scope: 'none' },
      ...options.service,
    },
    tokens: {
      current: () => token,
      save: saved => {
        token = saved;
      },
    },
    clock,
    barred: () => options.barred,
    uuid: () => {
      ids += 1;
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
    },
    random: () => 0.5,
    onExchange(exchange) {
      reports.push(exchange);
      const { state, waitUntilMonotonic } = exchange;
      if (waitsPass && state === 'waiting' && waitUntilMonotonic !== undefined) {
        queueMicrotask(() => clock.advance(waitUntilMonotonic - clock.monotonic()));
      }
    },
    ...(options.proxyFromEnvironment === true && { proxyFromEnvironment: true }),
  });
  return {
    ...client,
    clock,
    reports,
    get exchanges() {
      return [...new Map(reports.map(exchange => [exchange.id, exchange])).values()];
    },
    token: () => token,
    hold(held) {
      token = held;
    },
    balances: signal => client.perform('account.balances', {}, { customer, signal }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The failure of an outcome. Throws if the call succeeded. */
export function failureOf(outcome: Outcome<unknown>): Failure {
  if (outcome.ok) throw new Error('it succeeded');
  return outcome.failure;
}

/** The value of an outcome. Throws if the call failed. */
export function resultOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`it failed: ${JSON.stringify(outcome.failure)}`);
  return outcome.value;
}

/** Waits in real time until `condition` is true, for a server or a socket. */
export async function until(condition: () => boolean): Promise<void> {
  await vi.waitFor(() => {
    if (!condition()) throw new Error('not yet');
  }, 10_000);
}

/** A service that accepts only the token of its latest login. */
export async function strictService(clock = newClock()) {
  const service: FakeService = await fakeService(clock, (response, request) => {
    const valid = request.headers.authorization === `Bearer token-${service.logins.length}`;
    if (valid) json(response, 200, enveloped([balance]));
    else json(response, 401, { message: 'expired' });
  });
  return { clock, service };
}

/** A client whose service answers each read with these bytes, as `type`. */
export async function answeredBy(
  body: string | Uint8Array,
  type: string | undefined = 'application/json',
  status = 200,
) {
  const clock = newClock();
  const service = await fakeService(clock, response => {
    response.writeHead(status, type === '' ? {} : { 'content-type': type });
    response.end(body);
  });
  const client = testClient(service.url, { clock });
  return {
    client,
    service,
    async [Symbol.asyncDispose]() {
      await client.close();
      await service[Symbol.asyncDispose]();
    },
  };
}
