/** Which calls the client repeats, and when (FAULTS.md B9 to B11). */

import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pause, readHttpDate, readRetryAfter, waitBeforeRetry } from '../../../src/api/client/backoff.ts';
import { visible } from '../../../src/lib/visible.ts';
import { manualClock } from '../../harness/clock.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

describe('a Retry-After header', () => {
  it.each([
    ['5', 5_000],
    ['0', 0],
    ['999999', 60_000],
    // Seconds and milliseconds since 1970.
    [String(NOW / 1000 + 3), 3_000],
    [String(NOW + 4_000), 4_000],
    [String(NOW / 1000 + 86_400), 60_000],
    [String(NOW / 1000 - 1), undefined],
    [String(NOW - 1), undefined],
    ['Fri, 20 Nov 2026 10:00:07 GMT', 7_000],
    ['Fri, 20 Nov 2036 10:00:07 GMT', 60_000],
    ['Fri, 20 Nov 2026 10:00:00 GMT', 0],
    ['Fri, 20 Nov 2026 09:59:59 GMT', undefined],
    ['5 minutes', undefined],
    ['after 5', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j is read as %j ms [B10a–b]', (value, expected) => {
    expect(readRetryAfter(value, NOW)).toBe(expected);
  });

  it('becomes a wait between zero and one minute [B10b]', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.date().map(String)), value => {
        const waitMs = readRetryAfter(value, NOW) ?? 0;
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(waitMs).toBeLessThanOrEqual(60_000);
      }),
      { seed: 10 },
    );
  });
});

it('a malformed HTTP date is not read', () => {
  expect(readHttpDate('Fri, 99 Foo 2026 10:00:07 GMT')).toBeUndefined();
  expect(readHttpDate('2026-11-20')).toBeUndefined();
  expect(readHttpDate(undefined)).toBeUndefined();
  for (const around of ['x%', '% x', '%\n']) {
    expect(readHttpDate(around.replace('%', 'Fri, 20 Nov 2026 10:00:07 GMT')), around).toBeUndefined();
  }
});

describe('the client', () => {
  const refused = { kind: 'unreachable', cause: 'refused', host: visible('h'), detail: visible('') } as const;

  it('waits longer before each repeat, with jitter [A1a B11a–b]', () => {
    const failure = { kind: 'server-error', status: 500 } as const;
    expect([0, 0.999].map(random => waitBeforeRetry('read', failure, 1, () => random))).toEqual([150, 300]);
    expect([0, 0.999].map(random => waitBeforeRetry('read', failure, 2, () => random))).toEqual([300, 600]);
    expect(waitBeforeRetry('read', failure, 3, () => 0)).toBeUndefined();
  });

  it.each([
    refused,
    { kind: 'cut-off' },
    { kind: 'server-error', status: 503 },
    { kind: 'throttled', retryAfterMs: 150 },
  ] as const)('repeats a read after %j, but never a quote, a write or a payment', failure => {
    expect(waitBeforeRetry('read', failure, 1, () => 0)).toBe(150);
    for (const operationClass of ['quote', 'write', 'money'] as const) {
      expect(
        waitBeforeRetry(operationClass, failure, 1, () => 0),
        operationClass,
      ).toBeUndefined();
    }
  });

  it('waits as long as the service asks, or about a second if it gives no time [B9a B10c]', () => {
    const throttled = { kind: 'throttled' } as const;
    expect(waitBeforeRetry('read', { ...throttled, retryAfterMs: 7_000 }, 2, () => 0.5)).toBe(7_000);
    expect(waitBeforeRetry('read', { ...throttled, retryAfterMs: 0 }, 1, () => 0.5)).toBe(0);
    expect([1, 2].map(tried => waitBeforeRetry('read', throttled, tried, () => 0))).toEqual([500, 1000]);
  });

  it('repeats a sensitive call only if nothing was sent before', () => {
    expect(waitBeforeRetry('sensitive', refused, 1, () => 0)).toBe(150);
    expect(waitBeforeRetry('sensitive', { kind: 'cut-off' }, 1, () => 0)).toBeUndefined();
    expect(waitBeforeRetry('sensitive', { kind: 'throttled' }, 1, () => 0)).toBeUndefined();
  });

  it('never repeats a call that would fail again in the same way', () => {
    expect(waitBeforeRetry('read', { ...refused, cause: 'tls' }, 1, () => 0)).toBeUndefined();
    expect(waitBeforeRetry('read', { kind: 'not-http' }, 1, () => 0)).toBeUndefined();
    expect(waitBeforeRetry('read', { kind: 'refused', status: 400 }, 1, () => 0)).toBeUndefined();
  });
});

describe('a wait', () => {
  const waiting = (ms: number) => {
    const manual = manualClock(NOW);
    const cancelled: number[] = [];
    const clock = {
      ...manual,
      after(due: number, run: () => void) {
        const cancel = manual.after(due, run);
        return () => {
          cancelled.push(due);
          cancel();
        };
      },
    };
    const leaving = new AbortController();
    const ended: boolean[] = [];
    const over = pause(clock, ms, leaving.signal).then(whole => ended.push(whole));
    return { clock, cancelled, leaving, ended, over };
  };

  it('ends when its time is over', async () => {
    const { clock, leaving, ended, over } = waiting(150);
    clock.advance(149);
    await Promise.resolve();
    expect(ended).toEqual([]);
    clock.advance(1);
    await over;
    expect(ended).toEqual([true]);
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
  });

  it('ends immediately when the call is abandoned, and its timer stops', async () => {
    const { clock, cancelled, leaving, ended, over } = waiting(150);
    leaving.abort();
    expect(cancelled).toEqual([150]);
    await over;
    clock.advance(150);
    expect(ended).toEqual([false]);
    await expect(pause(clock, 150, leaving.signal)).resolves.toBe(false);
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
  });
});
