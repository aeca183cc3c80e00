// The lists of a customer's money: balances, their history, and the transactions of one account.

import { Odd } from '../../api/contract/odd.ts';
import { amountCell, movedCell, signedCell, statusCell, textCell, timeCell } from '../../format/cells.ts';
import { historyEntries } from '../../format/customer-lists.ts';
import { type Cell, type Entry, noted, type Point, type Tone } from '../../format/entry.ts';
import { accountName } from '../../format/joined.ts';
import { said, saidDay } from '../../format/summary.ts';
import { isCurrencyFilter } from '../../lib/currency.ts';
import { groupDigits, isNegative } from '../../lib/decimal.ts';
import { showDate, todayIn } from '../../lib/time.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { referenceIn, relatedToEntry, relatedToTransaction } from '../../money/related-money.ts';
import { epochOf, idText, statusText } from '../../records/facts.ts';
import type { RowOf } from '../../records/query.ts';
import type { HistoryEntry } from '../../records/reads.ts';
import type { Item } from '../../store/paging.ts';
import { openView } from '../../store/view.ts';
import { visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import {
  amountColumn,
  balanceColumn,
  cellColumn,
  descriptionColumn,
  idColumn,
  movedColumn,
  secondColumn,
  statusColumn,
  timeColumn,
} from '../../ui/screens/common-columns.ts';
import type { DetailsContext, Resource } from '../../ui/screens/resource.ts';
import { currencyFilter, fromDate, toDate, wordFilter } from '../../ui/screens/server-filter.ts';
import { transactionStatuses } from './accounts.ts';

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
    const currency = idText(row.currency)?.toUpperCase();
    return currency !== undefined && isCurrencyFilter(currency)
      ? { ...openView('history'), server: { currency } }
      : undefined;
  },
};

export const history: Resource<'account.balanceHistory'> = {
  place: 'history',
  query: ({ server }) => ({ operation: 'account.balanceHistory', input: { query: server } }),
  nouns: { one: t`entry`, many: t`entries` },
  summary: (row, state) => ({
    kind: 'entry',
    status: undefined,
    fields: {
      amount: said(movedCell(row.amount, row.currency), 'signed'),
      date: saidDay(epochOf(row.create_time), state),
    },
  }),
  related: relatedToEntry,
  about: () => t`of all accounts`,
  empty: t`This customer's balances have not changed yet.`,
  columns: [
    timeColumn(row => row.create_time),
    // The description nearly always begins with the type, so a narrow screen hides the type first.
    cellColumn('type', t`Type`, [7, 16, 4], row => textCell(row.transaction_type)),
    // With fewer cells for the description, the balance gives way.
    { ...descriptionColumn(row => row.description), min: 20 },
    movedColumn(row => [row.amount, row.currency]),
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
      barred: (row, state) => whyNotWrite(state) ?? whyNoHeldPayout(row),
      run: (app, row) => app.store.setState(state => visit(state, 'cancel-payout', referenceIn(row))),
    },
  ],
};

/** The service decides whether the payout is still pending. */
function whyNoHeldPayout(row: HistoryEntry): Visible | undefined {
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
            t`● ${timeCell(row.create_time, moment).text}  ${groupDigits(mark.value)} ${visible(currency, 12)}`,
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

function pointOf({ currency, balance, create_time: time }: HistoryEntry, wanted: string): readonly Point[] {
  if (idText(currency) !== wanted || balance === undefined || balance instanceof Odd) return [];
  return time === undefined || time instanceof Odd ? [] : [{ at: time.epochMs, value: balance }];
}

const status: Readonly<Record<'SETTLED' | 'PENDING', Tone>> = { SETTLED: 'good', PENDING: 'warn' };
const direction: Readonly<Record<'CREDIT' | 'DEBIT', Tone>> = { CREDIT: 'money-in', DEBIT: 'money-out' };

/** INTERFACE.md documents RETURNED only for direct debits. */
const statusOf = ({ status: sent }: RowOf<'account.transactions'>): Cell =>
  sent instanceof Odd && sent.raw === 'RETURNED'
    ? { ...statusCell(sent, status), tone: 'bad' }
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
  summary: (row, state, status) => ({
    kind: 'transaction',
    status,
    fields: {
      amount: said(signedCell(row.amount, row.currency, row.type), 'signed'),
      date: saidDay(epochOf(row.create_time), state),
    },
  }),
  related: relatedToTransaction,
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
