// The payouts that need attention: direct debits that can still be cancelled, and payouts made in Purser that may be pending.

import type { ListQuery } from '../../effects/query.ts';
import type { Json } from '../../lib/json.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import { type Attention, type AttentionSource, ofList, type Thing } from '../../records/attention.ts';
import { doneAt } from '../../records/done-from-here.ts';
import { ownPayouts } from '../../records/own-payout.ts';
import type { DirectDebit } from '../../records/row-types.ts';
import { AMOUNT, BENEFICIARY, confirmedLine } from '../../records/shown-lines.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { DASH } from '../../ui/kit/cell.ts';
import { amountCell, idText, statusCell, textCell } from '../../ui/screens/cells.ts';
import { epochOf } from '../../ui/screens/columns.ts';
import { statusText } from '../../ui/screens/explained.ts';
import { whoseRecords } from '../../ui/screens/joined.ts';
import { cancelDirectDebit, debitJoins } from './cancel-direct-debit.ts';
import { statusTones } from './direct-debit-details.ts';
import { directDebitStatuses } from './direct-debit-statuses.ts';
import { debitsMove } from './moving.ts';

/** The same query as the list of direct debits, so that both show the same answer. */
const query: ListQuery<'directDebit.list'> = {
  operation: 'directDebit.list',
  input: { query: {} },
  idField: 'transaction_id',
};
const list = openView('direct-debits');
const title = t`Direct debits`;
/** This many direct debits have their own row; the rest share a row. */
const OWN_ROWS = 12;
/** Purser reads this many direct debits of the last 30 days. PENDING ones are among the newest. */
const READ_AT_MOST = 200;

export const pendingDebits: AttentionSource = {
  needs: state => [{ kind: 'list', query, through: READ_AT_MOST, ...debitsMove(query, state) }],
  attention: state =>
    ofList(state, { title, query, to: list }, (items, { whole }) => {
      const pending = items
        .filter(({ row }) => row.status === 'PENDING')
        .toSorted((a, b) => createdAt(a.row) - createdAt(b.row));
      const strange = items.filter(({ row }) => !isListed(row.status));
      const more = pending.length - OWN_ROWS;
      return [
        ...pending.slice(0, OWN_ROWS).map(item => debitRow(item, state)),
        ...(more > 0 ? [moreRow(more, whole)] : []),
        ...(strange.length > 0 ? [strangeRow(strange)] : []),
        ...(whole ? [] : [partRow(items.length)]),
      ];
    }),
};

const thingOf = (row: DirectDebit, raw: Json): Thing => ({
  title: t`Transaction ID`,
  id: idText(row.transaction_id) === undefined ? undefined : textCell(row.transaction_id).text,
  status: { of: statusText(row.status), table: directDebitStatuses },
  raw,
});

/** The oldest direct debit comes first, because its time to cancel ends first. A row without a time comes before it. */
const createdAt = ({ created_at }: DirectDebit): number => epochOf(created_at) ?? Number.NEGATIVE_INFINITY;

const isListed = (status: DirectDebit['status']): boolean =>
  typeof status === 'string' && Object.hasOwn(directDebitStatuses, status);

/** A status that Purser can't read may be PENDING, so its row is never left out silently. */
function strangeRow(items: readonly Item<DirectDebit>[]): Attention {
  const [first] = items;
  const one = items.length === 1 && first !== undefined;
  const words = [...new Set(items.map(({ row }) => textCell(row.status).text))].slice(0, 3);
  return {
    key: 'direct debits, status not listed',
    urgency: 'direct debit',
    state: { text: t`? status`, tone: 'warn' },
    what: t`${items.length} ${one ? t`direct debit` : t`direct debits`}`,
    about: t`undocumented status ${join(words, ', ')}`,
    notes: [
      {
        note: t`Purser can't tell whether ${one ? t`this direct debit is` : t`these direct debits are`} PENDING. Press Enter for the list, then r to read the list again.`,
        tone: 'plain',
      },
      ...items
        .slice(0, OWN_ROWS)
        .map(({ row }) => ({ label: t`Status`, cell: statusCell(row.status, statusTones) })),
    ],
    ...(one && { thing: thingOf(first.row, first.raw) }),
    to: one ? { ...list, cursorKey: first.key } : list,
  };
}

/** The age, not a countdown: how long a direct debit stays PENDING is not documented. */
function sinceCreated(row: DirectDebit, { now, skew }: State): Visible {
  const at = epochOf(row.created_at);
  if (at === undefined) return t`not known: the service sent no creation time`;
  const minutes = Math.max(0, Math.floor((now + (skew ?? 0) - at) / 60_000));
  const age = minutes < 120 ? t`${minutes} min` : t`${Math.floor(minutes / 60)} h`;
  return t`${age} ago`;
}

function debitRow({ key, row, raw }: Item<DirectDebit>, state: State): Attention {
  const { customer } = state;
  const { text, unit } = amountCell(row.amount, row.currency);
  const at = epochOf(row.created_at);
  return {
    key: `direct debit ${key}`,
    urgency: 'direct debit',
    state: { text: t`PENDING`, tone: 'warn' },
    what: t`Direct debit`,
    about: t`${text}${unit === undefined ? t`` : t` ${unit}`} from ${textCell(row.debtor_name).text}`,
    thing: thingOf(row, raw),
    ...(at !== undefined && { at }),
    notes: [
      ...(customer?.onBehalfOf === undefined
        ? [{ note: whoseRecords(customer), tone: 'warn' as const }]
        : []),
      { note: directDebitStatuses.PENDING.means, tone: 'plain' },
      { note: directDebitStatuses.PENDING.undo, tone: 'plain' },
      { note: t`` },
      { label: t`Created`, cell: { text: sinceCreated(row, state) } },
      { label: t`Reference`, cell: textCell(row.statement_ref) },
      { label: t`ID`, cell: textCell(row.transaction_id) },
    ],
    to: { ...list, cursorKey: key },
    joins: debitJoins(row),
    cancel: {
      barred: now => cancelDirectDebit.barred?.(row, now),
      run: app => cancelDirectDebit.run(app, row, key),
    },
  };
}

const moreRow = (more: number, whole: boolean): Attention => ({
  key: 'direct debits, more',
  urgency: 'direct debit',
  state: { text: t`PENDING`, tone: 'warn' },
  what: t`${more}${whole ? t`` : t` or more`} other direct debits`,
  notes: [
    {
      note: t`Only the oldest ${OWN_ROWS} direct debits have their own row here. Press Enter for all PENDING direct debits.`,
      tone: 'plain',
    },
  ],
  to: { ...list, filter: 'status:PENDING' },
});

const partRow = (seen: number): Attention => ({
  key: 'direct debits, part',
  urgency: 'unread',
  state: { text: t`partial`, tone: 'dim' },
  what: t`Direct debits`,
  about: t`only the first ${seen} of the last 30 days checked`,
  notes: [
    {
      note: t`More direct debits may be PENDING. Press Enter for the list, then G to load the rest.`,
      tone: 'plain',
    },
  ],
  to: list,
});

const DAY = 24 * 3_600_000;
/** INTERFACE.md doesn't say how long a payout stays pending; Purser stops showing it here after two days. */
const RECENT = 2 * DAY;

/** Each console makes its own, which remembers the rows it made last. */
export function recentPayouts(): AttentionSource {
  const own = ownPayouts();
  return {
    attention(state) {
      const rows = own(state);
      return rows.flatMap(({ key, row }): readonly Attention[] => {
        const at = row.kind === 'payout' ? doneAt(row.own) : undefined;
        if (at === undefined || row.cancelled || state.now - at > RECENT) return [];
        const [amount, to] = [confirmedLine(row.own, AMOUNT), confirmedLine(row.own, BENEFICIARY)];
        return [
          {
            key: `payout ${key}`,
            urgency: 'payout',
            state: { text: t`may be pending`, tone: 'warn' },
            what: t`Payout`,
            about: t`${amount ?? DASH.text} to ${to ?? DASH.text}`,
            at,
            thing: { title: t`Request ID`, id: textCell(row.own.intent.requestId).text },
            notes: [
              {
                note: t`The service can't show a payout's status and does not document how long a payout stays pending. Only a pending payout can be cancelled. The service refuses to cancel a processed payout.`,
                tone: 'plain',
              },
              { label: t`Request ID`, cell: textCell(row.own.intent.requestId) },
            ],
            to: { ...openView('payouts'), cursorKey: key },
          },
        ];
      });
    },
  };
}
