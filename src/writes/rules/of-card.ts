// What all writes on one card share: the question from the card's row, the reconciliation, and sending again.

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
import { hasUsableId } from '../again/again-rule.ts';
import { ofDocument, type RecordReading, ofCard as readCard } from '../again/readings.ts';
import { barred, type CallQuestion, type CallSources, unreadable } from '../called.ts';
import { cardReconciliation } from '../reconcile/card-entries.ts';
import { member, ofCard, ofCardStatus } from './same-thing.ts';
import { cardToken } from './tokens.ts';

/** A card from the list, and its place in the list. */
export interface ListedCard {
  readonly id: string;
  readonly card: Card;
  readonly at: ListPlace;
}

/** The parts of the question that all status changes share. */
export const statusChange = ({ id, card, at }: ListedCard, what: Visible, becomes: CardStatus) => ({
  title: cardTitle(what, card),
  lines: cardLines(card, becomes),
  warnings: cardWarnings(card, becomes),
  reread: reread(cardReread(id, at, becomes)),
});

export const LISTED = t`Purser reads the list again. The list shows the new status.`;

export const changesCard = { token: cardToken, duplicates: ofCard } as const;

/** The parts of the definition of a write that sets only this status. */
export const setsStatus = (becomes: CardStatus, title: Visible, button: Visible) => ({
  ...changesCard,
  duplicates: ofCardStatus,
  reconcile: cardReconciliation(() => becomes),
  again: {
    title,
    button,
    hasToken: hasUsableId(member('id')),
    reading: (row: Parameters<typeof cardStatus>[0]) => cardStatus(row, becomes),
  },
});

const LIMIT = 20;
/** More cards than any customer has. Purser stops here if the list never ends. */
const MOST = 5000;

/** Looks for the card in the customer's list, because the API can't read one card by its ID. */
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

/** The question for `purser call`. */
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
