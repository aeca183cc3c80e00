// The declaration of a list for tests: entries of an account, each with a joined document.

import { amountCell, textCell } from '../../../src/format/cells.ts';
import { fromServer, t } from '../../../src/lib/visible.ts';
import { idText } from '../../../src/records/facts.ts';
import { openView } from '../../../src/store/view.ts';
import { cellColumn, figureColumn } from '../../../src/ui/screens/common-columns.ts';
import type { Resource } from '../../../src/ui/screens/resource.ts';
import { currencyFilter, fromDate } from '../../../src/ui/screens/server-filter.ts';

export const ledger: Resource<'account.transactions'> = {
  place: 'transactions',
  query: ({ subject, server }) => ({
    operation: 'account.transactions',
    input: { headers: { 'x-account-id': subject ?? 'acc-1' }, query: server },
  }),
  nouns: { one: t`entry`, many: t`entries` },
  empty: t`This account has no entries.`,
  columns: [
    cellColumn('description', t`Description`, [10, 40, 0], row => textCell(row.description)),
    figureColumn('amount', t`Amount`, [10, 40, 0], row => amountCell(row.amount, row.currency)),
  ],
  filters: [fromDate, currencyFilter],
  details: [
    {
      title: t`Entry`,
      entries: (row, { customer }) => [
        { label: t`ID`, cell: textCell(row.id) },
        { label: t`Of`, cell: textCell(customer && fromServer(customer.userId)) },
      ],
    },
    {
      title: t`Account`,
      entries: (row, context) => [
        {
          label: t`Name`,
          cell: textCell(context.document(accountOf(idText(row.id) ?? '')).value?.account_name),
        },
      ],
    },
  ],
  joins: row => {
    const id = idText(row.id);
    return id === undefined ? [] : [accountOf(id)];
  },
  open: row => (idText(row.id) === 'closed' ? undefined : openView('history', idText(row.id))),
};

export const accountOf = (id: string) =>
  ({ operation: 'globalAccount.get', input: { params: { global_account_id: id } } }) as const;
