// What a customer can use of a currency, and what an amount that leaves would leave of it; exact, and nothing where it isn't known.

import { Odd } from '../../api/contract/odd.ts';
import { type ListQuery, queryKey, type RowOf } from '../../effects/query.ts';
import { type Decimal, groupDigits, isNegative, subtract } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace, listIn } from '../../store/workspace.ts';
import type { Cell } from '../kit/cell.ts';
import { idText } from './cells.ts';
import { ageText } from './list-status.ts';

export const balancesQuery: ListQuery<'account.balances'> = {
  operation: 'account.balances',
  input: {},
  idField: 'currency',
};

/** The available balance of `currency` as last read; or, as part of a sentence, why it isn't known. */
function availableOf(
  state: State,
  currency: string,
): { readonly amount: Decimal } | { readonly why: Visible } {
  const { pages, failure } = listIn(currentWorkspace(state), queryKey(balancesQuery));
  if (pages.taken === 0)
    return { why: failure ? t`the balances could not be read` : t`the balances are not read yet` };
  // The list is cached under the operation that filled it.
  const rows = pages.items.map(({ row }) => row as RowOf<'account.balances'>);
  const [balance, another] = rows.filter(row => idText(row.currency) === currency);
  if (!balance) return { why: t`there is no ${visible(currency, 12)} balance` };
  const { available_balance: amount } = balance;
  return another || amount === undefined || amount instanceof Odd
    ? { why: t`the ${visible(currency, 12)} balance came unreadable` }
    : { amount };
}

/** From a minute on, how long ago the balances were read: much may have happened since. */
function ageOf(state: State): Visible {
  const { asOf } = listIn(currentWorkspace(state), queryKey(balancesQuery));
  const age = ageText(asOf, state.now);
  return age === undefined || asOf === undefined || state.now - asOf < 60_000 ? t`` : t`, ${age}`;
}

/** "1,200.00 → 1,100.00 GBP": before and after `amount` leaves; without an amount only what there is. */
export function beforeAndAfter(state: State, amount: Decimal | undefined, currency: string): Cell {
  const available = availableOf(state, currency);
  if ('why' in available) return { text: t`not known: ${available.why}`, tone: 'warn' };
  const before = groupDigits(available.amount);
  const unit = visible(currency, 12);
  const age = ageOf(state);
  if (amount === undefined) return { text: t`${before} ${unit}${age}` };
  const after = subtract(available.amount, amount);
  return {
    text: t`${before} → ${groupDigits(after)} ${unit}${age}`,
    ...(isNegative(after) && { tone: 'bad' as const }),
  };
}

/** Whether more leaves than there is, as far as that is known. */
export function exceedsAvailable(state: State, amount: Decimal, currency: string): boolean {
  const available = availableOf(state, currency);
  return 'amount' in available && isNegative(subtract(available.amount, amount));
}
