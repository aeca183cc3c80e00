// The result of a change of a card's limits: the requested limits compared with the limits read afterwards.

import { Odd } from '../../api/contract/odd.ts';
import { idText } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { compare, type Decimal } from '../../lib/decimal.ts';
import { t, type Visible } from '../../lib/visible.ts';
import {
  type Interval,
  intervalNames,
  intervals,
  isKnownLimit,
  type LimitOrder,
  type Limits,
  limitsIn,
  limitsOfInterval,
  limitText,
  NOT_KNOWN,
  unreadableLimits,
  wanted,
} from './limit-lines.ts';

/** A summary sentence, then the old, requested and new value of each limit. */
export function outcomeEntries(order: LimitOrder, before: Limits, now: Limits): readonly Entry[] {
  const odd = unreadableLimits(now);
  if (odd !== undefined && limitsIn(now).length === 0) return [{ note: odd, tone: 'warn' }];
  const fates = intervals.flatMap(interval => fateOf(interval, order, before, now));
  const missed = fates.some(({ fate }) => fate === 'missed');
  const moved = fates.some(({ fate }) => fate === 'moved');
  const sum: Entry =
    odd !== undefined
      ? { note: odd, tone: 'warn' }
      : missed
        ? { note: t`Some limits differ from the request:`, tone: 'bad' }
        : moved
          ? {
              note: t`All sent limits match the request. Some of the other limits changed or are gone:`,
              tone: 'warn',
            }
          : { note: t`All sent limits match the request. The other limits are unchanged:`, tone: 'plain' };
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
  before: Limits,
  now: Limits,
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

function isMet(value: Decimal, { currency }: LimitOrder, now: Limits, interval: Interval): boolean {
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
