// The available amount of each currency before and after a payment. Amounts are exact, and an unknown amount is marked.

import { Odd } from '../api/contract/odd.ts';
import { ageText } from '../format/cells.ts';
import type { Cell } from '../format/entry.ts';
import { listOf } from '../format/joined.ts';
import { add, type Decimal, groupDigits, isNegative, subtract } from '../lib/decimal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { idText } from '../records/facts.ts';
import type { ListQuery } from '../records/query.ts';
import type { State } from '../store/state.ts';
import type { App } from './app.ts';

/** The Balances screen uses the same request. */
const balancesQuery: ListQuery<'account.balances'> = { operation: 'account.balances', input: {} };

/** No customer has as many currencies. */
const ALL = 500;

export const balancesNeed = { kind: 'list', query: balancesQuery, through: ALL } as const;

export interface Balances {
  /** By currency; undefined for a duplicate or an invalid amount. */
  readonly available: ReadonlyMap<string, Decimal | undefined>;
  /** Epoch ms; undefined before the first read. */
  readonly asOf: number | undefined;
}

export function balancesIn(state: State): Balances {
  const { pages, asOf } = listOf(state, balancesQuery);
  const available = new Map<string, Decimal | undefined>();
  for (const { row } of pages.items) {
    const { currency, available_balance: amount } = row;
    const code = idText(currency);
    if (code === undefined) continue;
    available.set(code, available.has(code) || amount instanceof Odd ? undefined : amount);
  }
  return { available, asOf };
}

export const readBalances = (app: Pick<App, 'lists'>): Promise<void> =>
  app.lists.load(balancesQuery, 'again', ALL);

export function rereadBalances(app: App): void {
  const { asOf } = balancesIn(app.store.getState());
  if (asOf !== undefined) void readBalances(app);
}

interface AvailableChange {
  readonly currency: string;
  readonly amount: Decimal | undefined;
  readonly by: 'sell' | 'buy';
}

/** "184,203.17 → 183,203.17", exact. */
export function changeCell({ currency, amount, by }: AvailableChange, { available, asOf }: Balances): Cell {
  const before = available.get(currency);
  if (before === undefined) {
    const why = available.has(currency) ? t`unreadable` : t`not listed by the service`;
    return { text: asOf === undefined ? t`not read yet` : why, tone: 'dim' };
  }
  const shown = t`${groupDigits(before)}`;
  if (amount === undefined) return { text: shown };
  const after = by === 'sell' ? subtract(before, amount) : add(before, amount);
  return {
    text: t`${shown} → ${groupDigits(after)}${by === 'buy' ? t`, once settled` : t``}`,
    ...(isNegative(after) && by === 'sell' ? { tone: 'warn' as const } : {}),
  };
}

export function exceedsAvailable(
  { available }: Balances,
  amount: Decimal | undefined,
  currency: string,
): boolean {
  const before = available.get(currency);
  return before !== undefined && amount !== undefined && isNegative(subtract(before, amount));
}

export const overdrawn = (
  { currency, amount }: Omit<AvailableChange, 'by'>,
  balances: Balances,
): Visible | undefined =>
  exceedsAvailable(balances, amount, currency)
    ? t`More than the available ${visible(currency, 8)}. The service will probably refuse.`
    : undefined;

function ageOf({ asOf }: Balances, now: number): Visible {
  const age = ageText(asOf, now);
  return age === undefined || asOf === undefined || now - asOf < 60_000 ? t`` : t`, ${age}`;
}

/** "1,200.00 → 1,100.00 GBP"; without an amount the current one. */
export function beforeAndAfter(state: State, amount: Decimal | undefined, currency: string): Cell {
  const balances = balancesIn(state);
  const unit = visible(currency, 12);
  const before = balances.available.get(currency);
  if (before === undefined)
    return { text: t`not known: ${describeUnknown(state, balances, currency)}`, tone: 'warn' };
  const { text, tone } = changeCell({ currency, amount, by: 'sell' }, balances);
  return { text: t`${text} ${unit}${ageOf(balances, state.now)}`, ...(tone && { tone: 'bad' as const }) };
}

function describeUnknown(state: State, { available, asOf }: Balances, currency: string): Visible {
  const { failure } = listOf(state, balancesQuery);
  if (asOf === undefined)
    return failure ? t`the balances could not be read` : t`the balances are not read yet`;
  const unit = visible(currency, 12);
  return available.has(currency) ? t`the ${unit} balance is unreadable` : t`there is no ${unit} balance`;
}
