// A customer's balances: one per currency, with all digits.

import { amountCell, idText, textCell } from '../../format/cells.ts';
import { isCurrencyForm } from '../../lib/currency.ts';
import { t } from '../../lib/visible.ts';
import { openView } from '../../store/view.ts';
import { balanceColumn, cellColumn } from '../../ui/screens/columns.ts';
import type { Resource } from '../../ui/screens/resource.ts';

export const balances: Resource<'account.balances'> = {
  place: 'balances',
  query: () => ({ operation: 'account.balances', input: {} }),
  nouns: { one: t`balance`, many: t`balances` },
  empty: t`This customer has no balances.`,
  columns: [
    cellColumn('currency', t`Currency`, [8, 12, 0], row => textCell(row.currency, 'strong')),
    balanceColumn('available', t`Available`, [12, 40, 0], row => amountCell(row.available_balance)),
    balanceColumn('pending', t`Pending`, [10, 40, 2], row => amountCell(row.pending_amount)),
    balanceColumn('reserved', t`Reserved`, [10, 40, 3], row => amountCell(row.reserved_amount)),
  ],
  about: () => t`of all accounts`,
  details: [
    {
      title: t`Balance`,
      entries: row => [
        { lead: amountCell(row.available_balance, row.currency) },
        { note: t`Available: the customer can use this amount now.` },
        { note: t`` },
        { label: t`Pending`, cell: amountCell(row.pending_amount, row.currency) },
        { note: t`This amount is in pending transactions.` },
        { label: t`Reserved`, cell: amountCell(row.reserved_amount, row.currency) },
        { note: t`This amount is held for reservations.` },
      ],
    },
  ],
  open(row) {
    const currency = idText(row.currency);
    // A currency becomes a filter only if it is a valid code.
    return currency !== undefined && isCurrencyForm(currency)
      ? { ...openView('history'), server: { currency } }
      : undefined;
  },
};
