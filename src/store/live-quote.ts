// A quote that a customer can still convert from: its amount and its seconds, for the header of every screen.

import type { Visible } from '../lib/visible.ts';
import type { Workspace } from './state.ts';

export interface Instant {
  /** Epoch ms by this machine's clock. */
  readonly now: number;
  /** Monotonic ms. */
  readonly tick: number;
}

export interface QuoteTime {
  /** The moment just before the request. */
  readonly asked: Instant;
  /** Monotonic ms; undefined if the quote has no expiry. */
  readonly expiresAt: number | undefined;
  /** The quote counts as expired this many ms before its expiry. */
  readonly margin: number;
}

/** In the flow of a conversion, while staff can convert from its quote. */
export interface LiveQuote extends QuoteTime {
  /** "GBP→USD" */
  readonly pair: Visible;
  /** The amount that the customer gets. */
  readonly gets: Visible;
}

export interface FlowWithQuote {
  readonly live: LiveQuote | undefined;
}

/** The key of the flow of a conversion in `Workspace.flows`. */
export const CONVERT = 'convert';

/** If the wall clock advances this many ms more than the monotonic clock, the machine has slept. */
const AHEAD = 3000;

/**
 * On Linux the monotonic clock stops during sleep, and the wall clock does not. A wall clock that was set forward
 * counts as sleep too. A wall clock that was set back can't be noticed.
 */
export const sleptSince = ({ asked }: QuoteTime, { now, tick }: Instant): boolean =>
  now - asked.now - (tick - asked.tick) > AHEAD;

/** In ms, or 0 from the margin on. Undefined if the expiry is not known. */
export function leftOf(quote: QuoteTime, at: Instant): number | undefined {
  const { expiresAt, margin } = quote;
  if (expiresAt === undefined) return undefined;
  return at.tick >= expiresAt - margin || sleptSince(quote, at) ? 0 : expiresAt - at.tick;
}

/** The customer's valid quote with the ms that are left. */
export function liveQuoteOf(
  { flows }: Pick<Workspace, 'flows'>,
  at: Instant,
): { readonly quote: LiveQuote; readonly left: number } | undefined {
  // Only the flow of a conversion has this key.
  const flow = flows[CONVERT] as FlowWithQuote | undefined;
  const quote = flow?.live;
  const left = quote && leftOf(quote, at);
  return quote && left ? { quote, left } : undefined;
}

/** From this many ms before the expiry on, the countdown is a warning, and then red. */
const LITTLE = 30_000;
const LEAST = 10_000;

export const urgencyOf = (left: number): 'bad' | 'warn' | undefined =>
  left < LEAST ? 'bad' : left < LITTLE ? 'warn' : undefined;
