// The list of one card's transactions, approved and declined.

import { Odd } from '../../api/contract/odd.ts';
import { amountCell, idText, textCell } from '../../format/cells.ts';
import { DASH } from '../../format/entry.ts';
import { statusText } from '../../format/statuses.ts';
import { t } from '../../lib/visible.ts';
import {
  amountColumn,
  cellColumn,
  figureColumn,
  idColumn,
  statusColumn,
  timeColumn,
} from '../../ui/screens/columns.ts';
import type { Resource } from '../../ui/screens/resource.ts';
import { periodFilters, wordFilter } from '../../ui/screens/server-filter.ts';
import { type CardTransaction, merchantOf, transactionDetails } from './card-transaction-details.ts';
import { cardText } from './listed-card.ts';
import { transactionStatuses, transactionTones } from './statuses.ts';

export const cardTransactions: Resource<'card.transactions'> = {
  place: 'card-transactions',
  query: ({ server, subject }) => ({
    operation: 'card.transactions',
    input: { query: { ...server, id: subject ?? '' } },
  }),
  nouns: { one: t`card transaction`, many: t`card transactions` },
  empty: t`This card has no transactions.`,
  about: ({ subject }, state) => (subject === undefined ? undefined : t`of ${cardText(subject, state)}`),
  columns: [
    timeColumn(row => row.transaction_date),
    cellColumn('merchant', t`Merchant`, [14, 40, 0], merchantCell, {
      main: true,
      orderedBy: row => idText(merchantOf(row)?.name),
    }),
    amountColumn(row => [row.transaction_amount, row.transaction_currency]),
    figureColumn('billing', t`Billed`, [10, 40, 4], row =>
      amountCell(row.billing_amount, row.billing_currency),
    ),
    cellColumn('type', t`Type`, [8, 16, 3], row => textCell(row.transaction_type)),
    statusColumn(row => row.status, transactionTones),
    idColumn(row => row.transaction_id),
  ],
  filters: [
    wordFilter('status', t`Status`, [t`APPROVED`, t`DECLINED`], false),
    ...periodFilters('start_date', 'end_date'),
  ],
  statuses: { of: row => statusText(row.status), explain: transactionStatuses },
  details: [{ title: t`Card transaction`, entries: transactionDetails }],
};

function merchantCell({ merchant }: CardTransaction) {
  if (merchant === undefined) return DASH;
  return textCell(merchant instanceof Odd ? merchant : merchant.name);
}
