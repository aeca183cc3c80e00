/** No report of the client contains a secret or a card number (FAULTS.md O3, C26). */

import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/lib/redact.ts';
import { balance, enveloped, fakeService, json } from './loopback.ts';
import { API_KEY, customer, failureOf, newClock, resultOf, testClient } from './test-client.ts';

const SHARED_KEY = 'canary-shared-key-21';
const CARD = '4111 1111 1111 1111';

/** A value in every form that a log, a crash report or a screen could show. */
function shown(value: unknown): string {
  return JSON.stringify(value) + inspect(value, { depth: 20, showHidden: true });
}

describe('no secret is reported [O3]', () => {
  it.each([200, 400, 401, 403, 429, 500])('if a service echoes every secret with HTTP %i', async status => {
    const clock = newClock();
    await using service = await fakeService(clock, (response, request) => {
      const echo = JSON.stringify(request.headers);
      response.setHeader('x-echo', echo);
      response.setHeader('set-cookie', 'canary-cookie=1');
      const success = { ...enveloped([{ ...balance, currency: echo }]), echo };
      json(response, status, status === 200 ? success : { code: status, status: 'Error', message: echo });
    });
    const sharedApiKey = new Secret(SHARED_KEY);
    await using client = testClient(service.url, { clock, signedIn: false, service: { sharedApiKey } });
    const outcome = await client.balances();
    const everything = shown(client.reports) + (outcome.ok ? '' : shown(outcome));
    expect(service.calls[0]?.headers['x-api-key']).toBe(SHARED_KEY);
    for (const secret of [API_KEY, SHARED_KEY, 'token-1', 'token-2', 'canary-cookie']) {
      expect(everything).not.toContain(secret);
    }
    expect(everything).toContain('•••');
  });

  it.each([200, 400, 502])('if a service echoes the key in another spelling with HTTP %i', async status => {
    const key = 'canary/key+with/every=sign';
    const spelled = [
      key.replaceAll('/', '\\/'),
      key.replaceAll('/', '\\u002F'),
      encodeURIComponent(key),
      Buffer.from(key).toString('base64'),
      Buffer.from(`x:${key}`).toString('base64url'),
    ];
    const clock = newClock();
    await using service = await fakeService(clock, response => {
      response.setHeader('x-echo', spelled.slice(2).join(' '));
      const body = { code: status, status: 'Error', message: 'SPELLED', data: [] };
      json(response, status, JSON.stringify(body).replace('SPELLED', spelled.join(' ')));
    });
    await using client = testClient(service.url, { clock, service: { apiKey: new Secret(key) } });
    const outcome = await client.balances();
    const everything =
      shown(client.exchanges.map(one => [one, one.responseBody?.()])) + shown(outcome.ok || outcome);
    for (const secret of [key, ...spelled]) {
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
    expect(everything).toContain('••• ••• •••');
  });

  it('from a header that may have a secret, because its whole value is hidden', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response => {
      response.setHeader('set-cookie', 'session=somebody');
      response.setHeader('www-authenticate', 'Bearer realm=nonce-5');
      json(response, 200, enveloped([balance]));
    });
    await using client = testClient(service.url, { clock });
    expect(await client.balances()).toMatchObject({ ok: true });
    const [exchange] = client.exchanges;
    expect(exchange?.requestHeaders).toMatchObject({ authorization: '•••', 'x-api-key': '•••' });
    expect(exchange?.responseHeaders).toMatchObject({ 'set-cookie': '•••', 'www-authenticate': '•••' });
  });

  it('from the answer to a login, which is never kept', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response => json(response, 200, enveloped([])));
    await using client = testClient(service.url, { clock, signedIn: false });
    const outcome = await client.signIn();
    expect(resultOf(outcome).secret.reveal()).toBe('token-1');
    expect(outcome).toMatchObject({ raw: null });
    expect(shown([client.reports, outcome])).not.toContain('token-1');
    expect(client.exchanges[0]).not.toHaveProperty('responseBody');
  });

  it('from the answer to a failed login', async () => {
    const clock = newClock();
    await using service = await fakeService(
      clock,
      () => {},
      response => json(response, 200, '{"token": "canary-token-cut-off'),
    );
    await using client = testClient(service.url, { clock, signedIn: false });
    expect(failureOf(await client.signIn())).toMatchObject({ kind: 'malformed' });
    expect(shown(client.reports)).not.toContain('canary-token');
  });
});

describe('card numbers are masked [C26a]', () => {
  it('in a free text and in the kept body', async () => {
    const clock = newClock();
    const entry = { id: 'h-1', description: `paid with ${CARD}` };
    await using service = await fakeService(clock, response => json(response, 200, enveloped([entry])));
    await using client = testClient(service.url, { clock });
    const history = resultOf(await client.perform('account.balanceHistory', {}, { customer }));
    expect(history[0]).toMatchObject({ description: 'paid with •••• •••• •••• 1111' });
    expect(client.exchanges[0]?.responseBody?.()).toContain('•••• 1111');
    expect(shown(client.reports)).not.toContain('4111');
  });

  it('in an error message', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response => {
      json(response, 400, { code: 400, status: 'Error', message: `card ${CARD} unknown` });
    });
    await using client = testClient(service.url, { clock });
    const failure = failureOf(await client.balances());
    expect(failure).toMatchObject({ message: 'card •••• •••• •••• 1111 unknown' });
  });

  it('in a typed ID, in the address and in a header', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response => json(response, 200, enveloped([])));
    await using client = testClient(service.url, { clock });
    await client.perform('card.transactions', { query: { id: CARD } }, { customer });
    await client.perform('account.transactions', { headers: { 'x-account-id': CARD } }, { customer });
    expect(service.calls[0]?.target).toMatch(/id=4111/);
    expect(client.exchanges.find(({ url }) => url.includes('?'))?.url).toContain('id=•••• •••• •••• 1111');
    expect(shown(client.reports)).not.toContain('4111');
  });

  it('in a field that the service promises to mask, whatever the check digit [C28]', async () => {
    const clock = newClock();
    const card = { cardHashId: 'c-1', maskedCardNumber: '4111111111111112' };
    const numeric = '{"cardHashId":"c-2","maskedCardNumber":4111111111111112}';
    const body = `{"code":200,"status":"success","message":"","data":[${JSON.stringify(card)},${numeric}]}`;
    await using service = await fakeService(clock, response => json(response, 200, body));
    await using client = testClient(service.url, { clock });
    const cards = resultOf(await client.perform('card.list', {}, { customer }));
    expect(JSON.stringify(cards)).not.toContain('4111');
    expect(client.exchanges[0]?.responseBody?.()).not.toContain('4111');
  });

  it('at the place where the kept body is cut', async () => {
    const clock = newClock();
    const filler = `${'x'.repeat(64 * 1024 - 13)} `;
    await using service = await fakeService(clock, response => json(response, 200, `"${filler}${CARD}"`));
    await using client = testClient(service.url, { clock });
    await client.balances();
    const kept = client.exchanges[0]?.responseBody?.() ?? '';
    expect(kept.slice(64 * 1024)).toMatch(/^…\(cut: \d+ bytes in all\)$/);
    expect(kept.slice(64 * 1024 - 12, 64 * 1024)).toBe(' •••• •••• •');
  });
});
