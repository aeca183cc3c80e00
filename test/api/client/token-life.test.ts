/** How long a token lives, even if a clock is wrong (FAULTS.md A23, D7, D8). */

import { describe, expect, it } from 'vitest';
import { readToken, remainingMs } from '../../../src/api/client/token-life.ts';
import type { Timestamp } from '../../../src/api/contract/fields.ts';
import { Odd } from '../../../src/api/contract/odd.ts';
import { Secret } from '../../../src/lib/redact.ts';
import { fromServer } from '../../../src/lib/visible.ts';
import { balance, enveloped, fakeService, json, signsIn } from './loopback.ts';
import { newClock, resultOf, strictService, testClient } from './test-client.ts';

const MINUTE = 60_000;

describe('a token', () => {
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
  ])('lives for the right time if expires_at is %s [D7a D7c]', async (_, expires_at, lifeMs) => {
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

  it('whose expires_at is always past is requested at most twice a minute, and the calls go on', async () => {
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

  it('is renewed as soon as less than a minute is left', async () => {
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

  it('has expired after the machine slept for an hour [A23a]', async () => {
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

describe('a wrong local clock', () => {
  it.each([2, -2])(
    'that differs by %i hours is measured, and the token lives its whole life [D8a]',
    async hours => {
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
    },
  );

  it('is not measured by the Date header of another program [D8a]', async () => {
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

describe("the token in a login's answer", () => {
  const NOW = Date.parse('2026-11-20T10:00:00Z');
  const until = (epochMs: number): Timestamp => ({
    epochMs,
    text: fromServer(new Date(epochMs).toISOString()),
  });

  /**
   * Reads a token from a login that was sent at 1000 (monotonic) and answered at `NOW` (wall). Returns its
   * end by both clocks.
   */
  const lives = (expires_at: Timestamp | Odd | undefined, serverNowMs: number | undefined) => {
    const token = readToken({ token: new Secret('t'), expires_at }, 1000, NOW, serverNowMs);
    if (token === undefined) throw new Error('no token');
    return [token.expiresAtMonotonic - 1000, token.expiresAtWall - NOW];
  };

  it("lives until expires_at by the service's clock, whatever the local clock shows", () => {
    expect(lives(until(NOW + 5 * MINUTE), NOW + 2 * MINUTE)).toEqual([3 * MINUTE, 3 * MINUTE]);
    expect(lives(until(NOW + 5 * MINUTE), NOW - 60 * MINUTE)).toEqual([30 * MINUTE, 30 * MINUTE]);
  });

  it('lives until expires_at by the local clock if the service sent no time', () => {
    expect(lives(until(NOW + 5 * MINUTE), undefined)).toEqual([5 * MINUTE, 5 * MINUTE]);
    expect(lives(until(NOW + 1), undefined)).toEqual([1, 1]);
  });

  it("has expired if the service's clock is past expires_at; without that clock the usual life counts", () => {
    for (const end of [NOW, NOW - MINUTE]) {
      expect(lives(until(end), NOW)).toEqual([0, 0]);
      expect(lives(until(end), undefined)).toEqual([29 * MINUTE, 29 * MINUTE]);
    }
  });

  it('is undefined if the answer has no token', () => {
    expect(readToken({ token: undefined, expires_at: until(NOW + MINUTE) }, 0, NOW, NOW)).toBeUndefined();
    expect(readToken({ token: new Odd(null), expires_at: until(NOW + MINUTE) }, 0, NOW, NOW)).toBeUndefined();
  });
});

describe('the time left of a token', () => {
  const token = { secret: new Secret('t'), expiresAtMonotonic: 10_000, expiresAtWall: 70_000 };
  const clock = (monotonic: number, wall: number) => ({
    ...newClock(),
    monotonic: () => monotonic,
    wall: () => wall,
  });

  it('is counted by the wall clock after a sleep, and by the monotonic clock if the wall clock was set back [A23a D7b]', () => {
    expect(remainingMs(token, clock(4000, 64_000))).toBe(6000);
    expect(remainingMs(token, clock(4000, 69_000))).toBe(1000);
    expect(remainingMs(token, clock(9000, 4000))).toBe(1000);
    expect(remainingMs(token, clock(11_000, 4000))).toBe(-1000);
  });
});
