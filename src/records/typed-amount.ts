// An amount of money that a person typed: its digits as they will be sent, or a sentence about what is wrong with it.

import { currencyDigits } from '../lib/currency.ts';
import { type Decimal, isZero, padFraction, parseTypedAmount, type TypedAmount } from '../lib/decimal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';

type Reason = Extract<TypedAmount, { ok: false }>['reason'];

/** More than nothing, with no more digits than `currency` (three capital letters) has; nothing is guessed or rounded. */
export function readAmount(
  text: string,
  currency: string,
): { readonly ok: true; readonly value: Decimal } | { readonly ok: false; readonly why: Visible } {
  const digits = currencyDigits(currency);
  if (digits === undefined)
    return { ok: false, why: t`Its currency comes first: that says how many digits it can have.` };
  const typed = parseTypedAmount(text, digits);
  if (!typed.ok) return { ok: false, why: sentence(typed.reason, visible(currency, 3), digits) };
  if (isZero(typed.value)) return { ok: false, why: t`An amount is more than 0.` };
  // A zero that is missing makes people look twice.
  return { ok: true, value: padFraction(typed.value, digits) };
}

/** A card's limit, in whole units of its currency (INTERFACE.md, Limits: card limit amount): more than nothing. */
export function readLimit(
  text: string,
): { readonly ok: true; readonly value: Decimal } | { readonly ok: false; readonly why: Visible } {
  const typed = parseTypedAmount(text, 0);
  if (!typed.ok) return { ok: false, why: limitSentence(typed.reason) };
  return isZero(typed.value) ? { ok: false, why: limitSentence('negative') } : typed;
}

function limitSentence(reason: Reason): Visible {
  switch (reason) {
    case 'empty':
    case 'not-a-number':
      return t`A limit is a whole number in digits, such as 1000 or 1,000.`;
    case 'comma-decimal':
    case 'bad-grouping':
      return t`A limit is a whole number, with commas before each three digits only: 1000 or 1,000.`;
    case 'too-many-fraction-digits':
      return t`A limit is a whole number, without digits after the point.`;
    case 'negative':
      return t`A limit is more than 0, without a sign.`;
  }
}

function sentence(reason: Reason, currency: Visible, digits: number): Visible {
  switch (reason) {
    case 'empty':
      return t`Type an amount, such as 1000 or 1,000.`;
    case 'not-a-number':
      return t`An amount is digits with at most one decimal point, such as 1000 or 1,000.`;
    case 'comma-decimal':
      return t`The decimal sign is a point, and a comma stands before each three digits: 1,000.5.`;
    case 'bad-grouping':
      return t`The commas don't stand before each three digits: write 1000 or 1,000.`;
    case 'too-many-fraction-digits':
      return digits === 0
        ? t`${currency} has no digits after the point.`
        : t`${currency} has ${digits} digits after the point, no more.`;
    case 'negative':
      return t`An amount is more than 0, without a sign.`;
  }
}
