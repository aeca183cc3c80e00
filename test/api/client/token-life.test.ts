/** FAULTS.md A23, D7, D8: how long a token lives, whatever the clocks say. */

import { describe, expect, it } from 'vitest';
import { balance, enveloped, fakeService, json, signsIn } from './loopback.ts';
import { newClock, resultOf, strictService, testClient } from './test-client.ts';

const MINUTE = 60_000;

describe('D7: how long a token lives', () => {
  const server = '2026-11-20T10:00:00+0000';
  it.each([
    ['five minutes ahead', '2026-11-20T10:05:00+0000', 5 * MINUTE],
    ['exactly its usual life', '2026-11-20T10:30:00Z', 30 * MINUTE],
    ['ten years ahead', '2036-11-20T10:00:00+0000', 30 * MINUTE],
    ['past', '2026-11-20T09:00:00+0000', 0],
    ['missing', undefined, 29 * MINUTE],
    ['unparsable', 'next tuesday', 29 * MINUTE],
    ['a number', 1_800_000_000, 29 * MINUTE],
    ['without a zone', '2026-11-20T10:05:00', 29 * MINUTE],
  ])('expires_at is %s', async (_, expires_at, lifeMs) => {
    const clock = newClock();
    await using service = await fakeService(
      clock,
      response => json(response, 200, enveloped([balance])),
      response => {
        response.setHeader('date', new Date(server).toUTCString());
        json(response, 200, { token: 'some-token', expires_at });
      },
    );
    await using client = testClient(service.url, { clock, signedIn: false });
    expect(resultOf(await client.signIn()).expiresAtMonotonic - clock.monotonic()).toBe(lifeMs);
    expect(resultOf(await client.balances())).toHaveLength(1);
    expect(service.logins.length).toBeLessThanOrEqual(2);
  });

  it('a token that is always past makes two logins a minute, not one per call, and the calls go on', async () => {
    const clock = newClock();
    await using service = await fakeService(
      clock,
      response => json(response, 200, enveloped([balance])),
      signsIn(clock, -MINUTE),
    );
    await using client = testClient(service.url, { clock, signedIn: false });
    for (let round = 0; round < 10; round += 1) expect(resultOf(await client.balances())).toHaveLength(1);
    expect(service.logins).toHaveLength(2);
  });

  it('is renewed when less than a minute is left', async () => {
    const { clock, service } = await strictService();
    await using _ = service;
    await using client = testClient(service.url, { clock, signedIn: false });
    resultOf(await client.balances());
    clock.advance(29 * MINUTE);
    resultOf(await client.balances());
    expect(service.logins).toHaveLength(1);
    clock.advance(1);
    resultOf(await client.balances());
    expect(service.logins).toHaveLength(2);
  });

  it('A23: after an hour asleep the token counts as expired', async () => {
    const { clock, service } = await strictService();
    await using _ = service;
    let asleepMs = 0;
    const sleepy = { ...clock, wall: () => clock.wall() + asleepMs };
    await using client = testClient(service.url, { clock: sleepy, signedIn: false });
    resultOf(await client.balances());
    asleepMs = 60 * MINUTE;
    resultOf(await client.balances());
    expect(service.logins).toHaveLength(2);
    expect(service.calls).toHaveLength(2);
  });
});

describe('D8: the local clock is wrong', () => {
  it.each([2, -2])('by %i hours: the skew is measured and the token lives its whole life', async hours => {
    const serverClock = newClock();
    const wrong = { ...serverClock, wall: () => serverClock.wall() + hours * 60 * MINUTE };
    await using service = await fakeService(serverClock, response => json(response, 200, enveloped([])));
    await using client = testClient(service.url, { clock: wrong, signedIn: false });
    expect(client.clockSkewMs()).toBeUndefined();
    const token = resultOf(await client.signIn());
    expect(client.clockSkewMs()).toBe(-hours * 60 * MINUTE);
    expect(token.expiresAtMonotonic).toBe(30 * MINUTE);
    resultOf(await client.balances());
    expect(service.logins).toHaveLength(1);
  });

  it("a stranger's Date teaches nothing", async () => {
    const clock = newClock();
    await using service = await fakeService(clock, response => {
      response.setHeader('date', new Date(0).toUTCString());
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    });
    await using client = testClient(service.url, { clock });
    await client.balances();
    expect(client.clockSkewMs()).toBeUndefined();
  });
});
