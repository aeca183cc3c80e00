// The direct debits that need attention: PENDING ones on the overview, and those that Purser watches for changes.

import type { Customer } from '../../api/client/call-context.ts';
import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { Watcher } from '../../effects/keep-watches.ts';
import type { Moving } from '../../effects/moving.ts';
import { amountCell, momentOf, statusCell, textCell, timeCell } from '../../format/cells.ts';
import { noted } from '../../format/entry.ts';
import { listOf, platformNotes } from '../../format/joined.ts';
import { counted } from '../../lib/counted.ts';
import type { Json } from '../../lib/json.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { doneHere, newestOf } from '../../money/done-from-here.ts';
import { confirmedLine, STATUS } from '../../money/shown-lines.ts';
import { epochOf, idText, isId, statusText } from '../../records/facts.ts';
import type { ListQuery } from '../../records/query.ts';
import { type DirectDebit, debitQuery } from '../../records/reads.ts';
import type { List } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { State, Workspace } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import type { WatchOffer } from '../../store/watches.ts';
import { customerKey } from '../../store/workspace.ts';
import { type Attention, type AttentionSource, ofList, type Thing } from '../../ui/screens/attention.ts';
import { cancelDirectDebit, debitJoins, directDebitCancel, transactionIn } from './direct-debit-cancel.ts';
import { directDebitStatuses, statusTones } from './direct-debit-details.ts';

/** The same query as the list of direct debits, so that both show the same answer. */
const query: ListQuery<'directDebit.list'> = { operation: 'directDebit.list', input: { query: {} } };
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
      const strange = items.filter(({ row }) => !isListed(row.status));
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
  status: { of: statusText(row.status), table: directDebitStatuses },
  raw,
});

/** Staff have the least time to cancel the oldest. Without a creation time it counts as the oldest. */
const createdAt = ({ created_at }: DirectDebit): number => epochOf(created_at) ?? Number.NEGATIVE_INFINITY;

const isListed = (status: DirectDebit['status']): boolean =>
  typeof status === 'string' && Object.hasOwn(directDebitStatuses, status);

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
      ...items
        .slice(0, OWN_ROWS)
        .map(({ row }) => ({ label: t`Status`, cell: statusCell(row.status, statusTones) })),
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
  const { text, unit } = amountCell(row.amount, row.currency);
  const at = epochOf(row.created_at);
  return {
    key: `direct debit ${key}`,
    urgency: 'direct debit',
    state: { text: t`PENDING`, tone: 'warn' },
    what: t`Direct debit`,
    about: t`${text}${unit === undefined ? t`` : t` ${unit}`} from ${textCell(row.debtor_name).text}`,
    amountFirst: true,
    thing: thingOf(row, raw),
    ...(at !== undefined && { at }),
    notes: [
      ...platformNotes(customer),
      noted(directDebitStatuses.PENDING.means, 'plain'),
      noted(directDebitStatuses.PENDING.undo, 'plain'),
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

type DebitFacts = Pick<DirectDebit, 'transaction_id' | 'amount' | 'currency' | 'debtor_name' | 'status'>;
type Debits = List<DirectDebit>;

/** In ms. Status changes take hours. */
const EVERY = 60_000;
const HOUR = 3_600_000;
/** The newest direct debits come first, and older ones rarely change. */
const LOOKED_AT = 500;

/** Not settled, rejected or returned yet (INTERFACE.md, Direct debit payout statuses). */
const ON_THE_WAY: ReadonlySet<unknown> = new Set(['NEW', 'IN_REVIEW', 'PENDING']);

/** While the list has a NEW, IN_REVIEW or PENDING row. */
export const debitsMove = (
  query: ListQuery<'directDebit.list'>,
  state: State,
): { readonly again?: number } =>
  listOf(state, query).pages.items.some(({ row }) => ON_THE_WAY.has(row.status)) ? { again: EVERY } : {};

const isLast = (status: string): boolean =>
  Object.hasOwn(directDebitStatuses, status) && !ON_THE_WAY.has(status);

export const debitWatcher: Watcher = {
  kind: 'direct debit',
  every: EVERY,
  query: ({ id }) => debitQuery(id),
  statusIn(answer, { id }) {
    // The query reads one direct debit.
    const { transaction_id, status } = answer as Result<'directDebit.get'>;
    return isId(transaction_id, id) ? listed(status) : undefined;
  },
  isLast,
  isGrave: status => status === 'RETURNED',
  to: ({ id }) => openView('direct-debits', id),
};

export function watchDebit(debit: DebitFacts): WatchOffer | Visible {
  const id = idText(debit.transaction_id);
  const status = listed(debit.status);
  if (id === undefined)
    return t`The service sent no usable ID, so Purser can't read this direct debit again.`;
  const whyNot =
    status !== undefined && isLast(status)
      ? t`This direct debit is ${visible(status)}, so there is nothing left to watch.`
      : undefined;
  return { kind: 'direct debit', id, name: nameOf(debit, id), status, whyNot };
}

/** Every direct debit that this session has read or that Purser cancelled in the last hour. */
export function movingDebits(state: State): readonly Moving[] {
  const cancellings = doneHere(state, directDebitCancel.operation, HOUR).flatMap(({ row, at }) => {
    const id = transactionIn(row.intent);
    const { customer } = row.intent;
    return id === undefined ? [] : [{ key: `${customerKey(customer)} ${id}`, id, row, at, customer }];
  });
  const cancelled = new Map(newestOf(cancellings, ({ key }) => key).map(one => [one.key, one]));
  const customers = new Map<string, Customer>(
    [...state.known, ...(state.customer ? [state.customer] : [])].map(one => [customerKey(one), one]),
  );
  const seen = [...customers.values()].flatMap(customer => {
    const workspace = state.workspaces[customerKey(customer)];
    return workspace ? seenIn(workspace, customer, cancelled) : [];
  });
  const known = new Set(seen.map(({ customer, key }) => `${customerKey(customer)} ${key}`));
  const begun = [...cancelled.values()].flatMap(({ id, row, at, customer }) =>
    known.has(`${customerKey(customer)} ${debitKey(id)}`)
      ? []
      : [movingOf(id, { status: confirmedLine(row, STATUS), asOf: undefined }, customer, at)],
  );
  return [...seen, ...begun];
}

type Cancelled = ReadonlyMap<string, { readonly at: number }>;

interface DebitReading {
  readonly status: string | undefined;
  readonly asOf: number | undefined;
}

export const debitKey = (id: string): string => `direct debit ${id}`;

function seenIn(workspace: Workspace, customer: Customer, cancelled: Cancelled): readonly Moving[] {
  const newest = new Map<string, { readonly asOf: number; readonly debit: DebitFacts }>();
  const tell = (debit: DebitFacts, asOf: number | undefined): void => {
    const id = idText(debit.transaction_id);
    if (id === undefined || asOf === undefined || asOf < (newest.get(id)?.asOf ?? 0)) return;
    newest.set(id, { asOf, debit });
  };
  for (const [key, list] of Object.entries(workspace.lists)) {
    if (!key.startsWith('directDebit.list ')) continue;
    // The lists of this operation have direct debits as rows.
    for (const { row } of (list as Debits).pages.items.slice(0, LOOKED_AT)) tell(row, list.asOf);
  }
  for (const [key, { value, asOf }] of Object.entries(workspace.documents)) {
    if (!key.startsWith('directDebit.get ') || value === undefined) continue;
    // The documents of this operation are direct debits.
    tell(value as Result<'directDebit.get'>, asOf);
  }
  return [...newest].map(([id, { debit, asOf }]) => ({
    ...movingOf(
      id,
      { status: listed(debit.status), asOf },
      customer,
      cancelled.get(`${customerKey(customer)} ${id}`)?.at,
    ),
    name: nameOf(debit, id),
  }));
}

/** `cancelledAt`: epoch ms. If no screen shows a direct debit, Purser reads it only after a cancellation. */
function movingOf(
  id: string,
  { status, asOf }: DebitReading,
  customer: Customer,
  cancelledAt: number | undefined,
): Moving {
  const moves = cancelledAt !== undefined && ON_THE_WAY.has(status);
  return {
    customer,
    key: debitKey(id),
    name: t`Direct debit ${visible(id, 40)}`,
    status,
    asOf,
    grave: status === 'RETURNED',
    ...(moves && { again: { query: debitQuery(id), every: EVERY, since: cancelledAt } }),
  };
}

/** An undocumented value may be damaged, so Purser does not announce it. */
const listed = (status: DirectDebit['status']): string | undefined =>
  status instanceof Odd ? undefined : status;

/** Staff do not recognise IDs. */
function nameOf({ amount, currency, debtor_name: debtor }: DebitFacts, id: string): Visible {
  if (amount === undefined) return t`Direct debit ${visible(id, 40)}`;
  const { text, unit } = amountCell(amount, currency);
  const of = debtor === undefined ? t`` : t` of ${cut(textCell(debtor).text, 40)}`;
  return t`Direct debit ${text}${unit === undefined ? t`` : t` ${unit}`}${of}`;
}
