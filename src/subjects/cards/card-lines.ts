// The dialog's lines for a card's new status. They come from the card's row of the list, which Purser reads again.

import { Odd } from '../../api/contract/odd.ts';
import { idText, isId } from '../../format/cells.ts';
import type { Card } from '../../format/records.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { Reread } from '../../money/question.ts';
import { STATUS, wholeText } from '../../money/shown-lines.ts';
import type { ShownLine } from '../../store/shown-line.ts';
import type { View } from '../../store/view.ts';

/** The card's name for staff: the name on the card, and its masked number. */
export const cardName = ({ nameOnCard, maskedCardNumber }: Card): Visible =>
  t`${wholeText(nameOnCard)} · ${wholeText(maskedCardNumber)}`;

/** The last four digits of the printed number, which staff and customers know. Undefined without a number. */
export const printedEnd = (card: Card | undefined): string | undefined =>
  card && /\d{4}$/.exec(idText(card.maskedCardNumber)?.trim() ?? '')?.[0];

/** A title with the last four digits, so that a journal entry names the card: "Freeze card …0148". */
export function cardTitle(what: Visible, card: Card | undefined): Visible {
  const end = printedEnd(card);
  return end === undefined ? what : t`${what} …${visible(end)}`;
}

/** The card's place in its list: the service filter of the list, and the offset of the row. */
export interface ListPlace {
  readonly filter: View['server'];
  readonly offset: number;
}

export type CardStatus = 'ACTIVE' | 'INACTIVE' | 'CLOSED';

/** The dialog's lines. They depend only on the row and the new status. */
export function cardLines(card: Card, becomes: CardStatus): readonly ShownLine[] {
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

/** How many rows Purser reads: the default page size (INTERFACE.md, Limits), which every service accepts. */
const WINDOW = 20;

/**
 * Reads the card again. The API reads no card by its ID, so Purser reads the rows around the card's place, with the same
 * filter. Purser finds a card that moved by a few rows, but not a card that no longer matches the filter.
 */
export const cardReread = (
  id: string,
  { filter, offset }: ListPlace,
  becomes: CardStatus,
): Reread<'card.list'> => ({
  operation: 'card.list',
  input: { query: { ...filter, limit: WINDOW, offset: Math.max(0, offset - WINDOW / 2) } },
  check(rows) {
    const [card, other] = rows.filter(row => !(row instanceof Odd) && isId(row.cardHashId, id));
    if (card === undefined || card instanceof Odd) return { barred: NOT_FOUND };
    if (other) return { barred: TWO_FOUND };
    return { lines: cardLines(card, becomes), warnings: cardWarnings(card, becomes) };
  },
});

const NOT_FOUND = t`The card has moved in the list, so it may have changed. Go back and press r.`;
const TWO_FOUND = t`The list has two cards with this ID. Purser can't tell which card you mean.`;

export function cardWarnings({ cardStatus }: Card, becomes: CardStatus): readonly Visible[] {
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
    t`The service can't read a single card. Before sending, Purser reads the part of the list that contains this card.`,
  ];
}

const meaning: Readonly<Record<CardStatus, readonly Visible[]>> = {
  ACTIVE: [],
  INACTIVE: [
    t`The service does not document which payments an INACTIVE card refuses. To make the card ACTIVE again, press z on the Cards tab (3).`,
  ],
  CLOSED: [
    t`This closes the card for good. To pay, the customer then needs another card.`,
    t`The service documents no way to reopen a card, and does not say what happens to payments under way.`,
  ],
};
