// The requests for the inspector: the newest ones, each with its latest report. Pure.

import type { Exchange } from '../api/client/exchange.ts';

const EXCHANGES_KEPT = 200;

/** The newest exchanges. Each step of an exchange replaces its previous report. */
export function recorded(exchanges: readonly Exchange[], exchange: Exchange): readonly Exchange[] {
  const at = exchanges.findLastIndex(known => known.id === exchange.id);
  return at < 0 ? [...exchanges.slice(1 - EXCHANGES_KEPT), exchange] : exchanges.with(at, exchange);
}
