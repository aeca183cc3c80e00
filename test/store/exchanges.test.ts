// Since when requests have failed. Abandoned requests don't count.

import { expect, it } from 'vitest';
import type { Exchange } from '../../src/api/client/exchange.ts';
import type { Failure } from '../../src/api/client/failure.ts';
import { t } from '../../src/lib/visible.ts';
import { offlineSince } from '../../src/store/exchanges.ts';

const away: Failure = { kind: 'unreachable', cause: 'refused', host: t`h`, detail: t`d` };
const exchange = (startedAt: number, failure?: Failure, state: Exchange['state'] = 'done'): Exchange => ({
  id: startedAt,
  operation: 'account.list',
  title: t`Accounts`,
  method: 'GET',
  url: 'http://127.0.0.1/',
  requestHeaders: {},
  attempt: 1,
  startedAt,
  state,
  drift: [],
  ...(failure && { failure }),
});
const since = (...exchanges: readonly Exchange[]) => offlineSince({ exchanges });

it('offline time starts at the first of the last failed requests', () => {
  expect(since(exchange(1), exchange(2, away), exchange(3, away), exchange(4, away))).toBe(2);
  expect(since(exchange(1, away), exchange(2, away), exchange(3, undefined, 'in-flight'))).toBe(1);
  expect(since(exchange(1, away), exchange(2, { kind: 'abandoned' }), exchange(3, away))).toBe(1);
});

it.each([
  ['no requests', []],
  ['one failure, which may be chance', [exchange(1), exchange(2, away)]],
  ['a later success', [exchange(1, away), exchange(2, away), exchange(3)]],
  [
    'a refusal, which comes from the service',
    [exchange(1, away), exchange(2, away), exchange(3, { kind: 'refused', status: 400 })],
  ],
  [
    'a rejected certificate',
    [exchange(1, { ...away, cause: 'tls' }), exchange(2, { ...away, cause: 'tls' })],
  ],
] as const)('offline time is unknown after %s', (_, exchanges) => {
  expect(since(...exchanges)).toBeUndefined();
});
