// The lists that a search covers: the text of each row, and the screen that shows the list.

import { type ListOperation, type ListQuery, queryKey, type RowOf } from '../../effects/query.ts';
import { amountCell, movedCell, signedCell, withId } from '../../format/cells.ts';
import { listOf as loadedList } from '../../format/joined.ts';
import {
  accountsQuery,
  beneficiariesQuery,
  cardsQuery,
  cardTransactionsQuery,
  debitsQuery,
  historyQuery,
  transactionsQuery,
} from '../../format/records.ts';
import { forLast } from '../../lib/remembered.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { List } from '../../store/list.ts';
import type { Item } from '../../store/paging.ts';
import type { PlaceId } from '../../store/places.ts';
import { plainAmount } from '../../store/row-search.ts';
import type { State } from '../../store/state.ts';
import { openView, type View } from '../../store/view.ts';
import { currentWorkspace, listIn } from '../../store/workspace.ts';
import { type FoundWords, money, name, purchase } from './source.ts';

export interface SearchedLists {
  readonly query: ListQuery;
  readonly key: string;
  readonly one: Visible;
  readonly many: Visible;
  readonly of?: Visible;
  readonly view: View;
  /** `digits`: the searched amount, as `plainAmount` writes it. */
  what(row: unknown, digits?: string): FoundWords;
}

interface ListKind<Id extends ListOperation> extends Pick<SearchedLists, 'one' | 'many' | 'of'> {
  readonly query: ListQuery<Id>;
  readonly place: PlaceId;
  readonly subject?: string;
  what(row: RowOf<Id>, digits: string | undefined): FoundWords;
}

const searched = <Id extends ListOperation>({
  place,
  subject,
  what,
  ...kind
}: ListKind<Id>): SearchedLists => ({
  ...kind,
  key: queryKey(kind.query),
  view: openView(place, subject),
  // `what` gets only rows of this list.
  what: (row, digits) => what(row as RowOf<Id>, digits),
});

const accounts = searched<'account.list'>({
  query: accountsQuery,
  one: t`Account`,
  many: t`Accounts`,
  place: 'accounts',
  what: row => name(row.label, row.account_number, row.status),
});
const allCards = cardsQuery({ server: {} });
const cards = searched<'card.list'>({
  query: allCards,
  one: t`Card`,
  many: t`Cards`,
  place: 'cards',
  what: row => name(row.nameOnCard, row.maskedCardNumber, row.cardStatus),
});

const isAmount = (value: unknown, digits: string): boolean =>
  typeof value === 'string' && plainAmount(value) === digits;

const whole: readonly SearchedLists[] = [
  accounts,
  cards,
  searched<'account.balanceHistory'>({
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
  searched<'directDebit.list'>({
    query: debitsQuery,
    one: t`Direct debit`,
    many: t`Direct debits`,
    of: t`the last 30 days`,
    place: 'direct-debits',
    what: row => money(amountCell(row.amount, row.currency), row.debtor_name, row.status),
  }),
  searched<'beneficiary.list'>({
    query: beneficiariesQuery,
    one: t`Beneficiary`,
    many: t`Beneficiaries`,
    place: 'beneficiaries',
    what: row => name(row.account_holder_name, row.account_number, row.status),
  }),
];

const ofAccount = (id: string, label: Visible): SearchedLists =>
  searched<'account.transactions'>({
    query: transactionsQuery(id),
    one: t`Transaction`,
    many: t`Transactions`,
    of: label,
    place: 'transactions',
    subject: id,
    what: row => money(signedCell(row.amount, row.currency, row.type), row.description, row.status),
  });

const ofCard = (id: string, label: Visible): SearchedLists =>
  searched<'card.transactions'>({
    query: cardTransactionsQuery(id),
    one: t`Card transaction`,
    many: t`Card transactions`,
    of: label,
    place: 'card-transactions',
    subject: id,
    what: row => purchase(amountCell(row.transaction_amount, row.transaction_currency), row),
  });

export const pagesOf = (state: State, { key }: Pick<SearchedLists, 'key'>): List<unknown> =>
  listIn(currentWorkspace(state), key);

/** Read first, because transactions are searched for each account and each card. */
export const FIRST: readonly SearchedLists[] = [accounts, cards];

/** The function gives the same lists until other accounts or cards are loaded. */
export function searchedLists(): (state: State) => readonly SearchedLists[] {
  const listsFor = forLast(
    (held: readonly Item<RowOf<'account.list'>>[], issued: readonly Item<RowOf<'card.list'>>[]) => [
      ...whole,
      ...held.flatMap(({ row }) => withId(row.id, id => ofAccount(id, name(row.label).words)) ?? []),
      ...issued.flatMap(
        ({ row }) => withId(row.cardHashId, id => ofCard(id, name(row.maskedCardNumber).words)) ?? [],
      ),
    ],
  );
  return state =>
    listsFor(loadedList(state, accountsQuery).pages.items, loadedList(state, allCards).pages.items);
}
