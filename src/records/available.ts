// What a customer can use of each currency, and what an amount that leaves or comes would make of it; exact, and said where it isn't known.

import { Odd } from '../api/contract/odd.ts';
import type { App } from '../effects/app.ts';
import { type ListQuery, queryKey, type RowOf } from '../effects/query.ts';
import { add, type Decimal, groupDigits, isNegative, subtract } from '../lib/decimal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { State } from '../store/state.ts';
import { currentWorkspace, listIn } from '../store/workspace.ts';
import type { Cell } from '../ui/kit/cell.ts';
import { idText } from '../ui/screens/cells.ts';
import { ageText } from '../ui/screens/list-status.ts';

/** The same question as the Balances screen's, so that both show one answer. */
const balancesQuery: ListQuery<'account.balances'> = {
  operation: 'account.balances',
  input: {},
  idField: 'currency',
};

/** More currencies than anybody holds. */
const ALL = 500;

/** For a screen's needs. */
export const balancesNeed = { kind: 'list', query: balancesQuery, through: ALL } as const;

export interface Balances {
  /** Available amounts by currency; undefined where one came twice, or as no amount. */
  readonly available: ReadonlyMap<string, Decimal | undefined>;
  /** Epoch ms by this machine's clock; undefined until they were read. */
  readonly asOf: number | undefined;
}

export function balancesIn(state: State): Balances {
  const { pages, asOf } = listIn(currentWorkspace(state), queryKey(balancesQuery));
  const available = new Map<string, Decimal | undefined>();
  for (const { row } of pages.items) {
    // The list is cached under the operation that filled it.
    const { currency, available_balance: amount } = row as RowOf<'account.balances'>;
    const code = idText(currency);
    if (code === undefined) continue;
    available.set(code, available.has(code) || amount instanceof Odd ? undefined : amount);
  }
  return { available, asOf };
}

/** Reads them anew: what a customer can spend changes. */
export const readBalances = (app: Pick<App, 'lists'>): Promise<void> =>
  app.lists.load(balancesQuery, 'again', ALL);

/** The same where they were read before. */
export function rereadBalances(app: App): void {
  const { asOf } = balancesIn(app.store.getState());
  if (asOf !== undefined) void readBalances(app);
}

interface AvailableChange {
  readonly currency: string;
  readonly amount: Decimal | undefined;
  readonly by: 'sell' | 'buy';
}

/** `184,203.17 → 183,203.17`, exact; what isn't known is said. */
export function changeCell({ currency, amount, by }: AvailableChange, { available, asOf }: Balances): Cell {
  const before = available.get(currency);
  if (before === undefined) {
    const why = available.has(currency) ? t`came unreadable` : t`the service lists none`;
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

/** Whether more leaves than there is, as far as that is known. */
export function exceedsAvailable(
  { available }: Balances,
  amount: Decimal | undefined,
  currency: string,
): boolean {
  const before = available.get(currency);
  return before !== undefined && amount !== undefined && isNegative(subtract(before, amount));
}

/** A warning, for the service decides: it would take more than can be spent. */
export const overdrawn = (
  { currency, amount }: Omit<AvailableChange, 'by'>,
  balances: Balances,
): Visible | undefined =>
  exceedsAvailable(balances, amount, currency)
    ? t`More than the available ${visible(currency, 8)}: the service will probably refuse it.`
    : undefined;

/** From a minute on, how long ago the balances were read: much may have happened since. */
function ageOf({ asOf }: Balances, now: number): Visible {
  const age = ageText(asOf, now);
  return age === undefined || asOf === undefined || now - asOf < 60_000 ? t`` : t`, ${age}`;
}

/** "1,200.00 → 1,100.00 GBP": before and after `amount` leaves, for a sentence; without an amount what there is. */
export function beforeAndAfter(state: State, amount: Decimal | undefined, currency: string): Cell {
  const balances = balancesIn(state);
  const unit = visible(currency, 12);
  const before = balances.available.get(currency);
  if (before === undefined)
    return { text: t`not known: ${whyUnknown(state, balances, currency)}`, tone: 'warn' };
  const { text, tone } = changeCell({ currency, amount, by: 'sell' }, balances);
  return { text: t`${text} ${unit}${ageOf(balances, state.now)}`, ...(tone && { tone: 'bad' as const }) };
}

function whyUnknown(state: State, { available, asOf }: Balances, currency: string): Visible {
  const { failure } = listIn(currentWorkspace(state), queryKey(balancesQuery));
  if (asOf === undefined)
    return failure ? t`the balances could not be read` : t`the balances are not read yet`;
  const unit = visible(currency, 12);
  return available.has(currency) ? t`the ${unit} balance came unreadable` : t`there is no ${unit} balance`;
}
