// The list of payouts: Purser's own writes, then the balance history, because the service has no such list.

import { Odd } from '../../api/contract/odd.ts';
import { type Moment, movedCell, textCell } from '../../format/cells.ts';
import { type Cell, DASH, noted } from '../../format/entry.ts';
import { listOf } from '../../format/joined.ts';
import { type Summary, said, saidDay } from '../../format/summary.ts';
import { doneAt } from '../../journal/possible-duplicates.ts';
import { textIn } from '../../journal/request-body.ts';
import { counted } from '../../lib/counted.ts';
import { briefId } from '../../lib/identifier.ts';
import { present } from '../../lib/present.ts';
import { remembered } from '../../lib/remembered.ts';
import { DAY } from '../../lib/time.ts';
import { fromServer, t, type Visible, visible } from '../../lib/visible.ts';
import { cancelledDebit } from '../../money/in-path.ts';
import { STATE_CELLS, unreadJournal, writeStatuses } from '../../money/journal-entry.ts';
import { byWord, type Loaded, type Related, shortName } from '../../money/related.ts';
import {
  entriesOf,
  journalEntry,
  ofWrite,
  otherPayouts,
  relatedToEntry,
  sameMoney,
  writesNaming,
} from '../../money/related-money.ts';
import {
  BENEFICIARY,
  confirmedLine,
  confirmedMoney,
  DEBTOR,
  PAYOUT_ID,
  REFERENCE,
  SYSTEM_REFERENCE,
  TRANSACTION_ID,
} from '../../money/shown-lines.ts';
import { writeSummary } from '../../money/write-summary.ts';
import { timeOf, whenOf } from '../../records/facts.ts';
import { type DirectDebit, debitsQuery, type HistoryEntry } from '../../records/reads.ts';
import { NOT_SHOWN, type StatusMeaning } from '../../records/record-statuses.ts';
import { extentOf, type Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { hasStatusChanged } from '../../store/status-changes.ts';
import { openView } from '../../store/view.ts';
import { visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import type { Column } from '../../ui/kit/column-widths.ts';
import type { Attention, AttentionSource } from '../../ui/screens/attention.ts';
import { cellColumn, figureColumn, idColumn, timeColumn } from '../../ui/screens/common-columns.ts';
import { opens } from '../../ui/screens/opens.ts';
import type { Resource, RowAction } from '../../ui/screens/resource.ts';
import {
  cancelledNames,
  isOwn,
  NOT_OWN,
  type OwnPayout,
  ownPayouts,
  payoutKey,
  watchPayout,
} from './own-payout.ts';
import { askCancel, payoutCancel, targetOf } from './payout-cancel.ts';
import { payoutCreate } from './payout-create.ts';
import { confirmedAmount, type Payout, payoutDetails, stateCell, verdictOf } from './payout-details.ts';
import { PAYOUT, payoutHistory } from './payout-entries.ts';

const KINDS: Readonly<Record<OwnPayout['kind'], Visible>> = {
  payout: t`Payout`,
  cancellation: t`Cancel`,
  'debit cancellation': t`Cancel DD`,
};

const here = { from: 'payouts' } as const;

/** Each console has its own list, which remembers its last rows. */
export function payouts(): Resource<'account.balanceHistory', OwnPayout> {
  return {
    place: 'payouts',
    query: () => payoutHistory,
    local: ownPayouts(),
    // A service that ignores the filter also sends deposits, which staff would take for payouts.
    adaptRows: onlyPayouts(),
    nouns: { one: t`balance history row`, many: t`balance history rows` },
    localNouns: { one: t`made in Purser`, many: t`made in Purser` },
    empty: t`No payouts: none made in Purser, and none in the balance history. Press n for a new payout, or X to cancel a payout by its ID or reference.`,
    emptyReason: unreadJournal,
    about: (_, state) => t`${waitingText(state)}· made in Purser, and from balance history`,
    columns,
    details: [{ title: t`Payout`, entries: payoutDetails }],
    statuses: {
      of: row => (isOwn(row) ? (row.cancelled ? 'CANCELLED' : row.own.state) : undefined),
      explain: { ...writeStatuses, CANCELLED: cancelledMeaning },
    },
    summary: summaryOf,
    watch: row => (isOwn(row) ? watchPayout(row) : NOT_OWN),
    changed: (row, state) => isOwn(row) && hasStatusChanged(state, payoutKey(row)),
    related: relatedToPayout,
    actions: [cancel],
    commands: [
      opens({ ...here, to: 'new-payout', key: 'n', title: t`new payout`, footer: 2.6, writes: true }),
      opens({ ...here, to: 'direct-debits', key: 'D', title: t`direct debits`, footer: 2.7, writes: false }),
    ],
    reload: app => void app.journal.refresh(),
  };
}

/** They have a list of their own, but the tab counts them. */
function waitingText(state: State): Visible {
  const { pages } = listOf(state, debitsQuery);
  const count = pendingIn(pages.items);
  if (count === 0) return t``;
  return extentOf(pages) === 'all'
    ? t`· ${counted(count, t`direct debit waits`, t`direct debits wait`)} (D) `
    : t`· ${count} or more direct debits wait (D) `;
}

const pendingIn = remembered(
  (items: readonly Item<DirectDebit>[]) => items.filter(({ row }) => row.status === 'PENDING').length,
);

function relatedToPayout(row: Payout, loaded: Loaded): readonly Related[] {
  if (!isOwn(row)) return relatedToEntry(row, loaded);
  const { own, known } = row;
  const { intent } = own;
  const beneficiary = textIn(intent, 'beneficiary_id');
  const debit = cancelledDebit(intent)?.params.transaction_id;
  const names = [...known.references, ...known.ids, ...cancelledNames(own)];
  const others = writesNaming(names, loaded).filter(other => other !== own);
  return [
    ...entriesOf(names, loaded),
    ...present(
      byWord(t`Beneficiary`, 'beneficiaries', beneficiary, confirmedLine(own, BENEFICIARY)),
      debit !== undefined && {
        kind: t`Direct debit`,
        text: confirmedLine(own, DEBTOR) ?? shortName(debit),
        view: openView('direct-debits', debit),
      },
    ),
    ...(beneficiary === undefined ? [] : otherPayouts(beneficiary, loaded, own)),
    ...others.flatMap(other => ofWrite(other, loaded)),
    ...present(journalEntry(own, loaded)),
    ...sameMoney(own, loaded),
  ];
}

function summaryOf(row: Payout, state: State): Summary | undefined {
  if (!isOwn(row)) {
    const amount = movedCell(row.amount, row.currency);
    const date = saidDay(whenOf('history', row), state);
    // Money that came back did not leave the balance.
    return amount.sign === '+'
      ? { kind: 'entry', status: undefined, fields: { amount: said(amount, 'signed'), date } }
      : {
          kind: 'payout',
          status: 'PAID',
          fields: { amount: said(amount), payee: undefined, reference: undefined, date },
        };
  }
  const { own, cancelled } = row;
  const definition =
    row.kind === 'payout' ? payoutCreate : row.kind === 'cancellation' ? payoutCancel : undefined;
  return writeSummary(own, state, definition, cancelled && { status: 'CANCELLED', at: doneAt(cancelled) });
}

const cancelledMeaning: StatusMeaning = {
  means: t`Purser cancelled this payout.`,
  next: t`The service. The date of the refund is not documented: the balance history (B) shows it.`,
  final: NOT_SHOWN,
  undo: t`Not supported by the service: a cancellation can’t be undone. Press n to make a new payout.`,
};

const onlyPayouts = () =>
  remembered((items: readonly Item<Payout>[]) => {
    const kept = items.filter(({ row }) => isOwn(row) || isPayoutType(row.transaction_type));
    return kept.length === items.length ? items : kept;
  });

/** A row without a readable type counts as a payout, because the request asks only for payouts. */
const isPayoutType = (type: HistoryEntry['transaction_type']): boolean =>
  type === undefined || type instanceof Odd || type.toUpperCase() === PAYOUT;

/** A history row has no beneficiary, but its description may name one after "Payout 035973". */
function payeeCell(description: HistoryEntry['description']): Cell {
  const cell = textCell(description);
  const name = visible(cell.text.replace(/^payout \S*\d\S* +(?=\S)/i, ''));
  return name === cell.text ? cell : { ...cell, short: name };
}

/** History rows say "Payout", as journal rows do, so that the table can hide the column if all rows are payouts. */
const kindCell = (type: HistoryEntry['transaction_type']): Cell =>
  typeof type === 'string' ? { text: KINDS.payout } : textCell(type);

const text = (value: Visible | undefined): Cell => (value === undefined ? DASH : { text: value });

const columns: readonly Column<Payout, Moment>[] = [
  timeColumn<Payout>(row =>
    isOwn(row) ? { text: fromServer(''), epochMs: row.own.intent.createdAt } : timeOf('history', row),
  ),
  cellColumn('kind', t`Kind`, [9, 9, 1.5], row =>
    isOwn(row) ? { text: KINDS[row.kind] } : kindCell(row.transaction_type),
  ),
  cellColumn(
    'beneficiary',
    t`To`,
    [10, 36, 0],
    row =>
      isOwn(row)
        ? text(confirmedLine(row.own, BENEFICIARY) ?? confirmedLine(row.own, DEBTOR) ?? cancelledText(row))
        : payeeCell(row.description),
    { main: true },
  ),
  cellColumn('reference', t`Reference`, [14, 36, 5], row =>
    isOwn(row) ? text(confirmedLine(row.own, REFERENCE)) : DASH,
  ),
  cellColumn('state', t`State`, [9, STATE_CELLS, 0], row => (isOwn(row) ? stateCell(row) : DASH)),
  figureColumn('amount', t`Amount`, [12, 40, 0], row =>
    isOwn(row) ? confirmedAmount(row) : movedCell(row.amount, row.currency),
  ),
  cellColumn('source', t`Source`, [7, 7, 5.5], row => ({
    text: isOwn(row) ? t`journal` : t`history`,
    tone: 'dim',
  })),
  idColumn<Payout>(row => (isOwn(row) ? ownId(row) : undefined)),
];

/** Of a cancelled payout Purser may know only its ID or system reference. */
function cancelledText({ own }: OwnPayout): Visible | undefined {
  const [name] = cancelledNames(own);
  return name === undefined ? undefined : briefId(name);
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
  title: t`cancel payout`,
  key: 'x',
  footer: 2.5,
  barred: (row, state) => whyNotWrite(state) ?? (isOwn(row) ? barCancel(row) : undefined),
  run(app, row, key) {
    const target = isOwn(row) ? targetOf(row) : undefined;
    if (isOwn(row) && target) askCancel(app, target, { row });
    // Purser does not know the payout's ID, so staff must enter it.
    else app.store.setState(state => visit(state, 'cancel-payout', undefined, key));
  },
};

function barCancel(row: OwnPayout): Visible | undefined {
  if (row.kind !== 'payout') return t`A cancellation can’t be cancelled.`;
  switch (row.own.state) {
    case 'WAITING':
      return t`This payout waits for approval and is not sent, so there is nothing to cancel.`;
    case 'PREPARED':
    case 'SENT':
      return t`Purser is still sending this payout. Wait for its outcome.`;
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

/** INTERFACE.md does not say how long payouts stay pending. */
const RECENT = 2 * DAY;

export function recentPayouts(): AttentionSource {
  const own = ownPayouts();
  return {
    attention(state) {
      const rows = own(state);
      return rows.flatMap(({ key, row }): readonly Attention[] => {
        const at = row.kind === 'payout' ? doneAt(row.own) : undefined;
        if (at === undefined || row.cancelled || state.now - at > RECENT) return [];
        return [
          {
            key: `payout ${key}`,
            urgency: 'payout',
            state: { text: t`may be pending`, tone: 'warn' },
            what: t`Payout`,
            about: confirmedMoney(row.own) ?? DASH.text,
            amountFirst: true,
            at,
            thing: { title: t`Request ID`, id: textCell(row.own.intent.requestId).text },
            notes: [
              noted(
                t`The service can't show a payout's status and does not document how long a payout stays pending. Only a pending payout can be cancelled. The service refuses to cancel a processed payout.`,
                'plain',
              ),
              { label: t`Request ID`, cell: textCell(row.own.intent.requestId) },
            ],
            to: { ...openView('payouts'), cursorKey: key },
            watch: watchPayout(row),
          },
        ];
      });
    },
  };
}
