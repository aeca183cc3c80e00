// What a conversion's dialog says of its two amounts, and what is read out of those lines again.

import { type Decimal, groupDigits, parseShown } from '../lib/decimal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';
import type { Cell } from '../ui/kit/cell.ts';

/** The lines that identify a conversion in the journal. */
export const LABELS = { sold: t`You sell`, bought: t`You buy`, rate: t`Rate` } as const;

interface Money {
  readonly amount: Decimal;
  readonly cell: Cell & { readonly unit: Visible };
}

/** The amount and the currency that `lineOf` put into a value, if there are any. */
export function moneyIn(value: string): Money | undefined {
  const [, text = '', unit] = /^(\S+) (\S+)$/.exec(value) ?? [];
  const amount = parseShown(visible(text));
  return amount === undefined || unit === undefined || groupDigits(amount) !== text
    ? undefined
    : { amount, cell: { text: groupDigits(amount), unit: visible(unit) } };
}
