// The balance history: one entry for each change of a balance.

import { Odd } from '../../api/contract/odd.ts';
import { showDate, todayIn } from '../../lib/time.ts';
import { t, visible } from '../../lib/visible.ts';
import type { HistoryEntry } from '../../records/row-types.ts';
import type { Item } from '../../store/paging.ts';
import type { Entry } from '../../ui/kit/details.ts';
import type { Point } from '../../ui/kit/figures.ts';
import { amountCell, idText, movedCell, textCell, timeCell } from '../../ui/screens/cells.ts';
import {
  balanceColumn,
  cellColumn,
  descriptionColumn,
  movedColumn,
  secondColumn,
  timeColumn,
} from '../../ui/screens/columns.ts';
import type { DetailsContext, Resource } from '../../ui/screens/resource.ts';
import { currencyFilter, fromDate, toDate, wordFilter } from '../../ui/screens/server-filter.ts';

export const history: Resource<'account.balanceHistory'> = {
  place: 'history',
  query: ({ server }) => ({ operation: 'account.balanceHistory', input: { query: server } }),
  nouns: { one: t`entry`, many: t`entries` },
  about: () => t`of all accounts`,
  empty: t`This customer's balances have not changed yet.`,
  columns: [
    timeColumn(row => row.create_time),
    // The description nearly always begins with the type. So a narrow screen hides the type column before it cuts the description.
    cellColumn('type', t`Type`, [7, 16, 3], row => textCell(row.transaction_type)),
    descriptionColumn(row => row.description),
    movedColumn(row => [row.amount, row.currency]),
    {
      ...balanceColumn('balance', t`Balance after`, [12, 40, 4], (row: HistoryEntry) =>
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
        { lead: movedCell(row.amount, row.currency) },
        { about: textCell(row.description) },
        { label: t`Fee`, cell: amountCell(row.fee, row.currency) },
        { label: t`Balance after`, cell: amountCell(row.balance, row.currency) },
        { label: t`Type`, cell: textCell(row.transaction_type) },
        { label: t`Source`, cell: textCell(row.source_type) },
        { label: t`Time`, cell: timeCell(row.create_time, moment) },
        { label: t`ID`, cell: textCell(row.id) },
      ],
    },
    { title: t`Chart`, entries: balanceChart },
  ],
};

function balanceChart(
  row: HistoryEntry,
  { moment, isWhole }: DetailsContext,
  _raw: unknown,
  items: readonly Item<HistoryEntry>[],
): readonly Entry[] {
  const currency = idText(row.currency);
  if (currency === undefined) return [{ note: t`This entry has no currency.`, tone: 'warn' }];
  const points = items.flatMap(item => pointOf(item.row, currency));
  return [
    {
      note: t`Balance in ${visible(currency, 12)} after each loaded change (${points.length}):`,
      tone: 'plain',
    },
    { chart: { points, day: at => showDate(todayIn(moment.zone, at)) } },
    {
      note: isWhole ? t`Press f to choose a period.` : t`Press G to load the rest, or f to choose a period.`,
    },
  ];
}

function pointOf({ currency, balance, create_time: time }: HistoryEntry, wanted: string): readonly Point[] {
  if (idText(currency) !== wanted || balance === undefined || balance instanceof Odd) return [];
  return time === undefined || time instanceof Odd ? [] : [{ at: time.epochMs, value: balance }];
}
