// Searches accounts and cards, and the records under them: mandates, transactions and the balance history.

import { amountCell, movedCell, signedCell } from '../../format/cells.ts';
import { inWords, money, name, purchase } from '../../format/customer-lists.ts';
import { counted } from '../../lib/counted.ts';
import { t } from '../../lib/visible.ts';
import { idText } from '../../records/facts.ts';
import type { ListQuery } from '../../records/query.ts';
import {
  accountsQuery,
  cardsQuery,
  cardTransactionsQuery,
  globalAccountQuery,
  historyQuery,
  mandateQuery,
  transactionsQuery,
} from '../../records/reads.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { visitFound, visitOnTop } from '../../store/workspace.ts';
import {
  byId,
  endsIn,
  failedLook,
  inRows,
  type SearchResult,
  type SearchSource,
  underEach,
} from './source.ts';

const withId = (id: string): ListQuery<'account.list'> => ({ ...accountsQuery, input: { query: { id } } });

const allNeeded = { kind: 'list', query: accountsQuery, through: 200 } as const;
const MOST_ACCOUNTS = 12;

const account: SearchSource = inRows({
  id: 'account',
  title: t`Account`,
  stage: 'direct',
  shapes: ['any', 'last four'],
  through: allNeeded.through,
  among: ({ text, shape }) => ({
    queries: [shape === 'last four' ? accountsQuery : withId(text)],
    ready: true,
  }),
  fits: ({ id, account_number }, { text, shape }) =>
    shape === 'last four' ? idText(id) !== undefined && endsIn(account_number, text) : idText(id) === text,
  what: row => name(row.label, row.account_number, row.status),
  go: (state, { id }, { text }) => visitFound(state, 'accounts', idText(id) ?? text),
});

/** Accounts of Family B may lack a Global Account of Family A. */
const globalAccount: SearchSource = byId({
  id: 'global account',
  title: t`Global Account`,
  shapes: ['any'],
  query: globalAccountQuery,
  idOf: value => idText(value.id),
  what: value => name(value.account_name, value.account_number, value.currency),
  go: (id, state) => visitFound(state, 'account-mandates', id),
});

const accountsIn = (state: State) =>
  underEach(state, {
    query: accountsQuery,
    idOf: row => idText(row.id),
    most: MOST_ACCOUNTS,
    many: t`accounts`,
  });

const transaction: SearchSource = inRows({
  id: 'transaction',
  title: t`Transaction`,
  shapes: ['any'],
  through: 100,
  first: [allNeeded],
  among(_asked, state) {
    const { ids, ...others } = accountsIn(state);
    return { queries: ids.map(transactionsQuery), ...others };
  },
  fits: ({ id }, { text }) => idText(id) === text,
  what: row => money(signedCell(row.amount, row.currency, row.type), row.description),
  keyOf: (_, { input }) => input.headers['x-account-id'],
  go: (state, _, { text }, { input }) =>
    visitOnTop(state, { ...openView('transactions', input.headers['x-account-id']), filter: text }),
});

const historyEntry: SearchSource = inRows({
  id: 'history',
  title: t`Balance history`,
  shapes: ['any'],
  through: 200,
  among: () => ({ queries: [historyQuery], ready: true }),
  fits: ({ id }, { text }) => idText(id) === text,
  mentions: ({ description }, { text }) => (idText(description) ?? '').includes(text),
  what: row => money(movedCell(row.amount, row.currency), row.description),
  go: (state, _, { text }) => visitOnTop(state, { ...openView('history'), filter: text }),
});

const mandateUnder = (account_: string): SearchSource =>
  byId({
    id: 'mandate',
    title: t`Mandate`,
    shapes: ['any'],
    query: id => mandateQuery(account_, id),
    idOf: value => idText(value.id),
    what: value => name(value.creditor_name, value.debtor_name, value.status),
    go: (id, state) => visitOnTop(state, { ...openView('account-mandates', account_), filter: id }),
  });

/** A mandate is read with its account, so each account is tried. */
const mandate: SearchSource = {
  id: 'mandate',
  title: t`Mandate`,
  stage: 'lists',
  shapes: ['any'],
  needs: (asked, state) => [
    allNeeded,
    ...accountsIn(state).ids.flatMap(id => mandateUnder(id).needs?.(asked, state) ?? []),
  ],
  look(asked, state) {
    const { ids, ready, failure, under } = accountsIn(state);
    const looks = ids.map(id => mandateUnder(id).look(asked, state));
    const first = (kind: SearchResult['kind']): SearchResult | undefined =>
      looks.find(look => look.kind === kind);
    return (
      first('found') ??
      (ready ? first('reading') : { kind: 'reading' }) ??
      first('failed') ??
      (failure ? failedLook(failure, t`Accounts`) : undefined) ??
      (under === ''
        ? { kind: 'absent', how: t`Not found: Purser searched ${counted(ids.length, t`account`)}.` }
        : {
            kind: 'part',
            word: t`partly searched`,
            how: t`Not found${under}. The mandate may be under another account.`,
          })
    );
  },
};

export const accountSources: readonly SearchSource[] = [
  account,
  globalAccount,
  mandate,
  transaction,
  historyEntry,
];

/** The same query as the Cards tab. The service can't read a card by its ID. */
const allCards = cardsQuery({ server: {} });
const CARDS = 300;
const MOST_CARDS = 12;

const card: SearchSource = inRows({
  id: 'card',
  title: t`Card or cardholder`,
  shapes: ['any', 'last four'],
  through: CARDS,
  among: () => ({ queries: [allCards], ready: true }),
  fits: ({ maskedCardNumber, cardHashId, cardholderId }, { text, shape }) =>
    shape === 'last four'
      ? endsIn(maskedCardNumber, text)
      : [cardHashId, cardholderId].some(id => idText(id) === text),
  what: row => name(row.nameOnCard, row.maskedCardNumber, row.cardStatus),
  go: (state, { cardHashId }, { text, shape }) =>
    visitFound(state, 'cards', shape === 'last four' ? (idText(cardHashId) ?? text) : text),
});

const cardsIn = (state: State) =>
  underEach(state, {
    query: allCards,
    idOf: row => idText(row.cardHashId),
    most: MOST_CARDS,
    many: t`cards`,
  });

const cardTransaction: SearchSource = inRows({
  id: 'card transaction',
  title: t`Card transaction`,
  shapes: ['any'],
  through: 100,
  first: [{ kind: 'list', query: allCards, through: MOST_CARDS }],
  among(_asked, state) {
    const { ids, ...others } = cardsIn(state);
    return { queries: ids.map(cardTransactionsQuery), ...others };
  },
  fits: (row, { text }) =>
    [row.transaction_id, row.lifecycle_id, row.retrieval_ref, row.network_transaction_id].some(
      id => idText(id) === text,
    ),
  what: row => inWords(purchase(amountCell(row.billing_amount, row.billing_currency), row)),
  keyOf: (row, { input }) => `${input.query.id} ${idText(row.transaction_id) ?? ''}`,
  go: (state, _, { text }, { input }) =>
    visitOnTop(state, { ...openView('card-transactions', input.query.id), filter: text }),
});

export const cardSources: readonly SearchSource[] = [card, cardTransaction];
