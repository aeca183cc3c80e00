// The list of one account's transactions.

import { Odd } from '../../api/contract/odd.ts';
import type { RowOf } from '../../effects/query.ts';
import { accountName } from '../../format/account-name.ts';
import { signedCell, statusCell, textCell, timeCell } from '../../format/cells.ts';
import type { Cell, Tone } from '../../format/entry.ts';
import { statusText } from '../../format/statuses.ts';
import { t } from '../../lib/visible.ts';
import {
  amountColumn,
  cellColumn,
  descriptionColumn,
  idColumn,
  statusColumn,
  timeColumn,
} from '../../ui/screens/columns.ts';
import type { Resource } from '../../ui/screens/resource.ts';
import { currencyFilter, fromDate, toDate, wordFilter } from '../../ui/screens/server-filter.ts';
import { transactionStatuses } from './statuses.ts';

const status: Readonly<Record<'SETTLED' | 'PENDING', Tone>> = { SETTLED: 'good', PENDING: 'warn' };
const direction: Readonly<Record<'CREDIT' | 'DEBIT', Tone>> = { CREDIT: 'money-in', DEBIT: 'money-out' };

/** INTERFACE.md documents RETURNED only for direct debits. A transaction with the status RETURNED is red too. */
const statusOf = ({ status: sent }: RowOf<'account.transactions'>): Cell =>
  sent instanceof Odd && sent.raw === 'RETURNED'
    ? { ...textCell(sent), tone: 'bad' }
    : statusCell(sent, status);

export const transactions: Resource<'account.transactions'> = {
  place: 'transactions',
  query: ({ server, subject }) => ({
    operation: 'account.transactions',
    input: { headers: { 'x-account-id': subject ?? '' }, query: server },
  }),
  nouns: { one: t`transaction`, many: t`transactions` },
  empty: t`This account has no transactions.`,
  about: (view, state) =>
    view.subject === undefined ? undefined : t`of ${accountName(view.subject, state)}`,
  columns: [
    timeColumn(row => row.create_time),
    descriptionColumn(row => row.description),
    cellColumn('type', t`Type`, [6, 12, 5], row => statusCell(row.type, direction), { spare: true }),
    { ...statusColumn(row => row.status, status, [7, 14, 1]), cell: statusOf },
    amountColumn(row => [row.amount, row.currency, row.type]),
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
        { lead: signedCell(row.amount, row.currency, row.type), status: statusOf(row) },
        { about: textCell(row.description) },
        { label: t`Type`, cell: statusCell(row.type, direction) },
        { label: t`Time`, cell: timeCell(row.create_time, moment) },
        { label: t`ID`, cell: textCell(row.id) },
      ],
    },
  ],
};
