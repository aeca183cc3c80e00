/** FAULTS.md C: hostile and broken bodies, as far as a read. */

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unsafeText } from '../../../src/lib/visible.ts';
import { balance, enveloped, fakeService, rawService } from './loopback.ts';
import { answeredBy, customer, failureOf, newClock, resultOf, testClient, until } from './test-client.ts';

const wholeBody = JSON.stringify(enveloped([balance]));

describe('no JSON', () => {
  it.each([
    ['C1: cut off', wholeBody.slice(0, -5)],
    ['C10: NaN', wholeBody.replace('12.5', 'NaN')],
    ['C10: Infinity', wholeBody.replace('12.5', '-Infinity')],
    ['a comment', `${wholeBody}// secret-word`],
    ['two values', wholeBody + wholeBody],
  ])('%s: a typed failure that quotes nothing of it', async (_, body) => {
    await using set = await answeredBy(body.replace('GBP', 'secret-word'));
    const failure = failureOf(await set.client.balances());
    expect(failure).toMatchObject({ kind: 'malformed' });
    expect(JSON.stringify(failure)).not.toContain('secret-word');
    expect(set.service.calls).toHaveLength(1);
  });

  it('C2: a web page is not read, whatever is in it', async () => {
    await using set = await answeredBy(wholeBody, 'text/html');
    expect(failureOf(await set.client.balances())).toMatchObject({ kind: 'not-the-service' });
  });

  it('C4: invalid UTF-8', async () => {
    const bytes = Buffer.from(wholeBody.replace('GBP', 'G\u00a3P'), 'latin1');
    await using set = await answeredBy(bytes);
    expect(failureOf(await set.client.balances())).toMatchObject({
      kind: 'malformed',
      detail: expect.stringMatching('UTF-8'),
    });
  });

  it('C7: 100 000 levels deep', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    await using set = await answeredBy(wholeBody.replace('12.5', deep));
    expect(failureOf(await set.client.balances())).toMatchObject({ kind: 'malformed' });
  });
});

describe('JSON under another name', () => {
  it.each([
    ['C3: no content type', ''],
    ['C3: text/plain', 'text/plain'],
    ['C4: another character set', 'application/json; charset=iso-8859-1'],
  ])('%s: read and noted', async (_, type) => {
    await using set = await answeredBy(wholeBody, type);
    const outcome = await set.client.balances();
    expect(resultOf(outcome)).toHaveLength(1);
    expect(outcome).toMatchObject({ drift: [{ kind: 'content-type' }] });
    expect(set.client.exchanges[0]?.drift).toHaveLength(1);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset="UTF-8"',
    'application/problem+json',
  ])('%s is no other name', async type => {
    await using set = await answeredBy(wholeBody, type);
    expect(await set.client.balances()).toMatchObject({ ok: true, drift: [] });
  });

  it('C3: text/plain that does not fit the contract is not the service', async () => {
    await using set = await answeredBy(JSON.stringify(enveloped([{ currency: 'GBP' }])), 'text/plain');
    expect(failureOf(await set.client.balances())).toMatchObject({ kind: 'not-the-service' });
  });

  it('C4: a byte order mark is dropped', async () => {
    await using set = await answeredBy(`\ufeff${wholeBody}`);
    expect(resultOf(await set.client.balances())).toHaveLength(1);
  });
});

describe('size', () => {
  it('C5: an endless body is cut at 8 MiB', async () => {
    let sent = 0;
    await using service = await rawService(socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
      const chunk = Buffer.alloc(256 * 1024, ' ');
      const pour = () => {
        if (socket.destroyed) return;
        sent += chunk.length;
        const framed = [`${chunk.length.toString(16)}\r\n`, chunk, '\r\n'];
        for (const part of framed.slice(0, 2)) socket.write(part);
        socket.write('\r\n', pour);
      };
      pour();
    });
    await using client = testClient(service.url);
    expect(failureOf(await client.balances())).toEqual({ kind: 'oversized' });
    await until(() => service.sockets.size === 0);
    expect(sent).toBeLessThan(32 * 1024 * 1024);
    expect(service.heads).toHaveLength(1);
  });

  it('C6: a compressed answer is refused unread', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, (response, request) => {
      expect(request.headers['accept-encoding']).toBe('identity');
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(' '.repeat(50_000_000)));
    });
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toMatchObject({ kind: 'not-the-service' });
  });

  it('C27: a message of a megabyte is cut', async () => {
    const body = JSON.stringify({ code: 400, status: 'Error', message: 'm'.repeat(1_000_000) });
    await using set = await answeredBy(body, 'application/json', 400);
    const failure = failureOf(await set.client.balances());
    if (failure.kind !== 'refused' || failure.message === undefined) throw new Error('no message');
    expect(unsafeText(failure.message)).toBe(`${'m'.repeat(4000)}…(cut: 1000000 chars in all)`);
    const kept = set.client.exchanges[0]?.responseBody?.() ?? '';
    expect(kept.slice(64 * 1024)).toBe(`…(cut: ${body.length} bytes in all)`);
  });
});

describe('content', () => {
  it('C8: a key that comes twice is trusted in neither value, and listed', async () => {
    await using set = await answeredBy(
      wholeBody.replace('"available_balance":12.5', '"available_balance":1,"available_balance":1000'),
    );
    const outcome = await set.client.balances();
    expect(resultOf(outcome)).toMatchObject([{ available_balance: undefined, currency: 'GBP' }]);
    expect(outcome).toMatchObject({
      drift: expect.arrayContaining([
        expect.objectContaining({ kind: 'duplicate-key', path: 'data[].available_balance' }),
      ]),
    });
  });

  it('C8: a payload that comes twice is none', async () => {
    await using set = await answeredBy('{"code":200,"status":"success","data":[],"data":[]}');
    expect(failureOf(await set.client.balances())).toMatchObject({ kind: 'malformed' });
  });

  it.each([
    ['C12', '12345678901234567.89'],
    ['C12', '1.10'],
    ['C12', '1e-7'],
    ['C12', '-0'],
    ['C14', '100.5'],
    ['C24', '-250.00'],
  ])('%s: %s keeps its digits', async (_, digits) => {
    await using set = await answeredBy(wholeBody.replace('12.5', digits));
    expect(resultOf(await set.client.balances())).toMatchObject([{ available_balance: digits }]);
  });

  it('C16: success in any capitals', async () => {
    await using set = await answeredBy(wholeBody.replace('success', 'SUCCESS'));
    expect(await set.client.balances()).toMatchObject({ ok: true, drift: [] });
  });

  it.each([
    ['C17: no data', { code: 200, status: 'success', message: '' }],
    ['C17: null for data', enveloped(null)],
    ['C18: an object for a list', enveloped({})],
    ['C18: a text for a list', enveloped('none')],
    ['C18: no envelope', [balance]],
  ])('%s: an error, never an empty list', async (_, body) => {
    await using set = await answeredBy(JSON.stringify(body));
    expect(failureOf(await set.client.balances())).toMatchObject({ kind: 'malformed' });
  });

  it('C18: the only list in an object is the list, and marked as drift', async () => {
    const found = { ...balance, currency: 'JPY' };
    await using set = await answeredBy(
      JSON.stringify(enveloped({ balances: [found], pagination: { total: 1 } })),
    );
    const outcome = await set.client.balances();
    expect(outcome.ok && [outcome.value, outcome.raw]).toMatchObject([
      [{ currency: 'JPY' }],
      [{ currency: 'JPY' }],
    ]);
    expect(outcome.ok && outcome.drift).toContainEqual({
      kind: 'wrong-type',
      path: 'balances',
      note: 'the list came inside an object, under balances; it is read as the list',
    });
  });

  it.each([
    ['two lists', { balances: [balance], others: [balance] }],
    ['a list of errors', { errors: [{ code: 'x' }] }],
    ['a list of texts', { balances: ['none'] }],
    ['a list further down', { page: { balances: [balance] } }],
  ])('C18: an object with %s is an error', async (_, data) => {
    await using set = await answeredBy(JSON.stringify(enveloped(data)));
    expect(failureOf(await set.client.balances())).toMatchObject({ kind: 'malformed' });
  });

  it('C18: a list with things in it for an object', async () => {
    await using set = await answeredBy(JSON.stringify([{ id: 'g-1' }]));
    const input = { params: { global_account_id: 'g-1' } };
    expect(failureOf(await set.client.perform('globalAccount.get', input, { customer }))).toMatchObject({
      kind: 'malformed',
    });
  });

  it('C22: the same item twice is twice in the list', async () => {
    await using set = await answeredBy(JSON.stringify(enveloped([balance, balance])));
    expect(resultOf(await set.client.balances())).toHaveLength(2);
  });
});
