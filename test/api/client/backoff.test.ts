/** FAULTS.md B9 to B11: what may be tried again, and when. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHttpDate, readRetryAfter, waitBeforeRetry } from '../../../src/api/client/backoff.ts';
import { visible } from '../../../src/lib/visible.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

describe('B10: Retry-After', () => {
  it.each([
    ['5', 5_000],
    ['0', 0],
    ['999999', 60_000],
    ['Fri, 20 Nov 2026 10:00:07 GMT', 7_000],
    ['Fri, 20 Nov 2036 10:00:07 GMT', 60_000],
    ['Fri, 20 Nov 2026 09:59:59 GMT', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j', (value, expected) => {
    expect(readRetryAfter(value, NOW)).toBe(expected);
  });

  it('is never more than a minute, nor less than nothing, whatever it says', () => {
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

it('a date that is none is no date', () => {
  expect(readHttpDate('Fri, 99 Foo 2026 10:00:07 GMT')).toBeUndefined();
  expect(readHttpDate('2026-11-20')).toBeUndefined();
});

describe('trying again', () => {
  const refused = { kind: 'unreachable', cause: 'refused', host: visible('h'), detail: visible('') } as const;

  it('B11: waits grow and have jitter', () => {
    const failure = { kind: 'server-error', status: 500 } as const;
    expect([0, 0.999].map(random => waitBeforeRetry('read', failure, 1, () => random))).toEqual([150, 300]);
    expect([0, 0.999].map(random => waitBeforeRetry('read', failure, 2, () => random))).toEqual([300, 600]);
    expect(waitBeforeRetry('read', failure, 3, () => 0)).toBeUndefined();
  });

  it('a sensitive call is repeated only when nothing had left', () => {
    expect(waitBeforeRetry('sensitive', refused, 1, () => 0)).toBe(150);
    expect(waitBeforeRetry('sensitive', { kind: 'cut-off' }, 1, () => 0)).toBeUndefined();
    expect(waitBeforeRetry('sensitive', { kind: 'throttled' }, 1, () => 0)).toBeUndefined();
  });

  it('what would come out the same is not repeated', () => {
    expect(waitBeforeRetry('read', { ...refused, cause: 'tls' }, 1, () => 0)).toBeUndefined();
    expect(waitBeforeRetry('read', { kind: 'not-http' }, 1, () => 0)).toBeUndefined();
    expect(waitBeforeRetry('read', { kind: 'refused', status: 400 }, 1, () => 0)).toBeUndefined();
  });
});
