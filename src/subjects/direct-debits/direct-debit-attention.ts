// The direct debits that need attention: PENDING ones on the overview, and those that Purser watches for changes.

import type { Customer } from '../../api/client/call-context.ts';
import type { Moving } from '../../effects/moving.ts';
import { amountCell, momentOf, textCell, timeCell } from '../../format/cells.ts';
import { cellText, noted } from '../../format/entry.ts';
import { listOf, platformNotes } from '../../format/joined.ts';
import { recordStatus } from '../../format/record-words.ts';
import { counted } from '../../lib/counted.ts';
import type { Json } from '../../lib/json.ts';
import { HOUR } from '../../lib/time.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { movingAfter } from '../../money/after-write.ts';
import { confirmedLine, STATUS } from '../../money/shown-lines.ts';
import {
  epochOf,
  idOf,
  idText,
  isGrave,
  isOpen,
  statusFacts,
  statusText,
  watchedStatus,
} from '../../records/facts.ts';
import type { ListQuery } from '../../records/query.ts';
import { type DirectDebit, debitsQuery } from '../../records/reads.ts';
import { DEBIT_STATUSES } from '../../records/record-statuses.ts';
import type { List } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { State, Workspace } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { nothingLeft, type WatchOffer, watchKey } from '../../store/watches.ts';
import { customerKey } from '../../store/workspace.ts';
import { type Attention, type AttentionSource, ofList, type Thing } from '../../ui/screens/attention.ts';
import { cancelDirectDebit, debitJoins, directDebitCancel, transactionIn } from './direct-debit-cancel.ts';

const KIND = 'direct-debit';
const query = debitsQuery;
const list = openView('direct-debits');
const title = t`Direct debits`;
/** All others share one row. */
const OWN_ROWS = 12;
/** Of the last 30 days. PENDING direct debits should be among the newest. */
const READ_AT_MOST = 200;

export const pendingDebits: AttentionSource = {
  needs: state => [{ kind: 'list', query, through: READ_AT_MOST, ...debitsMove(query, state) }],
  attention: state =>
    ofList(state, { title, query, to: list }, (items, { whole, stopped }) => {
      const pending = items
        .filter(({ row }) => row.status === 'PENDING')
        .toSorted((a, b) => createdAt(a.row) - createdAt(b.row));
      const strange = items.filter(({ row }) => !statusFacts(KIND, row.status));
      const more = pending.length - OWN_ROWS;
      return [
        ...pending.slice(0, OWN_ROWS).map(item => debitRow(item, state)),
        ...(more > 0 ? [moreRow(more, whole)] : []),
        ...(strange.length > 0 ? [strangeRow(strange)] : []),
        ...(whole ? [] : [partRow(items.length, stopped)]),
      ];
    }),
};

const thingOf = (row: DirectDebit, raw: Json): Thing => ({
  title: t`Transaction ID`,
  id: idText(row.transaction_id) === undefined ? undefined : textCell(row.transaction_id).text,
  status: { of: statusText(row.status), table: DEBIT_STATUSES },
  raw,
});

/** Staff have the least time to cancel the oldest. Without a creation time it counts as the oldest. */
const createdAt = ({ created_at }: DirectDebit): number => epochOf(created_at) ?? Number.NEGATIVE_INFINITY;

/** Perhaps direct debits with an undocumented status can still be cancelled. */
function strangeRow(items: readonly Item<DirectDebit>[]): Attention {
  const [first] = items;
  const one = items.length === 1 && first !== undefined;
  const words = [...new Set(items.map(({ row }) => textCell(row.status).text))].slice(0, 3);
  return {
    key: 'direct debits, status not listed',
    urgency: 'direct debit',
    state: { text: t`? status`, tone: 'warn' },
    what: counted(items.length, t`direct debit`),
    about: t`undocumented status ${join(words)}`,
    notes: [
      noted(
        t`Purser can't tell whether ${one ? t`this direct debit is` : t`these direct debits are`} PENDING. Press Enter for the list, then r to read the list again.`,
        'plain',
      ),
      ...items.slice(0, OWN_ROWS).map(({ row }) => ({ label: t`Status`, cell: recordStatus(KIND, row) })),
    ],
    ...(one && { thing: thingOf(first.row, first.raw) }),
    to: one ? { ...list, cursorKey: first.key } : list,
  };
}

/** INTERFACE.md has only a range for the time in PENDING, so a countdown is not possible. */
function sinceCreated(row: DirectDebit, state: State): Visible {
  const { now, skew } = state;
  const at = epochOf(row.created_at);
  if (at === undefined) return t`not known: the service sent no creation time`;
  const minutes = Math.max(0, Math.floor((now + (skew ?? 0) - at) / 60_000));
  const age = minutes < 120 ? t`${minutes} min` : t`${Math.floor(minutes / 60)} h`;
  const moment = { ...momentOf(state), ...(state.time === 'relative' && { mode: 'utc' as const }) };
  return t`${timeCell(row.created_at, moment).text} (${age} ago)`;
}

function debitRow({ key, row, raw }: Item<DirectDebit>, state: State): Attention {
  const { customer } = state;
  const at = epochOf(row.created_at);
  return {
    key: `direct debit ${key}`,
    urgency: 'direct debit',
    state: { text: t`PENDING`, tone: 'warn' },
    what: t`Direct debit`,
    about: t`${cellText(amountCell(row.amount, row.currency))} from ${textCell(row.debtor_name).text}`,
    amountFirst: true,
    thing: thingOf(row, raw),
    ...(at !== undefined && { at }),
    notes: [
      ...platformNotes(customer),
      noted(DEBIT_STATUSES.PENDING.means, 'plain'),
      noted(DEBIT_STATUSES.PENDING.undo, 'plain'),
      { note: t`` },
      { label: t`Created`, cell: { text: sinceCreated(row, state) } },
      { label: t`Reference`, cell: textCell(row.statement_ref) },
      { label: t`ID`, cell: textCell(row.transaction_id) },
    ],
    to: { ...list, cursorKey: key },
    joins: debitJoins(row),
    watch: watchDebit(row),
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
  what: t`${more}${whole ? t`` : t` or more`} other ${more === 1 && whole ? t`direct debit` : t`direct debits`}`,
  notes: [
    noted(
      t`Only the oldest ${OWN_ROWS} direct debits have their own row here. Press Enter for all PENDING direct debits.`,
      'plain',
    ),
  ],
  to: { ...list, filter: 'status:PENDING' },
});

const partRow = (seen: number, stopped: boolean): Attention => ({
  key: 'direct debits, part',
  urgency: 'unread',
  state: { text: t`partial`, tone: 'dim' },
  what: t`Direct debits`,
  about: t`only ${seen} checked; ${stopped ? t`the service sent no more` : t`the last 30 days have more`}`,
  notes: [
    noted(
      t`More direct debits may be PENDING. Press Enter for the list, then ${stopped ? t`r to read the list again` : t`G to load the rest`}.`,
      'plain',
    ),
  ],
  to: list,
});

/** In ms. Status changes take hours. */
const EVERY = 60_000;
/** The newest direct debits come first, and older ones rarely change. */
const LOOKED_AT = 500;

/** While the list has a NEW, IN_REVIEW or PENDING row. */
export const debitsMove = (
  query: ListQuery<'directDebit.list'>,
  state: State,
): { readonly again?: number } =>
  listOf(state, query).pages.items.some(({ row }) => isOpen(KIND, row.status)) ? { again: EVERY } : {};

type DebitFacts = Pick<DirectDebit, 'transaction_id' | 'amount' | 'currency' | 'debtor_name' | 'status'>;

export function watchDebit(debit: DebitFacts): WatchOffer | Visible {
  const id = idOf(KIND, debit);
  if (id === undefined)
    return t`The service sent no usable ID, so Purser can't read this direct debit again.`;
  const status = watchedStatus(KIND, debit);
  const whyNot = nothingLeft(t`direct debit`, KIND, status);
  return { kind: 'direct debit', id, name: nameOf(debit, id), status, whyNot };
}

export const debitKey = (id: string): string => watchKey({ kind: 'direct debit', id });

/** Every direct debit that this session has read or that Purser cancelled in the last hour. */
export function movingDebits(state: State): readonly Moving[] {
  const keyOf = ({ customer, key }: Pick<Moving, 'customer' | 'key'>): string =>
    `${customerKey(customer)} ${key}`;
  const cancelled = movingAfter(state, directDebitCancel.operation, HOUR, row => {
    const id = transactionIn(row.intent);
    if (id === undefined) return undefined;
    const name = t`Direct debit ${visible(id, 40)}`;
    return { kind: 'direct debit', id, name, status: confirmedLine(row, STATUS) };
  });
  const customers = new Map<string, Customer>(
    [...state.known, ...(state.customer ? [state.customer] : [])].map(one => [customerKey(one), one]),
  );
  const seen = [...customers.values()].flatMap(customer => {
    const workspace = state.workspaces[customerKey(customer)];
    return workspace ? seenIn(workspace, customer) : [];
  });
  const known = new Map(seen.map(one => [keyOf(one), one]));
  const read = new Map(cancelled.map(one => [keyOf(one), one]));
  return [
    // If no screen shows a direct debit, Purser reads it only after a cancellation.
    ...seen.map(one => {
      const again = read.get(keyOf(one))?.again;
      return again && isOpen(KIND, one.status) ? { ...one, again } : one;
    }),
    ...cancelled.filter(one => !known.has(keyOf(one))),
  ];
}

function seenIn(workspace: Workspace, customer: Customer): readonly Moving[] {
  const newest = new Map<string, { readonly asOf: number; readonly debit: DebitFacts }>();
  const tell = (debit: DebitFacts, asOf: number | undefined): void => {
    const id = idOf(KIND, debit);
    if (id === undefined || asOf === undefined || asOf < (newest.get(id)?.asOf ?? 0)) return;
    newest.set(id, { asOf, debit });
  };
  for (const [key, list] of Object.entries(workspace.lists)) {
    if (!key.startsWith('directDebit.list ')) continue;
    // The lists of this operation have direct debits as rows.
    for (const { row } of (list as List<DirectDebit>).pages.items.slice(0, LOOKED_AT)) tell(row, list.asOf);
  }
  for (const [key, { value, asOf }] of Object.entries(workspace.documents)) {
    if (!key.startsWith('directDebit.get ') || value === undefined) continue;
    // The documents of this operation are direct debits.
    tell(value as DirectDebit, asOf);
  }
  return [...newest].map(([id, { debit, asOf }]) => {
    const status = watchedStatus(KIND, debit);
    return {
      customer,
      key: debitKey(id),
      name: nameOf(debit, id),
      status,
      asOf,
      grave: isGrave(KIND, status),
    };
  });
}

/** Staff do not recognise IDs. */
function nameOf({ amount, currency, debtor_name: debtor }: DebitFacts, id: string): Visible {
  if (amount === undefined) return t`Direct debit ${visible(id, 40)}`;
  const of = debtor === undefined ? t`` : t` of ${cut(textCell(debtor).text, 40)}`;
  return t`Direct debit ${cellText(amountCell(amount, currency))}${of}`;
}
