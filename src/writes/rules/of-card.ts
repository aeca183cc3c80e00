// What the writes that change one card share: their question by the card's row of the list, and what becomes of them.

import { Odd } from '../../api/contract/odd.ts';
import { reread } from '../../effects/question.ts';
import type { Row } from '../../journal/intent.ts';
import { bodyOf, textIn } from '../../journal/request-body.ts';
import { t, type Visible } from '../../lib/visible.ts';
import {
  type Card,
  type CardStatus,
  cardLines,
  cardReread,
  cardTitle,
  cardWarnings,
  type ListPlace,
} from '../../records/card-lines.ts';
import { limitReread, orderedLimits } from '../../records/limit-lines.ts';
import { confirmedLine } from '../../records/shown-lines.ts';
import { isId } from '../../ui/screens/cells.ts';
import { usable } from '../again/again-rule.ts';
import { ofDocument, type RecordReading, ofCard as readCard } from '../again/readings.ts';
import { barred, type CallQuestion, type CallSources, unreadable } from '../called.ts';
import { cardReconciliation } from '../reconcile/card-entries.ts';
import { member, ofCard } from './same-thing.ts';
import { cardToken } from './tokens.ts';

/** The chosen card as listed, and its list. */
export interface ListedCard {
  readonly id: string;
  readonly card: Card;
  readonly at: ListPlace;
}

/** A change of the status: the same lines, warnings and new reading for each of them. */
export const statusChange = ({ id, card, at }: ListedCard, what: Visible, becomes: CardStatus) => ({
  title: cardTitle(what, card),
  lines: cardLines(card, becomes),
  warnings: cardWarnings(card, becomes),
  reread: reread(cardReread(id, at, becomes)),
});

export const LISTED = t`Purser reads the list again. The list shows the new status.`;

export const changesCard = { token: cardToken, duplicates: ofCard } as const;

/** A write that can only set this one status. */
export const setsStatus = (becomes: CardStatus, title: Visible, button: Visible) => ({
  ...changesCard,
  reconcile: cardReconciliation(() => becomes),
  again: {
    title,
    button,
    names: usable(member('id')),
    reading: (row: Parameters<typeof cardStatus>[0]) => cardStatus(row, becomes),
  },
});

const LIMIT = 20;
/** More cards than one customer has, so that a list without an end is left. */
const MOST = 5000;

/** The card's row and its place in the customer's list: no call reads one card by its ID. */
export async function findCard(
  id: string,
  { client, store }: Pick<CallSources, 'client' | 'store'>,
): Promise<ListedCard | CallQuestion> {
  const { customer } = store.getState();
  for (let offset = 0; offset < MOST; ) {
    const page = await client.perform('card.list', { query: { limit: LIMIT, offset } }, { customer });
    if (!page.ok) return unreadable('card.list', page.failure);
    const at = page.value.findIndex(row => !(row instanceof Odd) && isId(row.cardHashId, id));
    const card = page.value[at];
    if (card !== undefined && !(card instanceof Odd))
      return { id, card, at: { filter: {}, offset: offset + at } };
    if (page.value.length === 0) break;
    offset += page.value.length;
  }
  return barred(t`The customer's list has no card with this ID.`);
}

/** The question without a screen. */
export const askedOfCard =
  (question: (card: ListedCard) => CallQuestion) =>
  async (
    { body }: { readonly body: { readonly id: string } },
    sources: CallSources,
  ): Promise<CallQuestion> => {
    const found = await findCard(body.id, sources);
    return 'kind' in found ? found : question(found);
  };

export function cardStatus({ intent }: Row, becomes: CardStatus): RecordReading | undefined {
  const id = textIn(intent, 'id');
  return id === undefined ? undefined : readCard(id, becomes);
}

export function cardLimits(row: Row): RecordReading | undefined {
  const id = textIn(row.intent, 'id');
  const order = orderedLimits(bodyOf(row.intent));
  const card = confirmedLine(row, t`Card`);
  return id === undefined || order === undefined || card === undefined
    ? undefined
    : ofDocument(t`Card limits`, () => limitReread({ id, card }, order));
}
