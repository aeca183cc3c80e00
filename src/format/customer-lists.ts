// The lists of a customer that Find and the timeline read, and the screen that shows each list.

import { forLast } from '../lib/remembered.ts';
import { t, type Visible } from '../lib/visible.ts';
import { idOf, kindOf, labelOf } from '../records/facts.ts';
import type { RecordKind } from '../records/kinds.ts';
import { type ListOperation, type ListQuery, queryKey, type RowOf } from '../records/query.ts';
import {
  accountsQuery,
  beneficiariesQuery,
  cardsQuery,
  cardTransactionsQuery,
  debitsQuery,
  historyQuery,
  mandatesQuery,
  transactionsQuery,
} from '../records/reads.ts';
import type { List } from '../store/list.ts';
import type { Item } from '../store/paging.ts';
import type { PlaceId } from '../store/places.ts';
import type { State } from '../store/state.ts';
import { openView, type View } from '../store/view.ts';
import { currentWorkspace, listIn } from '../store/workspace.ts';
import { listOf as loadedList } from './joined.ts';
import { wordsOf } from './record-words.ts';

export interface CustomerList {
  readonly kind: RecordKind;
  readonly query: ListQuery;
  readonly key: string;
  readonly of?: Visible;
  readonly view: View;
}

const PLACES: Readonly<Record<ListOperation, PlaceId>> = {
  'account.list': 'accounts',
  'account.balances': 'balances',
  'account.transactions': 'transactions',
  'account.balanceHistory': 'history',
  'beneficiary.list': 'beneficiaries',
  'card.list': 'cards',
  'card.transactions': 'card-transactions',
  'directDebit.list': 'direct-debits',
  'mandate.list': 'account-mandates',
};

/** `subject`: the account or the card, if there is a list for each. */
export const customerList = (query: ListQuery, of?: Visible, subject?: string): CustomerList => ({
  kind: kindOf(query.operation),
  query,
  key: queryKey(query),
  ...(of !== undefined && { of }),
  view: openView(PLACES[query.operation], subject),
});

const accounts = customerList(accountsQuery);
const allCards = cardsQuery({ server: {} });
const cards = customerList(allCards);

const whole: readonly CustomerList[] = [
  accounts,
  cards,
  customerList(historyQuery),
  customerList(debitsQuery, t`the last 30 days`),
  customerList(beneficiariesQuery),
];

/** Without a period the service lists 30 days (INTERFACE.md, Endpoints › Family A, rule 3). */
export const allDebits = customerList(
  { operation: 'directDebit.list', input: { query: { from_created_date: '2000-01-01' } } },
  t`before the last 30 days`,
);

export const pagesOf = (state: State, { key }: Pick<CustomerList, 'key'>): List<unknown> =>
  listIn(currentWorkspace(state), key);

/** Read first, because transactions are listed for each account and each card. */
export const FIRST: readonly CustomerList[] = [accounts, cards];

type NamedRows<Id extends ListOperation> = readonly Pick<Item<RowOf<Id>>, 'row'>[];

const ofEach = (
  rows: NamedRows<ListOperation>,
  kind: 'account' | 'card',
  query: (id: string) => ListQuery,
): readonly CustomerList[] =>
  rows.flatMap(({ row }) => {
    const id = idOf(kind, row);
    return id === undefined ? [] : [customerList(query(id), wordsOf(labelOf(kind, row)), id)];
  });

export const listsUnder = (
  held: NamedRows<'account.list'>,
  issued: NamedRows<'card.list'>,
): readonly CustomerList[] => [
  ...whole,
  ...ofEach(held, 'account', transactionsQuery),
  ...ofEach(issued, 'card', cardTransactionsQuery),
];

export const mandatesUnder = (held: NamedRows<'account.list'>): readonly CustomerList[] =>
  ofEach(held, 'account', mandatesQuery);

export const loadedAccounts = (state: State): NamedRows<'account.list'> =>
  loadedList(state, accountsQuery).pages.items;

/** The function gives the same lists until other accounts or cards are loaded. */
export function customerLists(): (state: State) => readonly CustomerList[] {
  const listsFor = forLast(listsUnder);
  return state => listsFor(loadedAccounts(state), loadedList(state, allCards).pages.items);
}
