// The direct debits that Purser watches for status changes: loaded rows, and those that Purser cancelled.

import type { Customer } from '../../api/client/service.ts';
import { Odd } from '../../api/contract/odd.ts';
import type { Result } from '../../api/contract/operations.ts';
import type { Moving } from '../../effects/moving.ts';
import type { ListQuery } from '../../effects/query.ts';
import { amountCell, idText, textCell } from '../../format/cells.ts';
import { listOf } from '../../format/joined.ts';
import { type DirectDebit, debitQuery } from '../../format/records.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { cut } from '../../lib/width.ts';
import { doneHere, newestOf } from '../../money/done-from-here.ts';
import { confirmedLine, STATUS } from '../../money/shown-lines.ts';
import type { List } from '../../store/list.ts';
import type { State, Workspace } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import { directDebitCancel, transactionIn } from './direct-debit-cancel.ts';

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
