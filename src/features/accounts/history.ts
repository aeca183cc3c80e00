// How a customer's balances came to be: one entry for each change.

import { t } from '../../lib/visible.ts';
import { amountCell, minuteCell, textCell, timeCell, timeHeading } from '../../ui/screens/cells.ts';
import type { Resource } from '../../ui/screens/resource.ts';
import { currencyFilter, fromDate, toDate, wordFilter } from '../../ui/screens/server-filter.ts';

export const history: Resource<'account.balanceHistory'> = {
  place: 'history',
  query: ({ server }) => ({
    operation: 'account.balanceHistory',
    input: { query: server },
    idField: 'id',
  }),
  nouns: { one: t`entry`, many: t`entries` },
  about: () => t`of all accounts`,
  empty: t`This customer's balances have not changed yet.`,
  columns: [
    {
      id: 'time',
      title: t`Time`,
      heading: timeHeading,
      align: 'left',
      min: 16,
      max: 16,
      drop: 2,
      cell: (row, moment) => minuteCell(row.create_time, moment),
    },
    {
      id: 'type',
      title: t`Type`,
      align: 'left',
      min: 7,
      max: 16,
      drop: 1,
      cell: row => textCell(row.transaction_type),
    },
    {
      id: 'description',
      title: t`Description`,
      align: 'left',
      min: 10,
      max: 50,
      drop: 3,
      cell: row => textCell(row.description),
    },
    {
      id: 'amount',
      title: t`Amount`,
      align: 'decimal',
      min: 12,
      max: 40,
      drop: 0,
      cell: row => amountCell(row.amount, row.currency),
    },
    {
      id: 'balance',
      title: t`Balance after`,
      align: 'decimal',
      min: 12,
      max: 40,
      drop: 4,
      cell: row => amountCell(row.balance, row.currency),
    },
    {
      id: 'fee',
      title: t`Fee`,
      align: 'decimal',
      min: 6,
      max: 20,
      drop: 5,
      cell: row => amountCell(row.fee, row.currency),
    },
    {
      id: 'source',
      title: t`Source`,
      align: 'left',
      min: 7,
      max: 14,
      drop: 6,
      cell: row => textCell(row.source_type),
    },
  ],
  filters: [
    fromDate,
    toDate,
    currencyFilter,
    wordFilter('transaction_type', t`Type`, [t`DEPOSIT`, t`PAYOUT`, t`CONVERSION_BUY`, t`HOLD`], false),
  ],
  details: [
    {
      title: t`Entry`,
      entries: (row, { moment }) => [
        { label: t`Amount`, cell: amountCell(row.amount, row.currency) },
        { label: t`Fee`, cell: amountCell(row.fee, row.currency) },
        { label: t`Balance after`, cell: amountCell(row.balance, row.currency) },
        { label: t`Type`, cell: textCell(row.transaction_type) },
        { label: t`Source`, cell: textCell(row.source_type) },
        { label: t`Time`, cell: timeCell(row.create_time, moment) },
        { label: t`Description`, cell: textCell(row.description) },
        { label: t`ID`, cell: textCell(row.id) },
      ],
    },
  ],
};
