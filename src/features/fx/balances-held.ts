// What the customer can spend in each currency, and what a quote would leave of it.

import { Odd } from '../../api/contract/odd.ts';
import type { App } from '../../effects/app.ts';
import { type ListQuery, queryKey, type RowOf } from '../../effects/query.ts';
import { add, type Decimal, groupDigits, isNegative, subtract } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { currentWorkspace, listIn } from '../../store/workspace.ts';
import type { Cell } from '../../ui/kit/cell.ts';
import { idText } from '../../ui/screens/cells.ts';

/** The same question as the Balances screen's, so that both show one answer. */
const balancesQuery: ListQuery<'account.balances'> = {
  operation: 'account.balances',
  input: {},
  idField: 'currency',
};

/** More currencies than anybody holds. */
const ALL = 500;

export const balancesNeed = { kind: 'list', query: balancesQuery, through: ALL } as const;

export interface Balances {
  /** Available amounts by currency, as far as they could be read. */
  readonly available: ReadonlyMap<string, Decimal>;
  /** Epoch ms by this machine's clock; undefined until they were read. */
  readonly asOf: number | undefined;
}

export function balancesIn(state: State): Balances {
  const { pages, asOf } = listIn(currentWorkspace(state), queryKey(balancesQuery));
  const available = pages.items.flatMap(({ row }): readonly (readonly [string, Decimal])[] => {
    // Cached under this operation, so its rows are balances.
    const { currency, available_balance: amount } = row as RowOf<'account.balances'>;
    const code = idText(currency);
    return code === undefined || amount === undefined || amount instanceof Odd ? [] : [[code, amount]];
  });
  return { available: new Map(available), asOf };
}

/** Reads them anew, where they were read before: what a customer can spend changes. */
export function rereadBalances(app: App): void {
  const { asOf } = balancesIn(app.store.getState());
  if (asOf !== undefined) void app.lists.load(balancesQuery, 'again', ALL);
}

interface Change {
  readonly currency: string;
  readonly amount: Decimal | undefined;
  readonly by: 'sell' | 'buy';
}

/** `184,203.17 → 183,203.17`, exact; what isn't known is said. */
export function changeCell({ currency, amount, by }: Change, { available, asOf }: Balances): Cell {
  const before = available.get(currency);
  if (before === undefined) {
    return { text: asOf === undefined ? t`not read yet` : t`the service lists none`, tone: 'dim' };
  }
  const shown = t`${groupDigits(before)}`;
  if (amount === undefined) return { text: shown };
  const after = by === 'sell' ? subtract(before, amount) : add(before, amount);
  return {
    text: t`${shown} → ${groupDigits(after)}${by === 'buy' ? t`, once settled` : t``}`,
    ...(isNegative(after) && by === 'sell' ? { tone: 'warn' as const } : {}),
  };
}

/** A warning, for the service decides: it would take more than can be spent. */
export function overdrawn(
  { currency, amount }: Omit<Change, 'by'>,
  { available }: Balances,
): Visible | undefined {
  const before = available.get(currency);
  return before !== undefined && amount !== undefined && isNegative(subtract(before, amount))
    ? t`More than the available ${visible(currency, 8)}: the service will probably refuse it.`
    : undefined;
}
