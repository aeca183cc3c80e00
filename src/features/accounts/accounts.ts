// A customer's accounts, joined with Family A's Global Account of the same ID, if there is one.

import { t } from '../../lib/visible.ts';
import { globalAccountQuery } from '../../records/global-account.ts';
import { openView } from '../../store/view.ts';
import { idText, textCell } from '../../ui/screens/cells.ts';
import { idColumn, statusColumn } from '../../ui/screens/columns.ts';
import { statusText } from '../../ui/screens/explained.ts';
import { opens } from '../../ui/screens/opens.ts';
import type { Resource } from '../../ui/screens/resource.ts';
import { currencyFilter, wordFilter } from '../../ui/screens/server-filter.ts';
import { accountDetails, currencyCells } from './account-details.ts';
import { globalAccountDetails } from './global-account.ts';
import { accountStatuses } from './statuses.ts';

export const accounts: Resource<'account.list'> = {
  place: 'accounts',
  query: ({ server }) => ({
    operation: 'account.list',
    input: { query: server },
    idField: 'id',
  }),
  nouns: { one: t`account`, many: t`accounts` },
  empty: t`This customer has no accounts.`,
  columns: [
    {
      id: 'label',
      title: t`Label`,
      align: 'left',
      min: 20,
      max: 40,
      drop: 0,
      cell: row => textCell(row.label),
    },
    {
      id: 'number',
      title: t`Number`,
      align: 'left',
      min: 8,
      max: 24,
      drop: 1,
      cell: row => textCell(row.account_number),
    },
    {
      id: 'currency',
      title: t`Currency`,
      align: 'left',
      min: 8,
      max: 16,
      drop: 2,
      cell: row => currencyCells(row.supported_features),
    },
    statusColumn(row => row.status, { ACTIVE: 'good', INACTIVE: 'warn' }),
    {
      id: 'country',
      title: t`Country`,
      align: 'left',
      min: 7,
      max: 8,
      drop: 4,
      cell: row => textCell(row.country_code),
    },
    {
      id: 'type',
      title: t`Type`,
      align: 'left',
      min: 8,
      max: 16,
      drop: 5,
      cell: row => textCell(row.account_type),
    },
    idColumn(row => row.id),
  ],
  filters: [
    { field: 'id', label: t`Account ID`, hint: t`one account, by its full ID`, check: () => undefined },
    currencyFilter,
    wordFilter('status', t`Status`, [t`ACTIVE`, t`INACTIVE`], true),
  ],
  commands: [
    opens({
      from: 'accounts',
      to: 'new-account',
      key: 'n',
      title: t`new account`,
      footer: 2.6,
      writes: true,
    }),
  ],
  statuses: { of: row => statusText(row.status), explain: accountStatuses },
  details: [
    { title: t`Account`, entries: accountDetails },
    { title: t`Global Account`, entries: globalAccountDetails },
  ],
  joins(row) {
    const id = idText(row.id);
    return id === undefined ? [] : [globalAccountQuery(id)];
  },
  open(row) {
    const id = idText(row.id);
    return id === undefined ? undefined : openView('transactions', id);
  },
};
