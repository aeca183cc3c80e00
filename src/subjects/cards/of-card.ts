// What all writes on one card share: the question from the card's row, the reconciliation, and sending again.

import { Odd } from '../../api/contract/odd.ts';
import { isId } from '../../format/cells.ts';
import type { Card } from '../../format/records.ts';
import type { Row } from '../../journal/intent.ts';
import { bodyOf, textIn } from '../../journal/request-body.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { hasUsableId } from '../../money/again/again-rule.ts';
import { ofDocument, type RecordReading } from '../../money/again/readings.ts';
import { barred, type CallQuestion, type CallSources, unreadable } from '../../money/called.ts';
import { reread } from '../../money/question.ts';
import { member, ofCard, ofCardStatus } from '../../money/same-thing.ts';
import { confirmedLine } from '../../money/shown-lines.ts';
import { cardToken } from '../../money/tokens.ts';
import { ofCard as readCard } from './card-again.ts';
import { cardReconciliation } from './card-entries.ts';
import {
  type CardStatus,
  cardLines,
  cardReread,
  cardTitle,
  cardWarnings,
  type ListPlace,
} from './card-lines.ts';
import { limitReread, orderedLimits } from './limit-lines.ts';

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
