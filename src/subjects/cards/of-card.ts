// What all writes on one card share: the question from the card's row and the reconciliation.

import { Odd } from '../../api/contract/odd.ts';
import { amountCell, type Moment, numberCell, textCell, timeCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import type { Intent, Row } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { countText } from '../../lib/decimal.ts';
import { t, type Visible } from '../../lib/visible.ts';
import type { CheckedWrite, Reconciliation } from '../../money/check/reconciliation.ts';
import { asOf, cardReads, readingOf } from '../../money/check/reconciliation.ts';
import { barred, type CallQuestion, type CallSources, unreadable } from '../../money/for-call.ts';
import { ofCard, ofCardStatus } from '../../money/same-thing.ts';
import { confirmedIn, confirmedLine, STATUS } from '../../money/shown-lines.ts';
import { cardToken } from '../../money/write-tokens.ts';
import { isId } from '../../records/facts.ts';
import type { RowOf } from '../../records/query.ts';
import type { Card } from '../../records/reads.ts';
import { shownIn } from '../../sending/question.ts';
import { type CardStatus, cardTitle, type ListPlace, shownCard } from './card-lines.ts';
import { intervalText } from './limit-lines.ts';

export interface ListedCard {
  readonly id: string;
  readonly card: Card;
  readonly at: ListPlace;
}

export const statusChange = ({ id, card, at }: ListedCard, what: Visible, becomes: CardStatus) => ({
  title: cardTitle(what, card),
  ...shownIn(shownCard(id, at, becomes), card),
});

export const LISTED = t`Purser reads the list again. The list shows the new status.`;

/** "Froze the card Ana Silva · 5555 55•• •••• 0148." */
export const cardHappened =
  (did: Visible) =>
  (intent: Intent): Visible => {
    const card = confirmedIn(intent, t`Card`);
    return card === undefined ? t`${did} the card.` : t`${did} the card ${card}.`;
  };

export const changesCard = { token: cardToken, duplicates: ofCard } as const;

export const setsStatus = (becomes: CardStatus) => ({
  ...changesCard,
  duplicates: ofCardStatus,
  reconcile: cardReconciliation(() => becomes),
});

const LIMIT = 20;
/** More than any customer has, in case the list never ends. */
const MOST = 5000;

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

export const askedOfCard =
  (question: (card: ListedCard) => CallQuestion) =>
  async (
    { body }: { readonly body: { readonly id: string } },
    sources: CallSources,
  ): Promise<CallQuestion> => {
    const found = await findCard(body.id, sources);
    return 'kind' in found ? found : question(found);
  };

/** `asked`: the requested status; undefined if the request changes only limits. */
const cardEntries = (checked: CheckedWrite, asked: string | undefined): readonly Entry[] => [
  ...statusEntries(checked, asked),
  ...limitEntries(checked),
];

function statusEntries(
  { row, outcomeCheck, moment }: CheckedWrite,
  asked: string | undefined,
): readonly Entry[] {
  const read = readingOf(outcomeCheck, 'card.list')?.value;
  if (read === undefined) return [];
  const id = textIn(row.intent, 'id');
  const found = read.entries.filter(card => isId(card.cardHashId, id));
  const heading: Entry = { heading: asOf(t`The card now`, outcomeCheck, 'card.list', moment) };
  const [card] = found;
  if (!card)
    return [
      heading,
      noted(
        read.complete
          ? t`Card not found in the list.`
          : t`Card not found among the ${countText(read.entries.length)} cards read; there are more.`,
        'warn',
      ),
    ];
  return [heading, ...(found.length > 1 ? [SEVERAL] : []), ...statusesOf(card, row, asked, moment)];
}

const SEVERAL: Entry = noted(t`? The list has several cards with this ID. This is the first.`, 'warn');

function statusesOf(
  card: RowOf<'card.list'>,
  row: Row,
  asked: string | undefined,
  moment: Moment,
): readonly Entry[] {
  const then = confirmedLine(row, STATUS);
  return [
    ...(then === undefined ? [] : [{ label: t`Status then`, cell: textCell(then) }]),
    ...(asked === undefined ? [] : [{ label: t`Requested status`, cell: textCell(asked) }]),
    { label: t`Status now`, cell: textCell(card.cardStatus, 'strong') },
    { label: t`Updated`, cell: timeCell(card.updatedAt, moment) },
    { label: t`Name`, cell: textCell(card.nameOnCard) },
    { label: t`Number`, cell: numberCell(card.maskedCardNumber) },
  ];
}

function limitEntries({ outcomeCheck, moment }: CheckedWrite): readonly Entry[] {
  const read = readingOf(outcomeCheck, 'card.limits')?.value;
  if (read === undefined) return [];
  const { limits, currency } = read;
  const heading: Entry = { heading: asOf(t`Limits now`, outcomeCheck, 'card.limits', moment) };
  if (limits === undefined || limits instanceof Odd)
    return [heading, { label: t`Limits`, cell: textCell(limits) }];
  if (limits.length === 0) return [heading, { note: t`None.` }];
  return [
    heading,
    ...limits.map(limit =>
      limit instanceof Odd
        ? { label: t`Limit`, cell: textCell(limit) }
        : { label: intervalText(limit.interval), cell: amountCell(limit.amount, currency) },
    ),
  ];
}

export const cardReconciliation = (askedIn: (intent: Intent) => string | undefined): Reconciliation => ({
  plan: cardReads,
  reads: ['card.list', 'card.limits'],
  entries: checked => cardEntries(checked, askedIn(checked.row.intent)),
  proof: t`A matching value proves nothing: the value may be older, or another request may have set it. A different value shows that the change has not worked so far.`,
});
