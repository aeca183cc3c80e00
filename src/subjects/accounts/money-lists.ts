// The lists of a customer's money: balances, their history, and the transactions of one account.

import { Odd, readable } from '../../api/contract/odd.ts';
import { amountCell, signedCell, statusCell, textCell, timeCell } from '../../format/cells.ts';
import { type Cell, type Entry, noted, type Point, type Tone } from '../../format/entry.ts';
import { accountName } from '../../format/joined.ts';
import { historyEntries, recordStatus } from '../../format/record-words.ts';
import { isCurrencyFilter } from '../../lib/currency.ts';
import { groupDigits, isNegative } from '../../lib/decimal.ts';
import { showDate, todayIn } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { referenceIn, relatedToEntry, relatedToTransaction } from '../../money/related-money.ts';
import { idText, timeOf, whenOf } from '../../records/facts.ts';
import type { RowOf } from '../../records/query.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import type { Item } from '../../store/paging.ts';
import { openView } from '../../store/view.ts';
import { visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import {
  balanceColumn,
  cellColumn,
  descriptionColumn,
  secondColumn,
} from '../../ui/screens/common-columns.ts';
import { columnsOf, listingOf } from '../../ui/screens/record-listing.ts';
import type { DetailsContext, Resource } from '../../ui/screens/resource.ts';
import { currencyFilter, fromDate, toDate, wordFilter } from '../../ui/screens/server-filter.ts';

export const balances: Resource<'account.balances'> = {
  ...listingOf('balance'),
  place: 'balances',
  query: () => ({ operation: 'account.balances', input: {} }),
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
    const currency = idText(row.currency)?.toUpperCase();
    return currency !== undefined && isCurrencyFilter(currency)
      ? { ...openView('history'), server: { currency } }
      : undefined;
  },
};

const entry = columnsOf('history');

export const history: Resource<'account.balanceHistory'> = {
  ...listingOf('history'),
  place: 'history',
  query: ({ server }) => ({ operation: 'account.balanceHistory', input: { query: server } }),
  nouns: { one: t`entry`, many: t`entries` },
  related: relatedToEntry,
  about: () => t`of all accounts`,
  empty: t`This customer's balances have not changed yet.`,
  columns: [
    entry.time,
    // The description nearly always begins with the type, so a narrow screen hides the type first.
    cellColumn('type', t`Type`, [7, 16, 4], row => textCell(row.transaction_type)),
    // With fewer cells for the description, the balance gives way.
    { ...descriptionColumn(row => row.description), min: 20 },
    entry.amount,
    {
      ...balanceColumn('balance', t`Balance after`, [12, 40, 2.5], (row: HistoryEntry) =>
        amountCell(row.balance, row.currency),
      ),
      onlyNamed: true,
    },
    secondColumn('fee', t`Fee`, [6, 20, 5], row => amountCell(row.fee, row.currency)),
    cellColumn('source', t`Source`, [7, 14, 6], row => textCell(row.source_type)),
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
        ...historyEntries(row, moment),
        { label: t`ID`, cell: textCell(row.id) },
      ],
    },
    { title: t`Chart`, entries: balanceChart },
  ],
  actions: [
    {
      id: 'cancel-payout',
      title: t`cancel payout`,
      key: 'x',
      barred: (row, state) => whyNotWrite(state) ?? barHeldPayout(row),
      run: (app, row) => app.store.setState(state => visit(state, 'cancel-payout', referenceIn(row))),
    },
  ],
};

/** The service decides whether the payout is still pending. */
function barHeldPayout(row: HistoryEntry): Visible | undefined {
  const { source_type: source, amount } = row;
  if (
    (typeof source === 'string' && source !== 'PAYOUT') ||
    (typeof amount === 'string' && !isNegative(amount))
  )
    return t`This entry is not money held for a payout.`;
  return referenceIn(row) === undefined
    ? t`This entry names no system reference of a payout. To cancel by ID, press X.`
    : undefined;
}

function balanceChart(
  row: HistoryEntry,
  { moment, isWhole }: DetailsContext,
  _raw: unknown,
  items: readonly Item<HistoryEntry>[],
): readonly Entry[] {
  const currency = idText(row.currency);
  if (currency === undefined) return [noted(t`This entry has no currency.`, 'warn')];
  const points = items.flatMap(item => pointOf(item.row, currency));
  const [mark] = pointOf(row, currency);
  return [
    noted(t`Balance in ${visible(currency, 12)} after each loaded change (${points.length}):`, 'plain'),
    ...(mark
      ? [
          noted(
            t`● ${timeCell(timeOf('history', row), moment).text}  ${groupDigits(mark.value)} ${visible(currency, 12)}`,
            'strong',
          ),
        ]
      : []),
    { chart: { points, day: at => showDate(todayIn(moment.zone, at)), ...(mark && { mark }) } },
    {
      note: isWhole ? t`Press f to choose a period.` : t`Press G to load the rest, or f to choose a period.`,
    },
  ];
}

function pointOf(entry: HistoryEntry, wanted: string): readonly Point[] {
  const [at, value] = [whenOf('history', entry), readable(entry.balance)];
  return idText(entry.currency) !== wanted || value === undefined || at === undefined ? [] : [{ at, value }];
}

const direction: Readonly<Record<'CREDIT' | 'DEBIT', Tone>> = { CREDIT: 'money-in', DEBIT: 'money-out' };

/** INTERFACE.md documents RETURNED only for direct debits. */
const statusIn = (row: RowOf<'account.transactions'>): Cell => ({
  ...recordStatus('transaction', row),
  ...(row.status instanceof Odd && row.status.raw === 'RETURNED' && { tone: 'bad' }),
});

const { time, status, amount, id } = columnsOf('transaction');

export const transactions: Resource<'account.transactions'> = {
  ...listingOf('transaction'),
  place: 'transactions',
  query: ({ server, subject }) => ({
    operation: 'account.transactions',
    input: { headers: { 'x-account-id': subject ?? '' }, query: server },
  }),
  empty: t`This account has no transactions.`,
  about: (view, state) =>
    view.subject === undefined ? undefined : t`of ${accountName(view.subject, state)}`,
  columns: [
    time,
    descriptionColumn(row => row.description),
    cellColumn('type', t`Type`, [6, 12, 5], row => statusCell(row.type, direction), { spare: true }),
    { ...status, min: 7, drop: 1, cell: statusIn },
    amount,
    id,
  ],
  filters: [
    fromDate,
    toDate,
    currencyFilter,
    wordFilter('status', t`Status`, [t`SETTLED`, t`PENDING`], false),
  ],
  related: relatedToTransaction,
  details: [
    {
      title: t`Transaction`,
      entries: (row, { moment }) => [
        { lead: signedCell(row.amount, row.currency, row.type), status: statusIn(row) },
        { about: textCell(row.description) },
        { label: t`Type`, cell: statusCell(row.type, direction) },
        { label: t`Time`, cell: timeCell(timeOf('transaction', row), moment) },
        { label: t`ID`, cell: textCell(row.id) },
      ],
    },
  ],
};
