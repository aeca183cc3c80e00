// What a card may spend, and how much of it is left (INTERFACE.md, Card: limits).
import type { JsonNumber } from '../../lib/json.ts';
import type { Dice } from '../random.ts';
import { amount, minorUnits } from './amount.ts';
import { digitsOf } from './wallet.ts';

export interface CardLimit {
  readonly interval: string;
  /** Minor units of the card's currency. */
  readonly minor: bigint;
  readonly spent: bigint;
}

type LimitRecord = { amount: JsonNumber; interval: string; remaining: JsonNumber };

/** Whole major units by interval, as they are asked for. */
export type LimitOrder = readonly { readonly interval: string; readonly digits: string }[];

/** Nothing is spent of them yet. */
export function limitsFor(order: LimitOrder, currency: string): readonly CardLimit[] {
  return order.map(({ interval, digits }) => ({
    interval,
    minor: minorUnits(digits, digitsOf(currency)),
    spent: 0n,
  }));
}

/** Of each limit but the one of a single transaction something is spent; where `exhausted`, all of it. */
export function spentOf(limits: readonly CardLimit[], luck: Dice, exhausted: boolean): readonly CardLimit[] {
  return limits.map(limit => {
    if (limit.interval === 'PER_TRANSACTION') return limit;
    const part = BigInt(exhausted ? 1_000 : luck.whole(0, 999));
    return { ...limit, spent: (limit.minor * part) / 1_000n };
  });
}

/** A changed limit keeps what was spent; those that aren't named stay. */
export function changedLimits(
  limits: readonly CardLimit[],
  order: LimitOrder,
  currency: string,
): readonly CardLimit[] {
  const asked = limitsFor(order, currency);
  const kept = limits.filter(({ interval }) => !asked.some(limit => limit.interval === interval));
  const spent = (interval: string): bigint => limits.find(limit => limit.interval === interval)?.spent ?? 0n;
  return [...kept, ...asked.map(limit => ({ ...limit, spent: spent(limit.interval) }))];
}

/** Below a limit that was lowered under what is spent, nothing remains. */
export function limitRecords(limits: readonly CardLimit[], currency: string): LimitRecord[] {
  const digits = digitsOf(currency);
  return limits.map(({ interval, minor, spent }) => ({
    amount: amount(minor, digits),
    interval,
    remaining: amount(minor > spent ? minor - spent : 0n, digits),
  }));
}
