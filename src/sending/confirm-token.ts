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

/** An input method for Chinese or Japanese types these characters for the keys of an ordinary keyboard. */
const halfWidth = (typed: string): string =>
  typed.replace(/[\uff01-\uff5e]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** Ignores case and width: who types a token has read it, and a token is never sent. */
export function isTyped({ text, amount }: ConfirmToken, input: string): boolean {
  if (input.trim() === text) return true;
  const typed = halfWidth(input);
  if (!amount) return typed.trim().toLowerCase() === text.toLowerCase();
  const [meant, read] = [parseDecimal(text), parseTypedAmount(typed, MOST_DIGITS)];
  return meant !== undefined && read.ok && compare(meant, read.value) === 0;
}
