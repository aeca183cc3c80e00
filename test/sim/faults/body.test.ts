// Faults in an answer: the status, the JSON, the bytes and the headers.

import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/lib/json.ts';
import { bare, type Desk, type Got, openDesk, send, startDesk } from '../http.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.sim.close());
beforeEach(() => desk.control('/faults', undefined, 'DELETE'));

async function balances(...rules: string[]): Promise<Got> {
  await desk.control('/faults', rules);
  return desk.ask('account.balances', {});
}

function data(got: Got): unknown {
  return JSON.parse(got.text).data;
}

describe('a status from a fault', () => {
  it("has the family's form of a refusal, with the given message and Retry-After", async () => {
    const got = await balances("account.balances status=429 message='not now' retry-after=5");
    expect([got.status, got.headers['retry-after']]).toEqual([429, '5']);
    expect(JSON.parse(got.text)).toEqual({ code: 429, status: 'error', message: 'not now' });
    await desk.control('/faults', 'login status=400 code=invalid_operation message=no');
    const login = await desk.ask('login', {});
    expect([login.status, JSON.parse(login.text)]).toEqual([
      400,
      { code: 'invalid_operation', message: 'no' },
    ]);
  });

  it('can be a page, a text or empty, and can have a long message', async () => {
    expect((await balances('* status=407 form=html')).headers['content-type']).toContain('text/html');
    await desk.control('/faults', undefined, 'DELETE');
    expect((await balances('* status=500 form=text message=broken')).text).toBe('broken');
    await desk.control('/faults', undefined, 'DELETE');
    expect(await balances('* status=500 form=empty')).toMatchObject({ status: 500, text: '' });
    await desk.control('/faults', undefined, 'DELETE');
    expect((await balances('* status=400 pad=1000000')).text.length).toBeGreaterThan(1_000_000);
  });

  it('prevents the operation, unless the fault rule says executed', async () => {
    // Tokens come in a fixed order, so an executed login uses one up even if nobody saw its answer.
    const thirdLogin = async (...faults: string[]): Promise<[number, string]> => {
      const own = await openDesk({ faults });
      const second = await own.ask('login', {});
      const third = JSON.parse((await own.ask('login', {})).text);
      return [second.status, third.token];
    };
    const [, third] = await thirdLogin();
    const [status, undone] = await thirdLogin('login status=500 after=1 count=1');
    expect(status).toBe(500);
    expect(undone).not.toBe(third);
    expect(await thirdLogin('login status=500 executed after=1 count=1')).toEqual([500, third]);
  });
});

describe('the JSON after a fault', () => {
  it('has fields set exactly as written, added and dropped', async () => {
    const got = await balances(
      'account.balances set=data[0].available_balance:1e400',
      'account.balances set=data[1].available_balance:NaN',
      'account.balances set=data[*].currency:"XQZ"',
      'account.balances set=data[0].new:{"a":[1.10]}',
      'account.balances drop=data[0].pending_amount',
      'account.balances drop=data[2]',
    );
    expect(got.text).toContain('"available_balance":1e400');
    expect(got.text).toContain('"available_balance":NaN');
    expect(got.text).toContain('"new":{"a":[1.10]}');
    const rest = JSON.parse(got.text.replace('NaN', '0')).data;
    expect(rest).toHaveLength(8);
    expect(rest[0]).not.toHaveProperty('pending_amount');
    expect(new Set(rest.map((row: { currency: string }) => row.currency))).toEqual(new Set(['XQZ']));
  });

  it('is changed at random, but only in the given ways', async () => {
    const plain = await balances();
    const mutated = async (rule: string): Promise<string> => {
      await desk.control('/faults', undefined, 'DELETE');
      return (await balances(rule)).text;
    };
    expect(await mutated('* mutate=any percent=0')).toBe(plain.text);
    expect(JSON.parse(await mutated('* mutate=nulls percent=100')).data[0].currency).toBeNull();
    expect(JSON.parse(await mutated('* mutate=values percent=100')).data[0].currency).toBe('FROZEN');
    expect(JSON.parse(await mutated('* mutate=types percent=100')).data[0]).toMatchObject({
      currency: 7,
      available_balance: expect.any(String),
    });
    expect(Object.keys(JSON.parse(await mutated('* mutate=fields percent=100')).data[0])).toHaveLength(5);
    expect(await mutated('* mutate percent=50')).not.toBe(plain.text);
  });

  it('with the option “allowed” changes only where INTERFACE.md allows a change', async () => {
    const read = async (rule: string): Promise<Record<string, unknown>> => {
      await desk.control('/faults', undefined, 'DELETE');
      await desk.control('/faults', rule);
      const got = await desk.ask('beneficiary.list', {});
      return JSON.parse(got.text).data[0];
    };
    const plain = await read('* mutate=any percent=0 allowed');
    expect(await read('* mutate=nulls percent=100 allowed')).toEqual({ ...plain, last_used_at: null });
    const words = (plain['payout_methods'] as string[]).map(() => 'FROZEN');
    expect(await read('* mutate=values percent=100 allowed')).toEqual({
      ...plain,
      status: 'FROZEN',
      payout_methods: words,
    });
    const refused = await desk.control('/faults', '* mutate=types allowed');
    expect(refused.status).toBe(400);
  });

  it.each([
    ['404', [404, undefined]],
    ['null', [200, null]],
    ['text', [200, '']],
    ['items', [200, { items: null }]],
  ] as const)('can send an empty list as %s, and other lists as they are', async (form, sent) => {
    await desk.control('/faults', `card.list nothing=${form}`);
    const empty = await desk.ask('card.list', { query: { offset: 10_000 } });
    expect([empty.status, data(empty)]).toEqual(sent);
    if (form === '404') expect(JSON.parse(empty.text).message).toBe('No cards found');
    const all = await desk.ask('card.list', {});
    expect([all.status, Array.isArray(data(all))]).toEqual([200, true]);
    expect((await desk.control('/faults', 'card.list nothing=none')).status).toBe(400);
  });

  it('can have the wrong shape, and can contradict the HTTP status in both directions', async () => {
    expect(data(await balances('account.balances wrong-shape'))).toHaveProperty('items');
    const account = desk.sim.world.customers[0]?.accounts[0]?.record.id ?? '';
    await desk.control('/faults', 'globalAccount.get wrong-shape');
    const global = await desk.ask('globalAccount.get', { params: { global_account_id: account } });
    expect(JSON.parse(global.text)).toHaveLength(1);
    await desk.control('/faults', undefined, 'DELETE');
    const refused = await balances('account.balances contradiction');
    expect([refused.status, JSON.parse(refused.text).code, data(refused)]).toEqual([200, 400, undefined]);
    await desk.control('/faults', undefined, 'DELETE');
    const granted = await balances('account.balances contradiction=granted');
    expect([granted.status, JSON.parse(granted.text).code]).toEqual([400, 200]);
    expect(data(granted)).toHaveLength(9);
  });

  it('gets an envelope, or loses it', async () => {
    const rfi = async (rule: string) => {
      await desk.control('/faults', undefined, 'DELETE');
      await desk.control('/faults', rule);
      return JSON.parse((await desk.ask('rfi.get', {})).text);
    };
    const bare = await rfi('rfi.get envelope=off');
    expect(bare).toMatchObject({ status: 'ACTION_REQUIRED', type: 'KYC' });
    const around = { code: 200, status: 'success', message: '' };
    expect(await rfi('rfi.get envelope=on')).toEqual({ ...around, data: bare });
    expect((await rfi('rfi.get mutate=values percent=100')).status).toBe('FROZEN');
    await desk.control('/faults', undefined, 'DELETE');
    expect(JSON.parse((await balances('* envelope=off')).text)).toHaveLength(9);
    await desk.control('/faults', undefined, 'DELETE');
    expect((await balances('* envelope=on')).text).toBe((await balances()).text);
  });

  it('can have repeated keys, and keys of the prototype', async () => {
    const twice = parseJson((await balances('account.balances duplicate-keys')).text);
    expect(twice.ok && twice.duplicateKeys).toContain('data[0].available_balance');
    await desk.control('/faults', undefined, 'DELETE');
    const named = parseJson((await balances('account.balances duplicate-keys=currency')).text);
    expect(named.ok && named.duplicateKeys).toEqual(
      Array.from({ length: 9 }, (_, i) => `data[${i}].currency`),
    );
    await desk.control('/faults', undefined, 'DELETE');
    expect((await balances('account.balances proto-keys')).text).toContain('{"__proto__":{"polluted":true},');
  });
});

describe('the bytes after a fault', () => {
  it.each([
    ['html', 200, 'text/html; charset=utf-8', /^<!doctype html>/],
    ['html=503', 503, 'text/html; charset=utf-8', /<h1>/],
    ['redirect=http://other.invalid/x', 307, undefined, /^$/],
    ['not-json', 200, 'application/json', /^Internal failure$/],
    ["not-json='[1,'", 200, 'application/json', /^\[1,$/],
    ['empty', 200, 'application/json', /^$/],
    ['empty=204', 204, 'application/json', /^$/],
    ['cut=10', 200, 'application/json', /^\{"code":20$/],
    ['cut', 200, 'application/json', /^\{"code":200.*[^}]$/s],
    ['deep=500', 200, 'application/json', /^\[{500}\]{500}$/],
    ['bom', 200, 'application/json', /^\ufeff\{/],
    ['bad-utf8', 200, 'application/json', /^\{"\ufffd\(\ufffdcode"/],
    ['content-type=text/plain', 200, 'text/plain', /^\{"code"/],
    ['content-type=none', 200, undefined, /^\{"code"/],
    ['header=content-encoding:br', 200, 'application/json', /^\{"code"/],
  ])('are changed by %s', async (action, status, type, text) => {
    const got = await balances(`account.balances ${action}`);
    expect([got.status, got.headers['content-type']]).toEqual([status, type]);
    expect(got.text).toMatch(text);
  });

  it("can redirect to an address and set any header, and have the service's date", async () => {
    const got = await balances('* redirect=http://other.invalid/x status=302', '* header=x-odd:1');
    expect([got.status, got.headers.location, got.headers['x-odd']]).toEqual([
      302,
      'http://other.invalid/x',
      '1',
    ]);
    await desk.control('/faults', undefined, 'DELETE');
    await desk.control('/clock', { set: '2031-01-02T03:04:05Z' });
    expect((await balances()).headers.date).toBe('Thu, 02 Jan 2031 03:04:05 GMT');
    await desk.control('/clock', { set: '2026-11-20T09:00:00Z' });
  });

  it('can be compressed although the request does not allow it, also as a bomb', async () => {
    await desk.control('/faults', 'account.balances gzip=8');
    const sent = desk.good('account.balances', {});
    const zipped = await bare(desk.sim.url, { ...sent, headers: { ...sent.headers, connection: 'close' } });
    expect(zipped.bytes.toString('latin1')).toContain('content-encoding: gzip');
    const body = zipped.bytes.subarray(zipped.bytes.indexOf('\r\n\r\n') + 4);
    expect(body.length).toBeLessThan(50_000);
    expect(gunzipSync(body).length).toBeGreaterThan(8 * 1_048_576);
  });
});

describe('a list with a fault', () => {
  it('can repeat a page, never end, ignore the page size, or shift', async () => {
    const ask = async (rule: string, query: object): Promise<string[]> => {
      await desk.control('/faults', undefined, 'DELETE');
      if (rule !== '') await desk.control('/faults', rule);
      const { text } = await desk.ask('account.balanceHistory', { query });
      return JSON.parse(text).data.map((row: { id: string }) => row.id);
    };
    const first = await ask('', { size: 5 });
    expect(await ask('account.balanceHistory repeat-page', { page: 40, size: 5 })).toEqual(first);
    const beyond = await ask('account.balanceHistory endless', { page: 90_000, size: 5 });
    expect(new Set(beyond).size).toBe(5);
    expect(await ask('account.balanceHistory ignore-size=33', { size: 5 })).toHaveLength(33);
    expect(await ask('account.balanceHistory shift=2', { page: 2, size: 5 })).toEqual([
      ...first.slice(3),
      ...(await ask('', { page: 2, size: 5 })).slice(0, 3),
    ]);
  });
});

describe('a connection', () => {
  it('stays usable after a refused and a normal answer', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const { hostname, port } = new URL(desk.sim.url);
    const sent = desk.good('account.balances', {});
    const once = (path: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = sent.headers as http.OutgoingHttpHeaders;
        const request = http.get({ hostname, port, path, headers, agent }, response => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        request.on('error', reject);
      });
    expect([await once(sent.target), await once('/nothing'), await once(sent.target)]).toEqual([
      200, 404, 200,
    ]);
    agent.destroy();
    expect((await send(desk.sim.url, sent)).status).toBe(200);
  });
});
