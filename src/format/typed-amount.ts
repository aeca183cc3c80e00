// Reads a typed amount of money: returns the digits to send, or a sentence about the mistake.

import { currencyDigits } from '../lib/currency.ts';
import { type Decimal, isZero, padFraction, parseTypedAmount, type TypedAmount } from '../lib/decimal.ts';
import { t, type Visible, visible } from '../lib/visible.ts';

type Reason = Extract<TypedAmount, { ok: false }>['reason'];

/** Above 0, with no more decimal places than the currency has. Nothing is guessed or rounded. */
export function readAmount(
  text: string,
  currency: string,
): { readonly ok: true; readonly value: Decimal } | { readonly ok: false; readonly why: Visible } {
  const digits = currencyDigits(currency);
  if (digits === undefined)
    return { ok: false, why: t`Type the currency first: it decides the decimal places.` };
  const typed = parseTypedAmount(text, digits);
  if (!typed.ok) return { ok: false, why: sentence(typed.reason, visible(currency, 3), digits) };
  if (isZero(typed.value)) return { ok: false, why: t`The amount must be more than 0.` };
  // 1000.5 looks like a mistake.
  return { ok: true, value: padFraction(typed.value, digits) };
}

/** In whole units (INTERFACE.md, Limits: card limit amount). */
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
      return t`A limit is a whole number, such as 1000 or 1,000.`;
    case 'comma-decimal':
    case 'bad-grouping':
      return t`A limit is a whole number. Use commas only between groups of three digits: 1000 or 1,000.`;
    case 'too-many-fraction-digits':
      return t`A limit has no decimal places.`;
    case 'negative':
      return t`A limit must be more than 0, without a sign.`;
  }
}

function sentence(reason: Reason, currency: Visible, digits: number): Visible {
  switch (reason) {
    case 'empty':
      return t`Type an amount, such as 1000 or 1,000.`;
    case 'not-a-number':
      return t`Use only digits, commas and one decimal point, such as 1000 or 1,000.`;
    case 'comma-decimal':
      return t`Use a point for decimals and commas between groups of three digits: 1,000.5.`;
    case 'bad-grouping':
      return t`Commas come only between groups of three digits: write 1000 or 1,000.`;
    case 'too-many-fraction-digits':
      return digits === 0
        ? t`${currency} has no decimal places.`
        : t`${currency} has at most ${digits} decimal places.`;
    case 'negative':
      return t`The amount must be more than 0, without a sign.`;
  }
}
