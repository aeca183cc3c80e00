// The text that the person must type to confirm a write: an amount, or the end of an ID.

import { compare, parseDecimal, parseTypedAmount } from '../lib/decimal.ts';
import type { Visible } from '../lib/visible.ts';

export interface ConfirmToken {
  readonly text: string;
  readonly name: Visible;
  /** 1,000.5 may be typed for 1000.50. */
  readonly amount?: true;
  readonly of?: string;
}

/** More decimal places than any currency has. */
const MOST_DIGITS = 20;

/** Ignores case. */
export function isTyped({ text, amount }: ConfirmToken, typed: string): boolean {
  if (typed.trim() === text) return true;
  if (!amount) return typed.trim().toLowerCase() === text.toLowerCase();
  const [meant, read] = [parseDecimal(text), parseTypedAmount(typed, MOST_DIGITS)];
  return meant !== undefined && read.ok && compare(meant, read.value) === 0;
}
