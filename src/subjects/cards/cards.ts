// The list of cards, its actions, a card's spending limits, and the overview's rows for inactive cards.

import { Odd, readable } from '../../api/contract/odd.ts';
import type { WriteId } from '../../api/contract/operations.ts';
import {
  amountCell,
  currencyCell,
  listedNumber,
  numberCell,
  textCell,
  timeCell,
} from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { joinedEntries } from '../../format/joined.ts';
import { recordHead } from '../../format/record-words.ts';
import { compare, isNegative, isZero } from '../../lib/decimal.ts';
import { present } from '../../lib/present.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { byWord, idKeys, indexOf, type Loaded, type Related } from '../../money/related.ts';
import { journalOf } from '../../money/related-money.ts';
import { isConfirmableId, unusableId } from '../../money/write-tokens.ts';
import { idText, watchedStatus, withId } from '../../records/facts.ts';
import type { RowOf } from '../../records/query.ts';
import { type Card, type CardLimits, cardsQuery } from '../../records/reads.ts';
import type { Question } from '../../sending/question.ts';
import type { Document } from '../../store/list.ts';
import type { State } from '../../store/state.ts';
import { hasStatusChanged } from '../../store/status-changes.ts';
import { openView } from '../../store/view.ts';
import { nothingLeft, type WatchOffer, watchKey } from '../../store/watches.ts';
import { currentView, visit } from '../../store/workspace.ts';
import { whyNotWrite } from '../../store/writing.ts';
import { type AttentionSource, ofList } from '../../ui/screens/attention.ts';
import {
  cellColumn,
  currencyColumn,
  dateColumn,
  mainColumn,
  otherIdColumn,
} from '../../ui/screens/common-columns.ts';
import { opens } from '../../ui/screens/opens.ts';
import { columnsOf, listingOf } from '../../ui/screens/record-listing.ts';
import type { DetailsContext, Resource, RowAction } from '../../ui/screens/resource.ts';
import { wordFilter } from '../../ui/screens/server-filter.ts';
import { cardName, listedCard, placeInList } from './card-lines.ts';
import { activateQuestion, cardActivate, cardClose, closeQuestion, type ListedCard } from './card-status.ts';
import { cardUpdate, freezeQuestion } from './card-update.ts';
import { amountText, intervalText, type Limit, limitsQuery } from './limit-lines.ts';

const reveal: RowAction<RowOf<'card.list'>> = {
  id: 'reveal',
  title: t`card details`,
  key: 'D',
  reads: true,
  barred: row =>
    idText(row.cardHashId) === undefined ? t`The service sent this card without an ID.` : undefined,
  run: (app, row) => app.store.setState(state => visit(state, 'card-details', idText(row.cardHashId))),
};

const ofHolder = {
  from: 'cards',
  writes: true,
  subject(state: State) {
    const { cursorKey, lost } = currentView(state);
    return cursorKey === undefined || lost ? undefined : idText(listedCard(cursorKey, state)?.cardholderId);
  },
} as const;

/** No status bars an action: INTERFACE.md does not say which status an action needs. */
const barCard =
  (write: CardWrite) =>
  ({ cardHashId }: Card, state: State): Visible | undefined =>
    whyNotWrite(state) ?? barUnnamed(idText(cardHashId), write, state);

const asks = <Id extends WriteId>(
  action: Pick<RowAction<Card>, 'id' | 'title' | 'key' | 'footer'>,
  write: CardWrite,
  question: (card: ListedCard) => Question<Id>,
): RowAction<Card> => ({
  ...action,
  barred: barCard(write),
  run: ({ store, dialog }, card) =>
    withId(
      card.cardHashId,
      id => void dialog.ask(question({ id, card, at: placeInList(id, store.getState()) })),
    ),
});

const freeze = asks(
  { id: 'freeze', title: t`freeze, unfreeze`, key: 'z', footer: 2.5 },
  cardUpdate,
  freezeQuestion,
);
const activate = asks({ id: 'activate', title: t`activate`, key: 'v' }, cardActivate, activateQuestion);
const close = asks({ id: 'close', title: t`close card`, key: 'x', footer: 2.7 }, cardClose, closeQuestion);

const setLimits: RowAction<Card> = {
  id: 'limits',
  title: t`set limits`,
  key: 's',
  footer: 2.6,
  barred: barCard(cardUpdate),
  run: (app, row) =>
    withId(row.cardHashId, id => app.store.setState(state => visit(state, 'card-limits', id))),
};

const { status, id } = columnsOf('card');

export const cards: Resource<'card.list'> = {
  ...listingOf('card'),
  place: 'cards',
  query: cardsQuery,
  empty: t`This customer has no cards.`,
  columns: [
    mainColumn('name', t`Name on card`, [14, 30, 0], row => row.nameOnCard),
    cellColumn('number', t`Number`, [19, 24, 1], row => listedNumber(row.maskedCardNumber), {
      orderedBy: row => idText(row.maskedCardNumber),
    }),
    cellColumn('type', t`Type`, [7, 12, 3], row => textCell(row.cardType)),
    status,
    currencyColumn([8, 8, 2], row => row.currency),
    dateColumn('created', t`Created`, [12, 16, 4], row => row.createdAt),
    id,
    otherIdColumn('holder', t`Cardholder`, row => row.cardholderId),
  ],
  filters: [
    wordFilter('status', t`Status`, [t`ACTIVE`, t`INACTIVE`], true),
    wordFilter('card_type', t`Type`, [t`PHY`, t`VIRTUAL`], true),
  ],
  watch: watchCard,
  changed: (row, state) =>
    hasStatusChanged(state, watchKey({ kind: 'card', id: idText(row.cardHashId) ?? '' })),
  related: relatedToCard,
  actions: [freeze, setLimits, activate, close, reveal],
  commands: [
    opens({ ...ofHolder, to: 'issue-card', key: 'n', title: t`issue card`, footer: 6.5 }),
    opens({ from: 'cards', to: 'new-cardholder', key: 'N', title: t`new cardholder`, writes: true }),
    opens({ ...ofHolder, to: 'update-cardholder', key: 'U', title: t`change cardholder` }),
  ],
  details: [
    { title: t`Card`, entries: cardEntries },
    { title: t`Limits`, entries: cardLimits },
  ],
  joins: row => withId(row.cardHashId, id => [limitsQuery(id)]) ?? [],
  open: row => withId(row.cardHashId, id => openView('card-transactions', id)),
};

const ofHolderId = indexOf('card.list', row => idKeys(row.cardholderId));

function relatedToCard(row: Card, loaded: Loaded): readonly Related[] {
  const [id, holder] = [idText(row.cardHashId), idText(row.cardholderId)];
  const others = ofHolderId(loaded, idKeys(row.cardholderId)).filter(
    item => item.row !== row && idText(item.row.cardHashId) !== id,
  );
  const [first] = others;
  const named = first && cardName(first.row);
  return present(
    id !== undefined && {
      kind: t`Transactions`,
      text: t`of this card`,
      view: openView('card-transactions', id),
    },
    byWord(
      t`Cardholder`,
      'cards',
      holder,
      !named
        ? t`no other card loaded`
        : others.length === 1
          ? named
          : t`${others.length} other cards, such as ${named}`,
      { column: 'holder' },
    ),
    ...journalOf(id, loaded),
  );
}

function cardEntries(row: Card, context: DetailsContext): readonly Entry[] {
  const { moment } = context;
  return [
    ...recordHead('card', row),
    { about: numberCell(row.maskedCardNumber) },
    { label: t`Type`, cell: textCell(row.cardType) },
    { label: t`Currency`, cell: currencyCell(row.currency) },
    { label: t`Created`, cell: timeCell(row.createdAt, moment) },
    { label: t`Updated`, cell: timeCell(row.updatedAt, moment) },
    { label: t`Card ID`, cell: textCell(row.cardHashId) },
    { label: t`Cardholder`, cell: textCell(row.cardholderId) },
    ...cardLimits(row, context),
  ];
}

function cardLimits(row: Card, context: DetailsContext): readonly Entry[] {
  const id = idText(row.cardHashId);
  return id === undefined
    ? [noted(t`The service sent this card without an ID, so Purser can't read its limits.`, 'warn')]
    : limitsEntries(context.document(limitsQuery(id)), id, row.currency);
}

type CardWrite = Pick<WriteDefinition, 'class'>;

function barUnnamed(id: string | undefined, write: CardWrite, state: State): Visible | undefined {
  if (id === undefined) return t`The service sent no usable card ID, so Purser can't change this card.`;
  return isConfirmableId(id, write, state) ? undefined : unusableId(t`card ID`);
}

export const limitsEntries = (
  document: Document<CardLimits>,
  id: string,
  cardCurrency: Parameters<typeof idText>[0],
): readonly Entry[] =>
  joinedEntries(document, {
    title: t`Card limits`,
    asked: id,
    entries: read => [
      ...otherCurrency(read, cardCurrency),
      { heading: t`Limits` },
      ...listEntries(read.limits, read.currency),
      { heading: t`Cash withdrawal limits` },
      ...listEntries(read.cash_withdrawal_limits, read.currency),
    ],
  });

function otherCurrency(
  { currency }: CardLimits,
  cardCurrency: Parameters<typeof idText>[0],
): readonly Entry[] {
  const own = idText(cardCurrency);
  return own === undefined || idText(currency) === own
    ? []
    : [
        noted(
          t`? The limits are in ${textCell(currency).text}, but the card is in ${textCell(cardCurrency).text}.`,
          'warn',
        ),
      ];
}

function listEntries(list: CardLimits['limits'], currency: CardLimits['currency']): readonly Entry[] {
  if (list === undefined || list instanceof Odd) return [{ label: t`Limits`, cell: textCell(list) }];
  if (list.length === 0) return [{ note: t`None.` }];
  return list.map(limit =>
    limit instanceof Odd ? { label: t`Limit`, cell: textCell(limit) } : limitEntry(limit, currency),
  );
}

/** A gauge only if the remaining amount is between zero and the limit. */
function limitEntry({ amount, interval, remaining }: Limit, currency: CardLimits['currency']): Entry {
  const label = intervalText(interval);
  const text = t`${amountCell(remaining).text} of ${amountText(amount, currency)} left`;
  const parts = partsOf(remaining, amount);
  return parts ? { label, gauge: { ...parts, text } } : { label, cell: { text, tone: 'warn' } };
}

function partsOf(remaining: Limit['remaining'], amount: Limit['amount']) {
  const [left, whole] = [readable(remaining), readable(amount)];
  if (left === undefined || whole === undefined) return undefined;
  const fits = !isZero(whole) && !isNegative(left) && compare(left, whole) <= 0;
  return fits ? { left, whole } : undefined;
}

const to = { ...openView('cards'), server: { status: 'INACTIVE' } };
/** The service filters, because a customer may have very many cards. */
const query = cardsQuery(to);
const title = t`Inactive cards`;

export const inactiveCards: AttentionSource = {
  needs: () => [{ kind: 'list', query, through: LOOKED_AT }],
  attention: state =>
    ofList(state, { title, query, to }, (items, { whole }) => {
      const inactive = items.filter(({ row }) => row.cardStatus === 'INACTIVE');
      const [first] = inactive;
      if (!first) return [];
      const one = inactive.length === 1 && whole;
      return [
        {
          key: 'inactive cards',
          urgency: 'inactive',
          state: { text: t`INACTIVE`, tone: 'warn' },
          what: one
            ? t`1 card is inactive`
            : t`${inactive.length}${whole ? t`` : t` or more`} cards are inactive`,
          ...(one && { about: cardName(first.row) }),
          notes: [
            noted(
              t`A card is INACTIVE before activation and while frozen. The list does not tell the two apart.`,
              'plain',
            ),
            ...inactive.slice(0, SHOWN).map(({ row }) => ({ label: t`Card`, cell: { text: cardName(row) } })),
          ],
          to,
        },
      ];
    }),
};

const SHOWN = 20;
/** At most this many inactive cards are loaded. If there are more, the row says "or more". */
const LOOKED_AT = 200;

function watchCard(card: Card, state: State): WatchOffer | Visible {
  const id = idText(card.cardHashId);
  if (id === undefined) return t`The service sent no usable card ID, so Purser can't find this card again.`;
  const status = watchedStatus('card', card);
  const { filter, offset } = placeInList(id, state);
  const whyNot =
    nothingLeft(t`card`, 'card', status) ??
    (Object.keys(filter).length > 0
      ? t`Purser finds a card by its place in the whole list. Press Esc to remove the filter, then W.`
      : undefined);
  return {
    kind: 'card',
    id,
    name: t`Card ${cardName(card)}`,
    status,
    at: { offset: String(offset) },
    whyNot,
  };
}
