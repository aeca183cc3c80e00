// The newest requests, for the inspector.

import type { Exchange } from '../api/client/exchange.ts';
import { remembered } from '../lib/remembered.ts';

/** The newest exchange that is not done. */
export const openExchange = remembered((exchanges: readonly Exchange[]) =>
  exchanges.findLast(({ state }) => state !== 'done'),
);

const EXCHANGES_KEPT = 200;

/** Adds an exchange, or replaces its earlier report. Keeps only the newest exchanges. */
export function recorded(exchanges: readonly Exchange[], exchange: Exchange): readonly Exchange[] {
  const at = exchanges.findLastIndex(known => known.id === exchange.id);
  return at < 0 ? [...exchanges.slice(1 - EXCHANGES_KEPT), exchange] : exchanges.with(at, exchange);
}
