// A change of a card: its status, its limits, or both.

import type { Input } from '../../api/contract/operations.ts';
import { changed } from '../../api/contract/write-meaning.ts';
import { textCell } from '../../format/cells.ts';
import { bodyOf, textIn } from '../../journal/request-body.ts';
import { memberOf } from '../../lib/json.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import type { WriteDefinition } from '../../money/definition.ts';
import {
  asked,
  barred,
  type CallQuestion,
  type CallSources,
  nothing,
  unreadable,
  wrong,
} from '../../money/for-call.ts';
import { member } from '../../money/same-thing.ts';
import { cardToken } from '../../money/write-tokens.ts';
import type { Card } from '../../records/reads.ts';
import { type Ended, linesOfBoth, type Question, shownIn } from '../../sending/question.ts';
import { cardName, cardTitle, printedEnd } from './card-lines.ts';
import { type LimitOrder, type LimitsOfCard, limitWarnings, shownLimits } from './limit-lines.ts';
import {
  cardHappened,
  cardReconciliation,
  changesCard,
  findCard,
  LISTED,
  type ListedCard,
  statusChange,
} from './of-card.ts';

export const cardUpdate: WriteDefinition<'card.update'> = {
  ...changesCard,
  operation: 'card.update',
  class: 'write',
  happened(intent) {
    const status = textIn(intent, 'card_status');
    const limits = memberOf(bodyOf(intent), 'transaction_limits') !== undefined;
    const set = t`The service accepted the new limits.`;
    if (status === undefined) return set;
    const changed = cardHappened(status === 'INACTIVE' ? t`Froze` : t`Unfroze`)(intent);
    return limits ? t`${changed} ${set}` : changed;
  },
  meaning: changed,
  question: cardChange,
  reconcile: cardReconciliation(member('card_status')),
  onScreen: { place: 'cards', key: 'z' },
};

/** INTERFACE.md names no status for a freeze. Purser offers it for every other status: it is the safer act. */
export function freezing(listed: ListedCard): Question<'card.update'> {
  const freezes = listed.card.cardStatus !== 'INACTIVE';
  const becomes = freezes ? 'INACTIVE' : 'ACTIVE';
  const input = { body: { id: listed.id, card_status: becomes } } as const;
  return {
    ...statusChange(listed, freezes ? t`Freeze card` : t`Unfreeze card`, becomes),
    operation: 'card.update',
    input,
    token: cardToken.of(input, { cardEnd: printedEnd(listed.card) }),
    button: freezes ? t`Freeze card` : t`Unfreeze card`,
    done: () => [LISTED],
  };
}

interface LimitedCard {
  readonly id: string;
  readonly card: Visible;
  readonly listed: Card | undefined;
}

/** `ended` receives the limits as last read before the request. */
export function limitQuestion(
  { id, card, listed }: LimitedCard,
  order: LimitOrder,
  read: LimitsOfCard,
  ended: (ended: Ended, before: LimitsOfCard) => void,
): Question<'card.update'> {
  const closed =
    listed?.cardStatus === 'CLOSED'
      ? [t`The list shows this card as CLOSED. The service may refuse the change.`]
      : [];
  let before = read;
  const input = {
    body: {
      id,
      currency: order.currency,
      transaction_limits: order.limits.map(({ interval, value }) => ({ type: interval, value })),
    },
  };
  return {
    operation: 'card.update',
    input,
    title: cardTitle(t`Set card limits`, listed),
    button: t`Set limits`,
    ...shownIn(
      {
        ...shownLimits({ id, card }, order),
        found(now) {
          before = now;
          return now;
        },
        warnings: now => [...closed, ...limitWarnings(order, now)],
      },
      read,
    ),
    token: cardToken.of(input, { cardEnd: printedEnd(listed) }),
    done: () => [
      t`The service did not return the limits. Purser reads the limits again. The form shows each result.`,
    ],
    ended: how => ended(how, before),
  };
}

export function changingBoth(
  listed: ListedCard,
  order: LimitOrder,
  read: LimitsOfCard,
): Question<'card.update'> {
  const status = freezing(listed);
  const { id, card } = listed;
  const limits = limitQuestion({ id, card: cardName(card), listed: card }, order, read, nothing);
  const freezes = status.input.body.card_status === 'INACTIVE';
  return {
    ...limits,
    input: { body: { ...limits.input.body, ...status.input.body } },
    title: cardTitle(freezes ? t`Freeze card and set limits` : t`Unfreeze card and set limits`, listed.card),
    button: freezes ? t`Freeze card and set limits` : t`Unfreeze card and set limits`,
    lines: linesOfBoth(status.lines, limits.lines),
    warnings: [...status.warnings, ...limits.warnings],
    reread: [...(status.reread ?? []), ...(limits.reread ?? [])],
  };
}

async function cardChange(
  { body }: Input<'card.update'>,
  sources: Pick<CallSources, 'client' | 'store'>,
): Promise<CallQuestion> {
  const { id, card_status: status, transaction_limits: limits } = body;
  const order = status === undefined || limits !== undefined ? orderIn(body) : undefined;
  if (order && 'why' in order) return wrong(order.why);
  const found = await findCard(id, sources);
  if ('kind' in found) return found;
  const { card } = found;
  const frozen = freezing(found);
  if (status !== undefined && frozen.input.body.card_status !== status)
    return barred(whyNotFrom(card, status));
  if (!order) return asked(frozen);
  const { customer } = sources.store.getState();
  const read = await sources.client.perform('card.limits', { query: { id } }, { customer });
  if (!read.ok) return unreadable('card.limits', read.failure);
  if (read.other !== undefined) return barred(read.other);
  return asked(
    status === undefined
      ? limitQuestion({ id, card: cardName(card), listed: card }, order, read.value, nothing)
      : changingBoth(found, order, read.value),
  );
}

type CardChange = Input<'card.update'>['body'];

/** By the form's rules: a currency is required, and each interval appears once. */
function orderIn({ currency, transaction_limits = [] }: CardChange): LimitOrder | { readonly why: Visible } {
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

const whyNotFrom = ({ cardStatus }: Card, status: CardChange['card_status'] = 'ACTIVE'): Visible =>
  cardStatus === status
    ? t`The card's status is ${visible(status)} already.`
    : t`The card's status is ${textCell(cardStatus).text}. Only an INACTIVE card can be unfrozen.`;
