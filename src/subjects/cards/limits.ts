// The limits of a card and their remaining amounts. Each limit has a gauge, or only text if a gauge is not possible.

import { Odd } from '../../api/contract/odd.ts';
import { amountCell, idText, textCell } from '../../format/cells.ts';
import type { Entry } from '../../format/entry.ts';
import { joinedEntries } from '../../format/joined.ts';
import { compare, type Decimal, isNegative, isZero } from '../../lib/decimal.ts';
import { t } from '../../lib/visible.ts';
import type { Document } from '../../store/list.ts';
import { amountText, intervalText, type Limit, type Limits } from './limit-lines.ts';

/** The rows for the limits of one card, or a row that says why Purser can't show them. */
export const limitsEntries = (
  document: Document<Limits>,
  id: string,
  cardCurrency: Parameters<typeof idText>[0],
): readonly Entry[] =>
  joinedEntries(document, {
    title: t`Card limits`,
    asked: id,
    entries: read => [
      ...otherCurrency(read, cardCurrency),
      { heading: t`Limits` },
      ...listEntries(read.limits, read.currency),
      { heading: t`Cash withdrawal limits` },
      ...listEntries(read.cash_withdrawal_limits, read.currency),
    ],
  });

function otherCurrency({ currency }: Limits, cardCurrency: Parameters<typeof idText>[0]): readonly Entry[] {
  const own = idText(cardCurrency);
  return own === undefined || idText(currency) === own
    ? []
    : [
        {
          note: t`? The limits are in ${textCell(currency).text}, but the card is in ${textCell(cardCurrency).text}.`,
          tone: 'warn',
        },
      ];
}

function listEntries(list: Limits['limits'], currency: Limits['currency']): readonly Entry[] {
  if (list === undefined || list instanceof Odd) return [{ label: t`Limits`, cell: textCell(list) }];
  if (list.length === 0) return [{ note: t`None.` }];
  return list.map(limit =>
    limit instanceof Odd ? { label: t`Limit`, cell: textCell(limit) } : limitEntry(limit, currency),
  );
}

/** A gauge if the remaining amount is between zero and the limit; otherwise only text, as a warning. */
function limitEntry({ amount, interval, remaining }: Limit, currency: Limits['currency']): Entry {
  const label = intervalText(interval);
  const text = t`${amountCell(remaining).text} of ${amountText(amount, currency)} left`;
  const parts = partsOf(remaining, amount);
  return parts ? { label, gauge: { ...parts, text } } : { label, cell: { text, tone: 'warn' } };
}

function partsOf(
  left: Limit['remaining'],
  whole: Limit['amount'],
): { readonly left: Decimal; readonly whole: Decimal } | undefined {
  if (left === undefined || left instanceof Odd || whole === undefined || whole instanceof Odd)
    return undefined;
  const fits = !isZero(whole) && !isNegative(left) && compare(left, whole) <= 0;
  return fits ? { left, whole } : undefined;
}
