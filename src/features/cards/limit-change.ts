// A change of a card's limits: what is asked, held against the limits as read; and afterwards what became of each.

import { Odd } from '../../api/contract/odd.ts';
import { compare, type Decimal, groupDigits } from '../../lib/decimal.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import type { ShownLine } from '../../store/dialog.ts';
import type { Entry } from '../../ui/kit/details.ts';
import { type Interval, intervalNames, intervals } from '../../ui/screens/card-limits.ts';
import { idText, textCell } from '../../ui/screens/cells.ts';
import { amountText, intervalText, type Limit, type Limits } from './limits.ts';

/** Whole units of `currency` (INTERFACE.md, Limits), by interval; an interval that isn't here isn't sent. */
export interface LimitOrder {
  readonly currency: string;
  readonly limits: readonly { readonly interval: Interval; readonly value: Decimal }[];
}

const NONE = t`none`;

const limitsIn = ({ limits }: Limits): readonly (Limit | Odd)[] =>
  limits === undefined || limits instanceof Odd ? [] : limits;

/** The limits of one interval: one, where the service doesn't contradict itself. */
const limitsOf = (read: Limits, interval: Interval): readonly Limit[] =>
  limitsIn(read).filter((limit): limit is Limit => !(limit instanceof Odd) && limit.interval === interval);

/** What the limit of an interval is, without its currency. */
export function limitText(read: Limits, interval: Interval): Visible {
  const all = limitsOf(read, interval);
  return all.length === 0
    ? NONE
    : join(
        all.map(({ amount }) => amountText(amount, read.currency)),
        ' and ',
      );
}

/** Why the limits can't be held against anything; nothing where they came as a list. */
const unreadable = ({ limits }: Limits): Visible | undefined =>
  limits === undefined || limits instanceof Odd
    ? t`The limits came as ${textCell(limits).text}: what they are now isn't known.`
    : undefined;

/** The dialog's lines: from one reading and the same order they are always the same. */
export function limitLines(
  { id, card }: { readonly id: string; readonly card: Visible },
  order: LimitOrder,
  read: Limits,
): readonly ShownLine[] {
  return [
    { label: t`Card`, value: card },
    { label: t`Card ID`, value: visible(id) },
    ...order.limits.map(({ interval, value }) => ({
      label: intervalNames[interval],
      value: t`${limitText(read, interval)} → ${wanted(value, order)}`,
    })),
    { label: t`Not sent`, value: othersText(order, read) },
  ];
}

export const wanted = (value: Decimal, { currency }: Pick<LimitOrder, 'currency'>): Visible =>
  t`${groupDigits(value)} ${visible(currency, 12)}`;

const isAsked = ({ limits }: LimitOrder, interval: Limit['interval']): boolean =>
  limits.some(asked => asked.interval === interval);

function othersText(order: LimitOrder, read: Limits): Visible {
  const others = limitsIn(read).filter(limit => limit instanceof Odd || !isAsked(order, limit.interval));
  return others.length === 0
    ? NONE
    : join(
        others.map(limit =>
          limit instanceof Odd
            ? textCell(limit).text
            : t`${intervalText(limit.interval)} ${amountText(limit.amount, read.currency)}`,
        ),
        ', ',
      );
}

export function limitWarnings({ currency }: LimitOrder, read: Limits): readonly Visible[] {
  const odd = unreadable(read);
  return [
    ...(odd === undefined ? [] : [odd]),
    ...(idText(read.currency) === currency
      ? []
      : [
          t`The limits are in ${textCell(read.currency).text}, not in ${visible(currency, 12)}: the service may refuse it.`,
        ]),
    t`Whether limits that aren't sent stay or go isn't shown: all of them are read again afterwards.`,
    t`Limits of cash withdrawals can't be set by this call.`,
  ];
}

/** What became of each limit: as it was, as it was asked for, as it is; in one sentence first. */
export function outcomeEntries(order: LimitOrder, before: Limits, now: Limits): readonly Entry[] {
  const odd = unreadable(now);
  if (odd !== undefined) return [{ note: odd, tone: 'warn' }];
  const fates = intervals.flatMap(interval => fateOf(interval, order, before, now));
  const missed = fates.some(({ fate }) => fate === 'missed');
  const moved = fates.some(({ fate }) => fate === 'moved');
  const sum: Entry = missed
    ? { note: t`Not every limit is as asked:`, tone: 'bad' }
    : moved
      ? {
          note: t`Each limit that was sent is as asked; of those not sent some are changed or gone:`,
          tone: 'warn',
        }
      : {
          note: t`Each limit that was sent is as asked, and those not sent are as they were:`,
          tone: 'plain',
        };
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
    const fate = isMet(asked.value, order, now, interval) ? 'met' : 'missed';
    return [{ interval, fate, text: t`asked ${wanted(asked.value, order)}, is ${is}, was ${was}` }];
  }
  if (was === NONE && is === NONE) return [];
  return [{ interval, fate: was === is ? 'kept' : 'moved', text: t`not sent, is ${is}, was ${was}` }];
}

function isMet(value: Decimal, { currency }: LimitOrder, now: Limits, interval: Interval): boolean {
  const [only, other] = limitsOf(now, interval);
  const amount = only?.amount;
  return (
    other === undefined &&
    amount !== undefined &&
    !(amount instanceof Odd) &&
    compare(amount, value) === 0 &&
    idText(now.currency) === currency
  );
}
