// What the last change of a card's limits did, by the limits that Purser read after it.

import { explain } from '../../api/client/explain.ts';
import { Odd } from '../../api/contract/odd.ts';
import { type Entry, noted } from '../../format/entry.ts';
import { documentOf } from '../../format/joined.ts';
import { compare, type Decimal } from '../../lib/decimal.ts';
import { t, type Visible, visible } from '../../lib/visible.ts';
import { idText } from '../../records/facts.ts';
import type { CardLimits } from '../../records/reads.ts';
import type { Ended } from '../../sending/question.ts';
import { flowSlot } from '../../store/flow-data.ts';
import type { State } from '../../store/state.ts';
import { customerKey } from '../../store/workspace.ts';
import {
  type Interval,
  intervalNames,
  intervals,
  isKnownLimit,
  type LimitOrder,
  limitsIn,
  limitsOfInterval,
  limitsQuery,
  limitText,
  NOT_KNOWN,
  unreadableLimits,
  wanted,
} from './limit-lines.ts';

interface LastChange {
  /** Kept, because the list of cards may be empty while Purser reads the list again. */
  readonly card: Visible;
  readonly order: LimitOrder;
  readonly word: 'DONE' | 'UNKNOWN';
  readonly requestId: string;
  readonly before: CardLimits;
  /** As in the store when the outcome came, read before the change. */
  readonly stale: CardLimits | undefined;
}

const slot = flowSlot<Readonly<Record<string, LastChange>>>('card-limits/last');

/** Prepares the slot of the current customer, so that the outcome can be kept after a switch to another customer. */
export const expectChange = (state: State): State => (slot.get(state) ? state : slot.set(state, {}));

/** Only DONE or UNKNOWN: other outcomes changed nothing. `owner` is a `customerKey`. */
export function keepChange(
  state: State,
  owner: string,
  id: string,
  { word, requestId }: Pick<Ended, 'word' | 'requestId'>,
  asked: Pick<LastChange, 'card' | 'order' | 'before'>,
): State {
  if (word !== 'DONE' && word !== 'UNKNOWN') return state;
  const isSelected = state.customer !== undefined && customerKey(state.customer) === owner;
  // `documentOf` reads only the selected customer's limits.
  const stale = isSelected ? documentOf(state, limitsQuery(id)).value : undefined;
  return slot.change(state, owner, all => ({ ...all, [id]: { ...asked, word, requestId, stale } }));
}

export const changedCard = (id: string, state: State): Visible | undefined => slot.get(state)?.[id]?.card;

export function lastChangeEntries(id: string, state: State): readonly Entry[] {
  const last = slot.get(state)?.[id];
  if (!last) return [];
  const { word, requestId, order, before, stale } = last;
  const { value, loading, failure } = documentOf(state, limitsQuery(id));
  return [
    ...(word === 'UNKNOWN'
      ? [
          noted(
            t`The last change is UNKNOWN. These limits do not prove its outcome. Check the journal (0).`,
            'bad',
          ),
        ]
      : []),
    ...(loading
      ? [{ note: t`Reading the limits again …` }]
      : value !== undefined && value !== stale
        ? outcomeEntries(order, before, value)
        : unread(failure)),
    { note: t`The outcome of the last change: ${visible(word)} (request ID ${visible(requestId)}).` },
  ];
}

function unread(failure: Parameters<typeof explain>[0] | undefined): readonly Entry[] {
  if (!failure || failure.kind === 'abandoned')
    return [noted(t`Purser has not read the limits again yet. Press Ctrl+R.`, 'warn')];
  const { what, todo } = explain(failure, t`Card limits`, { key: t`Ctrl+R` });
  return [noted(t`The limits are not known. ${what} ${todo}`, 'bad')];
}

export function outcomeEntries(order: LimitOrder, before: CardLimits, now: CardLimits): readonly Entry[] {
  const odd = unreadableLimits(now);
  if (odd !== undefined && limitsIn(now).length === 0) return [noted(odd, 'warn')];
  const fates = intervals.flatMap(interval => fateOf(interval, order, before, now));
  const missed = fates.some(({ fate }) => fate === 'missed');
  const moved = fates.some(({ fate }) => fate === 'moved');
  const sum: Entry =
    odd !== undefined
      ? noted(odd, 'warn')
      : missed
        ? noted(t`Some limits differ from the request:`, 'bad')
        : moved
          ? noted(t`All sent limits match the request. Some of the other limits changed or are gone:`, 'warn')
          : noted(t`All sent limits match the request. The other limits are unchanged:`, 'plain');
  return [
    sum,
    ...fates.map(({ interval, fate, text }) => ({
      label: intervalNames[interval],
      cell: { text, tone: fateTones[fate] },
    })),
  ];
}

type Fate = 'met' | 'missed' | 'kept' | 'moved';
const fateTones = { met: 'good', missed: 'bad', kept: 'plain', moved: 'warn' } as const;

function fateOf(
  interval: Interval,
  order: LimitOrder,
  before: CardLimits,
  now: CardLimits,
): readonly { readonly interval: Interval; readonly fate: Fate; readonly text: Visible }[] {
  const asked = order.limits.find(one => one.interval === interval);
  const was = limitText(before, interval);
  const is = limitText(now, interval);
  if (asked) {
    const fate = isMet(asked.value, order, now, interval) ? 'met' : is === NOT_KNOWN ? 'moved' : 'missed';
    return [{ interval, fate, text: t`requested ${wanted(asked.value, order)}, now ${is}, was ${was}` }];
  }
  if (!isKnownLimit(was) && !isKnownLimit(is)) return [];
  return [
    {
      interval,
      fate: was === is && is !== NOT_KNOWN ? 'kept' : 'moved',
      text: t`not sent, now ${is}, was ${was}`,
    },
  ];
}

function isMet(value: Decimal, { currency }: LimitOrder, now: CardLimits, interval: Interval): boolean {
  const [only, other] = limitsOfInterval(now, interval);
  const amount = only?.amount;
  return (
    other === undefined &&
    amount !== undefined &&
    !(amount instanceof Odd) &&
    compare(amount, value) === 0 &&
    idText(now.currency) === currency
  );
}
