// The text that the person must type to confirm a write: an amount, or the end of an ID.

import { compare, parseDecimal, parseTypedAmount } from '../lib/decimal.ts';
import type { Visible } from '../lib/visible.ts';

export interface ConfirmToken {
  readonly text: string;
  /** The token's name in a sentence: "the amount". */
  readonly name: Visible;
  /** The token is an amount: 1,000.5 may be typed for 1000.50. */
  readonly amount?: true;
  /** The ID of the confirmed record, if the token is the end of an ID. */
  readonly of?: string;
}

/** More decimal places than any currency has. */
const MOST_DIGITS = 20;

/** Whether the typed text is the token. 1,000.5 equals 1000.50, and case is ignored. */
export function isTyped({ text, amount }: ConfirmToken, typed: string): boolean {
  if (typed.trim() === text) return true;
  if (!amount) return typed.trim().toLowerCase() === text.toLowerCase();
  const [meant, read] = [parseDecimal(text), parseTypedAmount(typed, MOST_DIGITS)];
  return meant !== undefined && read.ok && compare(meant, read.value) === 0;
}
