// The requests that the inspector shows: the newest ones, each as it was last told of. Pure.

import type { Exchange } from '../api/client/exchange.ts';

const EXCHANGES_KEPT = 200;

/** The newest exchanges; an exchange is told again at each of its steps. */
export function recorded(exchanges: readonly Exchange[], exchange: Exchange): readonly Exchange[] {
  const at = exchanges.findLastIndex(known => known.id === exchange.id);
  return at < 0 ? [...exchanges.slice(1 - EXCHANGES_KEPT), exchange] : exchanges.with(at, exchange);
}
