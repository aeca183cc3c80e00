// The list of a customer's accounts. The details also show the Global Account of Family A with the same ID.

import { idText, textCell } from '../../format/cells.ts';
import { globalAccountQuery } from '../../format/records.ts';
import { statusText } from '../../format/statuses.ts';
import { t } from '../../lib/visible.ts';
import { openView } from '../../store/view.ts';
import { cellColumn, idColumn, statusColumn } from '../../ui/screens/columns.ts';
import { opens } from '../../ui/screens/opens.ts';
import type { Resource } from '../../ui/screens/resource.ts';
import { currencyFilter, wordFilter } from '../../ui/screens/server-filter.ts';
import { accountDetails, currencyCells } from './account-details.ts';
import { globalAccountDetails } from './global-account.ts';
import { accountStatuses } from './statuses.ts';

export const accounts: Resource<'account.list'> = {
  place: 'accounts',
  query: ({ server }) => ({ operation: 'account.list', input: { query: server } }),
  nouns: { one: t`account`, many: t`accounts` },
  empty: t`This customer has no accounts.`,
  columns: [
    cellColumn('label', t`Label`, [20, 40, 0], row => textCell(row.label), { main: true }),
    cellColumn('number', t`Number`, [8, 24, 1], row => textCell(row.account_number)),
    cellColumn('currency', t`Currency`, [8, 16, 2], row => currencyCells(row.supported_features)),
    statusColumn(row => row.status, { ACTIVE: 'good', INACTIVE: 'warn' }),
    cellColumn('country', t`Country`, [7, 8, 4], row => textCell(row.country_code)),
    cellColumn('type', t`Type`, [8, 16, 5], row => textCell(row.account_type)),
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
