// What is asked when a card's status is set: bound to its row of the list, which is read again before anything is sent.

import { Odd } from '../../api/contract/odd.ts';
import type { WriteId } from '../../api/contract/operations.ts';
import { type Question, type Reread, reread } from '../../effects/question.ts';
import { tokenOf } from '../../effects/token-of.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/dialog.ts';
import { idText } from '../../ui/screens/cells.ts';
import { STATUS } from '../../ui/screens/shown-lines.ts';
import { type Card, cardName, type ListPlace, short } from './listed-card.ts';

/** The card that is meant, as it was listed, and where that was. */
export interface Named {
  readonly id: string;
  readonly card: Card;
  readonly at: ListPlace;
}

type Status = 'ACTIVE' | 'INACTIVE' | 'CLOSED';

/** Of this card, and read again; what is left to say is what each call is. */
const common = ({ id, card, at }: Named, becomes: Status) => ({
  lines: cardLines(card, becomes),
  warnings: warningsOf(card, becomes),
  reread: cardReread(id, at, becomes),
});

const LISTED = t`The status that it has now is in the list, which is read again.`;

export const activation = (named: Named): Question<'card.activate'> => ({
  ...common(named, 'ACTIVE'),
  operation: 'card.activate',
  input: { body: { id: named.id } },
  token: tokenOf('card.activate', { body: { id: named.id } }),
  title: t`Activate card`,
  button: t`Activate the card`,
  done: () => [t`The service says that the card is activated. ${LISTED}`],
});

/** Whatever else its status is, a card is only asked to be frozen or unfrozen from one of these two. */
export function freezing(named: Named): Question<'card.update'> | undefined {
  const { cardStatus } = named.card;
  if (cardStatus !== 'ACTIVE' && cardStatus !== 'INACTIVE') return undefined;
  const freezes = cardStatus === 'ACTIVE';
  const becomes = freezes ? 'INACTIVE' : 'ACTIVE';
  const input = { body: { id: named.id, card_status: becomes } } as const;
  return {
    ...common(named, becomes),
    operation: 'card.update',
    input,
    token: tokenOf('card.update', input),
    title: freezes ? t`Freeze card` : t`Unfreeze card`,
    button: freezes ? t`Freeze the card` : t`Unfreeze the card`,
    done: () => [t`The service says that the card is changed. ${LISTED}`],
  };
}

export function closing(named: Named): Question<'card.close'> {
  const input = { body: { id: named.id, card_status: 'CLOSED' } } as const;
  return {
    ...common(named, 'CLOSED'),
    operation: 'card.close',
    input,
    token: tokenOf('card.close', input),
    title: t`Close card`,
    button: t`Close the card`,
    done: () => [t`The service says that the card is changed, so it is closed for good. ${LISTED}`],
  };
}

export type CardQuestion<Id extends WriteId> = (named: Named) => Question<Id> | undefined;

/** The dialog's lines: from one row they are always the same. */
function cardLines(card: Card, becomes: Status): readonly ShownLine[] {
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
const cardReread = (id: string, { filter, offset }: ListPlace, becomes: Status): Reread =>
  reread({
    operation: 'card.list',
    input: { query: { ...filter, limit: WINDOW, offset: Math.max(0, offset - WINDOW / 2) } },
    check(rows) {
      const [card, other] = rows.filter(row => !(row instanceof Odd) && idText(row.cardHashId) === id);
      if (card === undefined || card instanceof Odd) return { barred: NOT_FOUND };
      if (other) return { barred: TWO_FOUND };
      return { lines: cardLines(card, becomes), warnings: warningsOf(card, becomes) };
    },
  });

const NOT_FOUND = t`The card is not where it stood in the list, so it may have changed: go back and press r.`;
const TWO_FOUND = t`The list has two cards of this ID now, so it isn't known which of them is meant.`;

function warningsOf({ cardStatus }: Card, becomes: Status): readonly Visible[] {
  const already = cardStatus === becomes;
  const closed = cardStatus === 'CLOSED' && !already;
  return [
    ...(already ? [t`Its status is ${visible(becomes)} already: the service may refuse it.`] : []),
    ...(closed ? [t`It is CLOSED: the interface names no way back, so the service may refuse it.`] : []),
    ...meaning[becomes],
    t`No call reads one card: its part of the list is read again before sending.`,
  ];
}

const meaning: Readonly<Record<Status, readonly Visible[]>> = {
  ACTIVE: [],
  INACTIVE: [t`Which payments an INACTIVE card refuses isn't shown. z asks for ACTIVE again.`],
  CLOSED: [
    t`It stops the card for good: what is paid with it needs another card then.`,
    t`The interface names no way back, nor what becomes of payments under way.`,
  ],
};
