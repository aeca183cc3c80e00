// Payouts: the interface has no list of them, so what was done from here stands first, the balance history's entries behind it.

import { Odd } from '../../api/contract/odd.ts';
import { remembered } from '../../lib/remembered.ts';
import { fromServer, t, type Visible, visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import { visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { type Cell, DASH } from '../../ui/kit/cell.ts';
import type { Column } from '../../ui/kit/columns.ts';
import { amountCell, type Moment, textCell } from '../../ui/screens/cells.ts';
import { idColumn, timeColumn } from '../../ui/screens/columns.ts';
import { STATE_CELLS } from '../../ui/screens/journal-tones.ts';
import { opens } from '../../ui/screens/opens.ts';
import type { Resource, RowAction } from '../../ui/screens/resource.ts';
import {
  AMOUNT,
  BENEFICIARY,
  confirmedLine,
  DEBTOR,
  PAYOUT_ID,
  REFERENCE,
  SYSTEM_REFERENCE,
  TRANSACTION_ID,
} from '../../ui/screens/shown-lines.ts';
import { writeStatuses } from '../../ui/screens/write-statuses.ts';
import { askCancel, targetOf } from './cancel-payout.ts';
import { isOwn, type OwnPayout, ownPayouts } from './own-payout.ts';
import { type HistoryEntry, type Payout, payoutDetails, stateCell, verdictOf } from './payout-details.ts';

const KINDS: Readonly<Record<OwnPayout['kind'], Visible>> = {
  payout: t`Payout`,
  cancellation: t`Cancel`,
  'debit cancellation': t`Cancel DD`,
};

const here = { from: 'payouts' } as const;

/** One for each console: it remembers the rows that it last made. */
export function payouts(): Resource<'account.balanceHistory', OwnPayout> {
  return {
    place: 'payouts',
    query: () => ({
      operation: 'account.balanceHistory',
      input: { query: { transaction_type: TYPE } },
      idField: 'id',
    }),
    local: ownPayouts(),
    // A service that ignores the filter sends deposits too: among payouts they would be taken for some.
    withJoins: onlyPayouts(),
    nouns: { one: t`entry of the balance history`, many: t`entries of the balance history` },
    localNouns: { one: t`write from here`, many: t`writes from here` },
    empty: t`Nothing was paid out from here, and the balance history has no payout. n makes one; X cancels one by its ID or reference.`,
    about: () => t`made from here, and in the balance history`,
    columns,
    filters: [],
    details: [{ title: t`Payout`, entries: payoutDetails }],
    statuses: { of: row => (isOwn(row) ? row.own.state : undefined), explain: writeStatuses },
    actions: [cancel],
    commands: [
      opens({ ...here, to: 'new-payout', key: 'n', title: t`new payout`, footer: 2.6, writes: true }),
      opens({ ...here, to: 'cancel-payout', key: 'X', title: t`cancel by ID or reference`, writes: true }),
      opens({ ...here, to: 'direct-debits', key: 'D', title: t`direct debits`, footer: 2.7, writes: false }),
    ],
    reload: app => app.journal.refresh(),
  };
}

const TYPE = 'PAYOUT';

const onlyPayouts = () =>
  remembered((items: readonly Item<Payout>[]) => {
    const kept = items.filter(({ row }) => isOwn(row) || isPayoutType(row.transaction_type));
    return kept.length === items.length ? items : kept;
  });

/** What doesn't say its type is taken for what was asked for. */
const isPayoutType = (type: HistoryEntry['transaction_type']): boolean =>
  type === undefined || type instanceof Odd || type.toUpperCase() === TYPE;

const text = (value: Visible | undefined): Cell => (value === undefined ? DASH : { text: value });

const columns: readonly Column<Payout, Moment>[] = [
  timeColumn<Payout>(row =>
    isOwn(row) ? { text: fromServer(''), epochMs: row.own.intent.createdAt } : row.create_time,
  ),
  {
    id: 'kind',
    title: t`What`,
    align: 'left',
    min: 9,
    max: 9,
    drop: 1.5,
    cell: row => (isOwn(row) ? { text: KINDS[row.kind] } : textCell(row.transaction_type)),
  },
  {
    id: 'beneficiary',
    title: t`To`,
    align: 'left',
    min: 16,
    max: 36,
    drop: 1,
    cell: row =>
      isOwn(row)
        ? text(confirmedLine(row.own, BENEFICIARY) ?? confirmedLine(row.own, DEBTOR))
        : // Whom it went to, where that is said at all, is said in its description.
          textCell(row.description, 'dim'),
  },
  {
    id: 'reference',
    title: t`Reference`,
    align: 'left',
    min: 14,
    max: 36,
    drop: 5,
    cell: row => (isOwn(row) ? text(confirmedLine(row.own, REFERENCE)) : DASH),
  },
  {
    id: 'state',
    title: t`State`,
    align: 'left',
    min: 9,
    max: STATE_CELLS,
    drop: 0,
    // Where there is no room for the source, this says it too.
    cell: row => (isOwn(row) ? stateCell(row) : { text: t`history`, tone: 'dim' }),
  },
  {
    id: 'amount',
    title: t`Amount`,
    align: 'decimal',
    min: 12,
    max: 40,
    drop: 0,
    cell: row => (isOwn(row) ? confirmedAmount(row) : amountCell(row.amount, row.currency)),
  },
  {
    id: 'source',
    title: t`Source`,
    align: 'left',
    min: 7,
    max: 7,
    drop: 5.5,
    cell: row => ({ text: isOwn(row) ? t`journal` : t`history`, tone: 'dim' }),
  },
  idColumn<Payout>(row => (isOwn(row) ? ownId(row) : undefined)),
];

/** The dialog's own words, split so that decimals stand under decimals. */
function confirmedAmount(row: OwnPayout): Cell {
  const shown = confirmedLine(row.own, AMOUNT);
  if (shown === undefined) return DASH;
  const [, digits, unit] = /^(\S+) (\S+)$/.exec(shown) ?? [];
  return digits === undefined || unit === undefined
    ? { text: shown }
    : { text: visible(digits), unit: visible(unit) };
}

function ownId(row: OwnPayout) {
  const [id] = [...row.known.ids, ...row.known.references];
  const confirmed =
    confirmedLine(row.own, PAYOUT_ID) ??
    confirmedLine(row.own, SYSTEM_REFERENCE) ??
    confirmedLine(row.own, TRANSACTION_ID);
  const shown = id ?? confirmed;
  return shown === undefined ? undefined : fromServer(shown);
}

const cancel: RowAction<Payout> = {
  id: 'cancel',
  title: t`cancel this`,
  key: 'x',
  footer: 2.5,
  barred: (row, state) => whyNotWrite(state) ?? (isOwn(row) ? whyNotCancel(row) : undefined),
  run(app, row, key) {
    const target = isOwn(row) ? targetOf(row) : undefined;
    if (isOwn(row) && target) askCancel(app, target, { row });
    // What it is called isn't known: a person who knows says so.
    else app.store.setState(state => visit(state, 'cancel-payout', undefined, key));
  },
};

function whyNotCancel(row: OwnPayout): Visible | undefined {
  if (row.kind !== 'payout') return t`A cancellation can’t be cancelled.`;
  switch (row.own.state) {
    case 'PREPARED':
    case 'SENT':
      return t`This payout is still on its way: wait for its outcome.`;
    case 'REFUSED':
    case 'NOT SENT':
      return t`This payout was not made (${visible(row.own.state)}), so there is nothing to cancel.`;
    case 'RESOLVED':
      return verdictOf(row) === 'NOT DONE'
        ? t`This payout was resolved as not done, so there is nothing to cancel.`
        : undefined;
    case 'UNKNOWN':
    case 'DONE':
      return undefined;
  }
}
