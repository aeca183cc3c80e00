// The lines below the form's fields: the customer's currencies, and the balance after the sale.

import { join, t, visible } from '../../lib/visible.ts';
import { balancesIn, changeCell, overdrawn } from '../../records/available.ts';
import type { Form, State } from '../../store/state.ts';
import type { Cell } from '../../ui/kit/cell.ts';
import { amountIn, currencyIn, sideIn } from './terms.ts';

export function fieldAside(fieldId: string, form: Form, state: State): Cell | undefined {
  const balances = balancesIn(state);
  const sell = currencyIn(form, 'sell');
  if (fieldId === 'sell') {
    if (balances.available.size === 0 || balances.available.has(sell)) return undefined;
    const codes = [...balances.available.keys()].map(code => visible(code, 8));
    return { text: t`currencies: ${join(codes, ', ')}`, tone: 'dim' };
  }
  if (fieldId !== 'amount' || sell === '' || balances.asOf === undefined) return undefined;
  const amount = amountIn(form);
  const leaves = sideIn(form) === 'source' && amount.ok ? amount.value : undefined;
  const change = changeCell({ currency: sell, amount: leaves, by: 'sell' }, balances);
  const short = overdrawn({ currency: sell, amount: leaves }, balances);
  const text = t`available ${visible(sell, 8)}: ${change.text}`;
  return short ? { text: t`${text}. ${short}`, tone: 'warn' } : { ...change, text };
}
