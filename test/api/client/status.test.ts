/** FAULTS.md B: what HTTP statuses and the envelope say, for reads. */

import { describe, expect, it } from 'vitest';
import { balance, enveloped, fakeService, json } from './loopback.ts';
import { failureOf, newClock, resultOf, testClient, until } from './test-client.ts';

describe('refused', () => {
  it.each([
    ['B5', 403, { message: 'not allowed' }],
    ['B6', 404, { message: 'not allowed' }],
    ['B7', 409, { code: 'in_use', message: 'not allowed' }],
    ['B8', 422, { code: 422, status: 'error', message: 'not allowed' }],
    ['B18', 400, { code: 400, status: 'Error', message: 'not allowed' }],
    ['B18', 400, { code: 400, status: 'ERROR', message: 'not allowed', data: null }],
  ])('%s: HTTP %i is a refusal, not repeated, the session kept', async (_, status, body) => {
    const clock = newClock();
    await using service = await fakeService(clock, response => json(response, status, body));
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toMatchObject({
      kind: 'refused',
      status,
      message: 'not allowed',
    });
    expect(service.calls).toHaveLength(1);
    expect(service.logins).toHaveLength(0);
    expect(client.token()).toBeDefined();
  });

  it('B5: HTTP 403 without a body', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response => response.writeHead(403).end());
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toEqual({ kind: 'refused', status: 403 });
  });

  it('B19: the code of Family A is kept', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response =>
      json(response, 400, { code: 'invalid_operation' }),
    );
    await using client = testClient(service.url, { clock });
    const input = { params: { global_account_id: 'g-1' } };
    const outcome = await client.perform('globalAccount.get', input, {});
    expect(failureOf(outcome)).toEqual({ kind: 'refused', status: 400, code: 'invalid_operation' });
  });
});

describe('throttled', () => {
  it('B9: Retry-After: 5 is waited for, for all to see', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, (response, _, count) => {
      if (count === 1) response.writeHead(429, { 'retry-after': '5' }).end();
      else json(response, 200, enveloped([balance]));
    });
    await using client = testClient(service.url, { clock, waitsPass: false });
    const outcome = client.balances();
    await until(() => client.exchanges.at(-1)?.state === 'waiting');
    expect(client.exchanges.at(-1)).toMatchObject({ attempt: 2, waitUntilMonotonic: 5_000 });
    clock.advance(4_999);
    expect(service.calls).toHaveLength(1);
    clock.advance(1);
    expect(resultOf(await outcome)).toHaveLength(1);
    expect(service.calls).toHaveLength(2);
    expect(new Set(service.calls.map(call => call.headers['x-request-id'])).size).toBe(1);
  });

  it('B9: the wait can be given up', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response =>
      response.writeHead(429, { 'retry-after': '5' }).end(),
    );
    await using client = testClient(service.url, { clock, waitsPass: false });
    const esc = new AbortController();
    const outcome = client.balances(esc.signal);
    await until(() => client.exchanges.at(-1)?.state === 'waiting');
    esc.abort();
    expect(failureOf(await outcome)).toEqual({ kind: 'abandoned' });
    expect(client.exchanges.at(-1)).toMatchObject({ state: 'done', failure: { kind: 'abandoned' } });
    clock.advance(60_000);
    expect(service.calls).toHaveLength(1);
  });

  it('B9: after three tries it says how long to wait', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response =>
      response.writeHead(429, { 'retry-after': '7' }).end(),
    );
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toEqual({ kind: 'throttled', retryAfterMs: 7_000 });
    expect(service.calls).toHaveLength(3);
  });
});

describe('B11: the service fails', () => {
  it.each([500, 502, 503, 504])('HTTP %i is tried three times', async status => {
    const clock = newClock();
    await using service = await fakeService(clock, response => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    });
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toEqual({ kind: 'server-error', status });
    expect(service.calls).toHaveLength(3);
  });

  it('and recovers', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, (response, _, count) => {
      json(response, count < 3 ? 500 : 200, count < 3 ? { message: 'oh' } : enveloped([balance]));
    });
    await using client = testClient(service.url, { clock });
    expect(resultOf(await client.balances())).toHaveLength(1);
    expect(client.exchanges[0]?.failure).toEqual({ kind: 'server-error', status: 500, message: 'oh' });
  });
});

describe('what contradicts itself', () => {
  it.each([
    ['B14: 200 with code 400', 200, { code: 400, status: 'Error', message: 'no', data: [balance] }],
    ['B14: 200 with status error alone', 200, { code: 200, status: 'error', data: [balance] }],
    ['B15: 400 with success', 400, { code: 200, status: 'success', message: '', data: [balance] }],
  ])('%s: an error, and nothing of it is shown', async (_, status, body) => {
    const clock = newClock();
    await using service = await fakeService(clock, response => json(response, status, body));
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toMatchObject({ kind: 'contradiction', status });
    expect(service.calls).toHaveLength(1);
  });

  it.each([
    ['204', 204],
    ['200 with an empty body', 200],
  ])('B16: %s is no answer', async (_, status) => {
    const clock = newClock();
    await using service = await fakeService(clock, response => response.writeHead(status).end());
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toMatchObject({ kind: 'malformed' });
  });
});
