// Whether any request reaches the service.

import type { Exchange } from '../api/client/exchange.ts';
import type { Failure } from '../api/client/failure.ts';
import { remembered } from '../lib/remembered.ts';
import type { State } from './state.ts';

/** Whether the request did not reach the service. A rejected certificate does not count. */
export const isOutOfReach = (failure: Failure | undefined): boolean =>
  failure?.kind === 'unreachable' && failure.cause !== 'tls';

/** Failed requests in a row that count as offline. A single failure may be chance. */
const ENOUGH = 2;

/**
 * The time since which no request reaches the service, in epoch ms. Undefined if requests reach the service. Abandoned
 * requests don't count.
 */
export const offlineSince = ({ exchanges }: Pick<State, 'exchanges'>): number | undefined =>
  failingSince(exchanges);

const failingSince = remembered((exchanges: State['exchanges']): number | undefined => {
  const failed: Exchange[] = [];
  for (const exchange of exchanges.toReversed()) {
    const { state, failure } = exchange;
    if (state !== 'done' || failure?.kind === 'abandoned') continue;
    if (!isOutOfReach(failure)) break;
    failed.push(exchange);
  }
  return failed.length < ENOUGH ? undefined : failed.at(-1)?.startedAt;
});
