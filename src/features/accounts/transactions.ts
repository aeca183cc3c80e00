// One account's transactions.

import { t } from '../../lib/visible.ts';
import { accountName } from '../../records/account-name.ts';
import type { Tone } from '../../ui/kit/theme.ts';
import { amountCell, statusCell, textCell, timeCell } from '../../ui/screens/cells.ts';
import {
  amountColumn,
  descriptionColumn,
  idColumn,
  statusColumn,
  timeColumn,
} from '../../ui/screens/columns.ts';
import { statusText } from '../../ui/screens/explained.ts';
import type { Resource } from '../../ui/screens/resource.ts';
import { currencyFilter, fromDate, toDate, wordFilter } from '../../ui/screens/server-filter.ts';
import { transactionStatuses } from './statuses.ts';

const status: Readonly<Record<'SETTLED' | 'PENDING', Tone>> = { SETTLED: 'good', PENDING: 'warn' };
const direction: Readonly<Record<'CREDIT' | 'DEBIT', Tone>> = { CREDIT: 'good', DEBIT: 'plain' };

export const transactions: Resource<'account.transactions'> = {
  place: 'transactions',
  query: ({ server, subject }) => ({
    operation: 'account.transactions',
    input: { headers: { 'x-account-id': subject ?? '' }, query: server },
    idField: 'id',
  }),
  nouns: { one: t`transaction`, many: t`transactions` },
  empty: t`This account has no transactions.`,
  about: (view, state) =>
    view.subject === undefined ? undefined : t`of ${accountName(view.subject, state)}`,
  columns: [
    timeColumn(row => row.create_time),
    descriptionColumn(row => row.description),
    {
      id: 'type',
      title: t`Type`,
      align: 'left',
      min: 6,
      max: 12,
      drop: 0,
      cell: row => statusCell(row.type, direction),
    },
    statusColumn(row => row.status, status, [7, 14, 1]),
    amountColumn(row => [row.amount, row.currency]),
    idColumn(row => row.id),
  ],
  filters: [
    fromDate,
    toDate,
    currencyFilter,
    wordFilter('status', t`Status`, [t`SETTLED`, t`PENDING`], false),
  ],
  statuses: { of: row => statusText(row.status), explain: transactionStatuses },
  details: [
    {
      title: t`Transaction`,
      entries: (row, { moment }) => [
        { label: t`Amount`, cell: amountCell(row.amount, row.currency) },
        { label: t`Type`, cell: statusCell(row.type, direction) },
        { label: t`Status`, cell: statusCell(row.status, status) },
        { label: t`Time`, cell: timeCell(row.create_time, moment) },
        { label: t`Description`, cell: textCell(row.description) },
        { label: t`ID`, cell: textCell(row.id) },
      ],
    },
  ],
};
