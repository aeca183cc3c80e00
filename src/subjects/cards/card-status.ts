// The acts that set a card's status: activate, close, freeze and unfreeze.

import { Odd } from '../../api/contract/odd.ts';
import type { Input, WriteId } from '../../api/contract/operations.ts';
import { changed } from '../../api/contract/write-meaning.ts';
import { amountCell, numberCell, textCell, timeCell } from '../../format/cells.ts';
import { type Entry, noted } from '../../format/entry.ts';
import type { Intent } from '../../journal/intent.ts';
import { textIn } from '../../journal/request-body.ts';
import { countText } from '../../lib/decimal.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { type Act, actOn, questionOf } from '../../money/act.ts';
import {
  asOf,
  type CheckedWrite,
  cardReads,
  type Reconciliation,
  type RowsRead,
} from '../../money/check/reconciliation.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import { asked, barred, type CallQuestion, type CallSources, unreadable } from '../../money/for-call.ts';
import { ofCardStatus, ofClosedCard } from '../../money/same-thing.ts';
import { confirmedIn, confirmedLine, STATUS } from '../../money/shown-lines.ts';
import { cardToken } from '../../money/write-tokens.ts';
import { isId } from '../../records/facts.ts';
import type { Card, CardLimits } from '../../records/reads.ts';
import { type Question, shownIn } from '../../sending/question.ts';
import { type CardStatus, cardTitle, type ListPlace, printedEnd, shownCard } from './card-lines.ts';
import { intervalText } from './limit-lines.ts';

export interface ListedCard {
  readonly id: string;
  readonly card: Card;
  readonly at: ListPlace;
}

interface StatusAct<Becomes extends CardStatus = CardStatus> extends Act {
  /** "Froze" */
  readonly past: Visible;
  readonly becomes: Becomes;
  readonly done: Visible;
}

const LISTED = t`Purser reads the list again. The list shows the new status.`;

const statusAct = <const Becomes extends CardStatus>(
  verb: Visible,
  past: Visible,
  becomes: Becomes,
  done = LISTED,
): StatusAct<Becomes> => ({
  ...actOn(verb, t`card`),
  past,
  becomes,
  done,
});

export const STATUS_ACTS = {
  activate: statusAct(t`Activate`, t`Activated`, 'ACTIVE'),
  close: statusAct(t`Close`, t`Closed`, 'CLOSED', t`The service documents no way back. ${LISTED}`),
  freeze: statusAct(t`Freeze`, t`Froze`, 'INACTIVE'),
  unfreeze: statusAct(t`Unfreeze`, t`Unfroze`, 'ACTIVE'),
};

const setsStatus = (act: StatusAct) => ({
  token: cardToken,
  happened: (intent: Intent) => cardHappened(act, intent),
  duplicates: ofCardStatus,
  reconcile: cardReconciliation(() => act.becomes),
});

export const cardActivate: WriteDefinition<'card.activate'> = {
  ...setsStatus(STATUS_ACTS.activate),
  operation: 'card.activate',
  class: 'write',
  meaning: changed,
  question: askedOfCard(card => asked(activateQuestion(card))),
  onScreen: { place: 'cards', key: 'v' },
};

export const cardClose: WriteDefinition<'card.close'> = {
  ...setsStatus(STATUS_ACTS.close),
  duplicates: ofClosedCard,
  operation: 'card.close',
  class: 'money',
  meaning: { not: STATUS_ACTS.close.not, may: t`the card may still be open, or closed for good` },
  question: askedOfCard(card => asked(closeQuestion(card))),
  onScreen: { place: 'cards', key: 'x' },
};

export const activateQuestion = (listed: ListedCard): Question<'card.activate'> =>
  statusQuestion(cardActivate, STATUS_ACTS.activate, listed, { body: { id: listed.id } });

export const closeQuestion = (listed: ListedCard): Question<'card.close'> =>
  statusQuestion(cardClose, STATUS_ACTS.close, listed, { body: { id: listed.id, card_status: 'CLOSED' } });

export const statusQuestion = <Id extends WriteId>(
  definition: Pick<WriteDefinition<Id>, 'operation' | 'token'>,
  { title, button, becomes, done }: StatusAct,
  { id, card, at }: ListedCard,
  input: Input<Id>,
) => ({
  ...questionOf(definition, { title: cardTitle(title, card), button }, input, { cardEnd: printedEnd(card) }),
  ...shownIn(shownCard(id, at, becomes), card),
  done: () => [done],
});

/** "Froze the card Ana Silva · 5555 55•• •••• 0148." */
export function cardHappened({ past }: StatusAct, intent: Intent): Visible {
  const card = confirmedIn(intent, t`Card`);
  return card === undefined ? t`${past} the card.` : t`${past} the card ${card}.`;
}

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

function askedOfCard(question: (card: ListedCard) => CallQuestion) {
  return async (
    { body }: { readonly body: { readonly id: string } },
    sources: CallSources,
  ): Promise<CallQuestion> => {
    const found = await findCard(body.id, sources);
    return 'kind' in found ? found : question(found);
  };
}

export function cardReconciliation(requested: (intent: Intent) => string | undefined): Reconciliation {
  return {
    plan: cardReads,
    evidence: {
      'card.list': (read, checked) => statusEntries(read, checked, requested(checked.row.intent)),
      'card.limits': limitEntries,
    },
    proof: t`A matching value proves nothing: the value may be older, or another request may have set it. A different value shows that the change has not worked so far.`,
  };
}

/** `requested`: undefined if the request changes only limits. */
function statusEntries(
  read: RowsRead<'card.list'>,
  checked: CheckedWrite,
  requested: string | undefined,
): readonly Entry[] {
  const { row, moment } = checked;
  const id = textIn(row.intent, 'id');
  const found = read.entries.filter(card => isId(card.cardHashId, id));
  const heading = asOf(t`The card now`, 'card.list', checked);
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
  const then = confirmedLine(row, STATUS);
  return [
    heading,
    ...(found.length > 1 ? [SEVERAL] : []),
    ...(then === undefined ? [] : [{ label: t`Status then`, cell: textCell(then) }]),
    ...(requested === undefined ? [] : [{ label: t`Requested status`, cell: textCell(requested) }]),
    { label: t`Status now`, cell: textCell(card.cardStatus, 'strong') },
    { label: t`Updated`, cell: timeCell(card.updatedAt, moment) },
    { label: t`Name`, cell: textCell(card.nameOnCard) },
    { label: t`Number`, cell: numberCell(card.maskedCardNumber) },
  ];
}

const SEVERAL: Entry = noted(t`? The list has several cards with this ID. This is the first.`, 'warn');

function limitEntries({ limits, currency }: CardLimits, checked: CheckedWrite): readonly Entry[] {
  const heading = asOf(t`Limits now`, 'card.limits', checked);
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
