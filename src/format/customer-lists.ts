// The lists of a customer that Find and the timeline read: the words of each row, and the screen that shows the list.

import { forLast } from '../lib/remembered.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { idOf, kindOf, labelOf, moneyOn, statusOf, timeOf } from '../records/facts.ts';
import { KINDS, type RecordKind } from '../records/kinds.ts';
import { type ListOperation, type ListQuery, queryKey, type RowOf } from '../records/query.ts';
import {
  accountsQuery,
  beneficiariesQuery,
  cardsQuery,
  cardTransactionsQuery,
  debitsQuery,
  type HistoryEntry,
  historyQuery,
  mandatesQuery,
  transactionsQuery,
} from '../records/reads.ts';
import type { List } from '../store/list.ts';
import type { Item } from '../store/paging.ts';
import type { PlaceId } from '../store/places.ts';
import { plainAmount } from '../store/row-search.ts';
import type { State } from '../store/state.ts';
import { openView, type View } from '../store/view.ts';
import { currentWorkspace, listIn } from '../store/workspace.ts';
import { amountCell, type Moment, movedCell, signedCell, textCell, timeCell } from './cells.ts';
import type { Cell, Entry } from './entry.ts';
import { listOf as loadedList } from './joined.ts';

/** What a row says about its record. The amount and the status have their own columns. */
export interface RecordWords {
  readonly words: Visible;
  /** With the sign and colour of the record's own list. */
  readonly amount?: Cell;
  readonly status?: Cell;
}

const CELLS = 120;

const wordsOf = (...values: readonly Parameters<typeof textCell>[0][]): Visible =>
  visible(values.map(value => textCell(value).text).join(' · '), CELLS);

export function recordWords(kind: RecordKind, row: unknown): RecordWords {
  const facts = KINDS[kind];
  const money = moneyOn(kind, row);
  return {
    words: wordsOf(...facts.who(row as never)),
    ...(money && {
      amount: (money.moves ? signedCell : amountCell)(money.amount, money.currency, money.direction),
    }),
    ...(facts.status !== undefined && { status: textCell(statusOf(kind, row)) }),
  };
}

/** With the status as the last word. */
export const inWords = ({ words, amount, status }: RecordWords): RecordWords => ({
  words: status ? t`${words} · ${status.text}` : words,
  ...(amount && { amount }),
});

const isAmount = (value: unknown, digits: string): boolean =>
  typeof value === 'string' && plainAmount(value) === digits;

/** `digits`: the searched amount, as `plainAmount` writes it. It may be the balance of an entry. */
export function searchedWords(kind: RecordKind, row: unknown, digits: string | undefined): RecordWords {
  const said = recordWords(kind, row);
  if (kind !== 'history' || digits === undefined) return said;
  const { amount, balance } = row as HistoryEntry;
  return isAmount(balance, digits) && !isAmount(amount, digits)
    ? { ...said, words: t`balance after: ${amountCell(balance).text} · ${said.words}` }
    : said;
}

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

export const historyEntries = (row: RowOf<'account.balanceHistory'>, moment: Moment): readonly Entry[] => [
  { lead: movedCell(row.amount, row.currency) },
  { about: textCell(row.description) },
  { label: t`Fee`, cell: amountCell(row.fee, row.currency) },
  { label: t`Balance after`, cell: amountCell(row.balance, row.currency) },
  { label: t`Type`, cell: textCell(row.transaction_type) },
  { label: t`Source`, cell: textCell(row.source_type) },
  { label: t`Time`, cell: timeCell(timeOf('history', row), moment) },
];
