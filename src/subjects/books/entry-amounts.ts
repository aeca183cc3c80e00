// Amounts as the service sent them.

import { readable } from '../../api/contract/odd.ts';
import { add, type Decimal, isZero, subtract, ZERO } from '../../lib/decimal.ts';
import { idText } from '../../records/facts.ts';
import type { HistoryEntry } from '../../records/reads.ts';

/** The same for equal amounts in any spelling. */
export const amountKey = (amount: Decimal, currency: string | undefined): string =>
  `${subtract(amount, ZERO)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')} ${currency}`;

/** With the fee inside and outside. */
export const amountKeys = (entry: HistoryEntry): ReadonlySet<string> =>
  new Set(withFee(entry).map(amount => amountKey(amount, idText(entry.currency))));

/** What the entry moved, if the fee is inside or outside the amount, or is none. */
export function withFee({ amount: sent, fee: charged }: HistoryEntry): readonly Decimal[] {
  const [amount, fee] = [readable(sent), readable(charged)];
  if (amount === undefined) return [];
  return fee === undefined || isZero(fee) ? [amount] : [amount, add(amount, fee), subtract(amount, fee)];
}

/** Most keys have one entry. */
export function into<Key, One>(index: Map<Key, One[]>, key: Key, one: One): void {
  const there = index.get(key);
  if (there) there.push(one);
  else index.set(key, [one]);
}
