// The list of a customer's cards, with the limits of the selected card.

import type { RowOf } from '../../effects/query.ts';
import { idText, statusCell, textCell, timeCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { type Card, cardsQuery } from '../../format/records.ts';
import { statusText } from '../../format/statuses.ts';
import { t } from '../../lib/visible.ts';
import type { State } from '../../store/state.ts';
import { openView } from '../../store/view.ts';
import { currentView, visit } from '../../store/workspace.ts';
import {
  cellColumn,
  dateColumn,
  idColumn,
  mainColumn,
  otherIdColumn,
  statusColumn,
  textColumn,
} from '../../ui/screens/columns.ts';
import { opens } from '../../ui/screens/opens.ts';
import type { DetailsContext, Resource, RowAction } from '../../ui/screens/resource.ts';
import { wordFilter } from '../../ui/screens/server-filter.ts';
import { activate, close, freeze, setLimits } from './card-actions.ts';
import { limitsQuery } from './limit-lines.ts';
import { limitsEntries } from './limits.ts';
import { listedCard } from './listed-card.ts';
import { cardStatuses, cardTones } from './statuses.ts';

/** Opens the screen that shows the card's number, CVV and expiry. The screen first asks for a reason. */
const reveal: RowAction<RowOf<'card.list'>> = {
  id: 'reveal',
  title: t`card details`,
  key: 'D',
  barred: row =>
    idText(row.cardHashId) === undefined ? t`The service sent this card without an ID.` : undefined,
  run: (app, row) => app.store.setState(state => visit(state, 'card-details', idText(row.cardHashId))),
};

/** The form starts with the ID of the selected card's cardholder. Staff can type another ID. */
const ofHolder = {
  from: 'cards',
  writes: true,
  subject(state: State) {
    const { cursorKey, lost } = currentView(state);
    return cursorKey === undefined || lost ? undefined : idText(listedCard(cursorKey, state)?.cardholderId);
  },
} as const;

export const cards: Resource<'card.list'> = {
  place: 'cards',
  query: cardsQuery,
  nouns: { one: t`card`, many: t`cards` },
  empty: t`This customer has no cards.`,
  columns: [
    mainColumn('name', t`Name on card`, [14, 30, 0], row => row.nameOnCard),
    textColumn('number', t`Number`, [16, 24, 1], row => row.maskedCardNumber),
    cellColumn('type', t`Type`, [7, 12, 3], row => textCell(row.cardType)),
    statusColumn(row => row.cardStatus, cardTones),
    textColumn('currency', t`Currency`, [8, 8, 2], row => row.currency),
    dateColumn('created', t`Created`, [12, 16, 4], row => row.createdAt),
    idColumn(row => row.cardHashId),
    otherIdColumn('holder', t`Cardholder`, row => row.cardholderId),
  ],
  filters: [
    wordFilter('status', t`Status`, [t`ACTIVE`, t`INACTIVE`], true),
    wordFilter('card_type', t`Type`, [t`PHY`, t`VIRTUAL`], true),
  ],
  statuses: { of: row => statusText(row.cardStatus), explain: cardStatuses },
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
  joins(row) {
    const id = idText(row.cardHashId);
    return id === undefined ? [] : [limitsQuery(id)];
  },
  open(row) {
    const id = idText(row.cardHashId);
    return id === undefined ? undefined : openView('card-transactions', id);
  },
};

function cardEntries(row: Card, context: DetailsContext): readonly Entry[] {
  const { moment } = context;
  return [
    { lead: textCell(row.nameOnCard, 'strong'), status: statusCell(row.cardStatus, cardTones) },
    { about: textCell(row.maskedCardNumber) },
    { label: t`Type`, cell: textCell(row.cardType) },
    { label: t`Currency`, cell: textCell(row.currency) },
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
    ? [{ note: t`The service sent this card without an ID, so Purser can't read its limits.`, tone: 'warn' }]
    : limitsEntries(context.document(limitsQuery(id)), id, row.currency);
}
