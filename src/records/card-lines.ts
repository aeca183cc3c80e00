// What is confirmed when a card's status is set, or set again: made from its row of the list alone, which is read again.

import { Odd } from '../api/contract/odd.ts';
import type { ListQuery, RowOf } from '../effects/query.ts';
import type { Reread } from '../effects/question.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { cut } from '../lib/width.ts';
import type { ShownLine } from '../store/dialog.ts';
import type { View } from '../store/view.ts';
import { idText, isId, textCell } from '../ui/screens/cells.ts';
import { STATUS } from './shown-lines.ts';

export type Card = RowOf<'card.list'>;

const CELLS = 80;
const short = (value: Parameters<typeof textCell>[0]): Visible => cut(textCell(value).text, CELLS);

export const cardsQuery = ({ server }: Pick<View, 'server'>): ListQuery<'card.list'> => ({
  operation: 'card.list',
  input: { query: server },
  idField: 'cardHashId',
});

/** What a person calls it: whose name is on it, and the end of its number. */
export const cardName = ({ nameOnCard, maskedCardNumber }: Card): Visible =>
  t`${short(nameOnCard)} · ${short(maskedCardNumber)}`;

/** The last four digits of the number that is printed on it, as staff and customers know them; undefined where none came. */
export const printedEnd = (card: Card | undefined): string | undefined =>
  card && /\d{4}$/.exec(idText(card.maskedCardNumber)?.trim() ?? '')?.[0];

/** "Freeze card …0148": so a row of the journal says which card it was. */
export function cardTitle(what: Visible, card: Card | undefined): Visible {
  const end = printedEnd(card);
  return end === undefined ? what : t`${what} …${visible(end)}`;
}

/** What `cardTitle` put there. */
export const endInTitle = (title: string): string | undefined => /…(\d{4})$/.exec(title)?.[1];

/** Where a card was listed: the server's filter then, and the service's offset of the row. */
export interface ListPlace {
  readonly filter: View['server'];
  readonly offset: number;
}

export type CardStatus = 'ACTIVE' | 'INACTIVE' | 'CLOSED';

/** The dialog's lines: from one row they are always the same. */
export function cardLines(card: Card, becomes: CardStatus): readonly ShownLine[] {
  return [
    {
      label: t`Card`,
      value: t`${cardName(card)} · ${short(card.cardType)} · ${short(card.currency)}`,
    },
    { label: STATUS, value: short(card.cardStatus) },
    { label: t`Becomes`, value: visible(becomes) },
    { label: t`Card ID`, value: short(card.cardHashId) },
  ];
}

/** How many a list gives without being asked for a number (INTERFACE.md, Limits), so what any service gives at once. */
const WINDOW = 20;

/**
 * Nothing reads one card by its ID, so the part of its list around its place is read, under the same filter. Where the
 * list moved by a few cards it is still there; where its status is no longer what the filter lets through it is not.
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

const NOT_FOUND = t`The card is not where it stood in the list, so it may have changed: go back and press r.`;
const TWO_FOUND = t`The list has two cards of this ID now, so it isn't known which of them is meant.`;

export function cardWarnings({ cardStatus }: Card, becomes: CardStatus): readonly Visible[] {
  const already = cardStatus === becomes;
  const closed = cardStatus === 'CLOSED' && !already;
  return [
    ...(already ? [t`Its status is ${visible(becomes)} already: the service may refuse it.`] : []),
    ...(closed ? [t`It is CLOSED: the interface names no way back, so the service may refuse it.`] : []),
    ...(cardStatus === undefined || cardStatus instanceof Odd
      ? [
          t`Its status is ${short(cardStatus)}, which the interface doesn't list: whether it can become ${visible(becomes)} from there, the service decides.`,
        ]
      : []),
    ...meaning[becomes],
    t`No call reads one card: its part of the list is read again before sending.`,
  ];
}

const meaning: Readonly<Record<CardStatus, readonly Visible[]>> = {
  ACTIVE: [],
  INACTIVE: [
    t`Which payments an INACTIVE card refuses, the interface doesn't say. It can be unfrozen (z on Cards, 3): that makes it ACTIVE again.`,
  ],
  CLOSED: [
    t`It stops the card for good: what is paid with it needs another card then.`,
    t`The interface names no way back, nor what becomes of payments under way.`,
  ],
};
