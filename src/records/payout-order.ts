// A payout's amount and payee: as a person typed them, as the journal has them, and the amount in the dialog's words.

import type { Intent } from '../journal/intent.ts';
import { amountIn, textIn } from '../journal/request-body.ts';
import { type Decimal, groupDigits, parseDecimal } from '../lib/decimal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';

export interface Order {
  readonly beneficiaryId: string;
  readonly amount: Decimal;
  readonly currency: string;
  readonly reference: string;
  readonly notes: string | undefined;
}

/** The order of a payout in the journal, from the very bytes that are sent; undefined if they lack a part. */
export function orderOf(intent: Intent): Order | undefined {
  const beneficiaryId = textIn(intent, 'beneficiary_id');
  const amount = amountIn(intent, 'amount');
  const currency = textIn(intent, 'currency');
  const reference = textIn(intent, 'reference');
  if (!beneficiaryId || !amount || !currency || !reference) return undefined;
  return { beneficiaryId, amount, currency, reference, notes: textIn(intent, 'notes') };
}

/** "1,200.50 GBP". */
export const amountText = (amount: Decimal, currency: string): Visible =>
  t`${groupDigits(amount)} ${visible(currency)}`;

/** The amount that `amountText` wrote; undefined in any other form. */
export function amountOf(text: string): { readonly amount: Decimal; readonly currency: string } | undefined {
  const [, digits = '', currency = ''] = /^([\d,]+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? [];
  const amount = parseDecimal(digits.replaceAll(',', ''));
  return amount === undefined ? undefined : { amount, currency };
}
