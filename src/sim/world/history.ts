// A customer's balance history. Each row is computed from its number, and the running balances still add up.
import type { JsonNumber } from '../../lib/json.ts';
import { offsetTimestamp } from '../clock.ts';
import { dice } from '../random.ts';
import { amount, minorUnits, scaleFor } from './amount.ts';
import { type HistoryKind, historyCycle } from './history-cycle.ts';
import { type RowPlan, spread } from './rows.ts';

/** INTERFACE.md, Balance history entry. */
export type HistoryRecord = {
  id: string;
  amount: JsonNumber;
  currency: string;
  balance: JsonNumber;
  description: string;
  fee: JsonNumber;
  create_time: string;
  source_type: string;
  transaction_type: string;
};

/** Filters use these parts of a row's kind. */
export type HistoryList = RowPlan<Pick<HistoryKind, 'currency' | 'source' | 'transaction'>, HistoryRecord>;

/**
 * `balances`: the balance after each currency's newest row, as [currency, digits]. A row's level is its balance minus
 * the newest balance of its currency. The newest row has level zero. For other rows, the level is the `rise` of the
 * row's place in the cycle, plus noise. A row's amount is its level minus the level of the currency's previous (older)
 * row. So the amounts always fit the balances, and the code needs no sum over all rows.
 */
export function historyList(parts: {
  seed: number;
  name: string;
  count: number;
  anchor: number;
  balances: readonly (readonly [string, string])[];
  counterparties: readonly [string, ...string[]];
}): HistoryList {
  const { seed, name, balances } = parts;
  const cycle = historyCycle(
    balances.map(([currency]) => currency),
    dice(seed, `${name}/kinds`),
  );
  const count = cycle.length === 0 ? 0 : parts.count;
  const timeOf = spread(parts.anchor, count, i => dice(seed, `${name}/time/${i}`).next());
  const opening = new Map(balances);

  const level = (index: number, scale: number, kind: HistoryKind): bigint => {
    const unit = 10n ** BigInt(scale) * BigInt(kind.unit);
    const noise = index < cycle.length && kind.newest ? 0 : dice(seed, `${name}/noise/${index}`).next();
    const fine = (unit * BigInt(kind.slack) * BigInt(Math.floor(noise * 1e9))) / 1_000_000_000n;
    return BigInt(kind.rise) * unit + fine;
  };
  const row = (index: number): HistoryRecord => {
    const each = dice(seed, `${name}/${index}`);
    const kind = cycle[index % cycle.length];
    if (kind === undefined) throw new RangeError('a history without currencies has no rows');
    const digits = opening.get(kind.currency) ?? '0';
    const scale = scaleFor(kind.currency, [digits]);
    const before = cycle[(index + kind.back) % cycle.length] ?? kind;
    const now = level(index, scale, kind);
    return {
      id: each.uuid(),
      amount: amount(now - level(index + kind.back, scale, before), scale),
      currency: kind.currency,
      balance: amount(minorUnits(digits, scale) + now, scale),
      description: `${kind.word} ${each.digits(6)} ${each.pick(parts.counterparties)}`,
      fee: amount(kind.source === 'PAYOUT' ? BigInt(each.whole(0, 500)) : 0n, scale),
      create_time: offsetTimestamp(timeOf(index)),
      source_type: kind.source,
      transaction_type: kind.transaction,
    };
  };
  return { count, cycle, timeOf, row };
}
