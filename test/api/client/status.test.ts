/** The HTTP statuses and envelopes of reads (FAULTS.md B). */

import { describe, expect, it } from 'vitest';
import { manualClock } from '../../harness/clock.ts';
import { balance, enveloped, fakeService, json } from './loopback.ts';
import { failureOf, newClock, resultOf, testClient, until } from './test-client.ts';

const HOUR = 3_600_000;

describe('a refusal', () => {
  it.each([
    [403, '[B5b]', { message: 'not allowed' }],
    [404, '', { message: 'not allowed' }],
    [409, '', { code: 'in_use', message: 'not allowed' }],
    [422, '', { code: 422, status: 'error', message: 'not allowed' }],
    [400, '', { code: 400, status: 'Error', message: 'not allowed' }],
    [400, 'in capitals', { code: 400, status: 'ERROR', message: 'not allowed', data: null }],
  ])('is not repeated and keeps the session: HTTP %i %s', async (status, _, body) => {
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

  it('may be HTTP 403 without a body [B5]', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response => response.writeHead(403).end());
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toEqual({ kind: 'refused', status: 403 });
  });

  it('keeps the code of Family A', async () => {
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

describe('throttling', () => {
  it('makes the client wait for Retry-After: 5, and report the wait [B9a–b]', async () => {
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

  it('can be abandoned during the wait [B9]', async () => {
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

  it.each([
    ['the answer’s own Date', true],
    ['the clock of an earlier answer, if there is no Date', false],
  ])(
    'with a date counts the wait by the service’s clock, whatever the local clock says: %s [B10a D8a]',
    async (_, dated) => {
      for (const wrongBy of [-2 * HOUR, 2 * HOUR]) {
        const clock = newClock();
        const local = manualClock(clock.wall() + wrongBy);
        const at = new Date(clock.wall() + 7_000).toUTCString();
        await using service = await fakeService(clock, (response, __, count) => {
          if (count === 1 && !dated) return json(response, 200, enveloped([balance]));
          if (!dated) response.removeHeader('date');
          response.writeHead(429, { 'retry-after': at }).end();
        });
        await using client = testClient(service.url, { clock: local, waitsPass: false });
        if (!dated) resultOf(await client.balances());
        const esc = new AbortController();
        const outcome = client.balances(esc.signal);
        await until(() => client.exchanges.at(-1)?.state === 'waiting');
        expect(client.exchanges.at(-1)?.waitUntilMonotonic).toBe(7_000);
        esc.abort();
        await outcome;
      }
    },
  );

  it('ends after three tries in a failure that says how long to wait [B9]', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response =>
      response.writeHead(429, { 'retry-after': '7' }).end(),
    );
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toEqual({ kind: 'throttled', retryAfterMs: 7_000 });
    expect(service.calls).toHaveLength(3);
  });
});

describe('a failure of the service', () => {
  it.each([500, 502, 503, 504])('is tried three times: HTTP %i [B11a]', async status => {
    const clock = newClock();
    await using service = await fakeService(clock, response => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    });
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toEqual({ kind: 'server-error', status });
    expect(service.calls).toHaveLength(3);
  });

  it('ends when the service recovers', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, (response, _, count) => {
      json(response, count < 3 ? 500 : 200, count < 3 ? { message: 'oh' } : enveloped([balance]));
    });
    await using client = testClient(service.url, { clock });
    expect(resultOf(await client.balances())).toHaveLength(1);
    expect(client.exchanges[0]?.failure).toEqual({ kind: 'server-error', status: 500, message: 'oh' });
  });
});

describe('an answer that contradicts itself or is empty', () => {
  it.each([
    ['200 with code 400 [B14a]', 200, { code: 400, status: 'Error', message: 'no', data: [balance] }],
    ['200 with status error alone [B14a]', 200, { code: 200, status: 'error', data: [balance] }],
    ['400 with success [B15a]', 400, { code: 200, status: 'success', message: '', data: [balance] }],
  ])('is an error that shows nothing of the answer: %s', async (_, status, body) => {
    const clock = newClock();
    await using service = await fakeService(clock, response => json(response, status, body));
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toMatchObject({ kind: 'contradiction', status });
    expect(service.calls).toHaveLength(1);
  });

  it.each([
    ['204', 204],
    ['200 with an empty body', 200],
  ])('is an error if it is empty: %s [B16a]', async (_, status) => {
    const clock = newClock();
    await using service = await fakeService(clock, response => response.writeHead(status).end());
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toMatchObject({ kind: 'malformed' });
  });
});
