// The lists of a customer that Find and the timeline read: the words of each row, and the screen that shows the list.

import { Odd } from '../api/contract/odd.ts';
import { forLast } from '../lib/remembered.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { withId } from '../records/facts.ts';
import { type ListOperation, type ListQuery, queryKey, type RowOf } from '../records/query.ts';
import {
  accountsQuery,
  beneficiariesQuery,
  cardsQuery,
  cardTransactionsQuery,
  debitsQuery,
  historyQuery,
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
  readonly amount?: Cell;
  readonly status?: Cell;
}

export interface CustomerList {
  readonly query: ListQuery;
  readonly key: string;
  readonly one: Visible;
  readonly many: Visible;
  readonly of?: Visible;
  readonly view: View;
  /** `digits`: the searched amount, as `plainAmount` writes it. */
  what(row: unknown, digits?: string): RecordWords;
}

interface ListKind<Id extends ListOperation> extends Pick<CustomerList, 'one' | 'many' | 'of'> {
  readonly query: ListQuery<Id>;
  readonly place: PlaceId;
  readonly subject?: string;
  what(row: RowOf<Id>, digits: string | undefined): RecordWords;
}

export const customerList = <Id extends ListOperation>({
  place,
  subject,
  what,
  ...kind
}: ListKind<Id>): CustomerList => ({
  ...kind,
  key: queryKey(kind.query),
  view: openView(place, subject),
  // `what` gets only rows of this list.
  what: (row, digits) => what(row as RowOf<Id>, digits),
});

type CellValue = Parameters<typeof textCell>[0];

const CELLS = 120;

const wordsOf = (...values: readonly CellValue[]): Visible =>
  visible(values.map(value => textCell(value).text).join(' · '), CELLS);

export const name = (...values: readonly CellValue[]): RecordWords => ({ words: wordsOf(...values) });

/** The amount has the sign and colour of the record's own list. */
export const money = (amount: Cell, ...words: readonly CellValue[]): RecordWords => ({
  words: wordsOf(...words),
  amount,
});

const withStatus = (said: RecordWords, status: CellValue): RecordWords => ({
  ...said,
  status: textCell(status),
});

export const purchase = (
  amount: Cell,
  { merchant, transaction_type, status }: RowOf<'card.transactions'>,
): RecordWords => {
  const shop = merchant === undefined || merchant instanceof Odd ? [] : [merchant.name];
  return withStatus(money(amount, ...shop, transaction_type), status);
};

/** With the status as the last word. */
export const inWords = ({ words, amount, status }: RecordWords): RecordWords => ({
  words: status ? t`${words} · ${status.text}` : words,
  ...(amount && { amount }),
});

const accounts = customerList<'account.list'>({
  query: accountsQuery,
  one: t`Account`,
  many: t`Accounts`,
  place: 'accounts',
  what: row => withStatus(name(row.label, row.account_number), row.status),
});
const allCards = cardsQuery({ server: {} });
const cards = customerList<'card.list'>({
  query: allCards,
  one: t`Card`,
  many: t`Cards`,
  place: 'cards',
  what: row => withStatus(name(row.nameOnCard, row.maskedCardNumber), row.cardStatus),
});

const isAmount = (value: unknown, digits: string): boolean =>
  typeof value === 'string' && plainAmount(value) === digits;

const whole: readonly CustomerList[] = [
  accounts,
  cards,
  customerList<'account.balanceHistory'>({
    query: historyQuery,
    one: t`Balance history`,
    many: t`Balance history`,
    place: 'history',
    what({ amount, balance, currency, description }, digits) {
      // The searched amount may be the balance.
      const isBalance = digits !== undefined && isAmount(balance, digits) && !isAmount(amount, digits);
      return isBalance
        ? {
            ...money(movedCell(amount, currency)),
            words: t`balance after: ${amountCell(balance).text} · ${name(description).words}`,
          }
        : money(movedCell(amount, currency), description);
    },
  }),
  customerList<'directDebit.list'>({
    query: debitsQuery,
    one: t`Direct debit`,
    many: t`Direct debits`,
    of: t`the last 30 days`,
    place: 'direct-debits',
    what: debitWords,
  }),
  customerList<'beneficiary.list'>({
    query: beneficiariesQuery,
    one: t`Beneficiary`,
    many: t`Beneficiaries`,
    place: 'beneficiaries',
    what: row => withStatus(name(row.account_holder_name, row.account_number), row.status),
  }),
];

export function debitWords(row: RowOf<'directDebit.list'>): RecordWords {
  return withStatus(money(amountCell(row.amount, row.currency), row.debtor_name), row.status);
}

const ofAccount = (id: string, label: Visible): CustomerList =>
  customerList<'account.transactions'>({
    query: transactionsQuery(id),
    one: t`Transaction`,
    many: t`Transactions`,
    of: label,
    place: 'transactions',
    subject: id,
    what: row =>
      withStatus(money(signedCell(row.amount, row.currency, row.type), row.description), row.status),
  });

const ofCard = (id: string, label: Visible): CustomerList =>
  customerList<'card.transactions'>({
    query: cardTransactionsQuery(id),
    one: t`Card transaction`,
    many: t`Card transactions`,
    of: label,
    place: 'card-transactions',
    subject: id,
    what: row => purchase(amountCell(row.transaction_amount, row.transaction_currency), row),
  });

export const pagesOf = (state: State, { key }: Pick<CustomerList, 'key'>): List<unknown> =>
  listIn(currentWorkspace(state), key);

/** Read first, because transactions are listed for each account and each card. */
export const FIRST: readonly CustomerList[] = [accounts, cards];

type NamedRows<Id extends ListOperation> = readonly Pick<Item<RowOf<Id>>, 'row'>[];

export const listsUnder = (
  held: NamedRows<'account.list'>,
  issued: NamedRows<'card.list'>,
): readonly CustomerList[] => [
  ...whole,
  ...held.flatMap(({ row }) => withId(row.id, id => ofAccount(id, name(row.label).words)) ?? []),
  ...issued.flatMap(
    ({ row }) => withId(row.cardHashId, id => ofCard(id, name(row.maskedCardNumber).words)) ?? [],
  ),
];

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
  { label: t`Time`, cell: timeCell(row.create_time, moment) },
];

/** Epoch ms of the first time of a record. */
export function momentOfRow(row: unknown): number | undefined {
  const fields = (row ?? {}) as Readonly<Record<string, unknown>>;
  for (const name in fields) {
    const value = fields[name];
    if (typeof value !== 'object' || value === null || !('epochMs' in value)) continue;
    if (typeof value.epochMs === 'number') return value.epochMs;
  }
  return undefined;
}
