// A card as text: its name, the dialog's lines, and its place in the list.

import { Odd } from '../../api/contract/odd.ts';
import { inFours } from '../../format/cells.ts';
import { listOf, loadedRow } from '../../format/joined.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { STATUS, wholeText } from '../../money/shown-lines.ts';
import { idText, isId } from '../../records/facts.ts';
import { type Card, cardsAround, cardsQuery } from '../../records/reads.ts';
import type { CARD_STATUSES } from '../../records/record-statuses.ts';
import type { ShownRecord } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';
import type { State } from '../../store/state.ts';
import type { View } from '../../store/view.ts';
import { currentView } from '../../store/workspace.ts';

export const cardName = ({ nameOnCard, maskedCardNumber }: Card): Visible =>
  t`${wholeText(nameOnCard)} · ${inFours(wholeText(maskedCardNumber))}`;

export const printedEnd = (card: Card | undefined): string | undefined =>
  card && /\d{4}$/.exec(idText(card.maskedCardNumber)?.trim() ?? '')?.[0];

/** With the last four digits, so that a journal entry names the card: "Freeze card …0148". */
export function cardTitle(what: Visible, card: Card | undefined): Visible {
  const end = printedEnd(card);
  return end === undefined ? what : t`${what} …${visible(end)}`;
}

export interface ListPlace {
  readonly filter: View['server'];
  readonly offset: number;
}

export type CardStatus = keyof typeof CARD_STATUSES;

function cardLines(card: Card, becomes: CardStatus): readonly ShownLine[] {
  return [
    {
      label: t`Card`,
      value: t`${cardName(card)} · ${wholeText(card.cardType)} · ${wholeText(card.currency)}`,
    },
    { label: STATUS, value: wholeText(card.cardStatus) },
    { label: t`New status`, value: visible(becomes) },
    { label: t`Card ID`, value: wholeText(card.cardHashId) },
  ];
}

/** A card that no longer fits the filter is not found. */
export const shownCard = (
  id: string,
  { filter, offset }: ListPlace,
  becomes: CardStatus,
): ShownRecord<'card.list', Card> => ({
  ...cardsAround(offset, filter),
  found(rows) {
    const [card, other] = rows.filter(row => !(row instanceof Odd) && isId(row.cardHashId, id));
    if (card === undefined || card instanceof Odd) return NOT_FOUND;
    return other ? TWO_FOUND : card;
  },
  lines: card => cardLines(card, becomes),
  warnings: card => cardWarnings(card, becomes),
});

const NOT_FOUND = t`The card has moved in the list, so it may have changed. Go back and press r.`;
const TWO_FOUND = t`The list has two cards with this ID. Purser can't tell which card you mean.`;

function cardWarnings({ cardStatus }: Card, becomes: CardStatus): readonly Visible[] {
  const already = cardStatus === becomes;
  const closed = cardStatus === 'CLOSED' && !already;
  return [
    ...(already ? [t`The card's status is ${visible(becomes)} already. The service may refuse.`] : []),
    ...(closed
      ? [t`The card is CLOSED. The service documents no way to reopen a card, and may refuse.`]
      : []),
    ...(cardStatus === undefined || cardStatus instanceof Odd
      ? [
          t`The card's status is ${wholeText(cardStatus)}. The service does not document whether it can become ${visible(becomes)}.`,
        ]
      : []),
    ...meaning[becomes],
    ...(becomes === 'INACTIVE' && !closed ? [REOPENS] : []),
    t`The service can't read a single card. Before sending, Purser reads the part of the list that contains this card.`,
  ];
}

const REOPENS = t`To make the card ACTIVE again, press z on the Cards tab (3).`;

const meaning: Readonly<Record<CardStatus, readonly Visible[]>> = {
  ACTIVE: [],
  INACTIVE: [
    t`The service does not document which payments an INACTIVE card refuses. Payments in progress: not documented.`,
  ],
  CLOSED: [
    t`This closes the card for good. The customer will need a new card.`,
    t`The service documents no way to reopen a card. Payments in progress: not documented.`,
  ],
};

/** Only lists have a card's name. */
export const listedCard = (id: string, state: State): Card | undefined => loadedRow(state, 'card.list', id);

export function cardText(id: string, state: State): Visible {
  const card = listedCard(id, state);
  return card ? cardName(card) : visible(id, 40);
}

export function placeInList(id: string, state: State): ListPlace {
  const view = currentView(state);
  const { pages } = listOf(state, cardsQuery(view));
  const at = pages.items.findIndex(({ key }) => key === id);
  return { filter: view.server, offset: Math.max(0, at) };
}
