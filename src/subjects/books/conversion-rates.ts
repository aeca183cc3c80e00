// Both amounts of a conversion against its rate, exactly, with the rounding that the currency's digits need.

import { readable } from '../../api/contract/odd.ts';
import type { BooksScope, ConversionsRead } from '../../effects/read-books.ts';
import type { Row } from '../../journal/intent.ts';
import { currencyDigits } from '../../lib/currency.ts';
import {
  compare,
  type Decimal,
  fractionDigits,
  fromUnits,
  isZero,
  multiply,
  sizeOf,
  subtract,
} from '../../lib/decimal.ts';
import { idText } from '../../records/facts.ts';
import { type BooksWrite, isInScope, type OwnConversion, ownWritesIn } from './own-writes.ts';

/** Of the amount that was calculated. `digits`: only within the digits of the rate. */
export type Rounding = 'exact' | 'nearest' | 'up' | 'down' | 'digits';

/**
 * `rate`: neither amount follows from the other. `changed`: an amount differs from the one when the conversion was made.
 * `unread`: the service's record was not read. `unreadable`: it lacks an amount, a currency or the rate.
 */
export type ConversionProblem = 'rate' | 'changed' | 'unread' | 'unreadable';

/** `calculated`: the sold amount at the rate. */
export interface Legs {
  readonly sold: Decimal;
  readonly from: string;
  readonly bought: Decimal;
  readonly to: string;
  readonly rate: Decimal;
  readonly calculated: Decimal;
}

export interface ConversionFinding {
  readonly verdict: 'DOES NOT FOLLOW' | 'NOT CHECKED';
  readonly problem: ConversionProblem;
  readonly write: BooksWrite;
  readonly legs?: Legs;
  readonly by?: Decimal;
}

export interface ConversionsCheck {
  /** By how the calculated amount was rounded. */
  readonly follow: ReadonlyMap<Rounding, number>;
  readonly findings: readonly ConversionFinding[];
}

/** Older ones are checked as the service answered when they were made. */
const MOST_CONVERSIONS = 50;

const doneConversions = (rows: readonly Row[], scope: BooksScope): readonly BooksWrite[] =>
  ownWritesIn(rows).filter(
    write => write.outcome === 'DONE' && write.conversion?.id !== undefined && isInScope(write, scope),
  );

/** That the check reads, newest first. */
export const conversionIds = (rows: readonly Row[], scope: BooksScope): readonly string[] =>
  doneConversions(rows, scope)
    .toReversed()
    .flatMap(({ conversion }) => conversion?.id ?? [])
    .slice(0, MOST_CONVERSIONS);

/** Undefined if the journal has no conversion in the scope. */
export function checkConversions(
  rows: readonly Row[],
  scope: BooksScope,
  read: ConversionsRead,
): ConversionsCheck | undefined {
  const writes = doneConversions(rows, scope);
  if (writes.length === 0) return undefined;
  const asked = new Set(conversionIds(rows, scope));
  const follow = new Map<Rounding, number>();
  const findings: ConversionFinding[] = [];
  for (const write of writes) {
    const found = conversionFinding(write, read, asked);
    if (typeof found === 'string') follow.set(found, (follow.get(found) ?? 0) + 1);
    else findings.push(found);
  }
  return { follow, findings };
}

function conversionFinding(
  write: BooksWrite,
  read: ConversionsRead,
  asked: ReadonlySet<string>,
): Rounding | ConversionFinding {
  const { id = '', ...made } = write.conversion ?? {};
  const record = read.get(id);
  if (!record && asked.has(id)) return { verdict: 'NOT CHECKED', problem: 'unread', write };
  const { sold, bought, from, to, rate }: Partial<OwnConversion> = record
    ? {
        ...{ sold: readable(record.sourceAmount), bought: readable(record.destinationAmount) },
        ...{ from: idText(record.sourceCurrencycode), to: idText(record.destinationCurrencycode) },
        rate: readable(record.netExchangerate),
      }
    : made;
  if (sold === undefined || bought === undefined || rate === undefined || !from || !to)
    return { verdict: 'NOT CHECKED', problem: 'unreadable', write };
  const legs = { sold, from, bought, to, rate, calculated: multiply(sold, rate) };
  const changed = write.conversion && changeIn(write.conversion, legs);
  if (changed) return { verdict: 'DOES NOT FOLLOW', problem: 'changed', write, legs, ...changed };
  const [fromDigits, toDigits] = [currencyDigits(from), currencyDigits(to)];
  if (fromDigits === undefined || toDigits === undefined)
    return { verdict: 'NOT CHECKED', problem: 'unreadable', write, legs };
  const rounding =
    roundingOf({ ...legs, fromDigits, toDigits }) ??
    // Not documented: the rate may be for one unit of the bought currency.
    roundingOf({
      ...{ sold: bought, bought: sold, rate, calculated: multiply(bought, rate) },
      ...{ fromDigits: toDigits, toDigits: fromDigits },
    });
  return (
    rounding ?? {
      verdict: 'DOES NOT FOLLOW',
      problem: 'rate',
      write,
      legs,
      by: subtract(bought, legs.calculated),
    }
  );
}

/** From when the conversion was made. Without a difference if a currency changed. */
function changeIn(made: OwnConversion, now: Legs): { readonly by?: Decimal } | undefined {
  const isOther = (before: string | undefined, after: string): boolean =>
    before !== undefined && before !== after;
  if (isOther(made.from, now.from) || isOther(made.to, now.to)) return {};
  for (const [before, after] of [
    [made.bought, now.bought],
    [made.sold, now.sold],
  ] as const)
    if (before !== undefined && compare(before, after) !== 0) return { by: subtract(after, before) };
  return undefined;
}

interface Priced {
  readonly sold: Decimal;
  readonly bought: Decimal;
  readonly rate: Decimal;
  readonly calculated: Decimal;
  readonly fromDigits: number;
  readonly toDigits: number;
}

const unit = (digits: number): Decimal => fromUnits(1n, digits);

/** Either amount may be the calculated one. Undefined if neither follows. */
function roundingOf({ sold, bought, rate, calculated, fromDigits, toDigits }: Priced): Rounding | undefined {
  const by = subtract(bought, calculated);
  if (isZero(by)) return 'exact';
  const size = sizeOf(by);
  const step = [unit(toDigits), multiply(rate, unit(fromDigits))].find(each => compare(size, each) < 0);
  if (step !== undefined) {
    if (compare(multiply(size, '2' as Decimal), step) <= 0) return 'nearest';
    return by.startsWith('-') ? 'down' : 'up';
  }
  const half = multiply(sold, multiply('0.5' as Decimal, unit(fractionDigits(rate))));
  return compare(subtract(size, sizeOf(half)), unit(toDigits)) < 0 ? 'digits' : undefined;
}
