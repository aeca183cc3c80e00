// What the loaded data says about a record: its document, its row in a list, and an account's name.

import type { Customer } from '../api/client/call-context.ts';
import { explain } from '../api/client/explain.ts';
import { Odd } from '../api/contract/odd.ts';
import type { Result } from '../api/contract/operations.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { idText, isId, sentId } from '../records/facts.ts';
import { KINDS, type RecordKind } from '../records/kinds.ts';
import {
  type DocumentOperation,
  type DocumentQuery,
  type ListOperation,
  type ListQuery,
  queryKey,
  type RowOf,
} from '../records/query.ts';
import { type Account, type GlobalAccount, globalAccountQuery } from '../records/reads.ts';
import { type Document, isNotFound, type List } from '../store/list.ts';
import type { KnownCustomer, State, Workspace } from '../store/state.ts';
import { currentWorkspace, documentIn, listIn, workspaceOf } from '../store/workspace.ts';
import { flagCell, textCell } from './cells.ts';
import { type Cell, DASH, type Entry, noted } from './entry.ts';

/** For the current customer unless another one is given. */
export const documentOf = <Id extends DocumentOperation>(
  state: State,
  query: DocumentQuery<Id>,
  customer: Customer | undefined = state.customer,
): Document<Result<Id>> =>
  // Documents are cached under their operation.
  documentIn(workspaceOf(state, customer), queryKey(query)) as Document<Result<Id>>;

export const listOf = <Id extends ListOperation>(state: State, query: ListQuery<Id>): List<RowOf<Id>> =>
  // Lists are cached under their operation.
  listIn(currentWorkspace(state), queryKey(query)) as List<RowOf<Id>>;

/** In any loaded list. The key is the record's ID, if it has one. */
export function loadedRow<Id extends ListOperation>(
  state: State,
  operation: Id,
  id: string,
): RowOf<Id> | undefined {
  for (const [key, list] of Object.entries(workspaceOf(state, state.customer).lists)) {
    if (!key.startsWith(`${operation} `)) continue;
    const found = list.pages.items.find(item => item.key === id);
    // Lists are cached under their operation.
    if (found) return found.row as RowOf<Id>;
  }
  return undefined;
}

interface Joined<Value> {
  readonly title: Visible;
  readonly asked: string;
  /** If answers have an ID. */
  readonly idOf?: (value: Value) => Parameters<typeof isId>[0];
  readonly entries: (value: Value) => readonly Entry[];
  /** What "not found" means. */
  readonly absent?: Visible | undefined;
}

/** A warning comes first if the service returned a different record. */
export function joinedEntries<Value>(
  document: Document<Value>,
  { title, asked, idOf, entries, absent }: Joined<Value>,
): readonly Entry[] {
  const { value, loading, failure } = document;
  if (value !== undefined) {
    const other = idOf !== undefined && !isId(idOf(value), asked);
    const mark = other
      ? [anotherRecord(title, asked)]
      : document.other === undefined
        ? []
        : [noted(t`? ${document.other}`, 'bad')];
    return [...mark, ...entries(value)];
  }
  if (loading) return [{ note: t`${title}: reading …` }];
  if (failure === undefined) return [{ note: t`${title}: not read yet.` }];
  if (failure.kind === 'abandoned')
    return [{ note: t`${title}: reading was stopped. Press r to read again.` }];
  const { what, todo } = explain(failure, title);
  if (absent !== undefined && isNotFound(failure)) return [noted(absent, 'plain'), { note: what }];
  return [noted(what, 'bad'), noted(todo, 'plain')];
}

/** The record with this ID, or why it is not there. */
export const recordEntries = <Value>(
  kind: RecordKind,
  asked: string,
  document: Document<Value>,
  entries: (value: Value) => readonly Entry[],
  absent?: Visible,
): readonly Entry[] =>
  joinedEntries(document, {
    title: KINDS[kind].one,
    asked,
    idOf: value => sentId(kind, value),
    entries,
    absent,
  });

/** Above a form, in place of its record. */
export function unreadEntries(
  { loading, failure }: Document<unknown>,
  said: { readonly title: Visible; readonly reading: Visible; readonly unread: Visible },
): readonly Entry[] {
  if (loading) return [{ note: said.reading }];
  if (failure === undefined || failure.kind === 'abandoned') return [{ note: said.unread }];
  const { what, todo } = explain(failure, said.title, { key: t`Ctrl+R` });
  return [noted(what, 'bad'), { note: todo }];
}

const anotherRecord = (title: Visible, asked: string): Entry =>
  noted(t`? ${title}: the service returned a different record, not ${visible(asked, 40)}.`, 'bad');

interface LabelledCell {
  readonly label: Visible;
  readonly cell: Cell;
}

/** Of the same fields of a row and of its read by ID, or a note that none differs. */
export function differences(
  listed: readonly LabelledCell[],
  read: readonly LabelledCell[],
): readonly Entry[] {
  const different = read.filter(({ cell }, i) => textOf(cell) !== textOf(listed[i]?.cell ?? DASH));
  if (different.length === 0) return [{ note: t`Same as in the list.` }];
  return [
    noted(t`Different from the list:`, 'warn'),
    ...different.map(({ label, cell }) => ({ label, cell: { ...cell, tone: 'warn' as const } })),
  ];
}

const textOf = ({ text, unit }: Cell): string => `${text} ${unit ?? ''}`;

/** A warning if the records are not the customer's own. */
export const platformWarnings = (customer: KnownCustomer | undefined): readonly Visible[] =>
  customer?.onBehalfOf === undefined
    ? [t`Records of the platform's own account: this customer has no connected account (u).`]
    : [];

export const platformNotes = (customer: KnownCustomer | undefined): readonly Entry[] =>
  platformWarnings(customer).map(text => noted(text, 'warn'));

/** Whether the account supports direct debits. */
export const directDebitCell = ({ capability }: GlobalAccount): Cell =>
  capability === undefined || capability instanceof Odd
    ? textCell(capability)
    : flagCell(capability.support_direct_debit);

/** `absent`: what "not found" means. */
export const globalAccountEntries = (
  id: string,
  context: {
    readonly customer: KnownCustomer | undefined;
    document<Id extends DocumentOperation>(query: DocumentQuery<Id>): Document<Result<Id>>;
  },
  entries: (account: GlobalAccount) => readonly Entry[],
  absent?: Visible,
): readonly Entry[] => [
  ...platformNotes(context.customer),
  ...recordEntries('global-account', id, context.document(globalAccountQuery(id)), entries, absent),
];

export function accountName(id: string, state: State): Visible {
  const loaded = loadedRow(state, 'account.list', id);
  const name = loaded && nameOf(loaded);
  return name ?? currentWorkspace(state).accountNames[id] ?? visible(id, 40);
}

export function accountNamesIn({ lists, accountNames }: Workspace): Workspace['accountNames'] {
  const named = Object.entries(lists)
    .filter(([key]) => key.startsWith('account.list '))
    // The lists of this operation have accounts as rows.
    .flatMap(([, list]) => list.pages.items.map(({ key, row }) => [key, nameOf(row as Account)] as const))
    .flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const]));
  return { ...accountNames, ...Object.fromEntries(named) };
}

function nameOf(row: Account): Visible | undefined {
  const label = idText(row.label);
  const number = idText(row.account_number);
  if (!label) return undefined;
  return number ? t`${visible(label, 24)} ${visible(number, 16)}` : visible(label, 24);
}
