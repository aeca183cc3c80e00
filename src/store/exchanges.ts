// The newest requests, for the inspector, and whether any reaches the service.

import type { Exchange } from '../api/client/exchange.ts';
import type { Failure } from '../api/client/failure.ts';
import { remembered } from '../lib/remembered.ts';
import type { State } from './state.ts';

export const openExchange = remembered((exchanges: readonly Exchange[]) =>
  exchanges.findLast(({ state }) => state !== 'done'),
);

/** Until its next attempt. */
export function waitingExchange({ exchanges }: State) {
  const last = openExchange(exchanges);
  const until = last?.state === 'waiting' ? last.waitUntilMonotonic : undefined;
  return last && until !== undefined ? { ...last, until } : undefined;
}

const EXCHANGES_KEPT = 200;

/** Replaces an earlier report of the exchange. */
export function recorded(exchanges: readonly Exchange[], exchange: Exchange): readonly Exchange[] {
  const at = exchanges.findLastIndex(known => known.id === exchange.id);
  return at < 0 ? [...exchanges.slice(1 - EXCHANGES_KEPT), exchange] : exchanges.with(at, exchange);
}

/** A rejected certificate does not count. */
export const isOutOfReach = (failure: Failure | undefined): boolean =>
  failure?.kind === 'unreachable' && failure.cause !== 'tls';

/** In a row. A single failure may be chance. */
const ENOUGH = 2;

/** In epoch ms. Undefined if requests reach the service. Abandoned requests don't count. */
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
