// Whether the service can be reached at all, by the requests that were made; pure.

import type { Exchange } from '../api/client/exchange.ts';
import type { Failure } from '../api/client/failure.ts';
import type { State } from './state.ts';

/** Nothing reached the service. A certificate that isn't taken is no such thing. */
export const isOutOfReach = (failure: Failure | undefined): boolean =>
  failure?.kind === 'unreachable' && failure.cause !== 'tls';

/** One that failed may be chance; a read is tried three times. */
const ENOUGH = 2;

/** Epoch ms since when none gets through; undefined while they do. What was given up says nothing. */
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
