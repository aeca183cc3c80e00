// Every operation answers as the contract says, and refuses everything that the contract does not allow.
import { beforeEach, describe, expect, it } from 'vitest';
import { decode } from '../../src/api/contract/decode.ts';
import { readEnvelope } from '../../src/api/contract/envelope.ts';
import { commonHeaders } from '../../src/api/contract/family.ts';
import type { Operation } from '../../src/api/contract/operation.ts';
import { type OperationId, operations } from '../../src/api/contract/operations.ts';
import { parseJson } from '../../src/lib/json.ts';
import { type Desk, type Got, openDesk, type Sent, send } from './http.ts';
import { goodSample, isInvented, sample } from './samples.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});

const ids = Object.keys(operations) as OperationId[];
const readingIds = ids.filter(id => id !== 'login');

/** The customer with hostile texts. */
const HOSTILE = 7;
const TOO_LONG = "a text that doesn't fit";

function changed(
  sent: Sent,
  headers: Readonly<Record<string, Sent['headers'][string] | undefined>>,
): Promise<Got> {
  const kept = Object.entries({ ...sent.headers, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return send(desk.sim.url, { ...sent, headers: Object.fromEntries(kept) });
}

function expectRefused(id: OperationId, got: Got, status: number): void {
  const operation: Operation = operations[id];
  expect(got.status, got.text).toBe(status);
  const body = JSON.parse(got.text);
  if (operation.family === 'A') expect(Object.keys(body)).toEqual(['code', 'message']);
  else
    expect(body).toEqual({
      code: status,
      status: expect.stringMatching(/^[Ee]rror$/),
      message: expect.any(String),
    });
  expect(body.message.length).toBeGreaterThan(3);
  for (const secret of [desk.token, desk.sim.credentials.apiKey]) expect(got.text).not.toContain(secret);
}

describe.each(ids)('the operation %s', id => {
  const operation: Operation = operations[id];

  it('answers every customer without drift', async () => {
    for (const i of desk.sim.customers.keys()) {
      const sent = await sample(desk, id, i);
      if (sent === undefined) continue; // A customer without money can't convert.
      const got = await send(desk.sim.url, sent);
      expect(got.status, got.text.slice(0, 300)).toBe(200);
      expect(got.headers['content-type']).toBe('application/json');
      const parsed = parseJson(got.text);
      if (!parsed.ok) throw new Error(parsed.reason);
      expect(parsed.duplicateKeys).toEqual([]);
      const envelope = readEnvelope(operation, got.status, parsed.value);
      if (envelope.kind !== 'success') throw new Error(envelope.kind);
      expect(envelope.drift).toEqual([]);
      const decoded = decode(operation.result, envelope.data);
      const drift = 'drift' in decoded ? decoded.drift : [decoded.shapeError];
      // One of the hostile texts is longer than any name.
      const tooLong = (one: (typeof drift)[number]) =>
        i === HOSTILE && typeof one !== 'string' && one.note === TOO_LONG;
      expect(drift.filter(one => !isInvented(id, one) && !tooLong(one))).toEqual([]);
    }
  });

  it('refuses a required header that is absent, empty or repeated', async () => {
    const sent = await goodSample(desk, id);
    const required = commonHeaders(operation).filter(header => header.required);
    const names = [...required.map(({ name }) => name), ...Object.keys(operation.headers?.shape ?? {})];
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      // Without a token the service refuses for that reason only.
      const status = name === 'authorization' ? 401 : 400;
      expectRefused(id, await changed(sent, { [name]: undefined }), status);
      expectRefused(id, await changed(sent, { [name]: '' }), status);
      // Node keeps only the first value of a repeated content-type.
      const value = sent.headers[name];
      if (name === 'content-type' || typeof value !== 'string') continue;
      expectRefused(id, await changed(sent, { [name]: [value, value] }), 400);
    }
  });

  it('refuses headers of other calls, unknown or repeated query parameters, and an unexpected body', async () => {
    const sent = await goodSample(desk, id);
    const stray = ['x-client-id', 'x-program-id', 'x-account-id', 'x-on-behalf-of', 'scope'].filter(
      name =>
        sent.headers[name] === undefined &&
        !(name === 'x-on-behalf-of' && operation.family === 'A' && id !== 'login'),
    );
    expect(stray.length).toBeGreaterThan(1);
    for (const name of stray) expectRefused(id, await changed(sent, { [name]: 'something' }), 400);
    const mark = sent.target.includes('?') ? '&' : '?';
    for (const query of [
      'pages=1',
      'page=1&page=1',
      'page',
      'x-user-id=1',
      'currency=GBP&currency=GBP',
      '&',
      'a=%zz',
    ]) {
      expectRefused(id, await send(desk.sim.url, { ...sent, target: `${sent.target}${mark}${query}` }), 400);
    }
    expectRefused(
      id,
      await send(desk.sim.url, { ...sent, body: '{}', headers: { ...sent.headers, 'content-length': '2' } }),
      400,
    );
  });

  if (typeof operation.body !== 'object')
    it('refuses a body that is announced, even if it is empty', async () => {
      const chunked = await changed(await goodSample(desk, id), { 'transfer-encoding': 'chunked' });
      // An operation that takes an empty body accepts it in any framing.
      expect(chunked.status).toBe(operation.body === 'empty' ? 200 : 400);
      expect((await changed(await goodSample(desk, id), { 'content-length': '0' })).status).toBe(200);
    });

  it('refuses other methods', async () => {
    const sent = await goodSample(desk, id);
    const { body: _, ...bare } = sent; // Node does not frame the body of a GET or a DELETE.
    const here = Object.values(operations).filter(({ path }) => path === operation.path);
    for (const method of ['PUT', 'DELETE', 'GET', 'POST', 'PATCH']) {
      if (here.some(other => other.method === method)) continue;
      expectRefused(id, await send(desk.sim.url, { ...bare, method }), 404);
    }
    expect((await send(desk.sim.url, { ...bare, method: 'HEAD' })).status).toBeGreaterThanOrEqual(400);
  });
});

describe.each(readingIds)('the operation %s without a valid sign-in', id => {
  it('answers 401 without a token, with another token, and with another scheme', async () => {
    const sent = await goodSample(desk, id);
    for (const authorization of [
      'Bearer nonsense',
      desk.token,
      `bearer ${desk.token}`,
      `Bearer ${desk.token}x`,
    ]) {
      expectRefused(id, await changed(sent, { authorization }), 401);
    }
  });

  it('answers 401 after the token expired or was revoked', async () => {
    const own = await openDesk();
    const sent = await goodSample(own, id);
    await own.control('/clock', { advance_ms: 29 * 60_000 });
    expect((await send(own.sim.url, sent)).status).toBe(200);
    await own.control('/clock', { advance_ms: 61_000 });
    expect((await send(own.sim.url, sent)).status).toBe(401);
  });
});

describe('a request', () => {
  it('is refused for a wrong key, program, user, client or account', async () => {
    const list = desk.good('account.list', {});
    for (const name of ['x-api-key', 'x-program-id', 'x-user-id']) {
      expectRefused('account.list', await changed(list, { [name]: 'another' }), 400);
    }
    for (const name of ['x-client-id', 'x-api-key']) {
      expectRefused('login', await changed(desk.good('login', {}), { [name]: 'another' }), 401);
    }
    const transactions = await goodSample(desk, 'account.transactions');
    const got = await changed(transactions, { 'x-account-id': 'another' });
    expectRefused('account.transactions', got, 400);
    expect(got.text).toContain('Get Account Transaction failed!');
    const theirs = desk.sim.world.customers[1]?.accounts[0]?.record.id;
    expectRefused('account.transactions', await changed(transactions, { 'x-account-id': theirs }), 400);
  });

  it('in Family A is for the platform, or for the connected account that the request names', async () => {
    const { customers } = desk.sim.world;
    const platform = customers.find(({ onBehalfOf }) => onBehalfOf === undefined);
    const connected = customers[0];
    const globalAccount = await goodSample(desk, 'globalAccount.get');
    const ask = (id: string | undefined, onBehalfOf: string | undefined): Promise<Got> =>
      changed(
        { ...globalAccount, target: `/api/v1/global_accounts/${id}` },
        { 'x-on-behalf-of': onBehalfOf },
      );
    const [own, other] = [platform?.accounts[0]?.record.id, connected?.accounts[0]?.record.id];
    expect((await ask(own, undefined)).status).toBe(200);
    expect((await ask(other, connected?.onBehalfOf)).status).toBe(200);
    expectRefused('globalAccount.get', await ask(other, undefined), 404);
    expectRefused('globalAccount.get', await ask(own, connected?.onBehalfOf), 404);
    expectRefused('globalAccount.get', await ask(other, 'nobody'), 403);
    const without = connected?.accounts.find(({ global }) => !global)?.record.id;
    expectRefused('globalAccount.get', await ask(without, connected?.onBehalfOf), 404);
  });

  it.each([
    '/api/v1/global_accounts/..',
    '/api/v1/global_accounts/%2e%2e',
    '/api/v1/global_accounts/%0a',
    '/api/v1/global_accounts/%ff',
    '/api/v1/global_accounts/',
    '/api/v1/x/../global_accounts/a',
    '/svc/api/v1/account/',
    '//svc/api/v1/account',
  ])('is refused for the path %s', async target => {
    const got = await send(desk.sim.url, { ...desk.good('account.list', {}), target });
    expect(got.status).toBeGreaterThanOrEqual(400);
    expect(got.status).toBeLessThan(500);
  });

  it.each(['/svc/api/v1/x/../account', '/svc/api/v1/x/%2e%2e/account', '/svc/api/v1/./account'])(
    'is refused for the indirect path %s',
    async target => {
      expectRefused(
        'account.list',
        await send(desk.sim.url, { ...desk.good('account.list', {}), target }),
        400,
      );
    },
  );

  it('to sign in needs the scope header if the dialect has a scope, with the same value', async () => {
    const own = await openDesk({ dialect: { scope: 'r:acme_action:balances_view' } });
    const sent = own.good('login', {});
    const login = (scope?: string): Promise<Got> =>
      send(own.sim.url, { ...sent, headers: { ...sent.headers, ...(scope !== undefined && { scope }) } });
    expectRefused('login', await login(), 400);
    expectRefused('login', await login('another'), 400);
    expect((await login('r:acme_action:balances_view')).status).toBe(200);
  });

  it('in Family B needs the shared key as x-api-key if the simulator has one', async () => {
    const own = await openDesk({ sharedApiKey: 'shared' });
    expect((await own.ask('account.balances', {})).status).toBe(400);
    const sent = own.good('account.balances', {});
    expect(
      (await send(own.sim.url, { ...sent, headers: { ...sent.headers, 'x-api-key': 'shared' } })).status,
    ).toBe(200);
  });
});
