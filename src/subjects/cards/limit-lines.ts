// The dialog's lines for the new limits of a card: each current limit next to its new value.

import type { limitIntervals } from '../../api/contract/card-operations.ts';
import { Odd } from '../../api/contract/odd.ts';
import { amountCell, textCell } from '../../format/cells.ts';
import { cellText } from '../../format/entry.ts';
import { compare, type Decimal, groupDigits } from '../../lib/decimal.ts';
import { join, t, type Visible, visible } from '../../lib/visible.ts';
import { idText } from '../../records/facts.ts';
import type { DocumentQuery } from '../../records/query.ts';
import type { CardLimits } from '../../records/reads.ts';
import type { ShownRecord } from '../../sending/question.ts';
import type { ShownLine } from '../../sending/shown-line.ts';

export type Limit = Exclude<Exclude<CardLimits['limits'], Odd | undefined>[number], Odd>;
export type Interval = (typeof limitIntervals)[number];

/** In the order of INTERFACE.md, Limits. */
export const intervalNames: Readonly<Record<Interval, Visible>> = {
  PER_TRANSACTION: t`Per transaction`,
  DAILY: t`Daily`,
  WEEKLY: t`Weekly`,
  MONTHLY: t`Monthly`,
  ALL_TIME: t`All time`,
};

// The object has exactly the keys of its type.
export const intervals = Object.keys(intervalNames) as readonly Interval[];

export const limitsQuery = (id: string): DocumentQuery<'card.limits'> => ({
  operation: 'card.limits',
  input: { query: { id } },
});

export const intervalText = (interval: Limit['interval']): Visible =>
  interval === undefined || interval instanceof Odd ? textCell(interval).text : intervalNames[interval];

export const amountText = (amount: Limit['amount'], currency: CardLimits['currency']): Visible =>
  cellText(amountCell(amount, currency));

/** In whole units of `currency` (INTERFACE.md, Limits). Purser does not send other intervals. */
export interface LimitOrder {
  readonly currency: string;
  readonly limits: readonly { readonly interval: Interval; readonly value: Decimal }[];
}

const NONE = t`none`;
/** For an interval without a limit, if another limit is unreadable: that limit may belong to this interval. */
export const NOT_KNOWN = t`not known`;

export const limitsIn = ({ limits }: CardLimits): readonly (Limit | Odd)[] =>
  limits === undefined || limits instanceof Odd ? [] : limits;

/** More than one if the service contradicts itself. */
export const limitsOfInterval = (read: CardLimits, interval: Interval): readonly Limit[] =>
  limitsIn(read).filter((limit): limit is Limit => !(limit instanceof Odd) && limit.interval === interval);

export function limitText(read: CardLimits, interval: Interval): Visible {
  const all = limitsOfInterval(read, interval);
  return all.length === 0
    ? strayIn(read) === undefined
      ? NONE
      : NOT_KNOWN
    : join(
        all.map(({ amount }) => amountText(amount, read.currency)),
        ' and ',
      );
}

function strayIn(read: CardLimits): Visible | undefined {
  if (read.limits === undefined || read.limits instanceof Odd) return textCell(read.limits).text;
  const stray = limitsIn(read).find(
    limit => limit instanceof Odd || limit.interval === undefined || limit.interval instanceof Odd,
  );
  if (stray === undefined) return undefined;
  return stray instanceof Odd ? textCell(stray).text : intervalText(stray.interval);
}

export const isKnownLimit = (text: Visible): boolean => text !== NONE && text !== NOT_KNOWN;

export function unreadableLimits(read: CardLimits): Visible | undefined {
  const stray = strayIn(read);
  if (stray === undefined) return undefined;
  return limitsIn(read).length === 0
    ? t`The service returned the limits as ${stray}, so the current limits are not known.`
    : t`A limit has the interval ${stray}, which is not documented.`;
}

export function limitLines(
  { id, card }: { readonly id: string; readonly card: Visible },
  order: LimitOrder,
  read: CardLimits,
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

function othersText(order: LimitOrder, read: CardLimits): Visible {
  const others = limitsIn(read).filter(limit => limit instanceof Odd || !isAsked(order, limit.interval));
  return others.length === 0
    ? NONE
    : join(
        others.map(limit =>
          limit instanceof Odd
            ? textCell(limit).text
            : t`${intervalText(limit.interval)} ${amountText(limit.amount, read.currency)}`,
        ),
      );
}

export function contradictions(
  limits: readonly { readonly interval: Interval; readonly value: Decimal }[],
): readonly Visible[] {
  const inOrder = intervals.flatMap(interval => limits.filter(limit => limit.interval === interval));
  return inOrder.flatMap((shorter, at) => {
    const longer = inOrder.slice(at + 1).find(({ value }) => compare(shorter.value, value) > 0);
    return longer === undefined
      ? []
      : [
          t`${intervalNames[shorter.interval]} (${groupDigits(shorter.value)}) is above ${intervalNames[longer.interval]} (${groupDigits(longer.value)}). The lower limit applies first, so the higher one has no effect.`,
        ];
  });
}

/** The new limits, and the others as read if they have the same currency. */
const afterwards = (order: LimitOrder, read: CardLimits): LimitOrder['limits'] => [
  ...order.limits,
  ...limitsIn(read).flatMap(limit => {
    if (idText(read.currency) !== order.currency) return [];
    if (limit instanceof Odd || isAsked(order, limit.interval)) return [];
    const { interval, amount } = limit;
    const unread = interval === undefined || interval instanceof Odd || amount === undefined;
    return unread || amount instanceof Odd ? [] : [{ interval, value: amount }];
  }),
];

export function limitWarnings(order: LimitOrder, read: CardLimits): readonly Visible[] {
  const { currency } = order;
  const odd = unreadableLimits(read);
  return [
    ...contradictions(afterwards(order, read)),
    ...(odd === undefined ? [] : [odd]),
    ...(idText(read.currency) === currency
      ? []
      : [
          t`The limits are in ${textCell(read.currency).text}, not in ${visible(currency, 12)}. The service may refuse.`,
        ]),
    t`The service does not document whether other limits stay the same. Purser reads all limits again afterwards.`,
    t`The service can't set cash withdrawal limits with this request.`,
  ];
}

export const shownLimits = (
  card: { readonly id: string; readonly card: Visible },
  order: LimitOrder,
): ShownRecord<'card.limits'> => ({
  ...limitsQuery(card.id),
  found: now => now,
  lines: now => limitLines(card, order, now),
  warnings: now => limitWarnings(order, now),
});
