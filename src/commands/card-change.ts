// The question for a card's change without the screen: the card in its list and its limits as read, its status, its
// limits, or both.

import type { Input } from '../api/contract/operations.ts';
import { anyQuestion } from '../effects/question.ts';
import { freezing } from '../features/cards/card-questions.ts';
import { changing } from '../features/cards/change-question.ts';
import { limitQuestion } from '../features/cards/limit-question.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import { type Card, cardName } from '../records/card-lines.ts';
import type { LimitOrder } from '../records/limit-lines.ts';
import { textCell } from '../ui/screens/cells.ts';
import type { Asking, Made } from './call-question.ts';
import { findCard } from './find-card.ts';

type Change = Input<'card.update'>['body'];

const barred = (why: Visible): Made => ({ kind: 'barred', why });

export async function cardChange(
  { body }: Input<'card.update'>,
  { client, store }: Pick<Asking, 'client' | 'store'>,
): Promise<Made> {
  const { customer } = store.getState();
  const { id, card_status: status, transaction_limits: limits } = body;
  const order = status === undefined || limits !== undefined ? orderIn(body) : undefined;
  if (order && 'why' in order) return { kind: 'wrong', why: order.why };
  const found = await findCard(id, client, customer);
  if ('failure' in found) return { kind: 'unread', operation: 'card.list', failure: found.failure };
  const { card, at } = found;
  if (card === undefined) return barred(t`The customer's list has no card with this ID.`);
  const named = { id, card, at };
  const asked = freezing(named);
  if (status !== undefined && asked.input.body.card_status !== status)
    return barred(whyNotFrom(card, status));
  if (!order) return { kind: 'question', question: anyQuestion(asked) };
  const read = await client.perform('card.limits', { query: { id } }, { customer });
  if (!read.ok) return { kind: 'unread', operation: 'card.limits', failure: read.failure };
  const listed = { id, card: cardName(card), listed: card };
  const question =
    status === undefined
      ? limitQuestion(listed, order, read.value, () => {})
      : changing(named, order, read.value);
  return { kind: 'question', question: anyQuestion(question) };
}

/** As the form takes them: a currency, and each interval once. */
function orderIn({ currency, transaction_limits = [] }: Change): LimitOrder | { readonly why: Visible } {
  if (transaction_limits.length === 0)
    return { why: t`Nothing to change. Give card_status, or transaction_limits with their currency.` };
  if (currency === undefined)
    return { why: t`Give the currency of the limits too, as in --set currency=GBP.` };
  const limits = transaction_limits.map(({ type, value }) => ({ interval: type, value }));
  const intervals = limits.map(({ interval }) => interval);
  const twice = intervals.find((interval, at) => intervals.indexOf(interval) !== at);
  return twice === undefined
    ? { currency, limits }
    : { why: t`The limit ${visible(twice)} is given twice. Give it once.` };
}

const whyNotFrom = ({ cardStatus }: Card, status: Change['card_status'] = 'ACTIVE'): Visible =>
  cardStatus === status
    ? t`The card's status is ${visible(status)} already.`
    : t`The card's status is ${textCell(cardStatus).text}. Only an INACTIVE card can be unfrozen.`;
