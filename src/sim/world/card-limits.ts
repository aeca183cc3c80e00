// A card's limits, and what remains of them (INTERFACE.md, Card: limits).
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

/** Whole major units by interval, as in the request. */
export type LimitsByInterval = readonly { readonly interval: string; readonly digits: string }[];

/** New limits, with nothing spent. */
export function limitsFor(order: LimitsByInterval, currency: string): readonly CardLimit[] {
  return order.map(({ interval, digits }) => ({
    interval,
    minor: minorUnits(digits, digitsOf(currency)),
    spent: 0n,
  }));
}

/** Spends a part of each limit, or all if `exhausted`. A limit per transaction stays unchanged. */
export function spentOf(limits: readonly CardLimit[], luck: Dice, exhausted: boolean): readonly CardLimit[] {
  return limits.map(limit => {
    if (limit.interval === 'PER_TRANSACTION') return limit;
    const part = BigInt(exhausted ? 1_000 : luck.whole(0, 999));
    return { ...limit, spent: (limit.minor * part) / 1_000n };
  });
}

/** A changed limit keeps its spent amount. Limits that the order doesn't name stay. */
export function changedLimits(
  limits: readonly CardLimit[],
  order: LimitsByInterval,
  currency: string,
): readonly CardLimit[] {
  const asked = limitsFor(order, currency);
  const kept = limits.filter(({ interval }) => !asked.some(limit => limit.interval === interval));
  const spent = (interval: string): bigint => limits.find(limit => limit.interval === interval)?.spent ?? 0n;
  return [...kept, ...asked.map(limit => ({ ...limit, spent: spent(limit.interval) }))];
}

/** The limits for a response. Zero remains if the limit is below the spent amount. */
export function limitRecords(limits: readonly CardLimit[], currency: string): LimitRecord[] {
  const digits = digitsOf(currency);
  return limits.map(({ interval, minor, spent }) => ({
    amount: amount(minor, digits),
    interval,
    remaining: amount(minor > spent ? minor - spent : 0n, digits),
  }));
}
