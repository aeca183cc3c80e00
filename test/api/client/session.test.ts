/** The login, and refused tokens (FAULTS.md B1 to B4). */

import { describe, expect, it } from 'vitest';
import type { AccessToken } from '../../../src/api/client/call-context.ts';
import { createTokens } from '../../../src/api/client/session-tokens.ts';
import { Secret } from '../../../src/lib/redact.ts';
import { enveloped, fakeService, json, rawService } from './loopback.ts';
import {
  API_KEY,
  customer,
  failureOf,
  newClock,
  resultOf,
  strictService,
  testClient,
  until,
} from './test-client.ts';

const MINUTE = 60_000;

describe('signing in', () => {
  it('sends exactly the login request of INTERFACE.md', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response => json(response, 200, enveloped([])));
    await using client = testClient(service.url, { clock, signedIn: false });
    expect(resultOf(await client.signIn()).secret.reveal()).toBe('token-1');
    const [login] = service.logins;
    expect(login).toMatchObject({ method: 'POST', target: '/api/v1/authentication/login', body: '' });
    expect(login?.headers).toMatchObject({
      'x-client-id': 'client-1',
      'x-api-key': API_KEY,
      'content-type': 'application/json',
      'content-length': '0',
      'accept-encoding': 'identity',
    });
    expect(Object.keys(login?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'x-api-key',
      'x-client-id',
    ]);
  });

  it('sends the scope of the dialect', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response => json(response, 200, enveloped([])));
    const dialect = { scope: 'r:vendor_action:balances_view' };
    await using client = testClient(service.url, { clock, signedIn: false, service: { dialect } });
    resultOf(await client.signIn());
    expect(service.logins[0]?.headers['scope']).toBe(dialect.scope);
  });

  it('sends the headers of each family', async () => {
    const { clock, service } = await strictService();
    await using _ = service;
    const sharedApiKey = new Secret('canary-shared');
    await using client = testClient(service.url, { clock, signedIn: false, service: { sharedApiKey } });
    await client.perform('globalAccount.get', { params: { global_account_id: 'g' } }, { customer });
    await client.balances();
    const [familyA, familyB] = service.calls;
    expect(familyA?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'x-on-behalf-of': 'acct-open-1',
    });
    expect(familyA?.headers).not.toHaveProperty('x-api-key');
    expect(familyB?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'x-api-key': 'canary-shared',
      'x-program-id': 'program-1',
      'x-user-id': 'user-1',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(familyB?.headers).not.toHaveProperty('x-on-behalf-of');
  });

  it('does not repeat a refused login, and shows the key nowhere [B4a–c]', async () => {
    const clock = newClock();
    await using service = await fakeService(
      clock,
      () => {},
      response => json(response, 401, { message: `bad key ${API_KEY}` }),
    );
    await using client = testClient(service.url, { clock, signedIn: false });
    const failure = failureOf(await client.signIn());
    expect(failure).toEqual({ kind: 'refused', status: 401, message: 'bad key •••' });
    expect(service.seen).toHaveLength(1);
    expect(JSON.stringify(client.reports)).not.toContain(API_KEY);
    expect(failureOf(await client.balances())).toMatchObject({ kind: 'signed-out', status: 401 });
    expect(service.logins).toHaveLength(2);
    expect(failureOf(await client.balances())).toMatchObject({ kind: 'signed-out', waitMs: MINUTE });
    expect(failureOf(await client.signIn())).toMatchObject({ kind: 'signed-out', waitMs: MINUTE });
    expect(service.logins).toHaveLength(2);
    clock.advance(MINUTE);
    expect(failureOf(await client.signIn())).toMatchObject({ kind: 'refused', status: 401 });
    expect(service.logins).toHaveLength(3);
  });

  it.each([
    ['no token', { expires_at: '2026-11-20T10:30:00+0000' }],
    ['a number', { token: 5, expires_at: '2026-11-20T10:30:00+0000' }],
    ['an empty token', { token: '', expires_at: '2026-11-20T10:30:00+0000' }],
    ['two tokens', '{"token":"first-token","token":"second-token"}'],
    ['a list', '[]'],
    ['the word true', 'true'],
  ])('gives no session if the answer has %s', async (_, body) => {
    const clock = newClock();
    await using service = await fakeService(
      clock,
      () => {},
      response => json(response, 200, body),
    );
    await using client = testClient(service.url, { clock, signedIn: false });
    expect(failureOf(await client.signIn())).toMatchObject({ kind: 'malformed' });
    expect(client.token()).toBeUndefined();
  });

  it('tries an unreachable login three times, without a lock-out [A1a]', async () => {
    await using client = testClient('http://127.0.0.1:1', { signedIn: false });
    for (let round = 0; round < 3; round += 1) {
      expect(failureOf(await client.signIn())).toMatchObject({ kind: 'unreachable' });
    }
    expect(client.exchanges).toHaveLength(9);
    expect(failureOf(await client.balances())).toMatchObject({ kind: 'unreachable' });
    expect(client.exchanges).toHaveLength(12);
  });

  it('gives no session if every caller abandoned the login', async () => {
    await using service = await rawService(() => {});
    await using client = testClient(service.url, { signedIn: false });
    const [first, second] = [new AbortController(), new AbortController()];
    const outcomes = [client.signIn(first.signal), client.balances(second.signal)];
    await until(() => service.heads.length === 1);
    first.abort();
    expect(client.exchanges[0]?.state).toBe('in-flight');
    second.abort();
    for (const outcome of await Promise.all(outcomes))
      expect(failureOf(outcome)).toEqual({ kind: 'abandoned' });
    await until(() => client.exchanges[0]?.state === 'done');
    expect(service.heads).toHaveLength(1);
    expect(client.token()).toBeUndefined();
  });
});

it('a login that every caller abandoned saves no token, although the service grants it afterwards', async () => {
  const clock = newClock();
  const saved: unknown[] = [];
  let grant = (_: AccessToken): void => {};
  const tokens = createTokens({
    port: { current: () => undefined, save: token => saved.push(token) },
    clock,
    // The answer is complete before the abandonment reaches the transport.
    login: () =>
      new Promise(resolve => {
        grant = value => resolve({ ok: true, value, drift: [], receivedAt: 0, raw: null });
      }),
  });
  const token = (secret: string): AccessToken => ({
    secret: new Secret(secret),
    expiresAtMonotonic: 1_800_000,
    expiresAtWall: clock.wall() + 1_800_000,
  });
  const locked = new AbortController();
  const abandoned = tokens.signIn(locked.signal);
  const first = grant;
  locked.abort();
  expect(failureOf(await abandoned)).toEqual({ kind: 'abandoned' });
  const again = tokens.signIn(new AbortController().signal);
  first(token('late'));
  grant(token('asked-for'));
  expect(resultOf(await again).secret.reveal()).toBe('asked-for');
  expect(saved).toEqual([token('asked-for')]);
});

describe('a refused token', () => {
  it('causes one login for 20 calls refused at once, and each call is sent once more [B1a–b]', async () => {
    const { clock, service } = await strictService();
    await using _ = service;
    await using client = testClient(service.url, { clock });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => client.balances()));
    for (const outcome of outcomes) expect(resultOf(outcome)).toHaveLength(1);
    expect(service.logins).toHaveLength(1);
    expect(service.calls).toHaveLength(40);
    expect(new Set(service.calls.map(call => call.headers['x-request-id'])).size).toBe(20);
    expect(client.token()?.secret.reveal()).toBe('token-1');
  });

  it('of a late call is replaced by the token that the other calls have renewed [B1a–b]', async () => {
    const clock = newClock();
    let release = () => {};
    await using service = await fakeService(clock, (response, request, count) => {
      const fresh = request.headers.authorization === 'Bearer token-1';
      const answer = () => (fresh ? json(response, 200, enveloped([])) : json(response, 401, {}));
      if (count === 1) release = answer;
      else answer();
    });
    await using client = testClient(service.url, { clock });
    const late = client.balances();
    await until(() => service.calls.length === 1);
    resultOf(await client.balances());
    release();
    resultOf(await late);
    expect(service.logins).toHaveLength(1);
  });

  it('is renewed once; if the new token is refused too, the session ends [B3a B3c]', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response => json(response, 401, { message: 'no' }));
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toEqual({ kind: 'signed-out', status: 401, message: 'no' });
    expect([service.calls.length, service.logins.length]).toEqual([2, 1]);
    expect(client.token()).toBeUndefined();
    for (let round = 0; round < 5; round += 1) await client.balances();
    expect(service.logins).toHaveLength(2);
    const calls = service.calls.length;
    expect(failureOf(await client.balances())).toMatchObject({ kind: 'signed-out', waitMs: MINUTE });
    expect(service.calls).toHaveLength(calls);
  });

  it('is renewed by the next call if the renewal failed for another reason [B1]', async () => {
    const clock = newClock();
    await using service = await fakeService(
      clock,
      response => json(response, 401, {}),
      response => response.writeHead(503).end(),
    );
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toEqual({ kind: 'server-error', status: 503 });
    expect([service.calls.length, service.logins.length]).toEqual([1, 1]);
    expect(client.token()).toBeDefined();
  });

  it('ends the session if the renewal is refused [B1]', async () => {
    const clock = newClock();
    await using service = await fakeService(
      clock,
      response => json(response, 401, {}),
      response => json(response, 401, {}),
    );
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances()).kind).toBe('signed-out');
    expect(client.token()).toBeUndefined();
  });
});
