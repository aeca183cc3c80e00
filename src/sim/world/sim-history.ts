// A customer's balance history. Each row is computed from its number, and the running balances still add up.

import { type Dice, dice, type NonEmpty } from '../random.ts';
import type { Payload } from '../response.ts';
import { offsetTimestamp } from '../service-clock.ts';
import { amount, minorUnits, scaleFor } from './amount.ts';
import { type ListParts, type RowPlan, timesOf } from './computed-rows.ts';

type HistoryRecord = Payload<'account.balanceHistory'>[number];

export type HistoryMove = Pick<HistoryKind, 'currency' | 'source' | 'transaction'>;
export type HistoryList = RowPlan<HistoryMove, HistoryRecord>;

/**
 * `balances`: the balance after each currency's newest row, as [currency, digits]. A row's level is its balance minus
 * the newest balance of its currency: zero for the newest row, otherwise the `rise` of its place in the cycle, plus
 * noise. A row's amount is its level minus the level of the currency's previous (older) row. So the amounts always fit
 * the balances, and the code needs no sum over all rows.
 */
export function historyList(
  parts: ListParts & {
    balances: readonly (readonly [currency: string, digits: string])[];
    counterparties: NonEmpty<string>;
  },
): HistoryList {
  const { seed, name, balances } = parts;
  const cycle = historyCycle(
    balances.map(([currency]) => currency),
    dice(seed, `${name}/kinds`),
  );
  const count = cycle.length === 0 ? 0 : parts.count;
  const timeOf = timesOf({ ...parts, count });
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

interface HistoryKind {
  readonly currency: string;
  readonly source: 'DEPOSIT' | 'PAYOUT' | 'CONVERSION';
  readonly transaction: 'DEPOSIT' | 'PAYOUT' | 'CONVERSION_BUY' | 'HOLD';
  readonly word: string;
  /** The distance, in rows, to the previous (older) row of this currency. */
  readonly back: number;
  /** How far this balance is above the cycle's lowest, in units. Each step is at least `slack` units. */
  readonly rise: number;
  readonly slack: number;
  /** In major units. */
  readonly unit: number;
  readonly newest: boolean;
}

type Move = Pick<HistoryKind, 'source' | 'transaction' | 'word'>;
const credits: NonEmpty<Move> = [
  { source: 'DEPOSIT', transaction: 'DEPOSIT', word: 'Deposit' },
  { source: 'CONVERSION', transaction: 'CONVERSION_BUY', word: 'Conversion bought' },
];
const debits: NonEmpty<Move> = [
  { source: 'PAYOUT', transaction: 'PAYOUT', word: 'Payout' },
  { source: 'PAYOUT', transaction: 'HOLD', word: 'Held for payout' },
  { source: 'CONVERSION', transaction: 'HOLD', word: 'Held for conversion' },
];

const up = 3;
const down = 2;
/** A yen balance changes by thousands, a dinar balance by tens. */
const units: Readonly<Record<string, number>> = { JPY: 9000, IDR: 700_000, INR: 4000, KWD: 17 };

/**
 * Five rows per currency, shuffled: two credits of three units and three debits of two. The balance never falls below
 * the newest value.
 */
function historyCycle(currencies: readonly string[], luck: Dice): readonly HistoryKind[] {
  const order = shuffled(
    currencies.flatMap(currency => Array<string>(5).fill(currency)),
    luck,
  );
  const tracks = new Map(currencies.map(currency => [currency, track(luck)]));
  const seen = new Map<string, number>();
  return order.map((currency, i): HistoryKind => {
    const nth = seen.get(currency) ?? 0;
    seen.set(currency, nth + 1);
    const step = tracks.get(currency)?.[nth];
    if (step === undefined) throw new RangeError('a cycle has five rows per currency');
    const older = order.findIndex((other, at) => at > i && other === currency);
    const back = older < 0 ? order.length - i + order.indexOf(currency) : older - i;
    const { move, rise } = step;
    return { currency, ...move, rise, back, slack: down, unit: units[currency] ?? 150, newest: nth === 0 };
  });
}

/** Newest first. Together the five steps change nothing. */
function track(luck: Dice): { move: Move; rise: number }[] {
  let balance = 0;
  let creditsLeft = 2;
  const steps: { move: Move; rise: number }[] = [];
  for (let left = 5; left > 0; left--) {
    const debitsLeft = left - creditsLeft;
    const credit = creditsLeft > 0 && (balance < down || debitsLeft === 0 || luck.next() < 0.5);
    balance += credit ? up : -down;
    if (credit) creditsLeft--;
    steps.unshift({ move: credit ? luck.pick(credits) : luck.pick(debits), rise: balance });
  }
  return steps;
}

function shuffled<T>(items: readonly T[], luck: Dice): T[] {
  const rest = [...items];
  const out: T[] = [];
  while (rest.length > 0) out.push(...rest.splice(luck.whole(0, rest.length - 1), 1));
  return out;
}
