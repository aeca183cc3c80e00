// What of payouts needs attention: direct debits that can still be cancelled, and payouts from here that may be pending.

import type { ListQuery, RowOf } from '../../effects/query.ts';
import type { Json } from '../../lib/json.ts';
import { join, t, type Visible } from '../../lib/visible.ts';
import type { Item } from '../../store/paging.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { type Attention, type AttentionSource, ofList, type Thing } from '../../ui/screens/attention.ts';
import { amountCell, idText, statusCell, textCell } from '../../ui/screens/cells.ts';
import { epochOf } from '../../ui/screens/columns.ts';
import { doneAt } from '../../ui/screens/done-from-here.ts';
import { statusText } from '../../ui/screens/explained.ts';
import { whoseRecords } from '../../ui/screens/joined.ts';
import { AMOUNT, BENEFICIARY, confirmedLine } from '../../ui/screens/shown-lines.ts';
import { statusTones } from './direct-debit-details.ts';
import { directDebitStatuses } from './direct-debit-statuses.ts';
import { debitsMove } from './moving.ts';
import { ownPayouts } from './own-payout.ts';

/** The same question as the direct debits' own list, so that both show one answer. */
const query: ListQuery<'directDebit.list'> = {
  operation: 'directDebit.list',
  input: { query: {} },
  idField: 'transaction_id',
};
const list = openView('direct-debits');
const title = t`Direct debits`;
/** A row for each up to so many; further ones together. */
const EACH = 12;
/** So many of the last 30 days are looked at: what is PENDING is among the newest. */
const LOOKED_AT = 200;

export const pendingDebits: AttentionSource = {
  needs: state => [{ kind: 'list', query, through: LOOKED_AT, ...debitsMove(query, state) }],
  attention: state =>
    ofList(state, { title, query, to: list }, (items, { whole }) => {
      const pending = items
        .filter(({ row }) => row.status === 'PENDING')
        .toSorted((a, b) => createdAt(a.row) - createdAt(b.row));
      const strange = items.filter(({ row }) => !isListed(row.status));
      const more = pending.length - EACH;
      return [
        ...pending.slice(0, EACH).map(item => debitRow(item, state)),
        ...(more > 0 ? [moreRow(more, whole)] : []),
        ...(strange.length > 0 ? [strangeRow(strange)] : []),
        ...(whole ? [] : [partRow(items.length)]),
      ];
    }),
};

type DirectDebit = RowOf<'directDebit.list'>;

const thingOf = (row: DirectDebit, raw: Json): Thing => ({
  title: t`Transaction ID`,
  id: idText(row.transaction_id) === undefined ? undefined : textCell(row.transaction_id).text,
  status: { of: statusText(row.status), table: directDebitStatuses },
  raw,
});

/** The oldest leaves PENDING first, and can't be cancelled then; one that says no time comes before all. */
const createdAt = ({ created_at }: DirectDebit): number => epochOf(created_at) ?? Number.NEGATIVE_INFINITY;

const isListed = (status: DirectDebit['status']): boolean =>
  typeof status === 'string' && Object.hasOwn(directDebitStatuses, status);

/** What can't be understood may be PENDING as well as anything else: it is never left out silently. */
function strangeRow(items: readonly Item<DirectDebit>[]): Attention {
  const [first] = items;
  const one = items.length === 1 && first !== undefined;
  const words = [...new Set(items.map(({ row }) => textCell(row.status).text))].slice(0, 3);
  return {
    key: 'direct debits, status not listed',
    urgency: 'direct debit',
    state: { text: t`? status`, tone: 'warn' },
    what: t`${items.length} ${one ? t`direct debit` : t`direct debits`}`,
    about: t`${one ? t`has` : t`have`} a status that the interface doesn't list: ${join(words, ', ')}`,
    notes: [
      {
        note: t`Whether ${one ? t`it is` : t`they are`} PENDING is not known: Enter goes to the list, and r there reads it again.`,
        tone: 'plain',
      },
      ...items
        .slice(0, EACH)
        .map(({ row }) => ({ label: t`Status`, cell: statusCell(row.status, statusTones) })),
    ],
    ...(one && { thing: thingOf(first.row, first.raw) }),
    to: one ? { ...list, cursorKey: first.key } : list,
  };
}

/** For at most so long it has been PENDING; when that ends isn't shown, so nothing is counted down. */
function sinceCreated(row: DirectDebit, { now, skew }: State): Visible {
  const at = epochOf(row.created_at);
  if (at === undefined) return t`how long isn't shown: it came without a time.`;
  const minutes = Math.max(0, Math.floor((now + (skew ?? 0) - at) / 60_000));
  const age = minutes < 120 ? t`${minutes} min` : t`${Math.floor(minutes / 60)} h`;
  return t`for ${age} at most: so long ago it was created. When it ends isn't shown.`;
}

function debitRow({ key, row, raw }: Item<DirectDebit>, state: State): Attention {
  const { customer } = state;
  const { text, unit } = amountCell(row.amount, row.currency);
  const at = epochOf(row.created_at);
  return {
    key: `direct debit ${key}`,
    urgency: 'direct debit',
    state: { text: t`PENDING`, tone: 'warn' },
    what: t`Direct debit payout`,
    about: t`${text} ${unit ?? t``} · ${textCell(row.debtor_name).text}`,
    thing: thingOf(row, raw),
    ...(at !== undefined && { at }),
    notes: [
      ...(customer?.onBehalfOf === undefined
        ? [{ note: whoseRecords(customer), tone: 'warn' as const }]
        : []),
      { note: directDebitStatuses.PENDING.means, tone: 'plain' },
      { note: directDebitStatuses.PENDING.undo, tone: 'plain' },
      { label: t`PENDING`, cell: { text: sinceCreated(row, state) } },
      { label: t`Amount`, cell: { text, ...(unit !== undefined && { unit }) } },
      { label: t`Debtor`, cell: textCell(row.debtor_name) },
      { label: t`Reference`, cell: textCell(row.statement_ref) },
      { label: t`ID`, cell: textCell(row.transaction_id) },
    ],
    to: { ...list, cursorKey: key },
  };
}

const moreRow = (more: number, whole: boolean): Attention => ({
  key: 'direct debits, more',
  urgency: 'direct debit',
  state: { text: t`PENDING`, tone: 'warn' },
  what: t`${more}${whole ? t`` : t` or more`} further direct debits`,
  notes: [
    {
      note: t`Only the oldest ${EACH} have a row each here; Enter shows all that are PENDING.`,
      tone: 'plain',
    },
  ],
  to: { ...list, filter: 'status:PENDING' },
});

const partRow = (seen: number): Attention => ({
  key: 'direct debits, part',
  urgency: 'unread',
  state: { text: t`a part`, tone: 'dim' },
  what: t`Direct debits`,
  about: t`only the first ${seen} of the last 30 days were looked at`,
  notes: [
    {
      note: t`Whether more of them are PENDING is not known here; G in their list loads the rest.`,
      tone: 'plain',
    },
  ],
  to: list,
});

const DAY = 24 * 3_600_000;
/** How long a payout stays pending isn't in the interface: after two days it isn't brought up here any more. */
const RECENT = 2 * DAY;

/** One for each console: it remembers the rows that it last made. */
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
            state: { text: t`may be pending`, tone: 'accent' },
            what: t`Payout made from here`,
            about: t`${amount ?? t``} · ${to ?? t``}`,
            at,
            thing: { title: t`Request ID`, id: textCell(row.own.intent.requestId).text },
            notes: [
              {
                note: t`The interface reads no payout and doesn't say how long one stays pending. Only a pending one can be cancelled: the service refuses it once it is processed.`,
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
