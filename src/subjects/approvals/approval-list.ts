// The list of requests that wait for approval. Requests that this operator can send or approve come first.

import { minuteCell } from '../../format/cells.ts';
import { type Cell, type Entry, noted } from '../../format/entry.ts';
import { isFor } from '../../journal/possible-duplicates.ts';
import { byReads } from '../../lib/remembered.ts';
import { fromServer, t, type Visible, visible } from '../../lib/visible.ts';
import type { App } from '../../money/app.ts';
import { approvedText, askedText, digestLine, personText } from '../../money/approval/approval-words.ts';
import { APPROVED, factText, rawOf, unreadJournal, writeStatuses } from '../../money/journal-entry.ts';
import { confirmedCustomer, confirmedLines, confirmedMoney } from '../../money/shown-lines.ts';
import { type Waiting, waitingFor } from '../../store/approval-view.ts';
import { isHere } from '../../store/journal-view.ts';
import { warn } from '../../store/notices.ts';
import { declineOverlay } from '../../store/open-overlays.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { customerKey, visit } from '../../store/workspace.ts';
import type { AttentionSource } from '../../ui/screens/attention.ts';
import { cellColumn } from '../../ui/screens/common-columns.ts';
import type { Resource, RowAction } from '../../ui/screens/resource.ts';

/** The same array until the approvals change. Each console has its own function. */
const rowsOf = () =>
  byReads((state: State): readonly Item<Waiting>[] =>
    waitingFor(state)
      .toSorted((one, other) => PARTS[one.part].rank - PARTS[other.part].rank)
      .map(row => ({ key: row.row.intent.requestId, row, raw: rawOf(row.row) })),
  );

const decline: RowAction<Waiting> = {
  id: 'decline',
  title: t`decline`,
  key: 'x',
  footer: 1.2,
  barred: ({ part, whyNot }) =>
    part === 'vote' || part === 'decline'
      ? undefined
      : visible(whyNot ?? 'Only another person can decline this request.'),
  run: (app, { row, digest }) =>
    app.store.setState({
      overlay: declineOverlay(
        {
          requestId: row.intent.requestId,
          title: visible(row.intent.title),
          approval: { part: 'vote', lines: [], warnings: [], name: askedText(row), digest },
        },
        false,
      ),
    }),
};

function entriesOf(waiting: Waiting): readonly Entry[] {
  const { row, part, whyNot, votes, warnings, asker } = waiting;
  return [
    { lead: { text: aboutText(waiting), tone: 'strong' }, status: stateCell(waiting) },
    { about: { text: visible(row.intent.title) } },
    noted(part === 'look' && whyNot !== undefined ? visible(whyNot, 400) : PARTS[part].next, 'plain'),
    { label: t`Asked by`, cell: { text: personText(asker) } },
    { label: t`Approval`, cell: { text: approvedText(waiting) } },
    ...votes
      .filter(({ note }) => note !== '')
      .map(({ person, note }) => ({ label: personText(person), cell: { text: visible(note, 400) } })),
    { label: digestLine(waiting).label, cell: { text: digestLine(waiting).value } },
    { heading: t`${personText(asker)} asked for` },
    { label: t`Customer`, cell: { text: confirmedCustomer(row) } },
    ...confirmedLines(row).map(({ label, value }) => ({ label, cell: { text: value } })),
    ...warnings.map(warning => noted(t`▲ ${visible(warning, 400)}`, 'warn')),
    { label: t`Request ID`, cell: { text: visible(row.intent.requestId) } },
  ];
}

export function approvals(): Resource<never, Waiting> {
  return {
    place: 'approvals',
    local: rowsOf(),
    nouns: { one: t`request`, many: t`requests` },
    empty: t`Nothing waits for approval.`,
    emptyReason(state) {
      if (state.journal.kind === 'locked') return state.journal.why;
      return state.approvals === undefined ? unreadJournal(state) : undefined;
    },
    about: () => t`of the whole team`,
    columns: [
      cellColumn('state', t`State`, [10, 17, 0], stateCell),
      cellColumn('what', t`Write`, [10, 28, 1], ({ row }) => ({ text: visible(row.intent.title) })),
      cellColumn('about', t`Amount or ID`, [16, 70, 0], waiting => ({ text: aboutText(waiting) }), {
        main: true,
      }),
      cellColumn('asker', t`Asked by`, [8, 24, 2], ({ asker }) => ({ text: personText(asker) })),
      cellColumn('customer', t`Customer`, [16, 60, 4], ({ row }) => ({ text: confirmedCustomer(row) })),
      cellColumn(
        'expires',
        t`Expires`,
        [12, 16, 3],
        ({ expiresAt }, moment) => minuteCell({ text: fromServer(''), epochMs: expiresAt }, moment),
        { orderedBy: ({ expiresAt }) => expiresAt },
      ),
    ],
    enterRuns: waiting => app => openWaiting(app, waiting),
    statuses: { of: ({ row }) => row.state, explain: writeStatuses },
    actions: [decline],
    details: [{ title: t`Request`, entries: entriesOf }],
    reload: app => void app.approvals.refresh(),
  };
}

interface Part {
  readonly rank: number;
  readonly state: Cell;
  readonly next: Visible;
}

const PARTS: Readonly<Record<Waiting['part'], Part>> = {
  send: {
    rank: 0,
    state: { text: APPROVED.mine, tone: 'good' },
    next: t`Press Enter to check the request again and to send it.`,
  },
  vote: {
    rank: 1,
    state: { text: t`to approve`, tone: 'warn' },
    next: t`Press Enter to check and approve the request, or x to decline it.`,
  },
  wait: {
    rank: 2,
    state: { text: t`waiting`, tone: 'accent' },
    next: t`You asked for this approval. Press Enter to see or withdraw the request.`,
  },
  decline: {
    rank: 3,
    state: { text: APPROVED.theirs, tone: 'dim' },
    next: t`Enough persons have approved the request. Press x to decline it.`,
  },
  look: { rank: 4, state: { text: t`waiting`, tone: 'dim' }, next: t`You can't approve this request.` },
};

/** If the operator can do nothing: whether the request is approved or still waits. */
const stateCell = ({ part, row }: Waiting): Cell =>
  part === 'look' && row.approved ? PARTS.decline.state : PARTS[part].state;

const aboutText = ({ row }: Waiting): Visible =>
  confirmedMoney(row) ?? factText(row) ?? confirmedLines(row)[0]?.value ?? t`–`;

export function openWaiting(app: App, { row }: Waiting): void {
  const state = app.store.getState();
  const { requestId, customer } = row.intent;
  if (!isHere(row, state)) {
    warn(app.store, t`This request belongs to another service. Sign in there first.`);
    return;
  }
  // The dialog reads the record of the selected customer, so Purser selects the request's customer first.
  if (state.customer === undefined || customerKey(state.customer) !== customerKey(customer)) {
    app.customers.switchTo(customer);
    app.store.setState(now => visit(now, 'approvals'));
  }
  void app.dialog.openWaiting(requestId);
}

export const toDecide: AttentionSource = {
  attention: state => waitingFor(state, 'send', 'vote').map(waiting => attentionOf(waiting, state)),
};

function attentionOf(waiting: Waiting, { customer }: State) {
  const { row, part, asker, askedAt } = waiting;
  const { requestId } = row.intent;
  const own = customer !== undefined && isFor(row.intent, customer);
  return {
    key: `approval ${requestId}`,
    urgency: 'approval',
    state: PARTS[part].state,
    what: visible(row.intent.title),
    about: aboutText(waiting),
    amountFirst: confirmedMoney(row) !== undefined,
    at: askedAt,
    ...(own ? {} : { whose: confirmedCustomer(row) }),
    thing: {
      title: t`Request ID`,
      id: visible(requestId),
      status: { of: row.state, table: writeStatuses },
    },
    notes: [
      { label: t`Asked by`, cell: { text: personText(asker) } },
      { label: t`Approval`, cell: { text: approvedText(waiting) } },
      { label: t`Customer`, cell: { text: confirmedCustomer(row) } },
    ],
    to: { ...openView('approvals'), cursorKey: requestId },
  } as const;
}
