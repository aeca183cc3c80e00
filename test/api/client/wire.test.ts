/** The requests that Purser sends (FAULTS.md C20, C21). */

import { describe, expect, it } from 'vitest';
import { balance, enveloped, fakeService } from './loopback.ts';
import { answeredBy, customer, failureOf, newClock, resultOf, testClient } from './test-client.ts';

const wholeBody = JSON.stringify(enveloped([balance]));

describe('a request', () => {
  it.each([
    ['a/b', 'a%2Fb'],
    ['a?b', 'a%3Fb'],
    ['%2e%2e', '%252e%252e'],
    ['../x', '..%2Fx'],
    ['...', '...'],
    ['é#', '%C3%A9%23'],
  ])('with the ID %j has the last path segment %j [C20b]', async (id, segment) => {
    await using set = await answeredBy('{}');
    resultOf(await set.client.perform('globalAccount.get', { params: { global_account_id: id } }, {}));
    expect(set.service.calls[0]?.target).toBe(`/api/v1/global_accounts/${segment}`);
  });

  it.each(['', '.', '..', 'a\nb', '\u0000', '\ud800'])('with the ID %j is never sent [C20a]', async id => {
    await using set = await answeredBy('{}');
    const outcome = await set.client.perform('globalAccount.get', { params: { global_account_id: id } }, {});
    expect(failureOf(outcome)).toMatchObject({ kind: 'invalid-input', field: 'global_account_id' });
    expect(set.service.seen).toEqual([]);
  });

  it('may be sent as soon as another answer has arrived, even before Purser decodes that answer', async () => {
    const order: string[] = [];
    await using set = await answeredBy(wholeBody);
    const { client } = set;
    let next: Promise<unknown> | undefined;
    const arrived = (): void => {
      order.push('arrived');
      next = client.perform('account.balances', {}, { customer });
    };
    await client.perform('account.balances', {}, { customer, arrived });
    order.push('read');
    await next;
    expect(order).toEqual(['arrived', 'read']);
    expect(set.service.seen).toHaveLength(2);
  });

  it('keeps the path of the base URL', async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response => response.end('{}'));
    await using client = testClient(`${service.url}/wallet/`, { clock, signedIn: false });
    await client.balances();
    expect(service.seen.map(({ target }) => target)).toEqual([
      '/wallet/api/v1/authentication/login',
      '/wallet/svc/api/v1/account/balance',
    ]);
  });

  it.each(['a\r\nb', 'user\u0000', '', ' padded', 'naïve'])(
    'with the user ID %j is never sent [C21]',
    async userId => {
      await using set = await answeredBy(wholeBody);
      const outcome = await set.client.perform('account.balances', {}, { customer: { userId } });
      expect(failureOf(outcome)).toMatchObject({ kind: 'invalid-input', field: 'x-user-id' });
      expect(set.service.seen).toEqual([]);
    },
  );

  it('of Family B is not sent without a customer', async () => {
    await using set = await answeredBy(wholeBody);
    expect(failureOf(await set.client.perform('account.balances', {}, {}))).toMatchObject({
      field: 'x-user-id',
    });
    expect(set.service.seen).toEqual([]);
  });
});
