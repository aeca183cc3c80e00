// The order of a payout (amount, payee, reference), read from the journal, and the text of an amount.

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

/** From the recorded body, which is exactly what is sent. */
export function orderOf(intent: Intent): Order | undefined {
  const beneficiaryId = textIn(intent, 'beneficiary_id');
  const amount = amountIn(intent, 'amount');
  const currency = textIn(intent, 'currency');
  const reference = textIn(intent, 'reference');
  if (!beneficiaryId || !amount || !currency || !reference) return undefined;
  return { beneficiaryId, amount, currency, reference, notes: textIn(intent, 'notes') };
}

export const amountText = (amount: Decimal, currency: string): Visible =>
  t`${groupDigits(amount)} ${visible(currency)}`;

/** Undefined for any other form than that of `amountText`. */
export function amountOf(text: string): { readonly amount: Decimal; readonly currency: string } | undefined {
  const [, digits = '', currency = ''] = /^([\d,]+(?:\.\d+)?) ([A-Z]{3})$/.exec(text) ?? [];
  const amount = parseDecimal(digits.replaceAll(',', ''));
  return amount === undefined ? undefined : { amount, currency };
}
