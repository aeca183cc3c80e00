// The labels of a conversion's dialog. Also finds the amount in one of its lines.

import type { Cell } from '../format/entry.ts';
import { type Decimal, groupDigits, parseShown } from '../lib/decimal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';

/** The labels of the lines that identify a conversion in the journal. */
export const LABELS = { sold: t`Customer sells`, bought: t`Customer buys`, rate: t`Rate` } as const;

export interface ShownMoney {
  readonly amount: Decimal;
  readonly cell: Cell & { readonly unit: Visible };
}

/** The amount and the currency in a value of `lineOf`; undefined if the value has another form. */
export function moneyIn(value: string): ShownMoney | undefined {
  const [, text = '', unit] = /^(\S+) (\S+)$/.exec(value) ?? [];
  const amount = parseShown(visible(text));
  return amount === undefined || unit === undefined || groupDigits(amount) !== text
    ? undefined
    : { amount, cell: { text: groupDigits(amount), unit: visible(unit) } };
}
