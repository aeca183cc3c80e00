// What a card's limits say was used, against its approved transactions.

import { Odd, readable } from '../../api/contract/odd.ts';
import type { CardReading } from '../../effects/books-card.ts';
import { add, compare, type Decimal, isNegative, isZero, subtract, ZERO } from '../../lib/decimal.ts';
import { DAY, HOUR } from '../../lib/time.ts';
import { epochOf, idText } from '../../records/facts.ts';
import type { CardLimits, CardTransaction } from '../../records/reads.ts';

type CardLimit = Exclude<Exclude<CardLimits['limits'], Odd | undefined>[number], Odd>;
export type LimitInterval = Exclude<CardLimit['interval'], Odd | undefined>;

/**
 * `spent`: the approved transactions of the longest time that the interval can mean have at least what was used. `unused`: nothing was
 * used. `refunded`: more remains than the limit, and refunds explain it. `above`: they don't. `undocumented`: the service does not
 * say which transactions count. `changed`: during the reading. `several`: limits of one interval.
 */
export type LimitResult =
  | 'spent'
  | 'unused'
  | 'refunded'
  | 'above'
  | 'undocumented'
  | 'changed'
  | 'several'
  | 'unreadable';

const VERDICT = {
  spent: 'FOLLOWS',
  unused: 'FOLLOWS',
  refunded: 'EXPECTED',
  above: 'DOES NOT FOLLOW',
  undocumented: 'NOT CHECKED',
  changed: 'NOT CHECKED',
  several: 'NOT CHECKED',
  unreadable: 'NOT CHECKED',
} as const satisfies Readonly<Record<LimitResult, string>>;

export interface LimitFinding {
  readonly verdict: (typeof VERDICT)[LimitResult];
  readonly result: LimitResult;
  readonly isCash: boolean;
  readonly interval: LimitInterval | undefined;
  readonly currency: string | undefined;
  readonly amount: Decimal | undefined;
  readonly remaining: Decimal | undefined;
  /** The limit minus what remains. */
  readonly used: Decimal | undefined;
  /** Of the transactions that may count. Undefined if one can't be read. */
  readonly approved: Decimal | undefined;
  readonly refunds: Decimal | undefined;
}

export interface CardCheck {
  readonly id: string;
  readonly transactions: number;
  readonly limits: readonly LimitFinding[];
}

/** In ms: the longest time that an interval can mean, in any time zone. INTERFACE.md does not say when one begins. */
const LONGEST: Readonly<Record<LimitInterval, number>> = {
  PER_TRANSACTION: 0,
  DAILY: DAY + HOUR,
  WEEKLY: 7 * DAY + HOUR,
  MONTHLY: 31 * DAY + HOUR,
  ALL_TIME: Number.POSITIVE_INFINITY,
};

export function checkCard(reading: CardReading): CardCheck {
  const limits = [
    ...limitsIn(reading.before.limits).map(limit => ofLimit(limit, false, reading)),
    ...limitsIn(reading.before.cash_withdrawal_limits).map(limit => ofLimit(limit, true, reading)),
  ];
  return { id: reading.id, transactions: reading.transactions.size, limits };
}

const limitsIn = (sent: CardLimits['limits']): readonly (CardLimit | Odd)[] =>
  readable(sent) ?? [new Odd(null)];

function ofLimit(limit: CardLimit | Odd, isCash: boolean, reading: CardReading): LimitFinding {
  const facts = factsOf(limit, isCash, reading);
  const result = resultOf(facts, reading);
  return { ...facts, result, verdict: VERDICT[result] };
}

type CardFacts = Omit<LimitFinding, 'verdict' | 'result'>;

function factsOf(limit: CardLimit | Odd, isCash: boolean, reading: CardReading): CardFacts {
  const currency = idText(reading.before.currency);
  const none = { interval: undefined, amount: undefined, remaining: undefined, used: undefined };
  if (limit instanceof Odd) return { ...none, isCash, currency, approved: undefined, refunds: undefined };
  const [amount, remaining] = [readable(limit.amount), readable(limit.remaining)];
  const interval = readable(limit.interval);
  const counted = interval && countedIn(reading, interval, currency);
  return {
    ...{ isCash, interval, currency, amount, remaining },
    used: amount !== undefined && remaining !== undefined ? subtract(amount, remaining) : undefined,
    approved: counted && sumOf(counted.filter(one => !isRefund(one))),
    refunds: counted && sumOf(counted.filter(isRefund)),
  };
}

/** Approved, in the currency of the limits, and not before the interval can have begun. Undefined if one can't be read. */
function countedIn(
  { transactions, now }: CardReading,
  interval: LimitInterval,
  currency: string | undefined,
) {
  const since = now - LONGEST[interval];
  const counted = [...transactions.keys()].filter(({ status, transaction_date: date }) => {
    const at = epochOf(date);
    return status !== 'DECLINED' && (at === undefined || at >= since);
  });
  const isReadable = counted.every(
    ({ billing_currency: billed, billing_amount: amount, status }) =>
      idText(billed) === currency && readable(amount) !== undefined && status === 'APPROVED',
  );
  return isReadable ? counted : undefined;
}

const isRefund = ({ transaction_type: type }: CardTransaction): boolean => idText(type) === 'REFUND';

const sumOf = (transactions: readonly CardTransaction[]): Decimal =>
  transactions.flatMap(one => readable(one.billing_amount) ?? []).reduce(add, ZERO);

function resultOf(
  { interval, amount, remaining, used, approved, refunds, isCash }: CardFacts,
  reading: CardReading,
): LimitResult {
  if (interval === undefined || amount === undefined || remaining === undefined || used === undefined)
    return 'unreadable';
  const [before, after] = [reading.before, reading.after].map(each => sameIn(each, interval, isCash));
  if (before?.length !== 1) return 'several';
  const now = after?.length === 1 ? readable(after[0]?.remaining) : undefined;
  if (now === undefined || compare(now, remaining) !== 0) return 'changed';
  if (isNegative(used)) {
    if (refunds === undefined) return 'undocumented';
    return compare(add(used, refunds), ZERO) < 0 ? 'above' : 'refunded';
  }
  if (isZero(used)) return 'unused';
  // Which transactions are withdrawals of cash is not documented.
  if (isCash || interval === 'PER_TRANSACTION' || approved === undefined) return 'undocumented';
  return compare(used, approved) <= 0 ? 'spent' : 'undocumented';
}

const sameIn = (of: CardLimits, interval: LimitInterval, isCash: boolean): readonly CardLimit[] =>
  limitsIn(isCash ? of.cash_withdrawal_limits : of.limits).filter(
    (limit): limit is CardLimit => !(limit instanceof Odd) && limit.interval === interval,
  );
