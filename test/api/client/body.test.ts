/** Hostile and broken bodies of reads (FAULTS.md C). */

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unsafeText } from '../../../src/lib/visible.ts';
import { balance, enveloped, fakeService, rawService } from './loopback.ts';
import { answeredBy, customer, failureOf, newClock, resultOf, testClient, until } from './test-client.ts';

const wholeBody = JSON.stringify(enveloped([balance]));

describe('an unusable answer', () => {
  it.each([
    ['a body cut off [C1a–b]', wholeBody.slice(0, -5)],
    ['NaN [C10]', wholeBody.replace('12.5', 'NaN')],
    ['Infinity [C10]', wholeBody.replace('12.5', '-Infinity')],
    ['a comment', `${wholeBody}// secret-word`],
    ['two values', wholeBody + wholeBody],
  ])('gives a typed failure that does not quote the body: %s', async (_, body) => {
    await using set = await answeredBy(body.replace('GBP', 'secret-word'));
    const failure = failureOf(await set.client.balances());
    expect(failure).toMatchObject({ kind: 'malformed' });
    expect(JSON.stringify(failure)).not.toContain('secret-word');
    expect(set.service.calls).toHaveLength(1);
  });

  it('is left unread if it is a web page, even if its body never ends [C2]', async () => {
    await using service = await rawService(socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 200000\r\n\r\n<html>');
    });
    await using client = testClient(service.url);
    expect(failureOf(await client.balances())).toMatchObject({ kind: 'not-the-service' });
    await until(() => service.sockets.size === 0);
  });

  it('is refused if its bytes are not UTF-8 [C4b]', async () => {
    const bytes = Buffer.from(wholeBody.replace('GBP', 'G\u00a3P'), 'latin1');
    await using set = await answeredBy(bytes);
    expect(failureOf(await set.client.balances())).toMatchObject({
      kind: 'malformed',
      detail: expect.stringMatching('UTF-8'),
    });
  });

  it('is refused if it is 100 000 levels deep [C7]', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    await using set = await answeredBy(wholeBody.replace('12.5', deep));
    expect(failureOf(await set.client.balances())).toMatchObject({ kind: 'malformed' });
  });
});

describe('an answer with JSON', () => {
  it.each([
    ['no content type [C3a C3c]', ''],
    ['text/plain [C3a C3c]', 'text/plain'],
    ['another character set [C4c]', 'application/json; charset=iso-8859-1'],
  ])('is read, and its content type is reported as drift: %s', async (_, type) => {
    await using set = await answeredBy(wholeBody.replace('GBP', '£¥'), type);
    const outcome = await set.client.balances();
    expect(resultOf(outcome)).toMatchObject([{ currency: '£¥' }]);
    expect(outcome).toMatchObject({ drift: [{ kind: 'content-type' }] });
    expect(set.client.exchanges[0]?.drift).toHaveLength(1);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset="UTF-8"',
    'application/problem+json',
  ])('has no drift if its content type is %s', async type => {
    await using set = await answeredBy(wholeBody, type);
    expect(await set.client.balances()).toMatchObject({ ok: true, drift: [] });
  });

  it('counts as an answer of another program if it is text/plain and does not fit the contract [C3b]', async () => {
    await using set = await answeredBy(JSON.stringify(enveloped([{ currency: 'GBP' }])), 'text/plain');
    expect(failureOf(await set.client.balances())).toMatchObject({ kind: 'not-the-service' });
  });

  it('loses its byte order mark [C4a]', async () => {
    await using set = await answeredBy(`\ufeff${wholeBody}`);
    expect(resultOf(await set.client.balances())).toHaveLength(1);
  });
});

describe('a large answer', () => {
  it('is an error if it is endless, and the connection is closed [C5a]', async () => {
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

  it.each([
    [0, true],
    [1, false],
  ])('is read up to 8 MiB: %i more bytes [C5a]', async (more, ok) => {
    await using set = await answeredBy(wholeBody.padEnd(8 * 1024 * 1024 + more));
    const outcome = await set.client.balances();
    expect(outcome.ok).toBe(ok);
    if (!ok) expect(failureOf(outcome)).toEqual({ kind: 'oversized' });
  });

  it('is refused if it is compressed, because Purser asks for no compression [C6a–b]', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(' '.repeat(50_000_000)));
    });
    await using client = testClient(service.url, { clock });
    expect(failureOf(await client.balances())).toMatchObject({ kind: 'not-the-service' });
    expect(service.calls.map(({ headers }) => headers['accept-encoding'])).toEqual(['identity']);
  });

  it('keeps only the start of a message of one megabyte [C27a]', async () => {
    const body = JSON.stringify({ code: 400, status: 'Error', message: 'm'.repeat(1_000_000) });
    await using set = await answeredBy(body, 'application/json', 400);
    const failure = failureOf(await set.client.balances());
    if (failure.kind !== 'refused' || failure.message === undefined) throw new Error('no message');
    expect(unsafeText(failure.message)).toBe(`${'m'.repeat(4000)}…(cut: 1000000 chars in all)`);
    const kept = set.client.exchanges[0]?.responseBody?.() ?? '';
    expect(kept.slice(64 * 1024)).toBe(`…(cut: ${body.length} bytes in all)`);
  });
});

describe('in the body of an answer', () => {
  it('a repeated key is listed, and neither of its values is used [C8a–b]', async () => {
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

  it('a payload that occurs twice is not used [C8b]', async () => {
    await using set = await answeredBy('{"code":200,"status":"success","data":[],"data":[]}');
    expect(failureOf(await set.client.balances())).toMatchObject({ kind: 'malformed' });
  });

  it.each([
    ['12345678901234567.89', 'C12a'],
    ['1.10', 'C12a'],
    ['1e-7', 'C12a'],
    ['-0', 'C12a'],
    ['100.5', 'C14a'],
    ['-250.00', 'C24'],
  ])('an amount keeps the digits of %s [%s]', async digits => {
    await using set = await answeredBy(wholeBody.replace('12.5', digits));
    expect(resultOf(await set.client.balances())).toMatchObject([{ available_balance: digits }]);
  });

  it('the word success may be in upper or lower case [C16]', async () => {
    await using set = await answeredBy(wholeBody.replace('success', 'SUCCESS'));
    expect(await set.client.balances()).toMatchObject({ ok: true, drift: [] });
  });

  it.each([
    ['no data [C17]', { code: 200, status: 'success', message: '' }],
    ['an object for a list [C18a–b]', enveloped({})],
    ['a text for a list [C18a–b]', enveloped('none')],
    ['no envelope [C18a–b]', [balance]],
  ])('a list is an error, never an empty list, if the answer has %s', async (_, body) => {
    await using set = await answeredBy(JSON.stringify(body));
    expect(failureOf(await set.client.balances())).toMatchObject({ kind: 'malformed' });
  });

  it('a list is empty if the answer has null for data, and the null is drift', async () => {
    await using set = await answeredBy(JSON.stringify(enveloped(null)));
    expect(await set.client.balances()).toMatchObject({
      ok: true,
      value: [],
      drift: [{ kind: 'wrong-type' }],
    });
  });

  it('the only list in an object is read as the list, and marked as drift [C18c]', async () => {
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
      note: 'the list is inside an object, under balances; Purser reads it there',
    });
  });

  it.each([
    ['two lists', { balances: [balance], others: [balance] }],
    ['a list of errors', { errors: [{ code: 'x' }] }],
    ['a list of texts', { balances: ['none'] }],
    ['a list further down', { page: { balances: [balance] } }],
  ])('an object with %s is an error [C18a–b]', async (_, data) => {
    await using set = await answeredBy(JSON.stringify(enveloped(data)));
    expect(failureOf(await set.client.balances())).toMatchObject({ kind: 'malformed' });
  });

  it('a list is an error if the contract has an object there [C18a–b]', async () => {
    await using set = await answeredBy(JSON.stringify([{ id: 'g-1' }]));
    const input = { params: { global_account_id: 'g-1' } };
    expect(failureOf(await set.client.perform('globalAccount.get', input, { customer }))).toMatchObject({
      kind: 'malformed',
    });
  });

  it('an item that occurs twice stays in the list twice [C22a]', async () => {
    await using set = await answeredBy(JSON.stringify(enveloped([balance, balance])));
    expect(resultOf(await set.client.balances())).toHaveLength(2);
  });
});
