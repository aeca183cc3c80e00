// Searches cards, cardholders and card transactions in lists, because the service can't read a card by its ID.

import { idText } from '../../format/cells.ts';
import { cardsQuery, cardTransactionsQuery } from '../../format/records.ts';
import { t } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { visitFound, visitOnTop } from '../../store/workspace.ts';
import { endsIn, name, purchase } from './match-text.ts';
import { inRows, type SearchSource, underEach } from './source.ts';

/** The same query as the Cards tab. */
const all = cardsQuery({ server: {} });
const CARDS = 300;
const MOST_CARDS = 12;

const card: SearchSource = inRows({
  id: 'card',
  title: t`Card or cardholder`,
  shapes: ['any', 'last four'],
  through: CARDS,
  among: () => ({ queries: [all], ready: true }),
  hit({ key, row, raw }, { text, shape }) {
    const id = idText(row.cardHashId);
    const fits =
      shape === 'last four'
        ? endsIn(row.maskedCardNumber, text)
        : id === text || idText(row.cardholderId) === text;
    if (!fits) return undefined;
    return {
      key,
      what: name(row.nameOnCard, row.maskedCardNumber, row.cardStatus),
      raw,
      exact: true,
      go: state => visitFound(state, 'cards', shape === 'last four' ? (id ?? text) : text),
    };
  },
});

const cardsIn = (state: State) =>
  underEach(state, { query: all, idOf: row => idText(row.cardHashId), most: MOST_CARDS, many: t`cards` });

const transaction: SearchSource = inRows({
  id: 'card transaction',
  title: t`Card transaction`,
  shapes: ['any'],
  through: 100,
  first: [{ kind: 'list', query: all, through: MOST_CARDS }],
  among(_asked, state) {
    const { ids, ...others } = cardsIn(state);
    return { queries: ids.map(cardTransactionsQuery), ...others };
  },
  hit({ row, raw }, { text }, { input }) {
    const known = [row.transaction_id, row.lifecycle_id, row.retrieval_ref, row.network_transaction_id];
    if (!known.some(value => idText(value) === text)) return undefined;
    const of = input.query.id;
    return {
      key: `${of} ${idText(row.transaction_id) ?? ''}`,
      what: purchase(row.billing_amount, row.billing_currency, row),
      raw,
      exact: true,
      go: state => visitOnTop(state, { ...openView('card-transactions', of), filter: text }),
    };
  },
});

export const cardSources: readonly SearchSource[] = [card, transaction];
