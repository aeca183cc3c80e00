// Whether any request reaches the service. Pure.

import type { Exchange } from '../api/client/exchange.ts';
import type { Failure } from '../api/client/failure.ts';
import type { State } from './state.ts';

/** Nothing reached the service. A rejected certificate does not count. */
export const isOutOfReach = (failure: Failure | undefined): boolean =>
  failure?.kind === 'unreachable' && failure.cause !== 'tls';

/** A single failure may be chance; the client tries a read three times. */
const ENOUGH = 2;

/** Epoch ms since when no request succeeds; undefined while requests succeed. Abandoned requests don't count. */
export function offlineSince({ exchanges }: Pick<State, 'exchanges'>): number | undefined {
  const failed: Exchange[] = [];
  for (const exchange of exchanges.toReversed()) {
    const { state, failure } = exchange;
    if (state !== 'done' || failure?.kind === 'abandoned') continue;
    if (!isOutOfReach(failure)) break;
    failed.push(exchange);
  }
  return failed.length < ENOUGH ? undefined : failed.at(-1)?.startedAt;
}
