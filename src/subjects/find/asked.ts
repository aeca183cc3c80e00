// Reads a typed search: its form tells which records it may mean (INTERFACE.md, Resources: UUIDs or prefixed IDs).

import { parseTypedAmount } from '../../lib/decimal.ts';
import { folded } from '../../lib/fold.ts';
import { canonicalId } from '../../lib/identifier.ts';
import { t, type Visible } from '../../lib/visible.ts';
import { plainAmount, type SearchTerms, unitsOf } from '../../store/row-search.ts';

export type Shape = 'quote' | 'conversion' | 'last four' | 'any' | 'amount' | 'words';

export interface Search {
  readonly text: string;
  /** As typed, and the usual form of the identifier if that differs. */
  readonly forms: readonly string[];
  readonly shape: Shape;
}

const ID = /^(?=.*\d)[\w-]{6,200}$/;

export function searchFor(text: string): Search {
  const written = canonicalId(text);
  return { text, forms: written === text ? [text] : [text, written], shape: shapeOf(text) };
}

function shapeOf(text: string): Shape {
  if (text.startsWith('quote_')) return 'quote';
  if (text.startsWith('conversion_')) return 'conversion';
  if (/^\d{4}$/.test(text)) return 'last four';
  if (ID.test(text)) return 'any';
  return amountIn(text) ? 'amount' : 'words';
}

const words: Readonly<Record<Shape, Visible>> = {
  quote: t`probably a quote ID`,
  conversion: t`probably a conversion ID`,
  'last four': t`the last four digits of an account, a card or a beneficiary's account`,
  any: t`an ID of any kind, or a reference`,
  amount: t`an amount`,
  words: t`a name or other words`,
};

/** Four digits that may be an amount too. */
export const isAlsoAmount = ({ shape, text }: Search): boolean =>
  shape === 'last four' && !text.startsWith('0');

export const couldBe = ({ shape, text }: Search): Visible =>
  shape === 'words' && numberIn(text) !== undefined
    ? t`not an amount: amounts are written as 12,345.67`
    : words[shape];

interface SearchedAmount {
  readonly sign: '-' | '+' | undefined;
  /** As `plainAmount` writes it. */
  readonly digits: string;
  /** Typed without a fraction, so the cents may be any. */
  readonly isUnits: boolean;
  readonly currency: string | undefined;
}

const NUMBER =
  /^([-\u2212+])?\s*(?:([a-z]{3}|usd[ct]|[€£$¥])\s*)?([-\u2212+])?\s*((?=[.,]*\d)[\d.,]+)(?:\s*([a-z]{3}|usd[ct]|[€£$¥]))?$/i;

function numberIn(text: string) {
  const [, first, before, second, number, after] = NUMBER.exec(text.trim()) ?? [];
  if (number === undefined || (first !== undefined && second !== undefined)) return undefined;
  return { before, sign: first ?? second, number, after };
}

/** `821185.66`, `-821,185.66 gbp`, `GBP 1,000`, `€1,234.00`. A sign such as $ means several currencies. Undefined for other texts. */
function amountIn(text: string): SearchedAmount | undefined {
  const { before, sign, number, after } = numberIn(text) ?? {};
  const read = number === undefined ? undefined : parseTypedAmount(number, Number.POSITIVE_INFINITY);
  if (!read?.ok || (before !== undefined && after !== undefined)) return undefined;
  return {
    sign: sign === undefined ? undefined : sign === '+' ? '+' : '-',
    digits: plainAmount(read.value),
    isUnits: number?.includes('.') === false,
    currency: /^[a-z]+/.exec((before ?? after ?? '').toLowerCase())?.[0],
  };
}

/** A row matches if it fits one of these. */
export function soughtFor(search: Search): readonly SearchTerms[] {
  const { text, shape, forms } = search;
  const amount = amountIn(text);
  const money = amount
    ? [
        {
          words: amount.currency === undefined ? [] : [amount.currency],
          ...(amount.isUnits ? { units: amount.digits } : { amount: amount.digits }),
        },
      ]
    : [];
  if (shape === 'amount') return money;
  if (shape === 'words') return [{ words: folded(text).split(/\s+/).filter(Boolean) }];
  // Nobody types an amount with a leading zero, so 0123 is searched only as four digits.
  if (shape === 'last four') return [{ words: [], lastFour: text }, ...(isAlsoAmount(search) ? money : [])];
  return [...forms.map(form => ({ words: [folded(form)] })), ...money];
}

/** Whether the searched amount has the typed sign in a row, by the row's folded text. */
export function fitsSign({ text }: Search): (rowText: string) => boolean {
  const { sign, digits, isUnits } = amountIn(text) ?? {};
  if (sign === undefined) return () => true;
  const amountOf = isUnits ? unitsOf : (plain: string) => plain;
  // A balance in the same row may have another sign than the amount.
  const isOut = (line: string): boolean =>
    line === 'debit' || (/^-\d/.test(line) && amountOf(plainAmount(line.split(' ')[0] ?? '')) === digits);
  return rowText => rowText.split('\n').some(isOut) === (sign === '-');
}
